import GrooveLogic

/// One question to Mopidy's WebSocket: whether it can be opened.
struct EventsQuestion {
    /// Where it may be, in the order to ask.
    let candidates: [ServerURL]
    let access: Access
    let caFile: String?

    /// Opens it at each address in turn, as a client that stays would, and closes it again; nil: it was opened.
    func ask(before deadline: MonotonicTime) async -> TransportFailure? {
        var failures: [TransportFailure] = []
        for url in candidates {
            do throws(TransportFailure) {
                let connection = try await WebSocketConnection.open(
                    url, access: access, timeout: deadline - .now, caFile: caFile,
                    on: QueueExecutor(label: "groove.events-question"))
                await connection.abort()
                return nil
            } catch {
                failures.append(error)
                if !error.pointsElsewhere { break }
            }
        }
        return .mostTelling(of: failures)
    }
}
