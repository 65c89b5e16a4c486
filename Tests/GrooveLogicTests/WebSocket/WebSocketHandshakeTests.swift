import GrooveTestSupport
import Testing

@testable import GrooveLogic

@Suite("the opening handshake")
struct WebSocketHandshakeTests {
    static let url = ServerURL(scheme: .ws, host: "house.local", port: 8180, path: "/ws/mopidy")
    /// The key and answer of RFC 6455 §1.3.
    static let handshake = WebSocketHandshake(url: url, headers: [], key: "dGhlIHNhbXBsZSBub25jZQ==")
    static let good =
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"

    static func failure(_ text: String) -> WebSocketFailure? {
        var parser = HTTPResponseHeadParser()
        switch parser.received(Array(text.utf8)) {
        case .head(let head, _): return handshake.problem(in: head)
        case .failed(let problem): return .badHandshake(problem)
        case .needMore: return .badHandshake("more is needed")
        }
    }

    @Test("the request has what RFC 6455 §4.1 wants, the credentials, and no Origin")
    func request() {
        let handshake = WebSocketHandshake(
            url: Self.url, headers: [Secret("X-Token: yes")], key: "dGhlIHNhbXBsZSBub25jZQ==")
        let expected = """
            GET /ws/mopidy HTTP/1.1\r
            Host: house.local:8180\r
            Upgrade: websocket\r
            Connection: Upgrade\r
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
            Sec-WebSocket-Version: 13\r
            X-Token: yes\r
            \r

            """
        #expect(String(decoding: handshake.request, as: UTF8.self) == expected)
    }

    @Test("the key is sixteen random bytes")
    func key() {
        var generator = SeededGenerator(seed: 5)
        let keys = (0..<20).map { _ in WebSocketHandshake(url: Self.url, using: &generator).key }
        #expect(Set(keys).count == 20)
        #expect(keys.allSatisfy { $0.count == 24 && $0.hasSuffix("==") })
    }

    @Test(
        "good answers are accepted",
        arguments: [
            good + "\r\n",
            good + "Server: nginx\r\nX-Folded: a\r\n  b\r\n\r\n",
            "HTTP/1.1 101\r\nSEC-WEBSOCKET-ACCEPT:s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\t\r\n"
                + "connection:keep-alive, UPGRADE\r\nupgrade: WebSocket \r\n\r\n",
            good.replacing("\r\n", with: "\n") + "\n",
        ])
    func accepted(answer: String) {
        #expect(Self.failure(answer) == nil)
    }

    static let refused: [(String, WebSocketFailure)] = [
        (
            good.replacing("Upgrade: websocket\r\n", with: "") + "\r\n",
            .badHandshake("no \"Upgrade: websocket\"")
        ),
        (good.replacing("websocket", with: "h2c") + "\r\n", .badHandshake("no \"Upgrade: websocket\"")),
        (
            good.replacing("Connection: Upgrade", with: "Connection: close") + "\r\n",
            .badHandshake("no \"Connection: Upgrade\"")
        ),
        (good.replacing("s3pP", with: "S3PP") + "\r\n", .badHandshake("a wrong Sec-WebSocket-Accept")),
        (
            good + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n",
            .badHandshake("a wrong Sec-WebSocket-Accept")
        ),
        (
            good + "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n",
            .badHandshake("an extension that was not asked for")
        ),
        (
            good + "Sec-WebSocket-Protocol: chat\r\n\r\n",
            .badHandshake("a subprotocol that was not asked for")
        ),
        (good + "Bad Name: x\r\n\r\n", .badHandshake("a header line without a name")),
        (good + ": x\r\n\r\n", .badHandshake("a header line without a name")),
        ("SSH-2.0-OpenSSH_9.2\r\n\r\n", .badHandshake("no HTTP status line")),
        ("ICY 200 OK\r\n\r\n", .badHandshake("no HTTP status line")),
        ("HTTP/1.1 1e1 x\r\n\r\n", .badHandshake("no HTTP status line")),
        (
            good + String(repeating: "a: b\r\n", count: 100) + "\r\n",
            .badHandshake("more than 100 header lines")
        ),
        (
            good + "X: " + String(repeating: "y", count: 17_000) + "\r\n\r\n",
            .badHandshake("a head of more than 16384 bytes")
        ),
        (
            "HTTP/1.1 101 " + String(repeating: "y", count: 17_000),
            .badHandshake("a head of more than 16384 bytes")
        ),
    ]

    @Test("answers that RFC 6455 §4.1 forbids are refused", arguments: refused)
    func refuses(answer: String, failure: WebSocketFailure) {
        #expect(Self.failure(answer) == failure)
    }

    @Test("other statuses are told with their head", arguments: [200, 301, 401, 403, 404, 502])
    func otherStatuses(status: Int) {
        let failure = Self.failure("HTTP/1.1 \(status) Some Words\r\nLocation: /x\r\n\r\n")
        let field = HTTPResponseHead.Field(name: "Location", value: "/x")
        #expect(failure == .refused(HTTPResponseHead(status: status, reason: "Some Words", fields: [field])))
    }

    @Test("a head is the same however it is cut, and what follows it is kept")
    func splits() {
        let input = Array((Self.good + "A: 1\r\n  2\r\n\r\nrest").utf8)
        let head = HTTPResponseHead(
            status: 101, reason: "Switching Protocols",
            fields: [
                .init(name: "Upgrade", value: "websocket"), .init(name: "Connection", value: "Upgrade"),
                .init(name: "Sec-WebSocket-Accept", value: "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="),
                .init(name: "A", value: "1 2"),
            ])
        let disagreements = FeedVerifier.disagreements(
            input, expected: [Array("rest".utf8)] as [[UInt8]?]
        ) { pieces in
            var parser = HTTPResponseHeadParser()
            for (index, piece) in pieces.enumerated() {
                if case .head(head, let rest) = parser.received(piece) {
                    return [rest + pieces[(index + 1)...].joined()]
                }
            }
            return [nil]
        }
        #expect(disagreements == [])
    }
}
