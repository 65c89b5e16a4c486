import GrooveLogic
import GrooveTestSupport
import Testing

@testable import GrooveCore

@Suite("the house's commands", .blocks, .timeLimit(.minutes(5)))
struct HouseCommandsTests {
    /// A command on a house that answers so: what it is asked, message by message, and what comes of it.
    struct Case: Sendable, CustomTestStringConvertible {
        var command: Command
        var results: [String: String]
        var asked: [[String]]
        var answer: HouseAnswer?
        var failure: HouseFailure?

        init(
            _ command: Command, _ results: [String: String], asked: [[String]],
            _ answer: HouseAnswer? = .done,
            failure: HouseFailure? = nil
        ) {
            self.command = command
            self.results = results
            self.asked = asked
            self.answer = failure == nil ? answer : nil
            self.failure = failure
        }

        var testDescription: String { "\(command) \(results)" }
    }

    static let state = "core.playback.get_state"
    static let tlid = "core.playback.get_current_tlid"
    static let length = "core.tracklist.get_length"
    static let track = "core.playback.get_current_tl_track"
    static let position = "core.playback.get_time_position"
    static let volume = "core.mixer.get_volume"
    static let mute = "core.mixer.get_mute"
    static let play = "core.playback.play"
    static let pause = "core.playback.pause"
    static let stop = "core.playback.stop"
    static let seek = "core.playback.seek"
    static let setVolume = "core.mixer.set_volume"
    static let setMute = "core.mixer.set_mute"
    static let song = #"{"tlid":1,"track":{"uri":"local:track:a","length":60000}}"#
    static let radio = #"{"tlid":1,"track":{"uri":"http://radio"}}"#
    static let before = [state, tlid, length]

    static let playing = [state: "\"playing\"", tlid: "1", length: "3", track: song, position: "10000"]
    static let stopped = [state: "\"stopped\"", length: "3"]
    static let empty = [state: "\"stopped\"", length: "0"]
    static let pausedOnNothing = [state: "\"paused\"", length: "3"]

    static let playback = [
        Case(.play, stopped, asked: [before + [play]]),
        Case(.play, empty, asked: [before + [play]], failure: .emptyQueue),
        Case(.play, pausedOnNothing, asked: [before + [play], [stop, play]]),
        Case(.pause, playing, asked: [[state], [pause]]),
        Case(.pause, stopped, asked: [[state]]),
        Case(.toggle, playing, asked: [before, [pause]]),
        Case(
            .toggle, [state: "\"paused\"", tlid: "1", length: "3"], asked: [before, ["core.playback.resume"]]),
        Case(.toggle, stopped, asked: [before, [play]]),
        Case(.toggle, empty, asked: [before], failure: .emptyQueue),
        Case(.toggle, pausedOnNothing, asked: [before, [stop, play]]),
        Case(.stop, playing, asked: [[stop]]),
        Case(.next, playing, asked: [[length, "core.playback.next"]]),
        Case(.previous, empty, asked: [[length, "core.playback.previous"]], failure: .emptyQueue),
        Case(
            .stop, [stop: "error:{\"code\":0,\"message\":\"no\"}"], asked: [[stop]],
            failure: .answer(.rpc(method: stop, RPCError(code: 0, message: "no")))),
        Case(.version, [:], asked: [], failure: .notForTheHouse),
    ]

    static let seeking = [
        Case(
            .seek(.position(.seconds(90))), playing.merging([seek: "true"]) { $1 },
            asked: [[track, seek, position]],
            .position(.seconds(10))),
        Case(
            .seek(.offset(.seconds(-20))), playing.merging([seek: "true"]) { $1 },
            asked: [[track, position], [seek, position]], .position(.seconds(10))),
        Case(
            .seek(.percent(50)), playing.merging([seek: "true"]) { $1 },
            asked: [[track, position], [seek, position]], .position(.seconds(10))),
        Case(.seek(.percent(50)), [track: radio], asked: [[track, position]], failure: .cannotSeek),
        Case(
            .seek(.position(.zero)), [track: radio, seek: "false"], asked: [[track, seek, position]],
            failure: .cannotSeek),
        Case(.seek(.position(.zero)), [seek: "false"], asked: [[track, seek, position]], failure: .noTrack),
        Case(.seek(.offset(.zero)), [:], asked: [[track, position]], failure: .noTrack),
        Case(
            .seek(.position(.zero)), [track: song, seek: "false"], asked: [[track, seek, position]],
            failure: .refused(method: seek)),
    ]

    static let mixing = [
        Case(
            .volume(nil), [volume: "40", mute: "false"], asked: [[volume, mute]], .volume(40, isMuted: false)),
        Case(.volume(nil), [:], asked: [[volume, mute]], failure: .noMixer),
        Case(
            .volume(.set(60)), [volume: "60", setVolume: "true"], asked: [[setVolume, volume, mute]],
            .volume(60, isMuted: nil)),
        Case(.volume(.set(60)), [setVolume: "false"], asked: [[setVolume, volume, mute]], failure: .noMixer),
        Case(
            .volume(.set(60)), [setVolume: "false", volume: "40"], asked: [[setVolume, volume, mute]],
            failure: .refused(method: setVolume)),
        Case(
            .volume(.step(5)), [volume: "40", setVolume: "true"],
            asked: [[volume, mute], [setVolume, volume, mute]], .volume(40, isMuted: nil)),
        Case(.volume(.step(5)), [:], asked: [[volume, mute]], failure: .noMixer),
        Case(
            .volume(.mute), [volume: "40", mute: "true", setMute: "true"], asked: [[setMute, volume, mute]],
            .volume(40, isMuted: true)),
        Case(
            .volume(.toggleMute), [volume: "40", mute: "true", setMute: "true"],
            asked: [[volume, mute], [setMute, volume, mute]], .volume(40, isMuted: true)),
        Case(.volume(.toggleMute), [volume: "40"], asked: [[volume, mute]], failure: .noMixer),
    ]

    /// Runs a command against a server.
    static func run(
        _ command: Command, on access: MopidyAccess, timeout: Duration = .ample
    ) -> Result<HouseAnswer, HouseFailure> {
        let commands = HouseCommands(access: access, timeout: timeout)
        commands.optionalTime = .ample
        return Result { () throws(HouseFailure) in try commands.run(command) }
    }

    @Test("each command asks what it must and no more", arguments: playback + seeking + mixing)
    func commands(item: Case) throws {
        let mopidy = FakeMopidy(item.results)
        let server = try ScriptedServer([.answerPosts { mopidy.answer($0) }])
        defer { server.stop() }
        let outcome = Self.run(item.command, on: access(server))
        #expect(mopidy.messages == item.asked)
        switch outcome {
        case .success(let answer): #expect(answer == item.answer)
        case .failure(let failure): #expect(failure == item.failure)
        }
        #expect(server.connectionCount <= 1)
    }

    static let targets: [(Command, String)] = [
        (.seek(.offset(.seconds(15))), "\"time_position\":25000}"),
        (.seek(.offset(.seconds(-15))), "\"time_position\":0}"),
        (.seek(.percent(50)), "\"time_position\":30000}"),
        (.seek(.position(.seconds(90))), "\"time_position\":90000}"),
        (.volume(.step(-50)), "\"volume\":0}"),
        (.volume(.step(70)), "\"volume\":100}"),
        (.volume(.set(130)), "\"volume\":100}"),
        (.volume(.toggleMute), "\"mute\":false}"),
    ]

    @Test("values are computed from what the house says, and kept within bounds", arguments: targets)
    func values(command: Command, params: String) throws {
        let mopidy = FakeMopidy(Self.playing.merging([Self.volume: "40", Self.mute: "true"]) { $1 })
        let server = try ScriptedServer([.answerPosts { mopidy.answer($0) }])
        defer { server.stop() }
        _ = Self.run(command, on: access(server))
        #expect(server.requests.last?.contains(params) == true)
    }

    @Test("a status is one batch, and one call more for the cover")
    func status() throws {
        let mopidy = MopidyClientTests.fake()
        let server = try ScriptedServer([.answerPosts { mopidy.answer($0) }])
        defer { server.stop() }
        guard case .success(.status(let house, let route, _)) = Self.run(.status, on: access(server))
        else {
            Issue.record("there was no status")
            return
        }
        #expect(house.art == "/local/a.jpeg")
        #expect(house.volume == 40)
        #expect(route.rpc == server.url())
        #expect(mopidy.messages.map(\.count) == [13, 1])
    }

    @Test("the next address is asked where nobody, or nobody who knows Mopidy, is found")
    func routes() throws {
        let gone = try ScriptedServer()
        let other = try ScriptedServer([.readRequest, .write(httpAnswer(404, "text/html", "no"))])
        let mopidy = FakeMopidy()
        let server = try ScriptedServer([.answerPosts { mopidy.answer($0) }])
        defer { for server in [other, server] { server.stop() } }
        #expect(Self.run(.stop, on: access(gone, other, server)) == .success(.done))
        let info = HTTPAnswerInfo(contentType: "text/html", bodyStart: "no")
        let notFound = TransportFailure(url: other.url(), kind: .status(404, info))
        #expect(
            Self.run(.stop, on: access(gone, other))
                == .failure(.transport(notFound, tried: [gone.url(), other.url()])))
        let refused = TransportFailure(url: gone.url(), kind: .refused)
        #expect(
            Self.run(.stop, on: access(gone, gone))
                == .failure(.transport(refused, tried: [gone.url(), gone.url()])))
    }

    @Test("which addresses were tried until one answered can be told afterwards")
    func attempts() throws {
        let other = try ScriptedServer([.readRequest, .write(httpAnswer(404, "text/html", "no"))])
        let mopidy = FakeMopidy(Self.playing)
        let server = try ScriptedServer([.answerPosts { mopidy.answer($0) }])
        defer { for server in [other, server] { server.stop() } }
        let commands = HouseCommands(access: access(other, server), deadline: .now + .ample)
        _ = try commands.run(.toggle)
        #expect(commands.attempts.map(\.route.rpc) == [other.url(), server.url()])
        let info = HTTPAnswerInfo(contentType: "text/html", bodyStart: "no")
        #expect(commands.attempts.map(\.failure?.kind) == [.status(404, info), nil])
    }

    @Test("a command that may have been carried out is not sent to another address")
    func notTwice() throws {
        let mopidy = FakeMopidy()
        let server = try ScriptedServer([.answerPosts { mopidy.answer($0) }])
        let hanging = try ScriptedServer([.hang])
        let closing = try ScriptedServer([.readRequest])
        let late = try ScriptedServer([.readRequest, .write(httpAnswer(504, "text/html", ""))])
        let asking = try ScriptedServer([.readRequest, .write(httpAnswer(401, "text/html", ""))])
        defer { for server in [server, hanging, closing, late, asking] { server.stop() } }
        for first in [hanging, closing, late, asking] {
            let outcome = Self.run(
                .next, on: access(first, server), timeout: first === hanging ? .seconds(3) : .ample)
            guard case .failure(.transport(let failure, tried: let tried)) = outcome else {
                Issue.record("\(outcome)")
                continue
            }
            #expect(failure.url == first.url())
            #expect(tried == [first.url()])
        }
        #expect(server.connectionCount == 0)
    }

    /// The text of the request for what has to be known before playing.
    static func before(ids: ClosedRange<Int>) -> String {
        var batch = MopidyBatch()
        _ = (batch.add(.state), batch.add(.currentTlid), batch.add(.queueLength))
        return batch.text(ids: ids.map { .integer($0) })
    }

    @Test("the timeout bounds the reading of an answer, too")
    func endlessReading() throws {
        let body = "[0" + String(repeating: ",0", count: 1_000_000) + "]"
        let server = try ScriptedServer([
            .readRequest, .write(httpAnswer(200, "application/json", body)), .hang,
        ])
        defer { server.stop() }
        let outcome = Self.run(.next, on: access(server), timeout: .milliseconds(200))
        let failure = TransportFailure(url: server.url(), kind: .deadlinePassed)
        #expect(outcome == .failure(.transport(failure, tried: [server.url()])))
    }

    @Test("the timeout bounds the whole command, not each request")
    func timeout() throws {
        let mopidy = FakeMopidy(Self.playing)
        let known = httpAnswer(200, "application/json", mopidy.answer(Self.before(ids: 1...3)))
        let done = httpAnswer(200, "application/json", #"{"jsonrpc":"2.0","id":1,"result":null}"#)
        // Each answer comes within the timeout; both do not.
        let server = try ScriptedServer([
            .readRequest, .pause(milliseconds: 2000), .write(known),
            .readRequest, .pause(milliseconds: 2000), .write(done), .hang,
        ])
        defer { server.stop() }
        let outcome = Self.run(.toggle, on: access(server), timeout: .seconds(3))
        let failure = TransportFailure(url: server.url(), kind: .deadlinePassed)
        #expect(outcome == .failure(.transport(failure, tried: [server.url()])))
    }
}
