import Testing

@testable import GrooveLogic

@Suite("what Mopidy sends")
struct MopidyReadingTests {
    static func event(_ text: String) -> MopidyEvent? {
        if case .event(let event)? = MopidyMessage.read(Array(text.utf8), readers: [:]) { return event }
        return nil
    }

    static let song = QueuedTrack(
        tlid: 5,
        track: Track(
            uri: "local:track:a.flac", name: "Song", artists: ["One", "Two"], album: "Record", date: "2024",
            number: 3, length: .milliseconds(61_500)))

    /// The same track as Mopidy 3 and as Mopidy 4 write it.
    static let songs = [
        """
        {"__model__":"TlTrack","tlid":5,"track":{"__model__":"Track","uri":"local:track:a.flac","name":"Song",
        "artists":[{"__model__":"Artist","name":"One"},{"__model__":"Artist","name":"Two","uri":"x"}],
        "album":{"__model__":"Album","name":"Record"},"date":"2024","track_no":3,"length":61500}}
        """,
        """
        {"model":"TlTrack","tlid":5,"track":{"model":"Track","uri":"local:track:a.flac","name":"Song",
        "artists":[{"model":"Artist","name":"One","sortname":null},{"model":"Artist","name":"Two"}],
        "album":{"model":"Album","name":"Record","artists":[],"num_tracks":null},"composers":[],"performers":[],
        "genre":null,"date":"2024","track_no":3,"disc_no":null,"length":61500,"bitrate":null,"comment":null}}
        """,
    ]

    @Test("a track is the same from Mopidy 3 and 4", arguments: songs)
    func versions(text: String) {
        #expect(
            Self.event(#"{"event":"track_playback_started","tl_track":\#(text)}"#)
                == .trackPlaybackStarted(Self.song))
    }

    @Test("a volume is within 0-100, and a queue is not shorter than nothing, whatever a house says")
    func outOfRange() throws {
        var batch = MopidyBatch()
        let (volume, length) = (batch.add(.volume), batch.add(.queueLength))
        let ids: [RPCID] = [.integer(1), .integer(2)]
        for (said, expected) in [("9223372036854775807", 100), ("-9223372036854775808", 0), ("40", 40)] {
            let text = #"[{"jsonrpc":"2.0","id":1,"result":\#(said)},{"jsonrpc":"2.0","id":2,"result":-1}]"#
            let results = try batch.results(ids: ids, from: Array(text.utf8))
            #expect(results.optional(volume) == expected)
            #expect(results.optional(length) == 0)
            #expect(
                Self.event(#"{"event":"volume_changed","volume":\#(said)}"#) == .volumeChanged(expected))
        }
    }

    @Test("of an odd track only the odd fields are missing")
    func oddFields() {
        let text = """
            {"event":"track_playback_started","tl_track":{"tlid":1,"track":{"uri":"x:y","name":7,"artists":
            [{"name":"A"},5,{"name":null}],"album":"B","date":2024,"track_no":"3","length":-1}}}
            """
        #expect(
            Self.event(text)
                == .trackPlaybackStarted(QueuedTrack(tlid: 1, track: Track(uri: "x:y", artists: ["A"]))))
    }

    static let events: [(String, MopidyEvent)] = [
        (#"{"event":"track_playback_started"}"#, .trackPlaybackStarted(nil)),
        (
            #"{"event":"track_playback_paused","tl_track":null,"time_position":1500}"#,
            .trackPlaybackPaused(nil, position: .milliseconds(1500))
        ),
        (
            #"{"event":"track_playback_resumed","time_position":0}"#,
            .trackPlaybackResumed(nil, position: .zero)
        ),
        (#"{"event":"track_playback_ended","time_position":"x"}"#, .trackPlaybackEnded(nil, position: nil)),
        (
            #"{"event":"playback_state_changed","old_state":"stopped","new_state":"playing"}"#,
            .playbackStateChanged(old: .stopped, new: .playing)
        ),
        (
            #"{"event":"playback_state_changed","old_state":null,"new_state":"odd"}"#,
            .playbackStateChanged(old: nil, new: nil)
        ),
        (#"{"event":"tracklist_changed"}"#, .tracklistChanged),
        (#"{"event":"options_changed"}"#, .optionsChanged),
        (#"{"volume":40,"event":"volume_changed"}"#, .volumeChanged(40)),
        (#"{"volume":null,"event":"volume_changed"}"#, .volumeChanged(nil)),
        (#"{"event":"mute_changed","mute":true}"#, .muteChanged(true)),
        (#"{"event":"seeked","time_position":90000}"#, .seeked(position: .seconds(90))),
        (#"{"event":"stream_title_changed","title":"A - B"}"#, .streamTitleChanged("A - B")),
        (#"{"event":"playlists_loaded"}"#, .playlistsLoaded),
        (
            #"{"event":"playlist_changed","playlist":{"uri":"m3u:x","name":"X","tracks":[]}}"#,
            .playlistChanged(MopidyReference(uri: "m3u:x", name: "X"))
        ),
        (#"{"event":"playlist_deleted","uri":"m3u:x"}"#, .playlistDeleted(uri: "m3u:x")),
        (#"{"event":"moon_changed","phase":2}"#, .unknown("moon_changed")),
    ]

    @Test("every event is understood, with what it carries or without", arguments: events)
    func understands(text: String, event: MopidyEvent) {
        #expect(Self.event(text) == event)
        let name = text.split(separator: "\"event\":\"").last?.split(separator: "\"").first.map(String.init)
        #expect(event.name == name)
    }

    @Test("an event's fields have the names that the status has")
    func fields() {
        let paused = MopidyEvent.trackPlaybackPaused(Self.song, position: .milliseconds(1500))
        #expect(
            JSONValue.object(paused.fields).text
                == #"{"album":"Record","artists":["One","Two"],"date":"2024","length_ms":61500,"position_ms":1500,"#
                + #""title":"Song","tlid":5,"track_no":3,"uri":"local:track:a.flac"}"#)
        let started = MopidyEvent.trackPlaybackStarted(nil)
        #expect(started.fields["artists"] == .null)
        #expect(MopidyEvent.muteChanged(nil).fields == ["muted": .null])
    }

    @Test("an answer is not taken for an event, nor an event for an answer")
    func answersAndEvents() {
        let answer = MopidyMessage.read(
            Array(#"{"jsonrpc":"2.0","id":0,"result":{"event":"x"}}"#.utf8), readers: [:])
        guard case .responses(let responses)? = answer else {
            Issue.record("an answer was not taken for one")
            return
        }
        #expect(responses.map(\.id) == [.integer(0)])
        for text in ["", "{}", "[]x", "5", "<html>", #"{"event":5}"#] {
            let message = MopidyMessage.read(Array(text.utf8), readers: [:])
            #expect(message == nil, "\(text)")
        }
    }

    @Test("a queue of thousands is read, and its unreadable rows are counted")
    func queue() throws {
        var batch = MopidyBatch()
        let slot = batch.add(.queue)
        let rows = (1...2000).map { #"{"tlid":\#($0),"track":{"uri":"local:track:\#($0)","length":1000}}"# }
        let text =
            #"{"jsonrpc":"2.0","id":1,"result":["# + rows.joined(separator: ",")
            + #",{"tlid":"x"},{"tlid":9}]}"#
        let results = try batch.results(ids: [.integer(1)], from: Array(text.utf8))
        let listing = try results.value(slot)
        #expect(listing.tracks.map(\.tlid) == Array(1...2000))
        #expect(listing.dropped == 2)
    }

    static let images: [([MopidyImage], String?)] = [
        ([], nil),
        ([MopidyImage(uri: "a"), MopidyImage(uri: "b")], "a"),
        ([MopidyImage(uri: "s", width: 100), MopidyImage(uri: "l", width: 300)], "l"),
        (
            [
                MopidyImage(uri: "xl", width: 2000), MopidyImage(uri: "m", width: 640),
                MopidyImage(uri: "s", width: 60), MopidyImage(uri: "?"),
            ], "m"
        ),
    ]

    @Test("the best cover is large enough and no larger", arguments: images)
    func bestImage(images: [MopidyImage], uri: String?) {
        #expect(MopidyImage.best(of: images)?.uri == uri)
    }
}
