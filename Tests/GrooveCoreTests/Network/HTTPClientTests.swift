import GrooveLogic
import GrooveTestSupport
import Testing

@testable import GrooveCore

@Suite("HTTP", .blocks, .timeLimit(.minutes(5)))
struct HTTPClientTests {
    static func request(
        _ url: ServerURL, access: Access = Access(), limit: Int = 1 << 20, timeout: Duration = .ample
    ) -> HTTPRequest {
        HTTPRequest(url: url, access: access, limit: limit, deadline: .now + timeout)
    }

    /// Why a batch of one call has no answer.
    static func failure(_ request: HTTPRequest) -> TransportFailure.Kind? {
        var batch = MopidyBatch()
        _ = batch.add(.volume)
        do throws(TransportFailure) {
            _ = try HTTPClient().send(batch, with: request)
            return nil
        } catch {
            return error.kind
        }
    }

    @Test("a call is posted as JSON with the credentials, which stand nowhere else")
    func posts() throws {
        let mopidy = FakeMopidy(["core.mixer.get_volume": "40"])
        let server = try ScriptedServer([.answerPosts { mopidy.answer($0) }])
        defer { server.stop() }
        let credentials = Credentials(username: "listener", password: Secret("p#ä:@%+\"\\"))
        let access = Access(
            credentials: credentials, headers: [Secret("X-Token: yes"), Secret("X: a\r\nY: b")])
        var batch = MopidyBatch()
        let slot = batch.add(.volume)
        let results = try HTTPClient().send(batch, with: Self.request(server.url(), access: access))
        #expect(try results.value(slot) == 40)
        let seen = try #require(server.requests.first)
        #expect(seen.hasPrefix("POST /mopidy/rpc HTTP/1.1\r\n"))
        #expect(seen.contains("\r\nContent-Type: application/json\r\n"))
        #expect(seen.contains("\r\nAuthorization: Basic bGlzdGVuZXI6cCPDpDpAJSsiXA==\r\n"))
        #expect(seen.contains("\r\nX-Token: yes\r\n"))
        #expect(!seen.contains("Y: b"))
        #expect(!seen.contains("Expect"))
        #expect(seen.hasSuffix("\r\n\r\n{\"id\":1,\"jsonrpc\":\"2.0\",\"method\":\"core.mixer.get_volume\"}"))
    }

    @Test("two calls share one connection")
    func keepsConnection() throws {
        let mopidy = FakeMopidy()
        let server = try ScriptedServer([.answerPosts { mopidy.answer($0) }])
        defer { server.stop() }
        let client = HTTPClient()
        var batch = MopidyBatch()
        _ = batch.add(.volume)
        for _ in 0..<2 { _ = try client.send(batch, with: Self.request(server.url())) }
        #expect(server.requests.count == 2)
        #expect(server.connectionCount == 1)
    }

    @Test("other statuses are told with what came with them", arguments: [401, 403, 404, 405, 415, 500, 502])
    func statuses(status: Int) throws {
        let server = try ScriptedServer([
            .readRequest, .write(httpAnswer(status, "text/html", "<html>no</html>")),
        ])
        defer { server.stop() }
        let info = HTTPAnswerInfo(contentType: "text/html", bodyStart: "<html>no</html>")
        #expect(info.isHTML)
        #expect(Self.failure(Self.request(server.url())) == .status(status, info))
    }

    @Test("a redirect is told and not followed")
    func redirect() throws {
        let server = try ScriptedServer([
            .readRequest,
            .write(httpAnswer(302, "text/plain", "", extra: "Location: http://127.0.0.1:1/x\r\n")),
        ])
        defer { server.stop() }
        let info = HTTPAnswerInfo(contentType: "text/plain", location: "http://127.0.0.1:1/x")
        #expect(Self.failure(Self.request(server.url())) == .status(302, info))
        #expect(server.connectionCount == 1)
    }

    @Test(
        "a page, a text or nothing where JSON was expected", arguments: ["<!doctype html>", "OK", "", "{}"])
    func notJSON(body: String) throws {
        let server = try ScriptedServer([.readRequest, .write(httpAnswer(200, "text/html", body))])
        defer { server.stop() }
        let info = HTTPAnswerInfo(contentType: "text/html", bodyStart: body)
        #expect(Self.failure(Self.request(server.url())) == .notJSON(info))
    }

    @Test("nobody there, nobody who answers, and somebody who hangs up")
    func unreachable() throws {
        let gone = try ScriptedServer()
        let closing = try ScriptedServer([.readRequest])
        let hanging = try ScriptedServer([.hang])
        let halting = try ScriptedServer([
            .readRequest, .write(Array(httpAnswer(200, "x", "12345").dropLast(2))),
        ])
        let strange = try ScriptedServer([.write(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8)), .hang])
        defer { for server in [closing, hanging, halting, strange] { server.stop() } }
        #expect(Self.failure(Self.request(gone.url())) == .refused)
        #expect(
            Self.failure(Self.request(hanging.url(), timeout: .seconds(3))) == .deadlinePassed)
        for server in [closing, halting] {
            guard case .connectionLost? = Self.failure(Self.request(server.url())) else {
                Issue.record("a connection that was cut was not told as one")
                continue
            }
        }
        let kind = Self.failure(Self.request(strange.url(), timeout: .ample))
        #expect(kind.map { TransportFailure(url: strange.url(), kind: $0).pointsElsewhere } == true)
    }

    @Test("a name that does not exist")
    func unknownName() {
        // An empty label is no name: the question never leaves this machine.
        let url = ServerURL(scheme: .http, host: "no..body", port: 80)
        #expect(Self.failure(Self.request(url, timeout: .ample)) == .nameNotFound)
    }

    @Test("no time left is no request")
    func noTime() throws {
        let server = try ScriptedServer([.hang])
        defer { server.stop() }
        #expect(Self.failure(Self.request(server.url(), timeout: .zero)) == .deadlinePassed)
        #expect(server.connectionCount == 0)
    }

    @Test("an answer beyond the limit is cut off")
    func limit() throws {
        let body = String(repeating: "x", count: 5000)
        let server = try ScriptedServer([.readRequest, .write(httpAnswer(200, "text/plain", body))])
        defer { server.stop() }
        #expect(Self.failure(Self.request(server.url(), limit: 1000)) == .tooLarge(limit: 1000))
    }
}
