/// The opening handshake from the client's side (RFC 6455 §4.1).
public struct WebSocketHandshake: Sendable, Equatable {
    /// The GUID of RFC 6455 §1.3.
    private static let guid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

    /// Sixteen random bytes in Base64: what the server has to answer to.
    let key: String
    /// The request's bytes.
    public let request: [UInt8]

    /// A handshake for `url` with a fresh key. `headers` are whole lines without line breaks, such as
    /// `Authorization: Basic …`.
    ///
    /// There is no `Origin` header: only browsers send one, and Mopidy refuses those it does not know.
    public init(
        url: ServerURL, headers: [Secret] = [], using generator: inout some RandomNumberGenerator
    ) {
        var nonce: [UInt8] = []
        for _ in 0..<16 { nonce.append(generator.next()) }
        self.init(url: url, headers: headers, key: Base64.encode(nonce))
    }

    /// A handshake with a known key.
    init(url: ServerURL, headers: [Secret], key: String) {
        self.key = key
        var lines = [
            "GET \(url.path) HTTP/1.1", "Host: \(url.authority)", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Version: 13",
        ]
        lines += headers.map(\.revealed)
        request = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    /// What the server must send back: SHA-1 of the key and the GUID, in Base64 (RFC 6455 §4.2.2).
    static func accept(for key: String) -> String {
        Base64.encode(SHA1.digest(of: Array((key + guid).utf8)))
    }

    /// nil when the answer opens the connection, else why it does not (RFC 6455 §4.1, numbers 1-6).
    func problem(in head: HTTPResponseHead) -> WebSocketFailure? {
        guard head.status == 101 else { return .refused(head) }
        guard head.elements("Upgrade").map({ $0.lowercased() }) == ["websocket"] else {
            return .badHandshake("no \"Upgrade: websocket\"")
        }
        guard head.elements("Connection").contains(where: { $0.lowercased() == "upgrade" }) else {
            return .badHandshake("no \"Connection: Upgrade\"")
        }
        guard head.values("Sec-WebSocket-Accept") == [Self.accept(for: key)] else {
            return .badHandshake("a wrong Sec-WebSocket-Accept")
        }
        guard head.elements("Sec-WebSocket-Extensions").isEmpty else {
            return .badHandshake("an extension that was not asked for")
        }
        guard head.values("Sec-WebSocket-Protocol").isEmpty else {
            return .badHandshake("a subprotocol that was not asked for")
        }
        return nil
    }
}
