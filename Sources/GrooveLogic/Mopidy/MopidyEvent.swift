/// What Mopidy tells of its own accord. A payload that could not be read is nil: that it happened is still known.
public enum MopidyEvent: Sendable, Hashable {
    case trackPlaybackStarted(QueuedTrack?)
    case trackPlaybackPaused(QueuedTrack?, position: Duration?)
    case trackPlaybackResumed(QueuedTrack?, position: Duration?)
    case trackPlaybackEnded(QueuedTrack?, position: Duration?)
    case playbackStateChanged(old: PlaybackState?, new: PlaybackState?)
    case tracklistChanged
    case optionsChanged
    /// nil: there is no mixer (any more).
    case volumeChanged(Int?)
    case muteChanged(Bool?)
    case seeked(position: Duration?)
    case streamTitleChanged(String?)
    case playlistsLoaded
    case playlistChanged(MopidyReference?)
    case playlistDeleted(uri: String?)
    /// An event of a newer Mopidy.
    case unknown(String)

    /// Mopidy's own name for it.
    public var name: String {
        switch self {
        case .trackPlaybackStarted: "track_playback_started"
        case .trackPlaybackPaused: "track_playback_paused"
        case .trackPlaybackResumed: "track_playback_resumed"
        case .trackPlaybackEnded: "track_playback_ended"
        case .playbackStateChanged: "playback_state_changed"
        case .tracklistChanged: "tracklist_changed"
        case .optionsChanged: "options_changed"
        case .volumeChanged: "volume_changed"
        case .muteChanged: "mute_changed"
        case .seeked: "seeked"
        case .streamTitleChanged: "stream_title_changed"
        case .playlistsLoaded: "playlists_loaded"
        case .playlistChanged: "playlist_changed"
        case .playlistDeleted: "playlist_deleted"
        case .unknown(let name): name
        }
    }

    /// What it carries, under the names that `groove status --json` has for the same things.
    public var fields: [String: JSONValue] {
        switch self {
        case .trackPlaybackStarted(let queued):
            Self.fields(of: queued)
        case .trackPlaybackPaused(let queued, let position), .trackPlaybackResumed(let queued, let position),
            .trackPlaybackEnded(let queued, let position):
            Self.fields(of: queued).merging(["position_ms": Self.json(position)]) { $1 }
        case .playbackStateChanged(let old, let new):
            ["old_state": JSONValue(old?.rawValue), "state": JSONValue(new?.rawValue)]
        case .volumeChanged(let volume): ["volume": JSONValue(volume)]
        case .muteChanged(let isMuted): ["muted": JSONValue(isMuted)]
        case .seeked(let position): ["position_ms": Self.json(position)]
        case .streamTitleChanged(let title): ["stream_title": JSONValue(title)]
        case .playlistChanged(let playlist):
            ["uri": JSONValue(playlist?.uri), "name": JSONValue(playlist?.name)]
        case .playlistDeleted(let uri): ["uri": JSONValue(uri)]
        case .tracklistChanged, .optionsChanged, .playlistsLoaded, .unknown: [:]
        }
    }

    private static func json(_ duration: Duration?) -> JSONValue {
        JSONValue(duration?.wholeMilliseconds)
    }

    private static func fields(of queued: QueuedTrack?) -> [String: JSONValue] {
        let track = queued?.track
        return [
            "tlid": JSONValue(queued?.tlid), "uri": JSONValue(track?.uri), "title": JSONValue(track?.name),
            "artists": track.map { .array($0.artists.map { .string($0) }) } ?? .null,
            "album": JSONValue(track?.album), "date": JSONValue(track?.date),
            "track_no": JSONValue(track?.number), "length_ms": json(track?.length),
        ]
    }
}

extension MopidyEvent: Decodable {
    private enum Key: String, CodingKey {
        case event, volume, mute, title, playlist, uri
        case queued = "tl_track"
        case position = "time_position"
        case old = "old_state"
        case new = "new_state"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let name = try container.decode(String.self, forKey: .event)
        let queued = (container.lenient(.queued) as WireQueuedTrack?)?.queued
        let position = (container.lenient(.position) as Int?).map { Duration.milliseconds($0) }
        switch name {
        case "track_playback_started": self = .trackPlaybackStarted(queued)
        case "track_playback_paused": self = .trackPlaybackPaused(queued, position: position)
        case "track_playback_resumed": self = .trackPlaybackResumed(queued, position: position)
        case "track_playback_ended": self = .trackPlaybackEnded(queued, position: position)
        case "seeked": self = .seeked(position: position)
        default: self = Self.other(name, in: container)
        }
    }

    private static func other(_ name: String, in container: KeyedDecodingContainer<Key>) -> MopidyEvent {
        switch name {
        case "playback_state_changed":
            .playbackStateChanged(old: state(.old, in: container), new: state(.new, in: container))
        case "tracklist_changed": .tracklistChanged
        case "options_changed": .optionsChanged
        case "volume_changed":
            .volumeChanged((container.lenient(.volume) as Int?).map(MopidyCall<Int?>.percent))
        case "mute_changed": .muteChanged(container.lenient(.mute))
        case "stream_title_changed": .streamTitleChanged(container.lenient(.title))
        case "playlists_loaded": .playlistsLoaded
        case "playlist_changed":
            .playlistChanged((container.lenient(.playlist) as WireReference?)?.reference)
        case "playlist_deleted": .playlistDeleted(uri: container.lenient(.uri))
        default: .unknown(name)
        }
    }

    private static func state(
        _ key: Key, in container: KeyedDecodingContainer<Key>
    ) -> PlaybackState? {
        (container.lenient(key) as String?).flatMap(PlaybackState.init(rawValue:))
    }
}
