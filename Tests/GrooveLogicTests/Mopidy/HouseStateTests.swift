import Testing

@testable import GrooveLogic

@Suite("the house's state")
struct HouseStateTests {
    static let start = MonotonicTime(sinceStart: .seconds(1000))
    static let song = MopidyReadingTests.song
    static let radio = QueuedTrack(tlid: 6, track: Track(uri: "http://radio/", name: "Radio"))

    static func playing(_ track: QueuedTrack = song, position: Duration = .seconds(10)) -> HouseState {
        var house = HouseState()
        house.playback = .playing
        house.current = track
        house.progress = PlaybackProgress(position: position, seenAt: start, isAdvancing: true)
        house.volume = 50
        house.art = "/local/a.jpeg"
        return house
    }

    static func progress(_ position: Duration, at seconds: Int, isAdvancing: Bool) -> PlaybackProgress {
        PlaybackProgress(position: position, seenAt: start + .seconds(seconds), isAdvancing: isAdvancing)
    }

    @Test("a new track begins at its start, without the old one's cover and stream title")
    func started() {
        var house = Self.playing(Self.radio)
        house.streamTitle = "On air"
        let parts = house.apply(.trackPlaybackStarted(Self.song), at: Self.start + .seconds(5))
        var expected = Self.playing()
        expected.progress = Self.progress(.zero, at: 5, isAdvancing: true)
        expected.art = nil
        #expect(house == expected)
        #expect(parts == [.art, .queue, .volume])
    }

    @Test("a start without a readable track has everything about it read again")
    func startedUnknown() {
        var house = Self.playing()
        #expect(
            house.apply(.trackPlaybackStarted(nil), at: Self.start)
                == [.current, .position, .art, .queue, .volume])
        #expect(house.playback == .playing)
    }

    @Test("pause stops the clock and resume starts it, whichever of their two events comes first")
    func pauseAndResume() {
        let pause: [MopidyEvent] = [
            .playbackStateChanged(old: .playing, new: .paused),
            .trackPlaybackPaused(Self.song, position: .milliseconds(12_010)),
        ]
        for events in [pause, pause.reversed(), pause + pause] {
            var house = Self.playing()
            for event in events { #expect(house.apply(event, at: Self.start + .seconds(2)) == []) }
            #expect(house.playback == .paused)
            #expect(house.progress?.isAdvancing == false)
            let shown = house.progress?.position(at: Self.start + .seconds(60), length: nil)
            #expect(shown == .milliseconds(12_010))
            _ = house.apply(.playbackStateChanged(old: .paused, new: .playing), at: Self.start + .seconds(9))
            _ = house.apply(
                .trackPlaybackResumed(Self.song, position: .milliseconds(12_020)),
                at: Self.start + .seconds(9))
            #expect(house.progress == Self.progress(.milliseconds(12_020), at: 9, isAdvancing: true))
        }
    }

    @Test("a state event alone stops the clock where it is")
    func stateAlone() {
        var house = Self.playing()
        #expect(
            house.apply(.playbackStateChanged(old: .playing, new: .paused), at: Self.start + .seconds(3))
                == [])
        #expect(house.progress == Self.progress(.seconds(13), at: 3, isAdvancing: false))
    }

    @Test("a pause with no track is a state and nothing else")
    func pausedOnNothing() {
        var house = HouseState()
        house.playback = .stopped
        #expect(house.apply(.playbackStateChanged(old: .stopped, new: .paused), at: Self.start) == [])
        #expect(house.playback == .paused)
        #expect(house.current == nil)
        #expect(house.progress == nil)
    }

    @Test("the queue's end, as Mopidy tells it, ends on what is read again")
    func queueEnd() {
        var house = Self.playing()
        let events: [MopidyEvent] = [
            .playbackStateChanged(old: .playing, new: .stopped),
            .playbackStateChanged(old: .stopped, new: .stopped),
            .trackPlaybackEnded(Self.song, position: .seconds(61)),
        ]
        let parts = events.map { house.apply($0, at: Self.start + .seconds(51)) }
        #expect(parts == [[.current], [], [.current]])
        #expect(house.playback == .stopped)
        #expect(house.progress?.isAdvancing == false)
    }

    @Test("duplicate state events change nothing")
    func duplicates() {
        var house = Self.playing()
        let before = house
        #expect(
            house.apply(.playbackStateChanged(old: .playing, new: .playing), at: Self.start + .seconds(5))
                == [])
        #expect(house == before)
        _ = house.apply(.volumeChanged(60), at: Self.start)
        let once = house
        _ = house.apply(.volumeChanged(60), at: Self.start + .seconds(1))
        #expect(house == once)
    }

    @Test("volume and mute are taken as told, also when there is no mixer")
    func mixer() {
        var house = Self.playing()
        _ = house.apply(.volumeChanged(155), at: Self.start)
        #expect(house.volume == 100)
        _ = house.apply(.volumeChanged(nil), at: Self.start)
        #expect(house.volume == nil)
        _ = house.apply(.muteChanged(true), at: Self.start)
        #expect(house.isMuted == true)
    }

    @Test("a seek moves the position and keeps the clock as it was")
    func seeks() {
        var house = Self.playing()
        #expect(house.apply(.seeked(position: .seconds(40)), at: Self.start + .seconds(1)) == [])
        #expect(house.progress == Self.progress(.seconds(40), at: 1, isAdvancing: true))
        house.playback = .paused
        _ = house.apply(.seeked(position: .seconds(5)), at: Self.start + .seconds(2))
        #expect(house.progress == Self.progress(.seconds(5), at: 2, isAdvancing: false))
        #expect(house.apply(.seeked(position: nil), at: Self.start) == [.position])
    }

    @Test("a stream without length goes on for ever, and its title can be taken back")
    func radioStream() {
        var house = Self.playing(Self.radio)
        _ = house.apply(.streamTitleChanged("A - B"), at: Self.start)
        #expect(house.streamTitle == "A - B")
        _ = house.apply(.streamTitleChanged(""), at: Self.start)
        #expect(house.streamTitle == nil)
        #expect(house.progress?.position(at: Self.start + .seconds(7200), length: nil) == .seconds(7210))
    }

    static let refetches: [(MopidyEvent, Set<HousePart>)] = [
        (.tracklistChanged, [.queue]), (.optionsChanged, [.options]), (.playlistsLoaded, []),
        (.playlistChanged(nil), []), (.playlistDeleted(uri: nil), []), (.unknown("x"), []),
        (.playbackStateChanged(old: nil, new: nil), [.playback, .position]),
    ]

    @Test("events that carry no values have them read", arguments: refetches)
    func refetched(event: MopidyEvent, parts: Set<HousePart>) {
        var house = Self.playing()
        let before = house
        #expect(house.apply(event, at: Self.start) == parts)
        #expect(house == before)
    }

    @Test("what was missed is told as the events that would have told it")
    func missed() {
        let old = Self.playing()
        #expect(old.changes(since: old) == [])
        var moved = old
        moved.progress = Self.progress(.seconds(50), at: 40, isAdvancing: true)
        #expect(moved.changes(since: old) == [])
        var new = old
        new.playback = .paused
        new.volume = 20
        new.queueLength = 3
        #expect(
            new.changes(since: old)
                == [
                    .playbackStateChanged(old: .playing, new: .paused), .tracklistChanged, .volumeChanged(20),
                ])
        new = old
        new.current = Self.radio
        new.streamTitle = "A"
        #expect(new.changes(since: old) == [.trackPlaybackStarted(Self.radio), .streamTitleChanged("A")])
        new = HouseState()
        new.playback = .stopped
        new.volume = 50
        #expect(
            new.changes(since: old)
                == [
                    .playbackStateChanged(old: .playing, new: .stopped),
                    .trackPlaybackEnded(Self.song, position: nil),
                ])
    }
}

@Suite("reading the house")
struct HouseSnapshotTests {
    /// The answer of a real Mopidy 3.4.1 to the whole batch.
    static let answers: [String] = [
        #""playing""#, MopidyReadingTests.songs[0], "null", "1028", "40", "false", "true", "false", "null",
        "true", "1",
        "3", #""3.4.1""#,
    ]

    static func results(_ snapshot: HouseSnapshot, _ answers: [String]) throws -> MopidyBatchResults {
        let ids = (1...snapshot.batch.count).map { RPCID.integer($0) }
        let rows = answers.enumerated().map { #"{"jsonrpc":"2.0","id":\#($0 + 1),"# + "\"result\":\($1)}" }
        return try snapshot.batch.results(
            ids: ids, from: Array(("[" + rows.joined(separator: ",") + "]").utf8))
    }

    static func whole() -> HouseState {
        var house = HouseState()
        house.playback = .playing
        house.current = MopidyReadingTests.song
        house.progress = PlaybackProgress(
            position: .milliseconds(1028), seenAt: HouseStateTests.start, isAdvancing: true)
        house.volume = 40
        house.isMuted = false
        house.options = PlaybackOptions(random: true, repeat: false, single: nil, consume: true)
        house.queuePosition = 2
        house.queueLength = 3
        house.mopidyVersion = "3.4.1"
        return house
    }

    @Test("one batch tells the whole state")
    func everything() throws {
        let snapshot = HouseSnapshot()
        #expect(
            snapshot.batch.methods == [
                "core.playback.get_state", "core.playback.get_current_tl_track",
                "core.playback.get_stream_title",
                "core.playback.get_time_position", "core.mixer.get_volume", "core.mixer.get_mute",
                "core.tracklist.get_random", "core.tracklist.get_repeat", "core.tracklist.get_single",
                "core.tracklist.get_consume", "core.tracklist.index", "core.tracklist.get_length",
                "core.get_version",
            ])
        var house = HouseState()
        try snapshot.apply(Self.results(snapshot, Self.answers), to: &house, at: HouseStateTests.start)
        #expect(house == Self.whole())
    }

    @Test("parts of which something newer is known are left alone")
    func stale() throws {
        let snapshot = HouseSnapshot()
        var house = HouseState()
        house.volume = 77
        house.playback = .paused
        try snapshot.apply(
            Self.results(snapshot, Self.answers), to: &house,
            except: [.volume, .playback, .position, .queue],
            at: HouseStateTests.start)
        var expected = Self.whole()
        expected.volume = 77
        expected.playback = .paused
        expected.progress = nil
        expected.queuePosition = nil
        expected.queueLength = nil
        #expect(house == expected)
    }

    @Test("a refused state is an error, a refused part is not known")
    func refusals() throws {
        let snapshot = HouseSnapshot(of: [.playback, .mute])
        let ids: [RPCID] = [.integer(1), .integer(2)]
        let refusal = #""error":{"code":-32601,"message":"Method not found"}}"#
        let text = #"[{"jsonrpc":"2.0","id":1,"result":"stopped"},{"jsonrpc":"2.0","id":2,\#(refusal)]"#
        var house = HouseState()
        house.isMuted = true
        try snapshot.apply(
            snapshot.batch.results(ids: ids, from: Array(text.utf8)), to: &house, at: HouseStateTests.start)
        #expect(house.playback == .stopped)
        #expect(house.isMuted == nil)
        let bad = try snapshot.batch.results(
            ids: ids, from: Array(#"{"jsonrpc":"2.0","id":1,\#(refusal)"#.utf8))
        #expect(throws: MopidyAnswerError.self) {
            try snapshot.apply(bad, to: &house, at: HouseStateTests.start)
        }
    }

    @Test("readings follow one another, and never undo an event")
    func refetching() {
        var refetch = RefetchMachine()
        let transcript: [Set<HousePart>?] = [
            refetch.next(),
            {
                refetch.requested([.queue, .volume]); return refetch.next()
            }(),
            {
                refetch.requested([.options]); return refetch.next()
            }(),
            {
                refetch.received(.volumeChanged(5)); return refetch.answered()
            }(),
            refetch.next(),
            {
                refetch.requested([.options, .queue]); return refetch.answered()
            }(),
            refetch.next(),
            refetch.answered(),
            refetch.next(),
        ]
        #expect(
            transcript == [
                nil, [.queue, .volume], nil, [.volume, .options], [.options], [.options, .queue],
                [.options, .queue], [], nil,
            ])
    }
}
