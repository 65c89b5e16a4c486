/// A call of Mopidy's core API, and how its result is read.
public struct MopidyCall<Result: Sendable>: Sendable {
    /// Such as `core.playback.play`.
    public let method: String
    /// By name. Times are whole milliseconds: Mopidy refuses fractions.
    public let params: [String: JSONValue]
    let read: @Sendable (any Decoder) throws -> Result

    /// A call whose result is read as `Wire` and then made a `Result`.
    init<Wire: Decodable & SendableMetatype>(
        _ method: String, _ params: [String: JSONValue] = [:], reading wire: Wire.Type,
        as make: @escaping @Sendable (Wire) -> Result
    ) {
        self.method = method
        self.params = params
        read = { decoder in make(try Wire(from: decoder)) }
    }
}

extension MopidyCall where Result: Decodable {
    /// A call whose result is a plain value; null and odd ones are nil.
    fileprivate static func value(
        _ method: String, _ params: [String: JSONValue] = [:]
    ) -> MopidyCall<Result?> {
        MopidyCall<Result?>(method, params, reading: LenientValue<Result>.self) { $0.value }
    }
}

extension MopidyCall where Result == Void {
    /// A call whose result says nothing.
    private static func action(_ method: String, _ params: [String: JSONValue] = [:]) -> Self {
        Self(method, params, reading: Ignored.self) { _ in () }
    }

    /// Plays the current track, or the first, or the one named; goes on when paused and none is named.
    public static func play(tlid: Int? = nil) -> Self {
        action("core.playback.play", tlid.map { ["tlid": .integer($0)] } ?? [:])
    }
    public static var pause: Self { action("core.playback.pause") }
    /// Only from paused.
    public static var resume: Self { action("core.playback.resume") }
    public static var stop: Self { action("core.playback.stop") }
    public static var next: Self { action("core.playback.next") }
    public static var previous: Self { action("core.playback.previous") }
}

/// A result that is not looked at.
private struct Ignored: Decodable {
    init(from decoder: any Decoder) throws {}
}

extension MopidyCall where Result == Bool? {
    /// Before the start is the start, beyond the end is the next track; false for a stream without a length.
    public static func seek(_ position: Duration) -> Self {
        MopidyCall<Bool>.value(
            "core.playback.seek", ["time_position": .integer(position.wholeMilliseconds)])
    }
    /// 0-100; false without a mixer.
    public static func setVolume(_ volume: Int) -> Self {
        MopidyCall<Bool>.value("core.mixer.set_volume", ["volume": .integer(volume)])
    }
    /// False when the mixer cannot.
    public static func setMute(_ isMuted: Bool) -> Self {
        MopidyCall<Bool>.value("core.mixer.set_mute", ["mute": .bool(isMuted)])
    }
    public static var mute: Self { MopidyCall<Bool>.value("core.mixer.get_mute") }
    public static var random: Self { MopidyCall<Bool>.value("core.tracklist.get_random") }
    public static var `repeat`: Self { MopidyCall<Bool>.value("core.tracklist.get_repeat") }
    public static var single: Self { MopidyCall<Bool>.value("core.tracklist.get_single") }
    public static var consume: Self { MopidyCall<Bool>.value("core.tracklist.get_consume") }
}

extension MopidyCall where Result == Int? {
    public static var volume: Self {
        Self("core.mixer.get_volume", reading: LenientValue<Int>.self) { $0.value.map(percent) }
    }
    /// Within 0-100, whatever a house says.
    static func percent(_ volume: Int) -> Int { min(max(volume, 0), 100) }
    /// The current track's place in the queue, from 0.
    public static var index: Self { MopidyCall<Int>.value("core.tracklist.index") }
    public static var queueLength: Self {
        Self("core.tracklist.get_length", reading: LenientValue<Int>.self) { $0.value.map { max(0, $0) } }
    }
    public static var currentTlid: Self { MopidyCall<Int>.value("core.playback.get_current_tlid") }
}

extension MopidyCall where Result == String? {
    public static var streamTitle: Self { MopidyCall<String>.value("core.playback.get_stream_title") }
    public static var version: Self { MopidyCall<String>.value("core.get_version") }
}

extension MopidyCall where Result == Duration? {
    public static var position: Self {
        Self("core.playback.get_time_position", reading: LenientValue<Int>.self) {
            $0.value.map { .milliseconds($0) }
        }
    }
}

extension MopidyCall where Result == PlaybackState? {
    public static var state: Self {
        Self("core.playback.get_state", reading: LenientValue<String>.self) {
            $0.value.flatMap(PlaybackState.init(rawValue:))
        }
    }
}

extension MopidyCall where Result == QueuedTrack? {
    public static var currentTrack: Self {
        Self("core.playback.get_current_tl_track", reading: LenientValue<WireQueuedTrack>.self) {
            $0.value?.queued
        }
    }
}

/// The whole queue, and how many of its tracks could not be read.
public struct QueueListing: Sendable, Hashable {
    public var tracks: [QueuedTrack]
    public var dropped: Int

    /// A queue as it was read.
    public init(tracks: [QueuedTrack], dropped: Int = 0) {
        self.tracks = tracks
        self.dropped = dropped
    }
}

extension MopidyCall where Result == QueueListing {
    public static var queue: Self {
        Self("core.tracklist.get_tl_tracks", reading: LenientList<WireQueuedTrack>.self) {
            QueueListing(tracks: $0.elements.map(\.queued), dropped: $0.dropped)
        }
    }
}

extension MopidyCall where Result == [String: [MopidyImage]] {
    /// The covers of each URI.
    public static func images(of uris: [String]) -> Self {
        Self(
            "core.library.get_images", ["uris": .array(uris.map { .string($0) })],
            reading: [String: LenientList<WireImage>].self
        ) { $0.mapValues { $0.elements.map(\.image) } }
    }
}
