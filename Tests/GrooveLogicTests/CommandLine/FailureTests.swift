import GrooveLogic
import Testing

@Suite("What is said when something fails")
struct FailureTests {
    private static let rpc = ServerURL(scheme: .http, host: "nas", port: 8180, path: "/api/mopidy/rpc")
    private static let stream = ServerURL(scheme: .http, host: "nas", port: 8000, path: "/stream.flac")
    private static let plain = ServerURL(scheme: .http, host: "::1", port: 6680, path: "/mopidy/rpc")

    /// Each failure with its exit code and words that its line must have.
    private static let table: [(Failure, ExitCode, [String])] = [
        (.usage(UsageError("no")), .usage, ["groove: no"]),
        (.nameUnknown(rpc), .noAnswer, ["\"nas\"", "--host"]),
        (.connectionRefused([rpc, plain, rpc]), .noAnswer, ["nas:8180 or [::1]:6680", "server.host"]),
        (.unreachable(rpc, reason: "No route to host"), .noAnswer, ["nas:8180", "No route to host"]),
        (
            .deadline(rpc, after: .seconds(5), isConnected: false), .noAnswer,
            ["nas:8180", "5 s", "is the house on"]
        ),
        (.deadline(rpc, after: .seconds(5), isConnected: true), .noAnswer, ["\(rpc)", "5 s", "hangs"]),
        (.tls(rpc, reason: "self-signed"), .noAnswer, ["self-signed", "server.ca_file"]),
        (.brokenConnection(rpc, reason: "reset\nby peer"), .noAnswer, ["\(rpc)", "reset"]),
        (
            .unauthorized(.stream, stream, advice: "check auth.password in FILE:3"), .refused,
            ["the stream wants another name or password", "\(stream)", "auth.password in FILE:3"]
        ),
        (.forbidden(.stream, stream, said: "max listeners reached"), .refused, ["max listeners reached"]),
        (.httpStatus(404, .rpc, rpc), .noAnswer, ["404", "\(rpc)", "path", "server.rpc_url"]),
        (.httpStatus(405, .rpc, rpc), .noAnswer, ["405", "\(rpc)", "slash"]),
        (.httpStatus(415, .rpc, rpc), .noAnswer, ["415", "\(rpc)", "Content-Type"]),
        (.httpStatus(502, .snapcast, rpc), .noAnswer, ["502", "\(rpc)", "proxy"]),
        (.httpStatus(302, .rpc, rpc), .noAnswer, ["302", "moved"]),
        (.httpStatus(500, .rpc, rpc), .noAnswer, ["500", "log"]),
        (.notJSON(.rpc, rpc, isHTML: true), .noAnswer, ["\(rpc)", "a web page", "server.rpc_url"]),
        (.notJSON(.snapcast, rpc, isHTML: false), .noAnswer, ["not JSON", "server.snapcast_url"]),
        (.unexpectedAnswer(.events, rpc, what: "no id"), .noAnswer, ["no id", "server.events_url"]),
        (.rpcError("bad\nTraceback"), .refused, ["Mopidy refused: bad"]),
        (.refusedToDo("seek"), .refused, ["Mopidy refused to seek"]),
        (.noMixer, .refused, ["mixer"]),
        (.emptyQueue, .refused, ["nothing is queued"]),
        (.noTrack, .refused, ["no current track"]),
        (.cannotSeek, .refused, ["cannot be sought"]),
        (
            .noSoundDevice("hw:9", reason: "No such device"), .noSoundDevice,
            ["\"hw:9\"", "No such device", "--device"]
        ),
        (.soundDeviceBusy("hw:0"), .noSoundDevice, ["in use"]),
        (
            .notFLAC(stream, found: "it looks like MP3"), .failed,
            ["\(stream)", "not FLAC: it looks like MP3", "server.stream_url"]
        ),
        (.notFLAC(stream, found: nil), .failed, ["not FLAC;"]),
        (.offAir(stream), .noAnswer, ["off air", "\(stream)"]),
        (.heardNothing(stream, within: .seconds(12)), .noAnswer, ["12 s", "does the house play"]),
        (
            .heardNothing(stream, within: .seconds(2), because: "the stream is off air (404)"), .noAnswer,
            ["2 s: the stream is off air (404)"]
        ),
        (.cannotWrite("/x y", reason: "No space"), .failed, ["\"/x y\"", "No space"]),
        (.terminal("no terminal"), .failed, ["no terminal"]),
        (.other("else"), .failed, ["else"]),
    ]

    @Test("one line each, with the exit code and the facts", arguments: table.indices)
    func lines(index: Int) {
        let (failure, exitCode, words) = Self.table[index]
        #expect(failure.exitCode == exitCode)
        #expect(failure.lines.count == 1)
        let line = failure.lines.first ?? ""
        #expect(line.hasPrefix("groove: "))
        #expect(!line.contains("\n") && !line.contains("Traceback") && !line.contains("by peer"))
        for word in words { #expect(line.contains(word), "\(line)") }
    }

    @Test("settings have one line for each problem, an interruption none")
    func others() {
        let problems = SettingsProblems([
            SettingsProblem(place: "f:1", message: "a"), SettingsProblem(place: "f:2", message: "b"),
        ])
        #expect(Failure.settings(problems).lines == ["groove: f:1: a", "groove: f:2: b"])
        #expect(Failure.settings(problems).exitCode == .usage)
        #expect(Failure.interrupted.lines.isEmpty)
        #expect(Failure.interrupted.exitCode == .interrupted)
    }

    @Test("words from elsewhere cannot command the terminal, and are not too many")
    func hostileWords() {
        let line =
            Failure.rpcError("\u{1B}]0;x\u{07}" + String(repeating: "y", count: 5000)).lines.first ?? ""
        #expect(!line.unicodeScalars.contains { TerminalText.isControl($0) })
        #expect(line.count < 250)
    }

    @Test("the codes are those of the documents")
    func codes() {
        #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 130])
    }
}
