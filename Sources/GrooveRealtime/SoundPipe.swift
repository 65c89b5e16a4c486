public import GrooveLogic
import Synchronization

/// One stretch of sound in one format: its ring, and what the two ends tell each other about it.
public final class SoundPipe: Sendable {
    /// What its samples are.
    public let format: PCMFormat
    /// The samples.
    public let ring: SampleRing

    private let finished = Atomic<Bool>(false)
    private let caughtUp = Atomic<Bool>(false)
    private let arrival = Atomic<Int>(0)
    private let ended = Atomic<Int>(0)

    /// A pipe that holds at least so many frames.
    public init(format: PCMFormat, frames: Int) {
        self.format = format
        ring = SampleRing(frames: frames, channels: format.channels)
    }

    /// Nothing more will be pushed.
    public var isFinished: Bool { finished.load(ordering: .acquiring) }
    /// The producer had to wait for the network since the last join.
    public var isCaughtUp: Bool { caughtUp.load(ordering: .relaxed) }
    /// The most frames that arrived without a wait in between.
    public var largestArrival: Int { arrival.load(ordering: .relaxed) }

    /// The producer is done with this format.
    public func finish() {
        finished.store(true, ordering: .releasing)
    }

    /// Connections that ended while this pipe was written to.
    public var cuts: Int { ended.load(ordering: .relaxed) }

    /// Everything that the server had has been pushed. Producer only.
    public func catchUp() {
        caughtUp.store(true, ordering: .relaxed)
    }

    /// The connection has ended; what comes next comes from another. Producer only.
    public func cut() {
        caughtUp.store(false, ordering: .relaxed)
        ended.store(ended.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    }

    /// So many frames came at once. Producer only.
    public func noteArrival(frames: Int) {
        if frames > arrival.load(ordering: .relaxed) { arrival.store(frames, ordering: .relaxed) }
    }
}
