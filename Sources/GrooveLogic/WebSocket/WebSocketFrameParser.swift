/// What a frame says before its payload.
struct WebSocketFrameHeader: Sendable, Equatable {
    var opcode: WebSocketOpcode
    /// Whether this is a message's last frame.
    var isFinal: Bool
    /// Bytes of payload that follow.
    var length: Int
}

/// Takes a server's frames out of bytes, however they are cut up.
///
/// A frame is refused as soon as its header is known: nothing is kept, and no room is made, for a payload that
/// would be refused. Payload is handed on as it comes, so that wrong text can be told at its first wrong byte.
struct WebSocketFrameParser: Sendable, Equatable {
    /// One step.
    enum Step: Sendable, Equatable {
        /// A frame begins.
        case header(WebSocketFrameHeader)
        /// The next bytes of its payload.
        case payload(ArraySlice<UInt8>)
        /// The frame is whole.
        case end
        /// More bytes are needed first.
        case needMore
        /// The peer broke the protocol; nothing after this can be understood.
        case failed(WebSocketFailure)
    }

    private enum State: Sendable, Equatable {
        /// Waiting for a whole header.
        case awaitingHeader
        /// Waiting for this many more bytes of payload.
        case awaitingPayload(remaining: Int)
        /// The peer broke the protocol.
        case broken(WebSocketFailure)
    }

    private var state = State.awaitingHeader
    private var input = ByteQueue()
    /// The longest payload of a data frame that is taken.
    private let limit: Int

    /// A parser at the start of the first frame.
    init(limit: Int) {
        self.limit = limit
    }

    /// Adds what came in.
    mutating func append(_ bytes: some Sequence<UInt8>) {
        input.append(bytes)
    }

    /// The next step that the bytes allow.
    mutating func next() -> Step {
        switch state {
        case .awaitingHeader: parseHeader()
        case .awaitingPayload(remaining: 0): endFrame()
        case .awaitingPayload(let remaining): takePayload(remaining)
        case .broken(let failure): .failed(failure)
        }
    }

    private mutating func endFrame() -> Step {
        state = .awaitingHeader
        return .end
    }

    private mutating func takePayload(_ remaining: Int) -> Step {
        guard !input.isEmpty else { return .needMore }
        let chunk = input.bytes.prefix(remaining)
        input.drop(chunk.count)
        state = .awaitingPayload(remaining: remaining - chunk.count)
        return .payload(chunk)
    }

    private mutating func parseHeader() -> Step {
        switch readHeader() {
        case .success(nil): return .needMore
        case .success(let header?):
            state = .awaitingPayload(remaining: header.length)
            return .header(header)
        case .failure(let failure):
            state = .broken(failure)
            return .failed(failure)
        }
    }

    /// Checks each byte of a header as soon as it is there; nil when more are needed.
    private mutating func readHeader() -> Result<WebSocketFrameHeader?, WebSocketFailure> {
        let bytes = input.bytes
        let start = bytes.startIndex
        guard let first = bytes.first else { return .success(nil) }
        // RFC 6455 §5.2: RSV bits must be 0 without an extension that uses them, and none was asked for.
        guard first & 0x70 == 0 else { return .failure(.protocolError("a reserved bit is set")) }
        guard let opcode = WebSocketOpcode(rawValue: first & 0x0F) else {
            return .failure(.protocolError("a reserved opcode"))
        }
        let isFinal = first & 0x80 != 0
        // RFC 6455 §5.5: control frames must not be fragmented.
        guard isFinal || !opcode.isControl else {
            return .failure(.protocolError("a control frame in pieces"))
        }
        guard bytes.count >= 2 else { return .success(nil) }
        let second = bytes[start + 1]
        // RFC 6455 §5.1: a client must close when a frame from the server is masked.
        guard second & 0x80 == 0 else { return .failure(.protocolError("a masked frame from the server")) }
        let code = Int(second)
        guard code <= webSocketControlPayloadLimit || !opcode.isControl else {
            return .failure(.protocolError("a control frame of more than 125 bytes"))
        }
        let extra = code == 126 ? 2 : code == 127 ? 8 : 0
        guard bytes.count >= 2 + extra else { return .success(nil) }
        let length = bytes[start + 2..<start + 2 + extra].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        return checkLength(extra == 0 ? UInt64(code) : length, extra: extra).map { length in
            input.drop(2 + extra)
            return WebSocketFrameHeader(opcode: opcode, isFinal: isFinal, length: length)
        }
    }

    /// RFC 6455 §5.2: the shortest form must be used, and the top bit of the long one must be 0.
    private func checkLength(_ length: UInt64, extra: Int) -> Result<Int, WebSocketFailure> {
        switch (extra, length) {
        case (2, ..<126), (8, ..<0x1_0000):
            .failure(.protocolError("a length that is not in its shortest form"))
        case (8, 0x8000_0000_0000_0000...):
            .failure(.protocolError("a length with its top bit set"))
        case (_, UInt64(limit + 1)...):
            .failure(.tooLarge(limit: limit))
        default:
            .success(Int(length))
        }
    }
}
