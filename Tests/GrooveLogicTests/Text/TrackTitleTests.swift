import GrooveLogic
import Testing

@Suite("What a track is called", .timeLimit(.minutes(1)))
struct TrackTitleTests {
    @Test(
        "the last part of a URI is decoded",
        arguments: [
            ("local:track:Album/01%20Song.flac", "01 Song.flac"),
            ("file:///music/caf%C3%A9.flac", "café.flac"),
            ("local:track:caf%E9.flac", "café.flac"),
            ("spotify:track:4uLU6hMCjMI75M1A2tKUQC", "4uLU6hMCjMI75M1A2tKUQC"),
            ("http://radio.example/live.mp3?token=1", "live.mp3"),
            ("https://radio.example/", "radio.example"),
            ("local:track:100%.flac", "100%.flac"), ("a%2", "a%2"), ("%zz", "%zz"), ("x", "x"), (":", ":"),
            ("local:track:a%2Fb.flac", "a/b.flac"),
        ])
    func lastPart(uri: String, expected: String) {
        #expect(TrackTitle.lastPart(of: uri) == expected)
    }

    @Test("a URI of nothing but slashes takes no longer than its length")
    func hugeURI() {
        let slashes = String(repeating: "/", count: 400_000)
        #expect(TrackTitle.lastPart(of: slashes) == "/")
        #expect(TrackTitle.lastPart(of: "local:name" + slashes) == "name")
        #expect(TrackTitle.lastPart(of: "a:b:::") == "b")
    }

    @Test("a house's title is the track's, else the stream's, else from the URI, else there is none")
    func houseTitle() {
        var house = HouseState()
        house.streamTitle = "On air"
        #expect(house.title == nil)
        house.current = QueuedTrack(tlid: 1, track: Track(uri: "http://radio/live.mp3", name: "Radio"))
        #expect(house.title == "Radio")
        house.current?.track.name = nil
        #expect(house.title == "On air")
        house.streamTitle = ""
        #expect(house.title == "live.mp3")
    }
}

@Suite("Moments of the calendar")
struct WallTimeTests {
    @Test(
        "ISO 8601 in UTC with milliseconds",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_796_055_937_042, "2026-11-30T16:25:37.042Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (4_102_444_799_999, "2099-12-31T23:59:59.999Z"),
        ] as [(Int64, String)])
    func iso8601(milliseconds: Int64, expected: String) {
        #expect(WallTime(millisecondsSince1970: milliseconds).iso8601 == expected)
    }

    @Test("the clock of a time zone")
    func clock() {
        let time = WallTime(millisecondsSince1970: 1_796_055_937_042)
        #expect(time.clock(offset: .zero) == "16:25:37")
        #expect(time.clock(offset: .seconds(9 * 3600)) == "01:25:37")
        #expect(time.clock(offset: .seconds(-17 * 3600)) == "23:25:37")
    }
}

@Suite("A line of groove events")
struct EventRowTests {
    private let at = WallTime(millisecondsSince1970: 1_796_055_937_042)

    @Test("the JSON has event, at and the fields; missed only when it is true")
    func json() {
        let row = EventRow(name: "volume_changed", at: at, fields: ["volume": 40])
        #expect(row.json.text == #"{"at":"2026-11-30T16:25:37.042Z","event":"volume_changed","volume":40}"#)
        let missed = EventRow(name: "options_changed", at: at, isMissed: true)
        #expect(
            missed.json.text == #"{"at":"2026-11-30T16:25:37.042Z","event":"options_changed","missed":true}"#)
    }

    @Test("the line says what happened")
    func lines() {
        func line(_ name: String, _ fields: [String: JSONValue], missed: Bool = false) -> String {
            EventRow(name: name, at: at, fields: fields, isMissed: missed).line(offset: .seconds(3600))
        }
        #expect(line("volume_changed", ["volume": 40]) == "17:25:37  volume_changed          volume 40")
        #expect(line("mute_changed", ["muted": true]) == "17:25:37  mute_changed            muted on")
        #expect(line("seeked", ["position_ms": 90_000]) == "17:25:37  seeked                  1:30")
        #expect(
            line("volume_changed", ["volume": nil]) == "17:25:37  volume_changed          volume unknown")
        #expect(
            line("playback_state_changed", ["old_state": "playing", "state": "paused"], missed: true)
                == "17:25:37  playback_state_changed  paused  (missed while the link was down)")
        #expect(
            line(
                "track_playback_paused",
                ["uri": "a:b", "title": "Esc\u{1B}", "artists": ["A", "B"], "position_ms": 61_000])
                == "17:25:37  track_playback_paused   Esc\u{FFFD} · A, B · at 1:01")
        let paused = EventRow(
            name: "track_playback_paused", at: at, fields: ["title": "T", "artists": ["A"]])
        #expect(paused.line(offset: .zero, plain: true).hasSuffix("  T - A"))
        #expect(
            line("track_playback_started", ["uri": "local:track:x%20y.flac", "title": nil])
                == "17:25:37  track_playback_started  x y.flac")
        #expect(line("tracklist_changed", [:]) == "17:25:37  tracklist_changed")
    }
}
