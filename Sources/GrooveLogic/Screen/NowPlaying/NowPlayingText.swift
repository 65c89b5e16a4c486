/// What the lines about the music say.
struct NowPlayingText: Equatable {
    var title: String
    var artists: String
    var album: String
    /// Whether there is a track; if not, the title says what there is instead.
    var isTrack: Bool

    /// A live stream's own title stands first: it says what is on; the station's name takes the artists' place.
    init(_ model: HouseModel) {
        guard let track = model.house.current?.track else {
            self = Self.nothing(model)
            return
        }
        // A file's own tags may differ from what the library says; there, the library is right.
        let stream = track.length == nil ? model.house.streamTitle.flatMap { $0.isEmpty ? nil : $0 } : nil
        title = stream ?? model.house.title ?? ""
        let known = track.artists.filter { !$0.isEmpty }.joined(separator: ", ")
        artists = known.isEmpty && stream != nil ? track.name ?? "" : known
        let year = track.date.map { String($0.prefix(4)) }
        album = [track.album, year].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " · ")
        isTrack = true
    }

    private init(saying title: String, more: String) {
        self.title = title
        artists = more
        album = ""
        isTrack = false
    }

    private static func nothing(_ model: HouseModel) -> NowPlayingText {
        if model.house.playback == nil {
            switch model.link {
            case .connecting: return NowPlayingText(saying: "Looking for the house", more: model.address)
            case .lost: return NowPlayingText(saying: "The house does not answer", more: model.address)
            case .connected: return NowPlayingText(saying: "Nothing is playing", more: "")
            }
        }
        switch model.house.queueLength {
        case 0: return NowPlayingText(saying: "Nothing is playing", more: "The queue is empty.")
        case let length?:
            let tracks = length == 1 ? "One track waits" : "\(length) tracks wait"
            return NowPlayingText(saying: "Nothing is playing", more: "\(tracks) in the queue.")
        case nil: return NowPlayingText(saying: "Nothing is playing", more: "")
        }
    }
}
