/// A client's WebSocket connection (RFC 6455), from the handshake to the end: bytes and time in, actions out.
///
/// The owner hands in what was read, then calls `next` until it returns nil, carrying out each action before it
/// asks for the one after it: a message is delivered before the frame behind it is looked at.
public struct WebSocketMachine: Sendable {
    /// What the owner has to do.
    public enum Action: Sendable, Equatable {
        /// Write these bytes.
        case send([UInt8])
        /// The handshake is done; messages may be sent.
        case opened
        case deliver(WebSocketMessage)
        /// The closing handshake is done: wait for the server to close TCP, or close it.
        case finish(WebSocketClosure)
        /// Close TCP; what was to be sent to the peer before has been returned.
        case fail(WebSocketFailure)
    }

    /// How long to wait for what, and how much to take.
    public struct Limits: Sendable, Equatable {
        /// The longest message.
        public var message = 32 << 20
        /// For the server's answer to the handshake.
        public var handshake = Duration.seconds(5)
        /// A ping is sent after this much silence: well below the minute after which nginx cuts a connection.
        public var pingAfter = Duration.seconds(20)
        /// After a ping, and after a Close.
        public var answer = Duration.seconds(10)

        /// As a house needs it.
        public init() {}
    }

    enum State: Sendable, Equatable {
        /// Waiting for the answer to the handshake.
        case awaitingHandshake(until: MonotonicTime)
        /// Waiting for anything; a ping is due at `pingAt`.
        case open(pingAt: MonotonicTime)
        /// A ping was sent into the silence; something has to come by `until`.
        case awaitingPong(until: MonotonicTime)
        /// We sent a Close, and wait for the peer's.
        case closing(until: MonotonicTime)
        /// Over; nothing that comes matters.
        case ended
    }

    private(set) var state: State
    let limits: Limits
    private let handshake: WebSocketHandshake
    private var head = HTTPResponseHeadParser()
    private var input: [UInt8] = []
    private var frames: WebSocketFrameParser
    private var assembler: WebSocketMessageAssembler
    /// Whether the peer closed TCP.
    private var isAtEnd = false
    /// What has to be done next, before any more is parsed.
    private var queued: [Action] = []

    /// A connection that is made at `now`: TCP is there, and the handshake's request is being sent.
    public init(handshake: WebSocketHandshake, limits: Limits = Limits(), at now: MonotonicTime) {
        self.handshake = handshake
        self.limits = limits
        state = .awaitingHandshake(until: now + limits.handshake)
        frames = WebSocketFrameParser(limit: limits.message)
        assembler = WebSocketMessageAssembler(limit: limits.message)
        queued = [.send(handshake.request)]
    }

    /// Whether messages may be sent.
    public var isOpen: Bool {
        switch state {
        case .open, .awaitingPong: true
        case .awaitingHandshake, .closing, .ended: false
        }
    }

    /// When `timePassed` has to be called, unless something comes before.
    public var deadline: MonotonicTime? {
        switch state {
        case .awaitingHandshake(let until), .awaitingPong(let until), .closing(let until): until
        case .open(let pingAt): pingAt
        case .ended: nil
        }
    }

    /// Takes what was read.
    public mutating func received(_ bytes: some Sequence<UInt8>, at now: MonotonicTime) {
        switch state {
        case .awaitingHandshake:
            input.append(contentsOf: bytes)
        case .open, .awaitingPong:
            // Whatever comes shows that the peer lives.
            state = .open(pingAt: now + limits.pingAfter)
            frames.append(bytes)
        case .closing:
            frames.append(bytes)
        case .ended:
            break
        }
    }

    /// The next thing to do; nil until more is received or time passes.
    public mutating func next(
        at now: MonotonicTime, using generator: inout some RandomNumberGenerator
    ) -> Action? {
        while true {
            if !queued.isEmpty { return queued.removeFirst() }
            switch state {
            case .ended: return nil
            case .awaitingHandshake: if readHandshake(at: now) { continue }
            case .open, .awaitingPong, .closing: if readFrame(using: &generator) { continue }
            }
            guard isAtEnd else { return nil }
            // RFC 6455 §7.1.5: without a Close frame the closing was not clean.
            end(with: .connectionLost)
        }
    }

    /// The peer closed TCP. What came before that is still handed out.
    public mutating func endOfStream() {
        isAtEnd = true
    }

    /// The owner wants no more of it.
    public mutating func abandoned() {
        guard state != .ended else { return }
        end(with: .connectionLost)
    }

    /// Looks at the clock.
    public mutating func timePassed(at now: MonotonicTime, using generator: inout some RandomNumberGenerator)
    {
        guard let deadline, now >= deadline else { return }
        switch state {
        case .awaitingHandshake:
            end(with: .handshakeTimedOut)
        case .open:
            state = .awaitingPong(until: now + limits.answer)
            queued.append(.send(WebSocketFrame.encode(.ping, payload: [], using: &generator)))
        case .awaitingPong:
            end(with: .silent)
        case .closing:
            end(with: .connectionLost)
        case .ended:
            break
        }
    }

    /// The frame of a text message; nil unless the connection is open.
    public func frame(
        text: some Collection<UInt8>, using generator: inout some RandomNumberGenerator
    ) -> [UInt8]? {
        isOpen ? WebSocketFrame.encode(.text, payload: text, using: &generator) : nil
    }

    /// The frame of a message of either kind; nil unless the connection is open.
    public func frame(
        message: WebSocketMessage, using generator: inout some RandomNumberGenerator
    ) -> [UInt8]? {
        guard isOpen else { return nil }
        switch message {
        case .text(let bytes): return WebSocketFrame.encode(.text, payload: bytes, using: &generator)
        case .binary(let bytes): return WebSocketFrame.encode(.binary, payload: bytes, using: &generator)
        }
    }

    /// Begins the closing handshake (RFC 6455 §7.1.2).
    public mutating func closeRequested(
        code: WebSocketCloseCode, at now: MonotonicTime, using generator: inout some RandomNumberGenerator
    ) {
        switch state {
        case .open, .awaitingPong:
            queued.append(.send(Self.closeFrame(code, using: &generator)))
            state = .closing(until: now + limits.answer)
        case .awaitingHandshake:
            end(with: .connectionLost)
        case .closing, .ended:
            break
        }
    }
}

// MARK: - What came in

extension WebSocketMachine {
    /// Whether there is something to do now.
    private mutating func readHandshake(at now: MonotonicTime) -> Bool {
        guard !input.isEmpty else { return false }
        let bytes = input
        input = []
        switch head.received(bytes) {
        case .needMore:
            return false
        case .failed(let problem):
            end(with: .badHandshake(problem))
        case .head(let answer, let rest) where (100..<200).contains(answer.status) && answer.status != 101:
            // RFC 9110 §15.2: other interim answers are passed over. The handshake's deadline ends them.
            head = HTTPResponseHeadParser()
            input = rest
        case .head(let answer, let rest):
            opened(by: answer, rest: rest, at: now)
        }
        return true
    }

    private mutating func opened(by answer: HTTPResponseHead, rest: [UInt8], at now: MonotonicTime) {
        if let problem = handshake.problem(in: answer) {
            end(with: problem)
        } else {
            state = .open(pingAt: now + limits.pingAfter)
            queued.append(.opened)
            frames.append(rest)
        }
    }

    /// Whether there was a step to take.
    private mutating func readFrame(using generator: inout some RandomNumberGenerator) -> Bool {
        let outcome: WebSocketMessageAssembler.Outcome
        switch frames.next() {
        case .needMore: return false
        case .failed(let failure): outcome = .failed(failure)
        case .header(let header): outcome = assembler.began(header)
        case .payload(let bytes): outcome = assembler.received(bytes)
        case .end: outcome = assembler.ended()
        }
        act(on: outcome, using: &generator)
        return true
    }

    private mutating func act(
        on outcome: WebSocketMessageAssembler.Outcome, using generator: inout some RandomNumberGenerator
    ) {
        switch outcome {
        case .nothing, .pong:
            break
        case .message(let message):
            queued.append(.deliver(message))
        case .ping(let payload):
            // RFC 6455 §5.5.2, §5.5.3: a pong with the same payload, unless a Close has been sent.
            guard isOpen else { break }
            queued.append(.send(WebSocketFrame.encode(.pong, payload: payload, using: &generator)))
        case .close(let closure):
            peerClosed(closure, using: &generator)
        case .failed(let failure):
            failed(failure, using: &generator)
        }
    }

    /// RFC 6455 §5.5.1: a Close that was not sent in answer to ours is answered, usually with its own code.
    private mutating func peerClosed(
        _ closure: WebSocketClosure, using generator: inout some RandomNumberGenerator
    ) {
        if isOpen {
            queued.append(.send(Self.closeFrame(closure.code, using: &generator)))
        }
        state = .ended
        queued.append(.finish(closure))
    }

    /// RFC 6455 §7.1.7: say why, then close TCP.
    private mutating func failed(
        _ failure: WebSocketFailure, using generator: inout some RandomNumberGenerator
    ) {
        if isOpen, let code = failure.closeCode {
            queued.append(.send(Self.closeFrame(code, using: &generator)))
        }
        end(with: failure)
    }

    private mutating func end(with failure: WebSocketFailure) {
        state = .ended
        queued.append(.fail(failure))
    }

    /// Without a code the frame is empty.
    private static func closeFrame(
        _ code: WebSocketCloseCode?, using generator: inout some RandomNumberGenerator
    ) -> [UInt8] {
        let payload = code.map { [UInt8($0.rawValue >> 8), UInt8($0.rawValue & 0xFF)] } ?? []
        return WebSocketFrame.encode(.close, payload: payload, using: &generator)
    }
}
