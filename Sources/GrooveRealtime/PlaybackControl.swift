import GrooveLogic
import Synchronization

/// What the listener asks of the output thread and of the listen thread: a few words that each reads when it turns.
public final class PlaybackControl: Sendable {
    /// What the output thread is to do.
    public enum Mode: Int, Sendable {
        /// Sound.
        case play
        /// Fade out, drop what is there and what comes, and stay quiet.
        case hold
        /// Fade out and end.
        case stop
    }

    private let mode = Atomic<Int>(Mode.play.rawValue)
    private let gainBits = Atomic<UInt64>((1.0).bitPattern)
    private let decibelBits = Atomic<UInt64>((0.0).bitPattern)
    private let producerStops = Atomic<Bool>(false)
    private let consumerWaits = Atomic<Bool>(false)

    /// Playing, at 0 dB.
    public init() {}

    /// The present wish; `stop` is final.
    public var wish: Mode {
        Mode(rawValue: mode.load(ordering: .acquiring)) ?? .stop
    }

    /// Changes the wish, unless it is `stop` already.
    public func wish(_ new: Mode) {
        let stop = Mode.stop.rawValue
        var old = mode.load(ordering: .relaxed)
        while old != stop {
            let (done, seen) = mode.compareExchange(
                expected: old, desired: new.rawValue, ordering: .acquiringAndReleasing)
            if done { return }
            old = seen
        }
    }

    /// The factor on every sample.
    public var gain: Double { Double(bitPattern: gainBits.load(ordering: .relaxed)) }

    /// The same in dB.
    public var gainDB: Double {
        get { Double(bitPattern: decibelBits.load(ordering: .relaxed)) }
        set {
            decibelBits.store(newValue.bitPattern, ordering: .relaxed)
            gainBits.store(Decibels.factor(newValue).bitPattern, ordering: .relaxed)
        }
    }

    /// Whether the listen thread is to end.
    public var isProducerStopped: Bool { producerStops.load(ordering: .acquiring) }

    /// Ends the listen thread at its next look.
    public func stopProducer() {
        producerStops.store(true, ordering: .releasing)
    }

    /// The consumer is about to sleep until something is pushed; it must look at the ring once more after this.
    public func consumerWillWait() {
        consumerWaits.store(true, ordering: .relaxed)
        // Without a full fence here and after the push, each side may miss the other and a wake-up is lost.
        atomicMemoryFence(ordering: .sequentiallyConsistent)
    }

    /// The consumer looks again by itself.
    public func consumerWoke() {
        consumerWaits.store(false, ordering: .relaxed)
    }

    /// Whether the consumer must be woken after a push. At most one yes for each wait.
    public func takeWakeUp() -> Bool {
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        guard consumerWaits.load(ordering: .relaxed) else { return false }
        return consumerWaits.exchange(false, ordering: .relaxed)
    }
}
