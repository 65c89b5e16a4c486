/// A moment on a clock that only goes forward: the *now* that every machine is given.
///
/// The pure target reads no clock; the shells take it from CLOCK_BOOTTIME, tests make it up.
public struct MonotonicTime: Sendable, Hashable, Comparable {
    /// Time since the clock's own, arbitrary start.
    public var sinceStart: Duration

    /// The moment this long after the clock's start.
    public init(sinceStart: Duration) {
        self.sinceStart = sinceStart
    }

    /// Earlier is less.
    public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
        left.sinceStart < right.sinceStart
    }

    /// The moment `duration` later.
    public static func + (moment: MonotonicTime, duration: Duration) -> MonotonicTime {
        MonotonicTime(sinceStart: moment.sinceStart + duration)
    }

    /// The time from `right` to `left`; negative when `left` is earlier.
    public static func - (left: MonotonicTime, right: MonotonicTime) -> Duration {
        left.sinceStart - right.sinceStart
    }
}
