import GrooveLogic
import Testing

@Suite("groove status")
struct StatusReportTests {
    private let now = MonotonicTime(sinceStart: .seconds(1000))

    private var playing: HouseState {
        var house = HouseState()
        house.playback = .playing
        house.current = QueuedTrack(
            tlid: 7,
            track: Track(
                uri: "local:track:a.flac", name: "Blue in Green", artists: ["Miles Davis", "Bill Evans"],
                album: "Kind of Blue", date: "1959-08-17", number: 3, length: .seconds(337)))
        house.progress = PlaybackProgress(
            position: .seconds(80), seenAt: MonotonicTime(sinceStart: .seconds(990)), isAdvancing: true)
        house.volume = 60
        house.isMuted = false
        house.options = PlaybackOptions(random: false, repeat: true, single: false, consume: true)
        house.queuePosition = 3
        house.queueLength = 12
        house.mopidyVersion = "3.4.1"
        return house
    }

    private var listening: ListenStatus {
        var here = ListenStatus(state: .playing)
        here.container = .oggFLAC
        here.sampleRate = 44_100
        here.bits = 24
        here.channels = 2
        here.buffer = .milliseconds(1250)
        here.lag = .milliseconds(2130)
        here.underruns = 1
        return here
    }

    @Test("a house that plays")
    func playingLines() {
        let report = StatusReport(
            address: "nas", route: "nginx on port 8180", house: playing,
            rooms: [
                RoomRow(id: "a", name: "Kitchen", isConnected: true, volume: 40, isMuted: true),
                RoomRow(id: "b", name: "Bath", isConnected: false),
            ], here: listening)
        #expect(
            report.lines(at: now, plain: false) == [
                "▶ Blue in Green",
                "  Miles Davis, Bill Evans · Kind of Blue (1959)",
                "  1:30 / 5:37 · 3 of 12 in the queue",
                "",
                "  volume   60",
                "  options  repeat, consume",
                "  here     playing, 44.1 kHz 24 bit Ogg FLAC, 1.2 s buffered, 2.1 s behind, 1 drop-out",
                "  rooms    Kitchen 40 muted, Bath away",
                "  house    nas, nginx on port 8180, Mopidy 3.4.1",
            ])
    }

    @Test("a house that does not answer")
    func unreachableLines() {
        let report = StatusReport(address: "nas", problems: ["nothing listens at nas:8180\u{1B}"])
        #expect(
            report.lines(at: now, plain: true) == [
                "the house does not answer", "", "  house    nas",
                "  ! nothing listens at nas:8180\u{FFFD}",
            ])
    }

    @Test("paused without a track is nothing that plays")
    func idleLines() {
        var house = HouseState()
        house.playback = .paused
        house.queueLength = 0
        let report = StatusReport(address: "nas", house: house)
        #expect(
            report.lines(at: now, plain: true) == [
                "= nothing plays", "  nothing is queued", "", "  volume   none: the house has no mixer",
                "  options  not known", "  house    nas",
            ])
    }

    @Test("a radio stream, paused and stopped")
    func radioLines() {
        var house = HouseState()
        house.playback = .paused
        house.current = QueuedTrack(
            tlid: 1, track: Track(uri: "http://radio/live.mp3", name: "Radio \u{1B}]0;x"))
        house.streamTitle = "Song\n1"
        house.progress = PlaybackProgress(position: .seconds(3700), seenAt: now, isAdvancing: false)
        var lines = StatusReport(address: "nas", house: house).lines(at: now, plain: true)
        #expect(lines[..<3] == ["= Radio \u{FFFD}]0;x", "  Song 1", "  paused at 1:01:40"])
        house.playback = .stopped
        lines = StatusReport(address: "nas", house: house).lines(at: now, plain: true)
        #expect(lines[..<3] == ["# Radio \u{FFFD}]0;x", "  Song 1", "  stopped"])
    }

    @Test("the JSON of a house that plays")
    func json() {
        let report = StatusReport(
            address: "nas", house: playing, here: nil, reachable: Reachability(rpc: true, snapcast: false))
        let expected: JSONValue = [
            "house": [
                "state": "playing", "uri": "local:track:a.flac", "title": "Blue in Green",
                "artists": ["Miles Davis", "Bill Evans"], "album": "Kind of Blue", "date": "1959-08-17",
                "track_no": 3, "length_ms": 337_000, "position_ms": 90_000, "stream_title": nil, "art": nil,
                "volume": 60, "muted": false, "random": false, "repeat": true, "single": false,
                "consume": true,
                "queue_position": 3, "queue_length": 12, "mopidy_version": "3.4.1",
            ],
            "rooms": nil, "here": nil,
            "reachable": ["rpc": true, "events": nil, "snapcast": false, "stream": nil],
        ]
        #expect(report.json(at: now) == expected)
    }

    @Test("what is not known is null, never missing")
    func nulls() throws {
        guard case .object(let report) = StatusReport(address: "nas").json(at: now),
            case .object(let house) = report["house"]
        else {
            Issue.record("no object")
            return
        }
        #expect(report.keys.sorted() == ["here", "house", "reachable", "rooms"])
        #expect(house.count == 20)
        #expect(house.values.allSatisfy { $0 == .null })
    }

    @Test("the keys of a listener are those that are documented")
    func listenKeys() {
        guard case .object(let here) = listening.json else {
            Issue.record("no object")
            return
        }
        #expect(
            Set(here.keys) == [
                "state", "container", "joined", "sample_rate", "bits", "channels", "buffer_ms",
                "device_delay_ms", "lag_ms", "frames_played", "underruns", "device_xruns", "bad_frames",
                "reconnects", "links", "silence_frames_added", "frames_dropped", "drift_ppm",
                "bytes_received",
                "bitrate_kbps", "gain_db", "bit_exact", "last_error",
            ])
        #expect(here["container"] == "ogg-flac")
        #expect(here["buffer_ms"] == 1250)
        #expect(here["underruns"] == 1)
        #expect(here["joined"] == JSONValue.null)
    }
}

@Suite("groove queue list")
struct QueueTableTests {
    private let tracks = [
        QueuedTrack(
            tlid: 11,
            track: Track(uri: "a:1", name: "One", artists: ["A", "B"], album: "X", length: .seconds(61))),
        QueuedTrack(tlid: 12, track: Track(uri: "local:track:two%20.flac", artists: [], length: nil)),
        QueuedTrack(
            tlid: 13,
            track: Track(
                uri: "a:3", name: "Three \u{9B}", artists: ["C"], album: "Long album", length: .seconds(3661))
        ),
    ]

    @Test("an aligned table")
    func lines() {
        let lines = QueueTable(tracks, currentID: 12).lines(columns: nil, plain: true) { $0.count }
        #expect(
            lines == [
                "1        1:01  One        A, B  X",
                "2  >        -  two .flac",
                "3     1:01:01  Three \u{FFFD}    C     Long album",
            ])
    }

    @Test("it fits the terminal, measured in columns", arguments: [40, 50, 60, 80])
    func fits(columns: Int) {
        let wide =
            tracks + [
                QueuedTrack(
                    tlid: 14,
                    track: Track(
                        uri: "a:4", name: "日本語の長い題名がここに立つ",
                        artists: ["Somebody with a long name", "And another"],
                        album: "An album with a long name, too"))
            ]
        let width = { (text: String) in text.reduce(0) { $0 + ($1.isASCII ? 1 : 2) } }
        for line in QueueTable(wide, currentID: nil).lines(columns: columns, plain: true, width: width) {
            #expect(width(line) <= columns)
        }
    }

    @Test("an empty queue says so")
    func empty() {
        #expect(
            QueueTable([], currentID: nil).lines(columns: 80, plain: false) { $0.count } == [
                "nothing is queued"
            ])
        #expect(QueueTable([], currentID: nil).json.isEmpty)
    }

    @Test("a row has the documented keys")
    func json() {
        let rows = QueueTable(tracks, currentID: 11).json
        #expect(
            rows[0] == [
                "position": 1, "tlid": 11, "uri": "a:1", "title": "One", "artists": ["A", "B"], "album": "X",
                "length_ms": 61_000, "current": true,
            ])
        #expect(
            rows[1] == [
                "position": 2, "tlid": 12, "uri": "local:track:two%20.flac", "title": "two .flac",
                "artists": [],
                "album": nil, "length_ms": nil, "current": false,
            ])
    }
}
