import GrooveLogic
import Synchronization

/// Carries a listener's status from its threads to whoever looks.
final class StatusPublisher: Sendable {
    /// Each status as it is told.
    let stream: AsyncStream<ListenStatus>

    private let continuation: AsyncStream<ListenStatus>.Continuation
    /// Guarded by itself.
    private let newest = Mutex(ListenStatus(state: .connecting))

    /// Statuses that wait for a reader who is busy; older ones give way.
    static let waiting = 64

    /// Nothing told yet.
    init() {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.waiting))
    }

    /// The last status that was told.
    var latest: ListenStatus { newest.withLock { $0 } }

    /// Tells a status.
    func publish(_ status: ListenStatus) {
        newest.withLock { $0 = status }
        continuation.yield(status)
    }

    /// Nothing more will be told.
    func finish() {
        continuation.finish()
    }
}
