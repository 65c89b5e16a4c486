import Dispatch
import GrooveLogic

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
    /// Posts a batch and reads the answers. Blocks.
    func send(_ batch: MopidyBatch, with request: HTTPRequest) throws(TransportFailure) -> MopidyBatchResults
    {
        let ids = (1...max(1, batch.count)).map { RPCID.integer($0) }
        var request = request
        request.json = Array(batch.text(ids: ids).utf8)
        let answer = try send(request)
        do throws(JSONReadingError) {
            return try batch.results(ids: ids, from: answer.body)
        } catch {
            throw TransportFailure(url: request.url, kind: .notJSON(answer.info))
        }
    }
}
