import Dispatch
import GrooveLogic
import Synchronization

/// The screen's own listening: at most one listener, started and stopped by a key, heard of as session events.
final class HereListener: Sendable {
    /// What the listener does, and its end. For one reader.
    let events: AsyncStream<SessionEvent>
    private let continuation: AsyncStream<SessionEvent>.Continuation
    private let context: RunContext
    private let queue = DispatchQueue(label: "groove.here")
    /// Guarded by itself.
    private let running = Mutex<Running?>(nil)

    private struct Running {
        let listener: Listener
        let follower: Task<Void, Never>
    }

    /// Nothing is played until `start`.
    init(context: RunContext) {
        self.context = context
        (events, continuation) = AsyncStream.makeStream()
    }

    /// Begins to listen, unless it does already. Returns at once: a command that tells the password may take its time.
    func start() {
        queue.async { [self] in startNow() }
    }

    private func startNow() {
        do throws(Failure) {
            let configuration = try context.listenerConfiguration()
            let listener = Listener(configuration: configuration)
            let isNew = running.withLock { running in
                guard running == nil else { return false }
                running = Running(listener: listener, follower: follow(listener))
                return true
            }
            if isNew { listener.start() }
        } catch {
            continuation.yield(.listenerEnded(failure: error.text))
        }
    }

    /// Stops without waiting; `listenerEnded` follows.
    func askToStop() {
        running.withLock { $0 }?.listener.requestStop()
    }

    /// Stops, and waits until the device is closed.
    func stop() async {
        guard let running = running.withLock({ $0 }) else { return }
        await running.listener.stop()
        await running.follower.value
    }

    /// Whether the house plays, as far as it is known.
    func houseChanged(to playback: PlaybackState?) {
        running.withLock { $0 }?.listener.houseChanged(to: playback)
    }

    private func follow(_ listener: Listener) -> Task<Void, Never> {
        Task { [self] in
            for await status in listener.statuses where status.state != .stopped {
                continuation.yield(.listenerSaid(status))
            }
            let outcome = await listener.outcome()
            running.withLock { $0 = nil }
            continuation.yield(.listenerEnded(failure: context.failure(outcome)?.text))
        }
    }
}
