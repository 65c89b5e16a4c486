import Foundation
import Testing

extension HouseTests {
    @Suite("The remote")
    struct RemoteTests {
        let house: House

        init() async throws {
            house = try House()
            try await house.startMusic()
        }

        @Test("next and previous go where Mopidy then is")
        func nextAndPrevious() async throws {
            // While repeating, Mopidy's previous track is the current one.
            try await house.call("core.tracklist.set_repeat", #"{"value":false}"#)
            let before = try await house.call("core.tracklist.index").int
            #expect(try await house.groove("next").status == 0)
            let after = try await house.call("core.tracklist.index").int
            #expect(after == before.map { $0 + 1 })
            #expect(try await house.groove("previous").status == 0)
            #expect(try await house.call("core.tracklist.index").int == before)
        }

        @Test("volume sets, steps and mutes what Mopidy then reports")
        func volume() async throws {
            #expect(try await house.groove("volume", "40").status == 0)
            #expect(try await house.call("core.mixer.get_volume").int == 40)
            #expect(try await house.groove("volume", "-5").status == 0)
            #expect(try await house.call("core.mixer.get_volume").int == 35)
            #expect(try await house.groove("volume", "+100").status == 0)
            #expect(try await house.call("core.mixer.get_volume").int == 100)
            #expect(try await house.groove("volume", "mute").status == 0)
            #expect(try await house.call("core.mixer.get_mute").bool == true)
            #expect(try await house.groove("volume", "toggle").status == 0)
            #expect(try await house.call("core.mixer.get_mute").bool == false)
        }

        @Test(
            "seek goes where Mopidy then is",
            arguments: [("0:10", 10_000...12_500), ("+5", 5_000...9_500), ("50%", 9_000...40_000)])
        func seek(place: String, expected: ClosedRange<Int>) async throws {
            #expect(try await house.groove("seek", place).status == 0)
            let position = try #require(try await house.call("core.playback.get_time_position").int)
            #expect(expected.contains(position), "\(position) ms after seek \(place)")
        }

        @Test("pause, play, toggle and stop do what they say")
        func transport() async throws {
            func state() async throws -> String? { try await house.call("core.playback.get_state").string }
            #expect(try await house.groove("pause").status == 0)
            #expect(try await state() == "paused")
            #expect(try await house.groove("play").status == 0)
            #expect(try await state() == "playing")
            #expect(try await house.groove("toggle").status == 0)
            #expect(try await state() == "paused")
            #expect(try await house.groove("toggle").status == 0)
            #expect(try await state() == "playing")
            #expect(try await house.groove("stop").status == 0)
            #expect(try await state() == "stopped")
            #expect(try await house.groove("toggle").status == 0)
            #expect(try await state() == "playing")
        }

        @Test(
            "a pause on nothing, from which Mopidy alone does not lead back, is no trap",
            arguments: ["play", "toggle"])
        func pausedOnNothing(command: String) async throws {
            let uris = try await house.trackURIs().prefix(2).map { "\"\($0)\"" }.joined(separator: ",")
            try await house.call("core.tracklist.clear")
            try await house.call("core.playback.pause")
            try await house.call("core.tracklist.add", #"{"uris":[\#(uris)]}"#)
            #expect(try await house.call("core.playback.get_state").string == "paused")
            #expect(try await house.groove(command).status == 0)
            #expect(try await house.call("core.playback.get_state").string == "playing")
            #expect(try await house.groove("stop").status == 0)
            #expect(try await house.groove("pause").status == 0)
            #expect(try await house.call("core.playback.get_state").string == "stopped")
        }

        @Test("status tells in JSON what Mopidy reports, on one line, every key there")
        func status() async throws {
            try await house.call("core.mixer.set_volume", #"{"volume":33}"#)
            let result = try await house.groove("status", "--json")
            #expect(result.status == 0)
            #expect(result.lines.count == 1)
            let status = try JSON(result.output)
            let shown = try #require(status["house"])
            let track = try await house.call("core.playback.get_current_track")
            #expect(shown["uri"] == track["uri"])
            #expect(shown["title"] == track["name"])
            #expect(shown["length_ms"] == track["length"])
            #expect(shown["volume"] == .number(33))
            #expect(shown["state"] == .string("playing"))
            #expect(shown["queue_length"]?.int == (try await house.call("core.tracklist.get_length").int))
            for key in [
                "state", "uri", "title", "artists", "album", "date", "track_no", "length_ms", "position_ms",
                "stream_title", "art", "volume", "muted", "random", "repeat", "single", "consume",
                "queue_position",
                "queue_length", "mopidy_version",
            ] {
                #expect(shown[key] != nil, "house.\(key) is missing")
            }
            for key in ["rooms", "here", "reachable"] { #expect(status[key] != nil, "\(key) is missing") }
            for service in ["rpc", "events", "snapcast", "stream"] {
                #expect(status["reachable"]?[service] == .bool(true), "\(service)")
            }
            guard case .array = status["rooms"] else {
                Issue.record("the rooms are not known: \(result.output)")
                return
            }
        }

        @Test("status tells what of the house cannot be reached, and 0 as long as Mopidy answers")
        func partOfTheHouse() async throws {
            let nobody = "127.0.0.1:9/x"
            let result = try await house.groove(
                "status", "--json", "--set", "server.events_url=ws://\(nobody)", "--set",
                "server.snapcast_url=http://\(nobody)", "--set", "server.stream_url=http://\(nobody)")
            #expect(result.status == 0)
            let status = try JSON(result.output)
            #expect(status["reachable"]?["rpc"] == .bool(true))
            for service in ["events", "snapcast", "stream"] {
                #expect(status["reachable"]?[service] == .bool(false), "\(service)")
            }
            #expect(status["rooms"] == .null)
        }

        @Test("without a house status says so in one line, exits with 3, and prints its JSON nevertheless")
        func noHouse() async throws {
            for json in [false, true] {
                let result = try await house.groove(
                    "--host", "127.0.0.1:9", "status", json ? "--json" : "--plain")
                #expect(result.status == 3)
                #expect(result.errors.split(separator: "\n").count == 1)
                #expect(result.errors.contains("127.0.0.1:9"))
                guard json else { continue }
                #expect(try JSON(result.output)["reachable"]?["rpc"] == .bool(false))
                #expect(try JSON(result.output)["house"]?["state"] == .null)
            }
        }

        @Test("what answered is said with -v, and how to save it when it was not the first address")
        func route() async throws {
            let port = house["HOUSE_PORT_MOPIDY"]
            let result = try await house.groove("--host", "127.0.0.1:\(port)", "-v", "volume")
            #expect(result.status == 0)
            #expect(
                result.errors.split(separator: "\n").map(String.init) == [
                    "groove: tried http://127.0.0.1:\(port)/api/mopidy/rpc: 127.0.0.1:\(port) answered 404",
                    "groove: http://127.0.0.1:\(port)/mopidy/rpc answered",
                    "groove: the house answers at 127.0.0.1:\(port); save that as server.rpc_url = "
                        + "http://127.0.0.1:\(port)/mopidy/rpc",
                ])
            #expect(try await house.groove("--host", "127.0.0.1:\(port)", "volume").errors == "")
        }

        @Test("-q keeps quiet of what was changed, not of what was asked")
        func quiet() async throws {
            #expect(try await house.groove("-q", "volume", "42").output == "")
            #expect(try await house.groove("-q", "volume").output == "house volume 42\n")
        }

        @Test(
            "a command that tells a password may take as long as the whole command, and one-shots run their own"
        )
        func passwordInTime() async throws {
            let began = ContinuousClock.now
            let late = try await house.groove(
                "--timeout", "500ms", "--set", "auth.rpc_username=u", "--set",
                "auth.rpc_password_command=sleep 20", "volume")
            #expect(late.status == 2)
            #expect(late.errors.contains("auth.rpc_password_command"))
            let other = try await house.groove(
                "--set", "auth.events_username=u", "--set", "auth.events_password_command=sleep 20; echo p",
                "volume")
            #expect(other.status == 0)
            #expect(ContinuousClock.now - began < .seconds(15))
        }

        @Test("queue list shows what Mopidy has queued, in its order")
        func queueList() async throws {
            let result = try await house.groove("queue", "list", "--json")
            #expect(result.status == 0)
            let rows = try result.lines.map { try JSON($0) }
            let queued = try await house.call("core.tracklist.get_tl_tracks").array
            #expect(rows.map { $0["tlid"] } == queued.map { $0["tlid"] })
            #expect(rows.map { $0["uri"] } == queued.map { $0["track"]?["uri"] })
            #expect(rows.map { $0["position"]?.int } == (1...rows.count).map { $0 })
            #expect(rows.count { $0["current"] == .bool(true) } == 1)
        }

        @Test("an empty queue refuses to play, with a word and exit 4")
        func emptyQueue() async throws {
            try await house.call("core.tracklist.clear")
            let result = try await house.groove("play")
            #expect(result.status == 4)
            #expect(result.errors.split(separator: "\n").count == 1)
            try await house.startMusic()
        }

        @Test("events of a house that is not there end with 3, a line, and within the timeout")
        func noEvents() async throws {
            let result = try await house.groove(
                "--host", "127.0.0.1:9", "--timeout", "1s", "events", within: .seconds(10))
            #expect(result.status == 3)
            #expect(result.output == "")
            #expect(result.errors.split(separator: "\n").count == 1)
            #expect(result.errors.contains("127.0.0.1:9"))
        }

        @Test("events tell another client's changes as JSON, and go on after Mopidy was restarted")
        func events() async throws {
            let events = try house.startGroove("events", "--json")
            defer { events.signal(SIGKILL) }
            // The first change is made again until it is seen: connecting takes a moment.
            let connected = try await eventually(within: .seconds(10)) {
                try await house.call("core.mixer.set_volume", #"{"volume":\#(Int.random(in: 1...99))}"#)
                try await Task.sleep(for: .milliseconds(200))
                return events.output.contains("volume_changed")
            }
            #expect(connected, "\(events.errors)")
            try await house.call("core.playback.next")
            let heard = try await eventually(within: .seconds(5)) {
                events.output.contains("track_playback_started")
            }
            #expect(heard)
            let title = try await house.call("core.playback.get_current_track")["name"]
            let rows = try events.output.split(separator: "\n").map { try JSON(String($0)) }
            #expect(rows.last { $0["event"] == .string("track_playback_started") }?["title"] == title)
            #expect(rows.allSatisfy { $0["at"]?.string?.hasSuffix("Z") == true })

            try await house.manage("restart", "mopidy")
            let before = events.output.count
            let again = try await eventually(within: .seconds(40)) {
                _ = try? await house.call("core.mixer.set_volume", #"{"volume":\#(Int.random(in: 1...99))}"#)
                try await Task.sleep(for: .milliseconds(500))
                return events.output.dropFirst(before).contains("volume_changed")
            }
            #expect(again, "\(events.errors)")
            events.signal(SIGTERM)
            #expect(await events.end(within: .seconds(5)).status == 0)
        }
    }
}
