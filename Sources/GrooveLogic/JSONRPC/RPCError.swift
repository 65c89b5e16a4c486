/// What a server answers instead of a result (JSON-RPC 2.0 §5.1).
public struct RPCError: Error, Sendable, Hashable {
    /// The code, as far as the server gave one.
    public var code: Int
    /// One line for a person. The server's own words: to be made safe before it is shown.
    public var message: String

    public static let methodNotFound = -32601

    /// An error as a server tells it.
    public init(code: Int, message: String) {
        self.code = code
        self.message = message
    }
}

extension RPCError: Decodable {
    private enum Key: CodingKey {
        case code, message, data
    }

    /// Mopidy puts the cause into `data.message`, beside a traceback that nobody wants to see; Snapcast makes
    /// `data` itself the cause.
    private struct Details: Decodable {
        enum Key: CodingKey {
            case message
        }

        let message: String?

        init(from decoder: any Decoder) throws {
            message = try decoder.container(keyedBy: Key.self).lenient(.message)
        }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        code = container.lenient(.code) ?? 0
        let details: Details? = container.lenient(.data)
        let candidates: [String?] = [details?.message, container.lenient(.data), container.lenient(.message)]
        message = candidates.compactMap { $0.flatMap(Self.firstLine) }.first ?? "error \(code)"
    }

    /// What is read of a server's words, in scalars: a line for a person is among the first.
    private static let lengthLimit = 2048

    /// The first line that says something; nil when none does.
    private static func firstLine(of text: String) -> String? {
        String(text.unicodeScalars.prefix(lengthLimit)).split(whereSeparator: \.isNewline).lazy.map {
            HTTPResponseHead.trim($0)
        }.first { !$0.isEmpty }
    }
}
