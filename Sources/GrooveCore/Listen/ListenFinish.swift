import GrooveLogic
import GrooveRealtime
import Synchronization

/// Where a listener's threads leave word that they have ended, and where others wait for it.
final class ListenFinish: Sendable {
    private struct Progress {
        var hasBegun = false
        var hasOutputEnded = false
        var outcome: ListenOutcome?
        var meter: PlaybackMeter?
        var waiting: [CheckedContinuation<ListenOutcome, Never>] = []
    }

    /// Guarded by itself.
    private let progress = Mutex(Progress())
    private let output = WakeUp()

    /// True the first time.
    func begin() -> Bool {
        progress.withLock { progress in
            defer { progress.hasBegun = true }
            return !progress.hasBegun
        }
    }

    /// The output thread's meter, for the peak.
    func use(_ meter: PlaybackMeter) {
        progress.withLock { $0.meter = meter }
    }

    /// nil: there is no output thread.
    func meter() -> PlaybackMeter? {
        progress.withLock { $0.meter }
    }

    /// The output thread has returned.
    func outputEnded() {
        progress.withLock { $0.hasOutputEnded = true }
        output.signal()
    }

    /// A device needs a moment to fade and to close. One that hangs in its driver or its server must not keep
    /// everything else from ending.
    static let outputLimit = Duration.seconds(3)

    /// Blocks until the output thread has returned, or hangs.
    func waitForOutput() {
        let deadline = MonotonicTime.now + Self.outputLimit
        while !progress.withLock({ $0.hasOutputEnded }) {
            let left = deadline - .now
            guard left > .zero else { return }
            output.wait(left)
        }
    }

    /// Listening is over.
    func ended(_ outcome: ListenOutcome) {
        let waiting = progress.withLock { progress in
            progress.outcome = progress.outcome ?? outcome
            defer { progress.waiting = [] }
            return progress.waiting
        }
        for continuation in waiting { continuation.resume(returning: outcome) }
    }

    /// How it ended, once it has.
    func outcome() async -> ListenOutcome {
        await withCheckedContinuation { continuation in
            let known = progress.withLock { progress in
                if progress.outcome == nil { progress.waiting.append(continuation) }
                return progress.outcome
            }
            if let known { continuation.resume(returning: known) }
        }
    }
}
