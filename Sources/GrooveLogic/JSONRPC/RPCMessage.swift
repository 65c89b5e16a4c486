/// Names a call in its answer. Answers are matched by what stands there, not by whether it is "true": 0 and "0"
/// are ids like others.
public enum RPCID: Sendable, Hashable, Decodable {
    case integer(Int)
    case string(String)

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else {
            self = .string(try container.decode(String.self))
        }
    }

    /// The id as it stands in a request.
    var json: JSONValue {
        switch self {
        case .integer(let value): .integer(value)
        case .string(let value): .string(value)
        }
    }
}

/// How a call is written (JSON-RPC 2.0 §4).
public enum RPCRequest {
    /// One call. There are no members but those of the standard: Mopidy 4 refuses others.
    public static func json(id: RPCID, method: String, params: [String: JSONValue]) -> JSONValue {
        var members: [String: JSONValue] = ["jsonrpc": "2.0", "id": id.json, "method": .string(method)]
        if !params.isEmpty { members["params"] = .object(params) }
        return .object(members)
    }
}

/// Reads one kind of result; a result that cannot be read makes it throw.
public typealias RPCResultReader = @Sendable (any Decoder) throws -> any Sendable

/// What a call led to.
public enum RPCOutcome: Sendable {
    case result(any Sendable)
    case error(RPCError)
    /// The answer is not one that the call can have.
    case unreadable
}

/// One answer (JSON-RPC 2.0 §5).
public struct RPCResponse: Sendable, Decodable {
    /// The user information that holds the readers by id: `[RPCID: RPCResultReader]`.
    static let readers = CodingUserInfoKey(rawValue: "readers")

    private enum Key: CodingKey {
        case jsonrpc, id, result, error
    }

    /// nil: the server could not tell which call it answers.
    public let id: RPCID?
    public let outcome: RPCOutcome

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        guard container.contains(.jsonrpc), container.contains(.result) || container.contains(.error) else {
            throw DecodingError.keyNotFound(Key.result, .init(codingPath: [], debugDescription: "no answer"))
        }
        id = container.lenient(.id)
        if let error: RPCError = container.lenient(.error) {
            outcome = .error(error)
        } else if let reader = Self.reader(for: id, in: decoder), container.contains(.result),
            let result = try? reader(container.superDecoder(forKey: .result))
        {
            outcome = .result(result)
        } else {
            outcome = .unreadable
        }
    }

    private static func reader(for id: RPCID?, in decoder: any Decoder) -> RPCResultReader? {
        guard let id, let key = readers else { return nil }
        return (decoder.userInfo[key] as? [RPCID: RPCResultReader])?[id]
    }
}

/// One answer, or the answers to a batch in any order (JSON-RPC 2.0 §6).
public struct RPCResponses: Sendable, Decodable {
    public let all: [RPCResponse]

    public init(from decoder: any Decoder) throws {
        if let one = try? RPCResponse(from: decoder) {
            all = [one]
        } else {
            all = try LenientList<RPCResponse>(from: decoder).elements
        }
    }
}
