import Foundation
import Testing

extension HouseTests {
    @Suite("The screen")
    struct ScreenTests {
        let house: House

        init() async throws {
            house = try House()
            try await house.startMusic()
        }

        private func currentTitle() async throws -> String {
            try #require(try await house.call("core.playback.get_current_track")["name"]?.string)
        }

        @Test("shows what plays, and another client's changes")
        func showsTheHouse() async throws {
            let screen = try await Screen(house)
            let title = try await currentTitle()
            #expect(try await screen.shows(title))
            #expect(try await screen.shows("playing"))
            try await house.call("core.playback.next")
            let next = try await currentTitle()
            #expect(next != title)
            #expect(try await screen.shows(next, within: .seconds(3)))
            try await house.call("core.mixer.set_volume", #"{"volume":17}"#)
            #expect(try await screen.shows(" 17", within: .seconds(2)))
            try await house.call("core.playback.pause")
            #expect(try await screen.shows("paused", within: .seconds(2)))
            // The cover is drawn in half blocks.
            #expect(try await screen.shows("▀▀▀▀", within: .seconds(5)))
        }

        @Test("its keys do what Mopidy then reports")
        func keys() async throws {
            // While repeating, Mopidy's previous track is the current one.
            try await house.call("core.tracklist.set_repeat", #"{"value":false}"#)
            let screen = try await Screen(house)
            #expect(try await screen.shows("playing"))
            func state() async throws -> String? { try await house.call("core.playback.get_state").string }
            func volume() async throws -> Int? { try await house.call("core.mixer.get_volume").int }
            func index() async throws -> Int? { try await house.call("core.tracklist.index").int }
            func position() async throws -> Int {
                try await house.call("core.playback.get_time_position").int ?? 0
            }

            try await screen.type("Space")
            #expect(try await eventually(within: .seconds(3)) { try await state() == "paused" })
            try await screen.type("Space")
            #expect(try await eventually(within: .seconds(3)) { try await state() == "playing" })
            let before = try #require(try await index())
            try await screen.type("n")
            #expect(try await eventually(within: .seconds(3)) { try await index() == before + 1 })
            try await screen.type("p")
            #expect(try await eventually(within: .seconds(3)) { try await index() == before })
            try await screen.type("+")
            #expect(try await eventually(within: .seconds(3)) { try await volume() == 85 })
            try await screen.type("-", "-")
            #expect(try await eventually(within: .seconds(3)) { try await volume() == 75 })
            try await screen.type("m")
            #expect(
                try await eventually(within: .seconds(3)) {
                    try await house.call("core.mixer.get_mute").bool == true
                })
            try await screen.type("m")
            #expect(
                try await eventually(within: .seconds(3)) {
                    try await house.call("core.mixer.get_mute").bool == false
                })
            let start = try await position()
            try await screen.type("Right")
            #expect(try await eventually(within: .seconds(3)) { try await position() >= start + 9000 })
            try await screen.type("Left")
            #expect(try await eventually(within: .seconds(3)) { try await position() < start + 9000 })
            try await screen.type("q")
            #expect(
                try await eventually(within: .seconds(3)) { try await screen.value("alternate_on") == "0" })
        }

        @Test("l listens here and stops again; without a device the remote goes on")
        func listensHere() async throws {
            let screen = try await Screen(house)
            #expect(try await screen.shows("not listening"))
            try await screen.type("l")
            #expect(try await screen.shows("48 kHz 16 bit FLAC"))
            #expect(try await screen.shows("lag"))
            try await screen.type("l")
            #expect(try await screen.shows("not listening", within: .seconds(5)))
            try await screen.type("q")

            let deaf = try await Screen(house, environment: ["GROOVE_LISTEN_DEVICE": "hw:77,7"])
            #expect(try await deaf.shows("playing"))
            try await deaf.type("l")
            #expect(try await deaf.shows("sound device", within: .seconds(15)))
            let before = try await currentTitle()
            try await deaf.type("n")
            #expect(try await eventually(within: .seconds(5)) { try await currentTitle() != before })
            #expect(try await deaf.shows(try await currentTitle(), within: .seconds(5)))
        }

        @Test("it fits any size, and comes back from the smallest")
        func sizes() async throws {
            let screen = try await Screen(house)
            #expect(try await screen.shows("playing"))
            for (columns, rows) in [(200, 60), (80, 24), (40, 10), (20, 5), (10, 2), (1, 1)] {
                try await screen.resize(columns: columns, rows: rows)
                try await Task.sleep(for: .milliseconds(200))
            }
            try await screen.resize(columns: 80, rows: 24)
            #expect(try await screen.shows(try await currentTitle(), within: .seconds(5)))
            #expect(try await screen.shows("volume"))
        }

        @Test(
            "the terminal is as it was, whatever ends it",
            arguments: ["q", "SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGABRT", "SIGSEGV", "SIGILL"])
        func restores(ending: String) async throws {
            let folder = NSTemporaryDirectory() + "groove-tty-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let screen = try await Screen(
                house, before: "ulimit -c 0; stty -a > \(folder)/before",
                after: "stty -a > \(folder)/after; echo ended > \(folder)/ended")
            #expect(try await screen.shows("playing"))
            #expect(try await screen.value("alternate_on") == "1")
            if ending == "q" {
                try await screen.type("q")
            } else {
                let result = try await Program.run(
                    "/bin/kill",
                    ["-s", String(ending.dropFirst(3)), "\(try await screen.processIdentifier())"])
                #expect(result.status == 0)
            }
            let ended = try await eventually(within: .seconds(15)) {
                FileManager.default.fileExists(atPath: folder + "/ended")
            }
            #expect(ended)
            #expect(try await screen.value("alternate_on") == "0")
            #expect(try await screen.value("cursor_flag") == "1")
            let before = try String(contentsOfFile: folder + "/before", encoding: .utf8)
            let after = try String(contentsOfFile: folder + "/after", encoding: .utf8)
            #expect(after == before)
        }

        @Test(
            "every server may be killed and started again under a screen that listens, without a key pressed")
        func recovers() async throws {
            let screen = try await Screen(house)
            #expect(try await screen.shows("playing"))
            try await screen.type("l")
            #expect(try await screen.shows("● listening"))
            for name in ["mopidy", "icecast", "ffmpeg", "nginx"] {
                try await house.manage("kill", name)
                try await Task.sleep(for: .seconds(2))
                if name != "ffmpeg" { try await house.manage("start", name) }
                if name == "mopidy" {
                    #expect(
                        try await eventually(within: .seconds(20)) {
                            (try? await house.call("core.get_version")) != nil
                        })
                    try await house.startMusic()
                }
                // A title that was not there before proves that events arrive again, from this server's own life.
                let isShown = try await eventually(within: .seconds(40)) {
                    try await house.call("core.playback.next")
                    let title = try await currentTitle()
                    return try await screen.shows(title, within: .seconds(3))
                }
                #expect(isShown, "after \(name)")
                #expect(
                    try await screen.shows("● listening", within: .seconds(40)), "after \(name)")
            }
        }
    }
}
