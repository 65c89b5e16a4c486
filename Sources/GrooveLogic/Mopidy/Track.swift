/// What Mopidy knows of a piece of music. Only `uri` is always there (Mopidy 4 promises it, 3.4 nearly does).
public struct Track: Sendable, Hashable {
    /// The track's URI, as the server spells it.
    public var uri: String
    /// Its title.
    public var name: String?
    /// The artists' names, in the server's order.
    public var artists: [String]
    /// The album's name.
    public var album: String?
    /// `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
    public var date: String?
    /// Number on its disc, from 1.
    public var number: Int?
    /// Playing time; nil for a live stream.
    public var length: Duration?

    /// A track of which nothing but the URI need be known.
    public init(
        uri: String, name: String? = nil, artists: [String] = [], album: String? = nil, date: String? = nil,
        number: Int? = nil, length: Duration? = nil
    ) {
        self.uri = uri
        self.name = name
        self.artists = artists
        self.album = album
        self.date = date
        self.number = number
        self.length = length
    }
}

/// A track in the queue. The same track may stand there twice, with two ids.
public struct QueuedTrack: Sendable, Hashable {
    /// Mopidy's tracklist id: grows, is never reused in a run, starts again at 1 with the server.
    public var tlid: Int
    /// What is queued.
    public var track: Track

    /// A track under its tracklist id.
    public init(tlid: Int, track: Track) {
        self.tlid = tlid
        self.track = track
    }
}
