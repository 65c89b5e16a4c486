/// Why a call has no result, though the server answered it.
public enum MopidyAnswerError: Error, Sendable, Hashable {
    /// The server refused.
    case rpc(method: String, RPCError)
    /// The answer makes no sense, or is missing.
    case unreadable(method: String)
}

/// Several calls in one message. The server carries them out in order, and answers them together.
public struct MopidyBatch: Sendable {
    /// Where a call's result will be found.
    public struct Slot<Result: Sendable>: Sendable {
        let index: Int
        let method: String
    }

    private struct Call: Sendable {
        let method: String
        let params: [String: JSONValue]
        let read: RPCResultReader
    }

    private var calls: [Call] = []

    /// Without calls.
    public init() {}

    /// How many calls there are.
    public var count: Int { calls.count }

    /// The calls' methods, in order.
    public var methods: [String] { calls.map(\.method) }

    /// Adds a call behind the others.
    public mutating func add<Result>(_ call: MopidyCall<Result>) -> Slot<Result> {
        calls.append(
            Call(method: call.method, params: call.params, read: { decoder in try call.read(decoder) }))
        return Slot(index: calls.count - 1, method: call.method)
    }

    /// The message's text; one call alone is not wrapped in a list.
    public func text(ids: [RPCID]) -> String {
        let requests = zip(ids, calls).map { RPCRequest.json(id: $0, method: $1.method, params: $1.params) }
        guard requests.count == 1, let only = requests.first else { return JSONValue.array(requests).text }
        return only.text
    }

    /// How the answers are to be read.
    public func readers(ids: [RPCID]) -> [RPCID: RPCResultReader] {
        Dictionary(zip(ids, calls.map(\.read)), uniquingKeysWith: { first, _ in first })
    }

    /// The answers, each at its call's place.
    public func results(ids: [RPCID], from responses: [RPCResponse]) -> MopidyBatchResults {
        var outcomes: [RPCOutcome?] = Array(repeating: nil, count: calls.count)
        for response in responses {
            if let index = ids.firstIndex(where: { $0 == response.id }) { outcomes[index] = response.outcome }
        }
        // A request that the server could not read at all is answered without an id.
        if case .error(let error)? = responses.first(where: { $0.id == nil })?.outcome {
            outcomes = outcomes.map { $0 ?? .error(error) }
        }
        return MopidyBatchResults(outcomes: outcomes)
    }

    /// Reads the body that answers this batch alone.
    public func results(ids: [RPCID], from text: [UInt8]) throws(JSONReadingError) -> MopidyBatchResults {
        var information: [CodingUserInfoKey: any Sendable] = [:]
        if let key = RPCResponse.readers { information[key] = readers(ids: ids) }
        let responses = try JSONReader.read(RPCResponses.self, from: text, information: information)
        return results(ids: ids, from: responses.all)
    }
}

/// The answers to a batch.
public struct MopidyBatchResults: Sendable {
    fileprivate let outcomes: [RPCOutcome?]

    /// A call's result.
    public func value<Result>(_ slot: MopidyBatch.Slot<Result>) throws(MopidyAnswerError) -> Result {
        switch outcomes[slot.index] {
        case .result(let value):
            guard let result = value as? Result else { throw .unreadable(method: slot.method) }
            return result
        case .error(let error): throw .rpc(method: slot.method, error)
        case .unreadable, nil: throw .unreadable(method: slot.method)
        }
    }

    /// A call's result; nil also when the call failed.
    public func optional<Result>(_ slot: MopidyBatch.Slot<Result?>) -> Result? {
        (try? value(slot)) ?? nil
    }
}
