extension KeyedDecodingContainer {
    /// The value under `key`; nil when it is missing, null, or not what was expected.
    func lenient<Value: Decodable>(_ key: Key) -> Value? {
        (try? decodeIfPresent(Value.self, forKey: key)) ?? nil
    }

    /// The list under `key` without what could not be read; empty when it is missing.
    func lenientList<Element: Decodable>(of type: Element.Type, _ key: Key) -> LenientList<Element> {
        lenient(key) ?? LenientList()
    }
}

/// A list in which one odd element does not cost the others.
struct LenientList<Element: Decodable>: Decodable {
    /// What could be read, in order.
    var elements: [Element] = []
    /// How many elements could not.
    var dropped = 0

    /// An empty list.
    init() {}

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        elements.reserveCapacity(container.count ?? 0)
        while !container.isAtEnd {
            if let element = try? container.decode(Element.self) {
                elements.append(element)
            } else {
                dropped += 1
                _ = try container.decode(AnyJSON.self)
            }
        }
    }
}

/// Any element at all, read only to step over it.
private struct AnyJSON: Decodable {
    init(from decoder: any Decoder) throws {}
}

/// A value that is nil when it is null or not what was expected.
struct LenientValue<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        value = container.decodeNil() ? nil : try? container.decode(Value.self)
    }
}
