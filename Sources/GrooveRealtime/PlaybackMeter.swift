import Synchronization

/// What the output thread has done; written by it alone, read by anyone.
public final class PlaybackMeter: Sendable {
    /// What the output thread is about.
    public enum Phase: Int, Sendable {
        /// No sound is there yet, or none is wanted.
        case idle
        /// Gathers before it sounds.
        case buffering
        case playing
        /// The device is away or busy.
        case deviceLost
        /// The thread has ended.
        case ended
    }

    /// Frames of the stream handed to the device.
    public let framesPlayed = Counter()
    /// Times the ring was empty while playing, though the connection held.
    public let underruns = Counter()
    /// Times the device ran dry or was suspended.
    public let deviceXruns = Counter()
    /// Frames of silence in place of sound that was late.
    public let silenceFrames = Counter()
    /// Frames that were skipped or thrown away.
    public let framesDropped = Counter()

    private let phaseWord = Atomic<Int>(Phase.idle.rawValue)
    private let delay = Atomic<Int>(0)
    private let rate = Atomic<Int>(0)
    private let exact = Atomic<Bool>(true)
    private let peakBits = Atomic<UInt64>(0)

    /// Nothing has happened yet.
    public init() {}

    /// A count that only grows.
    public struct Counter: ~Copyable, Sendable {
        private let word = Atomic<UInt64>(0)

        init() {}

        /// The count so far.
        public var value: UInt64 { word.load(ordering: .relaxed) }

        /// Adds to it. One writer, so load and store suffice.
        public func add(_ amount: Int) {
            word.store(word.load(ordering: .relaxed) &+ UInt64(max(0, amount)), ordering: .relaxed)
        }
    }

    /// What it is about.
    public var phase: Phase {
        get { Phase(rawValue: phaseWord.load(ordering: .acquiring)) ?? .idle }
        set { phaseWord.store(newValue.rawValue, ordering: .releasing) }
    }

    /// Frames that the device has and has not sounded, when it was last asked.
    public var deviceDelay: Int {
        get { delay.load(ordering: .relaxed) }
        set { delay.store(newValue, ordering: .relaxed) }
    }

    /// Hz of the present device; 0: none.
    public var sampleRate: Int {
        get { rate.load(ordering: .relaxed) }
        set { rate.store(newValue, ordering: .relaxed) }
    }

    /// Whether the device gets every sample as it was decoded.
    public var isBitExact: Bool {
        get { exact.load(ordering: .relaxed) }
        set { exact.store(newValue, ordering: .relaxed) }
    }

    /// The largest sample since the last reading, 0-1.
    public func takePeak() -> Double {
        Double(bitPattern: peakBits.exchange(0, ordering: .relaxed))
    }

    /// A period's largest sample, 0-1.
    public func notePeak(_ peak: Double) {
        if peak > Double(bitPattern: peakBits.load(ordering: .relaxed)) {
            peakBits.store(peak.bitPattern, ordering: .relaxed)
        }
    }
}
