// Mopidy's models as they stand on the wire. Version 3 leaves out what is not set, version 4 sends null and [];
// `__model__` and `model` are not looked at, since which of them comes differs between answers and events.

/// Something that is here only for its name.
struct WireNamed: Decodable {
    private enum Key: CodingKey {
        case name
    }

    let name: String?

    init(from decoder: any Decoder) throws {
        name = try decoder.container(keyedBy: Key.self).lenient(.name)
    }
}

/// A Track.
struct WireTrack: Decodable {
    private enum Key: String, CodingKey {
        case uri, name, artists, album, date, length
        case number = "track_no"
    }

    let track: Track

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let album: WireNamed? = container.lenient(.album)
        let length: Int? = container.lenient(.length)
        track = Track(
            uri: container.lenient(.uri) ?? "", name: container.lenient(.name),
            artists: container.lenientList(of: WireNamed.self, .artists).elements.compactMap(\.name),
            album: album?.name, date: container.lenient(.date), number: container.lenient(.number),
            // Some backends say 0 for a live stream.
            length: length.flatMap { $0 > 0 ? .milliseconds($0) : nil })
    }
}

/// A TlTrack.
struct WireQueuedTrack: Decodable {
    private enum Key: String, CodingKey {
        case tlid, track
    }

    let queued: QueuedTrack

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        queued = QueuedTrack(
            tlid: try container.decode(Int.self, forKey: .tlid),
            track: try container.decode(WireTrack.self, forKey: .track).track)
    }
}

/// A Playlist or a Ref, as far as an event needs it.
struct WireReference: Decodable {
    private enum Key: CodingKey {
        case uri, name
    }

    let reference: MopidyReference

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        reference = MopidyReference(uri: container.lenient(.uri), name: container.lenient(.name))
    }
}

/// An Image.
struct WireImage: Decodable {
    private enum Key: CodingKey {
        case uri, width, height
    }

    let image: MopidyImage

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        image = MopidyImage(
            uri: try container.decode(String.self, forKey: .uri), width: container.lenient(.width),
            height: container.lenient(.height))
    }
}
