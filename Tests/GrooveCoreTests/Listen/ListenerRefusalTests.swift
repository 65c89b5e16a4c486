import GrooveTestSupport
import Testing

@testable import GrooveCore

@Suite("What a listener makes of servers", .blocks, .timeLimit(.minutes(5)))
struct ListenerRefusalTests {
    private let folder = TemporaryFolder()
    private let credentials = Credentials(username: "listener", password: Secret("p#ä:@%+\"\\"))

    private func url(_ server: StreamServer) -> ServerURL {
        ServerURL(scheme: .http, host: "127.0.0.1", port: server.port, path: "/stream.flac")
    }

    private func configuration(_ streams: ServerURL..., limit: Duration = .ample)
        -> ListenerConfiguration
    {
        var configuration = ListenerConfiguration(streams: streams, credentials: credentials)
        configuration.firstConnectionLimit = limit
        configuration.output = .file(folder.path + "/out.wav")
        return configuration
    }

    /// What ended it.
    private func outcome(_ configuration: ListenerConfiguration) async -> ListenOutcome {
        let listener = Listener(configuration: configuration)
        listener.start()
        let outcome = await listener.outcome()
        #expect(listener.status.state == .stopped)
        return outcome
    }

    /// Listens until sound came.
    private func hears(_ configuration: ListenerConfiguration) async -> Bool {
        let listener = Listener(configuration: configuration)
        listener.start()
        var hasHeard = false
        for await status in listener.statuses where status.framesPlayed > 0 {
            hasHeard = true
            break
        }
        await listener.stop()
        return hasHeard
    }

    @Test("a refusal ends it after one request, with the first line of the body")
    func refused() async {
        let server = StreamServer { _, _ in
            response(Array("<b>max listeners reached</b>\nx".utf8), status: "HTTP/1.0 403 Forbidden")
        }
        #expect(await outcome(configuration(url(server))) == .refused(.status(403, "max listeners reached")))
        #expect(server.requests.count == 1)
    }

    @Test("the password goes as RFC 7617 has it, whatever characters it has")
    func password() async {
        let server = StreamServer { _, _ in response([], status: "HTTP/1.0 401 Unauthorized") }
        #expect(await outcome(configuration(url(server))) == .refused(.status(401, "")))
        #expect(
            server.requests.first?.contains("Authorization: Basic bGlzdGVuZXI6cCPDpDpAJSsiXA==\r\n") == true)
        #expect(server.requests.first?.lowercased().contains("icy-metadata") == false)
    }

    @Test("a web page and an empty answer are no FLAC")
    func notFLAC() async {
        let page = StreamServer { _, _ in response(Array("<html>welcome</html>".utf8)) }
        #expect(await outcome(configuration(url(page))) == .notFLAC(.notFLAC("it is a web page")))
    }

    @Test("an error page that goes on for ever is an error all the same", arguments: [3, 4000])
    func endlessErrorPage(length: Int) async {
        let server = StreamServer(keepsOpen: true) { _, _ in
            response([UInt8](repeating: 0x78, count: length), status: "HTTP/1.0 403 Forbidden")
        }
        let said = String(repeating: "x", count: min(length, 120))
        #expect(
            await outcome(configuration(url(server), limit: .seconds(30))) == .refused(.status(403, said)))
    }

    @Test("off air is asked again until the limit, with growing pauses")
    func offAir() async {
        let server = StreamServer { _, _ in
            response(Array("The file you requested".utf8), status: "HTTP/1.0 404 Not Found")
        }
        let outcome = await outcome(configuration(url(server), limit: .milliseconds(3500)))
        #expect(outcome == .noAnswer(.status(404, "The file you requested")))
        #expect((2...5).contains(server.requests.count))
    }

    @Test("a server that says nothing is given up at the limit")
    func silent() async {
        let server = StreamServer { _, _ in nil }
        #expect(await outcome(configuration(url(server), limit: .seconds(1))) == .noAnswer(.silent))
    }

    @Test("the second address is taken when the first refuses the connection")
    func candidates() async {
        let body = fixture("noise-48-16.flac")
        let server = StreamServer { _, _ in response(body) }
        let nobody = ServerURL(scheme: .http, host: "127.0.0.1", port: 9, path: "/")
        #expect(await hears(configuration(nobody, url(server))))
    }

    @Test("old Shoutcast answers and chunked bodies are understood")
    func variants() async {
        let body = fixture("noise-48-16.flac")
        let icy = StreamServer { _, _ in response(body, status: "ICY 200 OK") }
        #expect(await hears(configuration(url(icy))))
        let chunked = StreamServer { _, _ in
            let head = response([], status: "HTTP/1.1 200 OK", headers: "Transfer-Encoding: chunked\r\n")
            return head + Array("\(String(body.count, radix: 16))\r\n".utf8) + body
                + Array("\r\n0\r\n\r\n".utf8)
        }
        #expect(await hears(configuration(url(chunked))))
    }

    @Test("a redirect is followed; the password goes to the same host and port only")
    func redirects() async {
        let body = fixture("noise-48-16.flac")
        let same = StreamServer { _, request in
            request.hasPrefix("GET /moved ")
                ? response(body) : response([], status: "HTTP/1.0 302 Found", headers: "Location: /moved\r\n")
        }
        #expect(await hears(configuration(url(same))))
        #expect(same.requests.allSatisfy { $0.contains("Authorization: ") })
        let other = StreamServer { _, _ in response(body) }
        let port = other.port
        let away = StreamServer { _, _ in
            response([], status: "HTTP/1.0 302 Found", headers: "Location: http://127.0.0.1:\(port)/x\r\n")
        }
        #expect(await hears(configuration(url(away))))
        #expect(other.requests.allSatisfy { !$0.contains("Authorization: ") })
        let loop = StreamServer { _, _ in
            response([], status: "HTTP/1.0 302 Found", headers: "Location: /stream.flac\r\n")
        }
        #expect(await outcome(configuration(url(loop))) == .noAnswer(.redirect("more than 5")))
        #expect(loop.requests.count == 6)
    }

    @Test("a device that is not there ends a listener that has a limit for it")
    func noDevice() async {
        let body = fixture("noise-48-16.flac")
        let server = StreamServer { _, _ in response(body) }
        var configuration = configuration(url(server))
        configuration.output = .device("no_such_device")
        configuration.deviceLimit = .seconds(10)
        let expected = ListenOutcome.noDevice(name: "no_such_device", reason: "there is no such device")
        #expect(await outcome(configuration) == expected)
    }
}
