import Glibc
import Synchronization

/// A lock-free queue of interleaved samples between one thread that pushes and one that pops.
///
/// The counters run freely and are never reset; each side reads its own without ordering, the other's with
/// acquire, and publishes with release.
// Proof of `@unchecked Sendable`: `samples` is allocated once and freed in `deinit`, which runs after both sides
// have let go. A slot is written only between `read + capacity` and `written`, by the one producer, and read only
// between `read` and `written`, by the one consumer; the release and acquire on the counters order the two.
public final class SampleRing: @unchecked Sendable {
    /// Samples of one frame.
    public let channels: Int
    /// Frames that fit.
    public let capacity: Int

    private let samples: UnsafeMutablePointer<Int32>
    private let slots: Int
    private let mask: Int
    /// Samples pushed so far; owned by the producer.
    private let written = Atomic<Int>(0)
    /// Samples popped or skipped so far; owned by the consumer.
    private let read = Atomic<Int>(0)

    /// More than a quarter of an hour of it would be of no use, and a bad header must not take all memory.
    static let largestSlots = 1 << 23

    /// A ring for at least so many frames, within a limit.
    public init(frames: Int, channels: Int) {
        self.channels = max(1, channels)
        var slots = 1024
        while slots < frames * self.channels, slots < Self.largestSlots { slots <<= 1 }
        self.slots = slots
        mask = slots - 1
        capacity = slots / self.channels
        samples = .allocate(capacity: slots)
        samples.initialize(repeating: 0, count: slots)
        // A page fault on the output thread is a late period; without the right to lock it is only likelier.
        _ = mlock(samples, slots * MemoryLayout<Int32>.stride)
    }

    deinit {
        munlock(samples, slots * MemoryLayout<Int32>.stride)
        samples.deallocate()
    }

    /// Frames that wait; any thread.
    public var fill: Int {
        let consumed = read.load(ordering: .acquiring)
        return (written.load(ordering: .acquiring) &- consumed) / channels
    }

    /// Pushes as many of the frames as there is room for, and returns how many. Producer only.
    ///
    /// `planes` holds one pointer a channel, each to at least `offset + frames` samples.
    public func push(
        planes: UnsafePointer<UnsafePointer<Int32>?>, offset: Int, frames: Int
    ) -> Int {
        let start = written.load(ordering: .relaxed)
        let room = (slots &- (start &- read.load(ordering: .acquiring))) / channels
        let count = min(frames, room)
        guard count > 0 else { return 0 }
        for channel in 0..<channels {
            guard let plane = planes[channel] else { continue }
            var slot = start &+ channel
            for index in offset..<offset + count {
                samples[slot & mask] = plane[index]
                slot &+= channels
            }
        }
        written.store(start &+ count * channels, ordering: .releasing)
        return count
    }

    /// Takes up to so many frames out, into `target`, and returns how many. Consumer only.
    public func pop(into target: UnsafeMutablePointer<Int32>, frames: Int) -> Int {
        let start = read.load(ordering: .relaxed)
        let available = (written.load(ordering: .acquiring) &- start) / channels
        let count = min(frames, available) * channels
        guard count > 0 else { return 0 }
        let slot = start & mask
        let first = min(count, slots - slot)
        target.update(from: samples + slot, count: first)
        (target + first).update(from: samples, count: count - first)
        read.store(start &+ count, ordering: .releasing)
        return count / channels
    }

    /// Frames at the head that are digital silence, as far as so many. Consumer only.
    public func silence(upTo frames: Int) -> Int {
        let start = read.load(ordering: .relaxed)
        let available = (written.load(ordering: .acquiring) &- start) / channels
        let count = max(0, min(frames, available)) * channels
        var silent = 0
        while silent < count, samples[(start &+ silent) & mask] == 0 { silent &+= 1 }
        return silent / channels
    }

    /// Forgets the oldest frames, up to so many, and returns how many. Consumer only.
    public func skip(frames: Int) -> Int {
        let start = read.load(ordering: .relaxed)
        let available = (written.load(ordering: .acquiring) &- start) / channels
        let count = max(0, min(frames, available))
        read.store(start &+ count * channels, ordering: .releasing)
        return count
    }
}
