/// Where in its logical stream the last sound stood, so that a rejoin can leave out what was taken already.
public struct LinkPosition: Sendable, Hashable {
    /// Ogg's serial number; nil for a native stream, which has no name.
    public var serial: UInt32?
    public var sampleRate: Int
    /// Samples of one channel before the next that was awaited.
    public var nextSample: UInt64
    /// When that was.
    public var seenAt: MonotonicTime

    /// What a server may send of its past to a new listener.
    static let longestBurst = Duration.seconds(12)

    /// The position after a frame.
    public init(serial: UInt32?, sampleRate: Int, nextSample: UInt64, seenAt: MonotonicTime) {
        self.serial = serial
        self.sampleRate = sampleRate
        self.nextSample = nextSample
        self.seenAt = seenAt
    }

    /// Whether a connection whose first frame stands at `sample` carries on the same logical stream.
    ///
    /// An Ogg link is known by its serial. A native one must stand where it would be by now, less a burst; and must
    /// not be young enough to have been started since, for a restarted encoder counts from zero.
    public func isContinued(
        bySample sample: UInt64, serial other: UInt32?, sampleRate rate: Int, at now: MonotonicTime
    ) -> Bool {
        guard serial == other, rate == sampleRate, rate > 0 else { return false }
        if serial != nil { return true }
        let gap = (now - seenAt).inSeconds
        let position = Double(sample) / Double(rate)
        let expected = Double(nextSample) / Double(rate) + gap
        let isYoung = position <= gap + 2
        return !isYoung && position >= expected - Self.longestBurst.inSeconds && position <= expected + 2
    }
}
