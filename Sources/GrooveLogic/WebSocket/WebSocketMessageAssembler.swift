/// Puts messages together from frames: fragments, and the control frames that may stand between them.
struct WebSocketMessageAssembler: Sendable, Equatable {
    /// What a frame, or a piece of one, led to.
    enum Outcome: Sendable, Equatable {
        case nothing
        case message(WebSocketMessage)
        case ping([UInt8])
        case pong
        case close(WebSocketClosure)
        case failed(WebSocketFailure)
    }

    private enum State: Sendable, Equatable {
        /// Waiting for a frame that begins a message.
        case betweenMessages
        /// In the middle of a message of this kind.
        case inMessage(isText: Bool)
    }

    private var state = State.betweenMessages
    /// The frame that is being received.
    private var frame: WebSocketFrameHeader?
    private var message: [UInt8] = []
    private var control: [UInt8] = []
    private var validator = UTF8Validator()
    /// The longest message that is taken.
    private let limit: Int

    /// An assembler between messages.
    init(limit: Int) {
        self.limit = limit
    }

    /// A frame begins; its payload has not come yet.
    mutating func began(_ header: WebSocketFrameHeader) -> Outcome {
        frame = header
        switch (header.opcode, state) {
        case (.continuation, .betweenMessages):
            // RFC 6455 §5.4: a continuation continues something.
            return .failed(.protocolError("a continuation of nothing"))
        case (.text, .inMessage), (.binary, .inMessage):
            // RFC 6455 §5.4: the fragments of one message are not interleaved with those of another.
            return .failed(.protocolError("a new message inside a fragmented one"))
        case (.text, _):
            state = .inMessage(isText: true)
        case (.binary, _):
            state = .inMessage(isText: false)
        case (.continuation, _):
            break
        case (.close, _), (.ping, _), (.pong, _):
            control.removeAll(keepingCapacity: true)
            return .nothing
        }
        return header.length > limit - message.count ? .failed(.tooLarge(limit: limit)) : .nothing
    }

    /// More of the present frame's payload.
    mutating func received(_ bytes: ArraySlice<UInt8>) -> Outcome {
        guard let frame else { preconditionFailure("payload without a frame") }
        guard !frame.opcode.isControl else {
            control.append(contentsOf: bytes)
            return .nothing
        }
        message.append(contentsOf: bytes)
        // RFC 6455 §8.1, and as early as it can be told: text must be UTF-8.
        guard state != .inMessage(isText: true) || validator.accept(bytes) else {
            return .failed(.invalidText)
        }
        return .nothing
    }

    /// The present frame is whole.
    mutating func ended() -> Outcome {
        guard let frame else { preconditionFailure("the end of no frame") }
        self.frame = nil
        switch frame.opcode {
        case .close: return closed()
        case .ping: return .ping(control)
        case .pong: return .pong
        case .continuation, .text, .binary: return frame.isFinal ? finishMessage() : .nothing
        }
    }

    private mutating func finishMessage() -> Outcome {
        guard validator.isComplete else { return .failed(.invalidText) }
        let whole = message
        let isText = state == .inMessage(isText: true)
        message = []
        state = .betweenMessages
        return .message(isText ? .text(whole) : .binary(whole))
    }

    /// RFC 6455 §5.5.1: no body, or a code and a reason in UTF-8.
    private func closed() -> Outcome {
        guard !control.isEmpty else { return .close(WebSocketClosure(code: nil)) }
        guard control.count >= 2 else { return .failed(.protocolError("a close frame with half a code")) }
        let code = WebSocketCloseCode(rawValue: UInt16(control[0]) << 8 | UInt16(control[1]))
        guard code.isValidOnTheWire else {
            return .failed(.protocolError("a close code that may not be sent"))
        }
        var validator = UTF8Validator()
        let reason = control[2...]
        guard validator.accept(reason), validator.isComplete else { return .failed(.invalidText) }
        return .close(WebSocketClosure(code: code, reason: String(decoding: reason, as: UTF8.self)))
    }
}
