import GrooveLogic
import Testing

@testable import GrooveCore

@Suite("asking whether a house's other servers are there")
struct HouseProbeTests {
    static let statuses: [(String, Bool?)] = [
        (#"{"icestats":{"source":{"listenurl":"http://localhost:8000/stream.flac"}}}"#, true),
        (
            #"{"icestats":{"source":[{"listenurl":"http://x/other"},{"listenurl":"http://x/stream.flac"}]}}"#,
            true
        ),
        (#"{"icestats":{"source":{"listenurl":"http://localhost:8000/other"}}}"#, false),
        (#"{"icestats":{"admin":"icemaster@localhost"}}"#, false),
        ("<html></html>", nil),
        ("{}", nil),
    ]

    @Test("the stream is on air when Icecast's status lists it", arguments: statuses)
    func stream(body: String, expected: Bool?) async throws {
        let server = try ScriptedServer([.readRequest, .write(httpAnswer(200, "application/json", body))])
        defer { server.stop() }
        #expect(await HouseProbe.stream(server.url(.http, "/stream.flac")) == expected)
        #expect(server.requests.first?.hasPrefix("GET /status-json.xsl HTTP/1.1\r\n") == true)
    }

    @Test("Snapcast is there when it answers JSON-RPC")
    func snapcast() async throws {
        let answering = try ScriptedServer([
            .readRequest,
            .write(httpAnswer(200, "application/json", #"{"jsonrpc":"2.0","id":1,"result":{"major":2}}"#)),
        ])
        let other = try ScriptedServer([.readRequest, .write(httpAnswer(200, "text/html", "<html>"))])
        let hanging = try ScriptedServer([.hang])
        defer { for server in [answering, other, hanging] { server.stop() } }
        #expect(await HouseProbe.snapcast(answering.url(.http, "/jsonrpc")))
        #expect(await !HouseProbe.snapcast(other.url(.http, "/jsonrpc")))
        #expect(await !HouseProbe.snapcast(hanging.url(.http, "/jsonrpc"), timeout: .milliseconds(100)))
    }

    @Test("events are there when the handshake is answered")
    func events() async throws {
        let server = try ScriptedServer([.acceptWebSocket(bytewise: false), .hang])
        let other = try ScriptedServer([.readRequest, .write(httpAnswer(404, "text/html", ""))])
        defer { for server in [server, other] { server.stop() } }
        #expect(await HouseProbe.events(server.url(.ws, "/mopidy/ws")))
        #expect(await !HouseProbe.events(other.url(.ws, "/mopidy/ws")))
    }
}
