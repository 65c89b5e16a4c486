/// Text that could not be read as what was expected.
public struct JSONReadingError: Error, Sendable, Hashable {
    /// Whether it is no JSON at all, rather than JSON of another shape.
    public let isNoJSON: Bool
}

/// Reads JSON text that may be nearly right.
///
/// The parser is groove's own: Foundation's costs the listener 2.4 MiB of memory, refuses a whole text for one lone
/// surrogate, which a real Mopidy sends, and a whole list for one odd number.
public enum JSONReader {
    /// Reads `text` as a `Value`. `information` is what the value's own decoding may want to know.
    public static func read<Value: Decodable>(
        _ type: Value.Type, from text: [UInt8], information: [CodingUserInfoKey: any Sendable] = [:]
    ) throws(JSONReadingError) -> Value {
        let value: JSONValue
        do { value = try JSONParser.parse(text) } catch { throw JSONReadingError(isNoJSON: true) }
        do {
            return try Value(from: JSONValueDecoder(value: value, userInfo: information))
        } catch {
            throw JSONReadingError(isNoJSON: false)
        }
    }
}
