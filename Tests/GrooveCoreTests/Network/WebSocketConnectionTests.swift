@preconcurrency import Glibc
import GrooveLogic
import GrooveTestSupport
import Testing

@testable import GrooveCore

@Suite("a WebSocket connection over TCP", .blocks, .timeLimit(.minutes(5)))
struct WebSocketConnectionTests {
    let executor = QueueExecutor(label: "test")

    func open(
        _ server: ScriptedServer, access: Access = Access(), timeout: Duration = .ample
    ) async throws(TransportFailure) -> WebSocketConnection {
        try await WebSocketConnection.open(
            server.url(.ws, "/mopidy/ws"), access: access, timeout: timeout, on: executor)
    }

    func failure(_ server: ScriptedServer, timeout: Duration = .ample) async -> TransportFailure.Kind? {
        do throws(TransportFailure) {
            _ = try await open(server, timeout: timeout)
            return nil
        } catch {
            return error.kind
        }
    }

    @Test("messages go both ways, however the handshake and the frames are cut")
    func echo() async throws {
        let frames = serverFrame("hello") + [0x89, 0x01, 0x07] + serverFrame("two")
        let server = try ScriptedServer([
            .acceptWebSocket(bytewise: true), .writeBytewise(frames), .answerFrames { [$0, "again"] },
        ])
        defer { server.stop() }
        let connection = try await open(server)
        #expect(await connection.receive() == .message(.text(Array("hello".utf8))))
        #expect(await connection.receive() == .message(.text(Array("two".utf8))))
        #expect(await connection.send(.text(Array("é".utf8))))
        // The pong to the server's ping is a frame like others to this server.
        #expect(await connection.receive() == .message(.text([7])))
        #expect(await connection.receive() == .message(.text(Array("again".utf8))))
        #expect(await connection.receive() == .message(.text(Array("é".utf8))))
        await connection.abort()
        #expect(await connection.receive() == .failed(.connectionLost))
        #expect(await !connection.send(.text([65])))
    }

    @Test("a server that asks for pongs and reads none is left")
    func unreadPongs() async throws {
        let ping: [UInt8] = [0x89, 0x7D] + [UInt8](repeating: 0x70, count: 125)
        let pings = Array(repeatElement(ping, count: 300_000).joined())
        let server = try ScriptedServer([.acceptWebSocket(bytewise: false), .write(pings), .hang])
        defer { server.stop() }
        let connection = try await open(server)
        #expect(await connection.receive() == .failed(.connectionLost))
    }

    @Test("a message of megabytes comes through whole, both ways")
    func large() async throws {
        let server = try ScriptedServer([.acceptWebSocket(bytewise: false), .answerFrames { [$0] }])
        defer { server.stop() }
        let connection = try await open(server)
        let text = Array(String(repeating: "0123456789abcdef", count: 1 << 17).utf8)
        #expect(await connection.send(.text(text)))
        let input = await connection.receive()
        // Without the list of differences, which takes minutes for megabytes.
        let isSame = input == .message(.text(text))
        #expect(isSame)
        await connection.abort()
    }

    @Test("the credentials stand in the handshake")
    func credentials() async throws {
        let server = try ScriptedServer([.acceptWebSocket(bytewise: false), .hang])
        defer { server.stop() }
        let access = Access(credentials: Credentials(username: "a", password: Secret("b")))
        let connection = try await open(server, access: access)
        let request = try #require(server.requests.first)
        #expect(request.contains("\r\nAuthorization: Basic YTpi\r\n"))
        #expect(!request.contains("Origin"))
        await connection.abort()
    }

    @Test("the server's close is answered and told")
    func closing() async throws {
        let server = try ScriptedServer([
            .acceptWebSocket(bytewise: false), .write([0x88, 0x05, 0x03, 0xE9] + Array("bye".utf8)), .hang,
        ])
        defer { server.stop() }
        let connection = try await open(server)
        let closure = WebSocketClosure(code: .goingAway, reason: "bye")
        #expect(await connection.receive() == .closed(closure))
        #expect(await connection.receive() == .closed(closure))
    }

    @Test("a connection that is cut is told, after what came before")
    func cut() async throws {
        let server = try ScriptedServer([.acceptWebSocket(bytewise: false), .write(serverFrame("last"))])
        defer { server.stop() }
        let connection = try await open(server)
        #expect(await connection.receive() == .message(.text(Array("last".utf8))))
        #expect(await connection.receive() == .failed(.connectionLost))
    }

    @Test("a receiver that is cancelled ends the connection")
    func cancelled() async throws {
        let server = try ScriptedServer([.acceptWebSocket(bytewise: false), .hang])
        defer { server.stop() }
        let connection = try await open(server)
        let task = Task { await connection.receive() }
        task.cancel()
        #expect(await task.value == .failed(.connectionLost))
    }

    @Test("a handshake that is refused tells the status", arguments: [200, 302, 401, 404, 502])
    func refused(status: Int) async throws {
        let server = try ScriptedServer([
            .readRequest, .write(httpAnswer(status, "text/html", "no", extra: "Location: /x\r\n")),
        ])
        defer { server.stop() }
        let info = HTTPAnswerInfo(contentType: "text/html", location: "/x")
        #expect(await failure(server) == .status(status, info))
    }

    @Test("nobody there, nobody who answers, and somebody who hangs up")
    func unreachable() async throws {
        let gone = try ScriptedServer()
        #expect(await failure(gone) == .refused)
        let hanging = try ScriptedServer([.hang])
        defer { hanging.stop() }
        #expect(await failure(hanging, timeout: .seconds(3)) == .deadlinePassed)
        let closing = try ScriptedServer([.readRequest])
        defer { closing.stop() }
        #expect(await failure(closing) == .connectionLost("the server closed the connection"))
        let strange = try ScriptedServer([.readRequest, .write(Array("HTTP/1.1 101 x\r\n\r\n".utf8)), .hang])
        defer { strange.stop() }
        #expect(
            await failure(strange)
                == .badProtocol("the answer to the handshake has no \"Upgrade: websocket\""))
    }

    /// A system without /etc/hosts, such as a bare chroot, may not.
    static let knowsLocalhost: Bool = {
        var found: UnsafeMutablePointer<addrinfo>?
        defer { if let found { freeaddrinfo(found) } }
        return getaddrinfo("localhost", nil, nil, &found) == 0
    }()

    @Test(
        "the second of a name's addresses is tried when the first refuses",
        .enabled(if: knowsLocalhost, "this system does not know the name localhost"))
    func severalAddresses() async throws {
        // Many systems know localhost as ::1 first; this server is on 127.0.0.1 alone.
        let server = try ScriptedServer([.acceptWebSocket(bytewise: false), .hang])
        defer { server.stop() }
        let url = ServerURL(scheme: .ws, host: "localhost", port: server.port, path: "/")
        let connection = try await WebSocketConnection.open(url, timeout: .ample, on: executor)
        await connection.abort()
    }
}
