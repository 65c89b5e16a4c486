import GrooveLogic
import GrooveTestSupport
import Testing

@testable import GrooveCore

/// What `status` asks besides Mopidy itself.
@Suite("the questions beside the house's", .blocks, .timeLimit(.minutes(3)))
struct SideQuestionTests {
    private static let nobody = ServerURL(scheme: .http, host: "127.0.0.1", port: 9, path: "/x")
    private static let rooms = """
        {"id":1,"jsonrpc":"2.0","result":{"server":{"groups":[{"id":"g","clients":[{"id":"kitchen"}]}]}}}
        """

    private var inTime: MonotonicTime { .now + .ample }

    @Test("Snapcast is asked for its rooms by one POST, with its own credentials")
    func snapcast() throws {
        let server = try ScriptedServer([.answerPosts { _ in Self.rooms }])
        let access = Access(credentials: Credentials(username: "u", password: Secret("p")))
        let question = SnapcastQuestion(
            candidates: [server.url(.http, "/jsonrpc")], access: access, caFile: nil)
        #expect(try question.ask(before: inTime).get().rooms.map(\.name) == ["kitchen"])
        let request = try #require(server.requests.first)
        #expect(server.requests.count == 1)
        #expect(request.hasPrefix("POST /jsonrpc "))
        #expect(request.contains("Authorization: Basic dTpw\r\n"))
        #expect(request.contains("Content-Type: application/json\r\n"))
        #expect(request.hasSuffix(SnapcastStatus.request))
    }

    @Test("where nobody is, or somebody who knows nothing of Snapcast, the next address is asked")
    func nextSnapcast() throws {
        let proxy = try ScriptedServer([.readRequest, .write(httpAnswer(404, "text/html", "<html>"))])
        let server = try ScriptedServer([.answerPosts { _ in Self.rooms }])
        let question = SnapcastQuestion(
            candidates: [Self.nobody, proxy.url(), server.url()], access: Access(), caFile: nil)
        #expect(try question.ask(before: inTime).get().rooms.count == 1)
    }

    @Test("an answer that is not Snapcast's, and none at all, are told apart")
    func noSnapcast() throws {
        let page = try ScriptedServer([.readRequest, .write(httpAnswer(200, "text/html", "<html>"))])
        let other = SnapcastQuestion(candidates: [page.url()], access: Access(), caFile: nil)
        guard case .failure(let failure) = other.ask(before: inTime), case .notJSON(let info) = failure.kind
        else {
            Issue.record("a web page was taken for Snapcast")
            return
        }
        #expect(info.isHTML)
        let hung = try ScriptedServer([.readRequest, .hang])
        let question = SnapcastQuestion(candidates: [hung.url()], access: Access(), caFile: nil)
        let began = MonotonicTime.now
        #expect(throws: TransportFailure(url: hung.url(), kind: .deadlinePassed)) {
            try question.ask(before: began + .milliseconds(200)).get()
        }
        #expect(MonotonicTime.now - began < .seconds(4))
    }

    @Test("the WebSocket is opened as a client that stays would open it")
    func events() async throws {
        let server = try ScriptedServer([.acceptWebSocket(bytewise: false), .hang])
        let nobody = ServerURL(scheme: .ws, host: "127.0.0.1", port: 9, path: "/x")
        let question = EventsQuestion(
            candidates: [nobody, server.url(.ws, "/ws/mopidy")], access: Access(), caFile: nil)
        #expect(await question.ask(before: inTime) == nil)
        #expect(server.requests.first?.hasPrefix("GET /ws/mopidy HTTP/1.1\r\n") == true)
    }

    @Test("a proxy that does not pass on the WebSocket is named")
    func noEvents() async throws {
        let proxy = try ScriptedServer([.readRequest, .write(httpAnswer(400, "text/plain", "no"))])
        let question = EventsQuestion(candidates: [proxy.url(.ws, "/ws")], access: Access(), caFile: nil)
        let failure = await question.ask(before: inTime)
        #expect(failure?.url == proxy.url(.ws, "/ws"))
        guard case .status(400, _) = failure?.kind else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test(
        "the stream is on air when Icecast says so, at whichever address Icecast is",
        arguments: [
            (#"{"icestats":{"source":{"listenurl":"http://h/stream.flac"}}}"#, true),
            (#"{"icestats":{}}"#, false), ("<html>", nil),
        ])
    func stream(page: String, expected: Bool?) throws {
        let server = try ScriptedServer([.readRequest, .write(httpAnswer(200, "application/json", page))])
        let status = StreamStatus(candidates: [Self.nobody, server.url(.http, "/stream.flac")], caFile: nil)
        #expect(status.isOnAir(before: inTime) == expected)
        #expect(server.requests.allSatisfy { $0.hasPrefix("GET /status-json.xsl ") })
    }

    @Test(
        "a stream whose server is not there is off air; of one whose page is not passed on nothing is known")
    func noStream() throws {
        #expect(StreamStatus(candidates: [Self.nobody], caFile: nil).isOnAir(before: inTime) == false)
        for (status, expected) in [(502, false), (404, nil), (401, nil)] as [(Int, Bool?)] {
            let server = try ScriptedServer([.readRequest, .write(httpAnswer(status, "text/html", ""))])
            #expect(StreamStatus(candidates: [server.url()], caFile: nil).isOnAir(before: inTime) == expected)
        }
    }
}
