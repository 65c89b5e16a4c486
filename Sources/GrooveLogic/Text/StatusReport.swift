/// A room as `status` and `room list` show it.
public struct RoomRow: Sendable, Hashable {
    public var id: String
    public var name: String
    public var group: String?
    public var source: String?
    public var isConnected: Bool
    /// 0-100.
    public var volume: Int?
    public var isMuted: Bool?
    public var latency: Duration?

    /// A room of which id, name and connection are known.
    public init(
        id: String, name: String, group: String? = nil, source: String? = nil, isConnected: Bool,
        volume: Int? = nil, isMuted: Bool? = nil, latency: Duration? = nil
    ) {
        self.id = id
        self.name = name
        self.group = group
        self.source = source
        self.isConnected = isConnected
        self.volume = volume
        self.isMuted = isMuted
        self.latency = latency
    }

    /// One object: `id`, `name`, `group`, `source`, `connected`, `volume`, `muted`, `latency_ms`.
    public var json: JSONValue {
        [
            "id": .string(id), "name": .string(name), "group": JSONValue(group), "source": JSONValue(source),
            "connected": .bool(isConnected), "volume": JSONValue(volume), "muted": JSONValue(isMuted),
            "latency_ms": JSONValue(latency?.wholeMilliseconds),
        ]
    }
}

/// Which of the house's servers answer; nil is not known.
public struct Reachability: Sendable, Hashable {
    public var rpc: Bool?
    public var events: Bool?
    public var snapcast: Bool?
    public var stream: Bool?

    /// What is known.
    public init(rpc: Bool? = nil, events: Bool? = nil, snapcast: Bool? = nil, stream: Bool? = nil) {
        self.rpc = rpc
        self.events = events
        self.snapcast = snapcast
        self.stream = stream
    }

    /// One object: `rpc`, `events`, `snapcast`, `stream`.
    public var json: JSONValue {
        [
            "rpc": JSONValue(rpc), "events": JSONValue(events), "snapcast": JSONValue(snapcast),
            "stream": JSONValue(stream),
        ]
    }
}

/// One look at everything: what `groove status` prints.
public struct StatusReport: Sendable, Hashable {
    /// The house's name or address, as a person said it.
    public var address: String
    /// What answered: the route's name.
    public var route: String?
    /// nil: Mopidy did not answer.
    public var house: HouseState?
    /// nil: Snapcast is not known.
    public var rooms: [RoomRow]?
    /// nil: no listener runs, as far as is known.
    public var here: ListenStatus?
    public var reachable: Reachability
    /// Lines on what did not answer, and why.
    public var problems: [String]

    /// A look at a house.
    public init(
        address: String, route: String? = nil, house: HouseState? = nil, rooms: [RoomRow]? = nil,
        here: ListenStatus? = nil, reachable: Reachability = Reachability(), problems: [String] = []
    ) {
        self.address = address
        self.route = route
        self.house = house
        self.rooms = rooms
        self.here = here
        self.reachable = reachable
        self.problems = problems
    }

    /// The object of `groove status --json`. What is not known is null, never missing.
    public func json(at now: MonotonicTime) -> JSONValue {
        [
            "house": (house ?? HouseState()).json(at: now),
            "rooms": rooms.map { .array($0.map(\.json)) } ?? .null,
            "here": here?.json ?? .null,
            "reachable": reachable.json,
        ]
    }
}

extension HouseState {
    /// The `house` object of `groove status --json`.
    func json(at now: MonotonicTime) -> JSONValue {
        let track = current?.track
        return [
            "state": JSONValue(playback?.rawValue), "uri": JSONValue(track?.uri), "title": JSONValue(title),
            "artists": track.map { .array($0.artists.map { .string($0) }) } ?? .null,
            "album": JSONValue(track?.album), "date": JSONValue(track?.date),
            "track_no": JSONValue(track?.number), "length_ms": JSONValue(track?.length?.wholeMilliseconds),
            "position_ms": JSONValue(progress?.position(at: now, length: track?.length).wholeMilliseconds),
            "stream_title": JSONValue(streamTitle), "art": JSONValue(art), "volume": JSONValue(volume),
            "muted": JSONValue(isMuted), "random": JSONValue(options.random),
            "repeat": JSONValue(options.repeat), "single": JSONValue(options.single),
            "consume": JSONValue(options.consume), "queue_position": JSONValue(queuePosition),
            "queue_length": JSONValue(queueLength), "mopidy_version": JSONValue(mopidyVersion),
        ]
    }
}
