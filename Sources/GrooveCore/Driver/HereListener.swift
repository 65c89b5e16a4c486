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
    private let state = Mutex(State.idle)

    private enum State {
        case idle
        /// The settings, a password among them, are being read.
        case starting
        case running(Listener, follower: Task<Void, Never>)

        var listener: Listener? {
            if case .running(let listener, _) = self { listener } else { nil }
        }
    }

    /// Nothing is played until `start`.
    init(context: RunContext) {
        self.context = context
        (events, continuation) = AsyncStream.makeStream()
    }

    /// Begins to listen, unless it does already. Returns at once: a command that tells the password may take its time.
    func start() {
        let isNew = state.withLock { state in
            guard case .idle = state else { return false }
            state = .starting
            return true
        }
        if isNew { queue.async { [self] in startNow() } }
    }

    private func startNow() {
        do throws(Failure) {
            let configuration = try context.listenerConfiguration()
            let listener = Listener(configuration: configuration)
            let isWanted = state.withLock { state in
                guard case .starting = state else { return false }
                state = .running(listener, follower: follow(listener))
                return true
            }
            if isWanted { listener.start() }
        } catch {
            state.withLock { $0 = .idle }
            continuation.yield(.listenerEnded(failure: error.text))
        }
    }

    /// Stops without waiting; `listenerEnded` follows.
    func askToStop() {
        state.withLock(\.listener)?.requestStop()
    }

    /// Stops for good, and waits until the device is closed. What is still about to start does not.
    func stop() async {
        let state = state.withLock { state in
            if case .starting = state { state = .idle }
            return state
        }
        guard case .running(let listener, let follower) = state else { return }
        await listener.stop()
        await follower.value
    }

    /// Whether the house plays, as far as it is known.
    func houseChanged(to playback: PlaybackState?) {
        state.withLock(\.listener)?.houseChanged(to: playback)
    }

    private func follow(_ listener: Listener) -> Task<Void, Never> {
        Task { [self] in
            for await status in listener.statuses where status.state != .stopped {
                continuation.yield(.listenerSaid(status))
            }
            let outcome = await listener.outcome()
            state.withLock { $0 = .idle }
            continuation.yield(.listenerEnded(failure: context.failure(outcome)?.text))
        }
    }
}
