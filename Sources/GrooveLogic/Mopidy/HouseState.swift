/// Whether the house plays.
public enum PlaybackState: String, Sendable, Hashable {
    case playing, paused, stopped
}

/// Where the house is in its track: a position seen at a moment, from which the present one is computed.
///
/// Nothing polls the elapsed time: while the house plays, it moves with the clock.
public struct PlaybackProgress: Sendable, Hashable {
    /// The position that was seen.
    public var position: Duration
    /// When it was seen.
    public var seenAt: MonotonicTime
    /// Whether time has been passing since then.
    public var isAdvancing: Bool

    /// A position as seen at a moment.
    public init(position: Duration, seenAt: MonotonicTime, isAdvancing: Bool) {
        self.position = position
        self.seenAt = seenAt
        self.isAdvancing = isAdvancing
    }

    /// The position at `now`, never beyond `length` and never below zero.
    public func position(at now: MonotonicTime, length: Duration?) -> Duration {
        let moved = isAdvancing ? position + max(.zero, now - seenAt) : position
        return max(.zero, length.map { min(moved, $0) } ?? moved)
    }
}

/// Mopidy's four playback options; nil is not known.
public struct PlaybackOptions: Sendable, Hashable {
    public var random: Bool?
    public var `repeat`: Bool?
    public var single: Bool?
    public var consume: Bool?

    /// Options of which those left out are not known.
    public init(random: Bool? = nil, repeat: Bool? = nil, single: Bool? = nil, consume: Bool? = nil) {
        self.random = random
        self.repeat = `repeat`
        self.single = single
        self.consume = consume
    }
}

/// All that Mopidy says of itself at one time. What is nil is not known.
public struct HouseState: Sendable, Hashable {
    public var playback: PlaybackState?
    /// The current track; nil when there is none.
    public var current: QueuedTrack?
    public var progress: PlaybackProgress?
    /// What a radio stream says is on now.
    public var streamTitle: String?
    /// The current track's cover, as the server names it (absolute, or relative to Mopidy's HTTP root).
    public var art: String?
    /// House volume, 0-100; nil without a mixer.
    public var volume: Int?
    public var isMuted: Bool?
    public var options = PlaybackOptions()
    /// The current track's place in the queue, from 1.
    public var queuePosition: Int?
    public var queueLength: Int?
    public var mopidyVersion: String?

    /// A house of which nothing is known yet.
    public init() {}
}
