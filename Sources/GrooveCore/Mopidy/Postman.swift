import Dispatch
import GrooveLogic
import Synchronization

/// JSON-RPC by POST, from where nobody may block: on a queue of its own.
final class Postman: Sendable {
    private let client = HTTPClient()
    private let queue = DispatchQueue(label: "groove.post")

    /// Sends a batch and reads the answers. `request` says where to, and until when.
    func send(
        _ batch: MopidyBatch, with request: HTTPRequest
    ) async -> Result<MopidyBatchResults, TransportFailure> {
        await withCheckedContinuation { continuation in
            queue.async { [client] in
                let result = Result { () throws(TransportFailure) in try client.send(batch, with: request) }
                continuation.resume(returning: result)
            }
        }
    }
}

extension HTTPClient {
    /// What is read in no time at all; a queue of ten thousand tracks is a few times as long.
    private static let smallBody = 1 << 18

    /// Posts a batch and reads the answers. Blocks.
    func send(_ batch: MopidyBatch, with request: HTTPRequest) throws(TransportFailure) -> MopidyBatchResults
    {
        let ids = (1...max(1, batch.count)).map { RPCID.integer($0) }
        var request = request
        request.json = Array(batch.text(ids: ids).utf8)
        let answer = try send(request)
        let reading: Result<MopidyBatchResults, JSONReadingError>?
        if answer.body.count <= Self.smallBody {
            reading = Self.read(answer.body, of: batch, ids: ids)
        } else {
            // JSON can be made to take minutes: the deadline holds for reading it too.
            reading = Self.before(request.deadline) { Self.read(answer.body, of: batch, ids: ids) }
        }
        guard let reading else { throw TransportFailure(url: request.url, kind: .deadlinePassed) }
        do throws(JSONReadingError) {
            return try reading.get()
        } catch {
            throw TransportFailure(url: request.url, kind: .notJSON(answer.info))
        }
    }

    private static func read(
        _ body: [UInt8], of batch: MopidyBatch, ids: [RPCID]
    ) -> Result<MopidyBatchResults, JSONReadingError> {
        Result { () throws(JSONReadingError) in try batch.results(ids: ids, from: body) }
    }

    /// What `work` returns, on a thread of its own; nil when it takes longer, and is left to itself.
    private static func before<Value: Sendable>(
        _ deadline: MonotonicTime, _ work: @escaping @Sendable () -> Value
    ) -> Value? {
        let place = ResultPlace<Value>()
        DispatchQueue(label: "groove.json").async {
            place.value.withLock { $0 = work() }
            place.isThere.signal()
        }
        let left = max(0, (deadline - .now).wholeMilliseconds)
        guard place.isThere.wait(timeout: .now() + .milliseconds(left)) == .success else { return nil }
        return place.value.withLock { $0 }
    }
}

/// Where one thread leaves a value for another.
private final class ResultPlace<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
    let isThere = DispatchSemaphore(value: 0)
}
