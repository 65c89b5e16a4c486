import GrooveCore
import GrooveLogic
import Testing

/// The remote against a real Mopidy. One after the other: there is one house.
@Suite(
    "the remote of a real house", .serialized, .timeLimit(.minutes(2)),
    .enabled(if: TestHouse.folder != nil, "there is no house: GROOVE_TEST_HOUSE names none"))
struct RemoteHouseTests {
    /// Asks until the answer is as wanted, for five seconds; returns the last answer.
    static func eventually<Value: Equatable>(_ wanted: Value, _ ask: () throws -> Value) async throws -> Value
    {
        let deadline = MonotonicTime.now + .seconds(5)
        while true {
            let value = try ask()
            if value == wanted || .now > deadline { return value }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    @Test("next, volume and seek do what Mopidy then reports")
    func commands() async throws {
        let house = try TestHouse()
        try house.prepare()
        try house.run(.play)
        let index: () throws -> Int? = { try house.ask("core.tracklist.index") }
        #expect(try await Self.eventually(0, index) == 0)
        try house.run(.next)
        #expect(try await Self.eventually(1, index) == 1)
        #expect(try house.run(.volume(.set(40))) == .volume(40, isMuted: false))
        #expect(try house.ask("core.mixer.get_volume") == 40)
        #expect(try house.run(.volume(.step(-5))) == .volume(35, isMuted: false))
        #expect(try house.ask("core.mixer.get_volume") == 35)
        try house.run(.seek(.position(.seconds(10))))
        let position: Int = try #require(try house.ask("core.playback.get_time_position"))
        #expect((10_000..<12_000).contains(position))
        try house.run(.seek(.offset(.seconds(-5))))
        let earlier: Int = try #require(try house.ask("core.playback.get_time_position"))
        #expect((4_500..<8_000).contains(earlier))
        try house.run(.stop)
    }

    @Test("toggle, pause and play lead from every state to the right one, also from a pause on nothing")
    func states() async throws {
        let house = try TestHouse()
        try house.prepare()
        let state: () throws -> String? = { try house.ask("core.playback.get_state") }
        for (command, expected) in [
            (Command.pause, "stopped"), (.toggle, "playing"), (.toggle, "paused"), (.play, "playing"),
            (.pause, "paused"), (.toggle, "playing"), (.stop, "stopped"),
        ] {
            try house.run(command)
            #expect(try await Self.eventually(expected, state) == expected, "after \(command)")
        }
        try house.prepare()
        let _: Bool? = try house.ask("core.playback.pause")
        #expect(try state() == "paused")
        try house.run(.toggle)
        #expect(try await Self.eventually("playing", state) == "playing")
        let _: Bool? = try house.ask("core.tracklist.clear")
        #expect(throws: HouseFailure.emptyQueue) { try house.run(.play) }
    }

    @Test("a status and the queue agree with Mopidy")
    func looking() async throws {
        let house = try TestHouse()
        try house.prepare()
        try house.run(.play)
        let tlid: Int? =
            try await Self.eventually(true) { try house.ask("core.playback.get_current_tlid") as Int? != nil }
            ? house.ask("core.playback.get_current_tlid") : nil
        guard case .status(let state, _, _) = try house.run(.status) else {
            Issue.record("there was no status")
            return
        }
        #expect(state.playback == .playing)
        #expect(state.current?.tlid == tlid)
        #expect(state.queuePosition == 1)
        #expect(state.queueLength == 3)
        #expect(state.mopidyVersion == (try house.ask("core.get_version")))
        guard case .queue(let listing, let current) = try house.run(.queueList) else {
            Issue.record("there was no queue")
            return
        }
        #expect(listing.tracks.count == 3)
        #expect(listing.dropped == 0)
        #expect(current == tlid)
        try house.run(.stop)
    }

    @Test("what another client does is told, with the state that it leads to")
    func events() async throws {
        let house = try TestHouse()
        try house.prepare()
        let client = MopidyClient(access: house.access)
        await client.start()
        var heard: [String] = []
        var state = HouseState()
        for await update in client.updates {
            switch update {
            case .connected:
                try house.run(.play)
                try house.run(.next)
                try house.run(.volume(.set(55)))
            case .event(let event, let new, _):
                heard.append(event.name)
                state = new
            case .connecting, .lost, .refetched: break
            }
            if heard.last == "volume_changed", state.volume == 55 { break }
        }
        #expect(heard.filter { $0 == "track_playback_started" }.count >= 1)
        #expect(state.playback == .playing)
        #expect(try await client.call(.index) == 1)
        await client.close()
        try house.run(.stop)
    }
}
