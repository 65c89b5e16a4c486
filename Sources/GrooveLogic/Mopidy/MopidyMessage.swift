/// What comes in over Mopidy's WebSocket, where events and answers share one connection.
public enum MopidyMessage: Sendable, Decodable {
    /// One answer, or the answers to one batch.
    case responses([RPCResponse])
    case event(MopidyEvent)

    private enum Key: CodingKey {
        case jsonrpc, event
    }

    public init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: Key.self), container.contains(.event),
            !container.contains(.jsonrpc)
        else {
            self = .responses(try RPCResponses(from: decoder).all)
            return
        }
        self = .event(try MopidyEvent(from: decoder))
    }

    /// Reads a message; nil when it is neither an event nor an answer.
    public static func read(_ text: [UInt8], readers: [RPCID: RPCResultReader]) -> MopidyMessage? {
        var information: [CodingUserInfoKey: any Sendable] = [:]
        if let key = RPCResponse.readers { information[key] = readers }
        return try? JSONReader.read(MopidyMessage.self, from: text, information: information)
    }
}
