import FoundationEssentials

/// Text that could not be read as what was expected.
public struct JSONReadingError: Error, Sendable, Hashable {
    /// Whether it is no JSON at all, rather than JSON of another shape.
    public let isNoJSON: Bool
}

/// Reads JSON text that may be nearly right.
public enum JSONReader {
    /// Reads `text` as a `Value`. `information` is what the value's own decoding may want to know.
    public static func read<Value: Decodable>(
        _ type: Value.Type, from text: [UInt8], information: [CodingUserInfoKey: any Sendable] = [:]
    ) throws(JSONReadingError) -> Value {
        let decoder = JSONDecoder()
        decoder.userInfo = information
        do {
            return try decoder.decode(type, from: Data(SurrogateRepair.repaired(text) ?? text))
        } catch DecodingError.dataCorrupted {
            throw JSONReadingError(isNoJSON: true)
        } catch {
            throw JSONReadingError(isNoJSON: false)
        }
    }
}
