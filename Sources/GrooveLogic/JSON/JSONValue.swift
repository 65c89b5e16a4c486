/// A JSON value (RFC 8259), and how it is written: on one line, keys sorted, safe to print.
public indirect enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int)
    /// A number with a fraction; one that JSON cannot say (infinite, not a number) is written as null.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// The value as JSON text on one line, without spaces, keys in the order of their Unicode scalars.
    ///
    /// `/` is not escaped. C0, DEL, C1, line separators and bidi controls are, so that the text may go to a terminal.
    public var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    /// Appends the value's text to `text`.
    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .number(let value): text += value.isFinite ? String(value) : "null"
        case .string(let value): Self.write(value, to: &text)
        case .array(let values): Self.write(values, to: &text)
        case .object(let members): Self.write(members, to: &text)
        }
    }

    private static func write(_ values: [JSONValue], to text: inout String) {
        text += "["
        for (index, value) in values.enumerated() {
            if index > 0 { text += "," }
            value.write(to: &text)
        }
        text += "]"
    }

    private static func write(_ members: [String: JSONValue], to text: inout String) {
        text += "{"
        for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
            if index > 0 { text += "," }
            write(member.key, to: &text)
            text += ":"
            member.value.write(to: &text)
        }
        text += "}"
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where mustBeEscaped(scalar): text += escape(scalar)
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }

    /// Whether a terminal, or a reader of lines, could take the scalar for more than a character.
    private static func mustBeEscaped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// `\u` and four digits; everything that is escaped lies in the Basic Multilingual Plane.
    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(nilLiteral: ()) { self = .null }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int) { self = .integer(value) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// Of two equal keys the later one holds.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
}

extension JSONValue {
    /// The string, or null when there is none.
    public init(_ value: String?) { self = value.map { .string($0) } ?? .null }
    /// The whole number, or null when there is none.
    public init(_ value: Int?) { self = value.map { .integer($0) } ?? .null }
    /// The truth value, or null when there is none.
    public init(_ value: Bool?) { self = value.map { .bool($0) } ?? .null }
    /// The number, or null when there is none.
    public init(_ value: Double?) { self = value.map { .number($0) } ?? .null }
}
