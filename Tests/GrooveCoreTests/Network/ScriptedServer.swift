import Dispatch
@preconcurrency import Glibc
import Synchronization
import Testing

@testable import GrooveCore
@testable import GrooveLogic

/// A loopback server that does to each connection what a script says, and keeps what it was sent.
final class ScriptedServer: Sendable {
    /// One thing to do.
    enum Step: Sendable {
        /// Read a request: its head, and as much body as it announces.
        case readRequest
        case write([UInt8])
        /// Write one byte at a time, each in a segment of its own.
        case writeBytewise([UInt8])
        /// Accept the WebSocket that the last request asked for, bytewise if wanted.
        case acceptWebSocket(bytewise: Bool)
        /// Read a client's frame and answer its text with what this returns.
        case answerFrames(@Sendable (String) -> [String])
        /// Answer requests until the client closes: the body of each is given, the answer's body returned.
        case answerPosts(@Sendable (String) -> String)
        /// Do nothing for a while.
        case pause(milliseconds: Int32)
        /// Do nothing until the client, or the server, goes away.
        case hang
    }

    let port: Int
    private let listener: Int32
    private struct Seen {
        var requests: [String] = []
        var connections: [Int32] = []
        var isStopped = false
    }
    private let seen = Mutex(Seen())

    /// A server on a free port of 127.0.0.1. The last script serves every connection after those before it. Without
    /// any script nobody listens there, and the port is kept, so that no other test's server gets it.
    init(_ scripts: [Step]...) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isBound = withUnsafeMutableBytes(of: &address) { bytes in
            guard let base = bytes.baseAddress else { return false }
            let pointer = base.assumingMemoryBound(to: sockaddr.self)
            return bind(listener, pointer, size) == 0
                && (scripts.isEmpty || listen(listener, 16) == 0)
                && getsockname(listener, pointer, &size) == 0
        }
        try #require(isBound)
        port = Int(UInt16(bigEndian: address.sin_port))
        if !scripts.isEmpty { Self.onThread { self.accept(scripts) } }
    }

    /// What clients sent as requests, in order.
    var requests: [String] { seen.withLock(\.requests) }
    /// How many connections there were.
    var connectionCount: Int { seen.withLock(\.connections).count }

    func url(_ scheme: ServerURL.Scheme = .http, _ path: String = "/mopidy/rpc") -> ServerURL {
        ServerURL(scheme: scheme, host: "127.0.0.1", port: port, path: path)
    }

    /// Ends every connection and takes no more.
    func stop() {
        seen.withLock { seen in
            seen.isStopped = true
            shutdown(listener, Int32(SHUT_RDWR))
            for number in seen.connections { shutdown(number, Int32(SHUT_RDWR)) }
        }
    }

    /// A serial queue of its own has a thread of its own, however many others are blocked.
    private static func onThread(_ work: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "scripted server").async(execute: work)
    }

    /// Ends every connection there is, and takes more.
    func cut() {
        seen.withLock { for number in $0.connections { shutdown(number, Int32(SHUT_RDWR)) } }
    }

    private func accept(_ scripts: [[Step]]) {
        var index = 0
        while true {
            let number = Glibc.accept(listener, nil, nil)
            guard number >= 0 else { break }
            var on: Int32 = 1
            setsockopt(number, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
            let isStopped = seen.withLock { seen in
                seen.connections.append(number)
                return seen.isStopped
            }
            guard !isStopped else { break }
            let script = scripts[min(index, scripts.count - 1)]
            index += 1
            Self.onThread { ScriptedConnection(number: number, server: self).run(script) }
        }
        close(listener)
    }

    fileprivate func note(_ request: String) {
        seen.withLock { $0.requests.append(request) }
    }
}

/// One connection of a scripted server.
private final class ScriptedConnection {
    private let number: Int32
    private let server: ScriptedServer
    private var input: [UInt8] = []
    private var lastRequest = ""

    init(number: Int32, server: ScriptedServer) {
        self.number = number
        self.server = server
    }

    func run(_ script: [ScriptedServer.Step]) {
        for step in script where !carryOut(step) { break }
        // The descriptor itself stays open: its number could be given to another while the server stops this one.
        shutdown(number, Int32(SHUT_RDWR))
    }

    /// false when the connection is over.
    private func carryOut(_ step: ScriptedServer.Step) -> Bool {
        switch step {
        case .readRequest: return readRequest()
        case .write(let bytes): return write(bytes)
        case .pause(let milliseconds): return poll(nil, 0, milliseconds) == 0
        case .writeBytewise(let bytes): return bytes.allSatisfy { write([$0]) }
        case .acceptWebSocket(let bytewise):
            guard readRequest() else { return false }
            let answer = handshakeAnswer()
            return bytewise ? answer.allSatisfy { write([$0]) } : write(answer)
        case .answerFrames(let answer):
            while let text = readFrame() {
                for reply in answer(text) where !write(serverFrame(reply)) { return false }
            }
            return false
        case .answerPosts(let answer):
            while readRequest() {
                let body = answer(lastRequest.split(separator: "\r\n\r\n").last.map(String.init) ?? "")
                guard write(httpAnswer(200, "application/json", body)) else { return false }
            }
            return false
        case .hang:
            while fill() {}
            return false
        }
    }

    private func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    /// Reads more; false at the end.
    private func fill() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(number, &buffer, buffer.count, 0)
        guard count > 0 else { return false }
        input += buffer[..<count]
        return true
    }

    private func take(_ count: Int) -> [UInt8]? {
        while input.count < count { guard fill() else { return nil } }
        defer { input.removeFirst(count) }
        return Array(input[..<count])
    }

    private func readRequest() -> Bool {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard let byte = take(1) else { return false }
            head += byte
        }
        let text = String(decoding: head, as: UTF8.self)
        let length = text.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
            .flatMap { Int($0.split(separator: " ").last ?? "") }
        guard let body = take(length ?? 0) else { return false }
        lastRequest = text + String(decoding: body, as: UTF8.self)
        server.note(lastRequest)
        return true
    }

    private func handshakeAnswer() -> [UInt8] {
        let line = lastRequest.split(separator: "\r\n").first { $0.hasPrefix("Sec-WebSocket-Key: ") }
        let key = line?.split(separator: " ").last.map(String.init) ?? ""
        return Array(
            ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Accept: \(WebSocketHandshake.accept(for: key))\r\n\r\n").utf8)
    }

    /// The text of a client's frame; nil when it closes.
    private func readFrame() -> String? {
        guard let head = take(2), head[0] & 0x0F != 8 else { return nil }
        let extra = head[1] & 0x7F == 126 ? 2 : head[1] & 0x7F == 127 ? 8 : 0
        guard let long = take(extra) else { return nil }
        let length = extra == 0 ? Int(head[1] & 0x7F) : long.reduce(0) { $0 << 8 | Int($1) }
        guard let key = take(4), let payload = take(length) else { return nil }
        return String(decoding: payload.enumerated().map { $1 ^ key[$0 % 4] }, as: UTF8.self)
    }
}

/// A whole HTTP answer.
func httpAnswer(_ status: Int, _ type: String, _ body: String, extra: String = "") -> [UInt8] {
    Array(
        ("HTTP/1.1 \(status) Words\r\nContent-Type: \(type)\r\n\(extra)"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)").utf8)
}

/// A server's text frame, unmasked.
func serverFrame(_ text: String) -> [UInt8] {
    let payload = Array(text.utf8)
    switch payload.count {
    case ..<126: return [0x81, UInt8(payload.count)] + payload
    case ..<65_536: return [0x81, 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)] + payload
    default:
        return [0x81, 127] + stride(from: 56, through: 0, by: -8).map { UInt8(payload.count >> $0 & 0xFF) }
            + payload
    }
}

/// Answers to JSON-RPC requests as groove writes them: each method's result is looked up, and is null otherwise.
/// The results that the next call finds can be changed meanwhile.
final class FakeMopidy: Sendable {
    private let results: Mutex<[String: String]>
    private let calls = Mutex<[[String]]>([])

    init(_ results: [String: String] = [:]) {
        self.results = Mutex(results)
    }

    /// The methods of each message so far.
    var messages: [[String]] { calls.withLock { $0 } }

    func set(_ method: String, to result: String) {
        results.withLock { $0[method] = result }
    }

    func answer(_ text: String) -> String {
        let requests = text.split(separator: "{\"id\":").dropFirst(text.hasPrefix("[") ? 1 : 0).map {
            request in
            let id = request.prefix { $0 != "," }
            let method = request.split(separator: "\"method\":\"").last?.prefix { $0 != "\"" } ?? ""
            return (String(id), String(method))
        }
        calls.withLock { $0.append(requests.map(\.1)) }
        let known = results.withLock { $0 }
        let answers = requests.map { id, method in
            let result = known[method] ?? "null"
            let member =
                result.hasPrefix("error:") ? "\"error\":\(result.dropFirst(6))" : "\"result\":\(result)"
            return "{\"jsonrpc\":\"2.0\",\"id\":\(id),\(member)}"
        }
        return text.hasPrefix("[") ? "[\(answers.joined(separator: ","))]" : answers.joined()
    }
}
