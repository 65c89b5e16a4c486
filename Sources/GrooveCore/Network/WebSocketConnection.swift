import Dispatch
public import GrooveLogic

/// A WebSocket over a TCP connection: what `WebSocketMachine` decides is carried out here.
///
/// It is a pull: nothing is read from the network while nobody asks for a message.
public actor WebSocketConnection {
    /// What `receive` returns.
    public enum Input: Sendable, Equatable {
        case message(WebSocketMessage)
        /// Ended by a closing handshake; nothing more will come.
        case closed(WebSocketClosure)
        /// Ended otherwise; nothing more will come.
        case failed(WebSocketFailure)
    }

    /// How much is read at once.
    private static let chunk = 65_536
    /// What may wait to be sent: a peer that only asks for pongs and reads none has had its time.
    private static let outboxLimit = 1 << 20
    /// How long an ended connection is kept, for the peer to read our last words and to close first.
    private static let linger = Duration.seconds(1)

    private nonisolated let executor: QueueExecutor
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private var machine: WebSocketMachine
    private var generator = SystemRandomNumberGenerator()
    /// nil: TCP is closed.
    private var channel: (any ByteChannel)?
    private var reading: ReadinessSource?
    private var writing: ReadinessSource?
    private var timer: DeadlineTimer?
    private var outbox: ArraySlice<UInt8> = []
    /// How the connection ended; nil while it has not.
    private var ending: Input?
    private var lingersUntil: MonotonicTime?
    private var opener: CheckedContinuation<Void, Never>?
    private var receiver: CheckedContinuation<Input, Never>?
    private var isOpened = false

    private init(machine: WebSocketMachine, channel: any ByteChannel, executor: QueueExecutor) {
        self.machine = machine
        self.channel = channel
        self.executor = executor
    }

    /// Connects, and returns when messages can be sent; all within `timeout`.
    public static func open(
        _ url: ServerURL, access: Access = Access(), limits: WebSocketMachine.Limits = .init(),
        timeout: Duration = .seconds(5), caFile: String? = nil, on executor: QueueExecutor
    ) async throws(TransportFailure) -> WebSocketConnection {
        let deadline = MonotonicTime.now + timeout
        let channel = try await SocketConnector.connect(to: url, deadline: deadline, caFile: caFile).get()
        var generator = SystemRandomNumberGenerator()
        let handshake = WebSocketHandshake(url: url, headers: access.headerLines, using: &generator)
        let now = MonotonicTime.now
        var limits = limits
        limits.handshake = max(.zero, deadline - now)
        let machine = WebSocketMachine(handshake: handshake, limits: limits, at: now)
        let connection = WebSocketConnection(machine: machine, channel: channel, executor: executor)
        if let failure = await connection.begin() {
            throw TransportFailure(url: url, kind: .init(failure))
        }
        return connection
    }

    /// The next message, or how the connection ended. One caller at a time.
    public func receive() async -> Input {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                precondition(receiver == nil, "two callers receive from one connection")
                receiver = continuation
                pump()
            }
        } onCancel: {
            executor.queue.async { self.assumeIsolated { $0.abort() } }
        }
    }

    /// Sends a message; false when the connection is not open (any more).
    @discardableResult
    public func send(_ message: WebSocketMessage) -> Bool {
        guard let frame = machine.frame(message: message, using: &generator) else { return false }
        outbox += frame
        flush()
        return true
    }

    /// Begins the closing handshake; `receive` returns its end.
    public func close(code: WebSocketCloseCode = .normal) {
        machine.closeRequested(code: code, at: .now, using: &generator)
        pump()
    }

    /// Ends the connection at once.
    public func abort() {
        machine.abandoned()
        pump()
        closeSocket()
    }
}

// MARK: - Carrying out

extension WebSocketConnection {
    /// Sends the handshake and waits for its end; nil when the connection is open.
    private func begin() async -> WebSocketFailure? {
        guard let channel else { return .connectionLost }
        let queue = executor.queue
        timer = DeadlineTimer(queue: queue) { [weak self] in self?.assumeIsolated { $0.alarm() } }
        reading = .reading(channel, queue: queue) { [weak self] in self?.assumeIsolated { $0.readable() } }
        await withCheckedContinuation { continuation in
            opener = continuation
            pump()
        }
        if case .failed(let failure) = ending, !isOpened { return failure }
        return nil
    }

    /// Whether somebody waits for what the machine will say next.
    private var isAwaited: Bool { opener != nil || receiver != nil || !machine.isOpen }

    private func pump() {
        if let ending { answer(with: ending) }
        while isAwaited, let action = machine.next(at: .now, using: &generator) { perform(action) }
        if isAwaited { resumeReading() } else { reading?.pause() }
        timer?.set([machine.deadline, lingersUntil].compactMap { $0 }.min())
    }

    private func perform(_ action: WebSocketMachine.Action) {
        switch action {
        case .send(let bytes):
            outbox += bytes
            flush()
            if outbox.count > Self.outboxLimit { machine.abandoned() }
        case .opened:
            isOpened = true
            opener?.resume()
            opener = nil
        case .deliver(let message): answer(with: .message(message))
        case .finish(let closure): end(as: .closed(closure))
        case .fail(let failure): end(as: .failed(failure))
        }
    }

    private func answer(with input: Input) {
        receiver?.resume(returning: input)
        receiver = nil
    }

    /// The peer may still have to read what we sent last: closing TCP with unread bytes in it would take that
    /// away from it. So only our half is closed, until the peer closes its own or a moment has passed.
    private func end(as ending: Input) {
        self.ending = ending
        opener?.resume()
        opener = nil
        answer(with: ending)
        lingersUntil = .now + Self.linger
        if case .failed = ending, outbox.isEmpty { channel?.finishSending() }
    }

    private func closeSocket() {
        reading = nil
        writing = nil
        channel = nil
        lingersUntil = nil
        timer = nil
    }

    private func alarm() {
        if let lingersUntil, MonotonicTime.now >= lingersUntil { return closeSocket() }
        machine.timePassed(at: .now, using: &generator)
        pump()
    }

    private func readable() {
        do throws(SystemError) {
            while let channel {
                guard let bytes = try Self.read(channel) else { return }
                if bytes.isEmpty { return endOfStream() }
                machine.received(bytes, at: .now)
                pump()
                // What a channel holds inside has to be fetched now, or when somebody asks for it.
                guard channel.mayHoldBytes, isAwaited else { return }
            }
        } catch {
            endOfStream()
        }
    }

    /// Reads on, after a while in which nobody asked for anything.
    private func resumeReading() {
        guard let reading, reading.isPaused else { return }
        reading.resume()
        if channel?.mayHoldBytes == true {
            executor.queue.async { [weak self] in self?.assumeIsolated { $0.readable() } }
        }
    }

    private func endOfStream() {
        // What came before the end is still handed out, message by message.
        reading = nil
        machine.endOfStream()
        pump()
        if ending != nil { closeSocket() }
    }

    /// Empty at the end of the stream, nil when there is nothing yet.
    private static func read(_ channel: any ByteChannel) throws(SystemError) -> [UInt8]? {
        var problem: SystemError?
        var isNothing = false
        let bytes = [UInt8](unsafeUninitializedCapacity: chunk) { buffer, count in
            do throws(SystemError) {
                let got = try channel.read(into: UnsafeMutableRawBufferPointer(buffer))
                isNothing = got == nil
                count = got ?? 0
            } catch {
                problem = error
            }
        }
        if let problem { throw problem }
        return isNothing ? nil : bytes
    }

    private func flush() {
        guard let channel else { return outbox = [] }
        do throws(SystemError) {
            while !outbox.isEmpty, let sent = try channel.send(outbox) { outbox = outbox.dropFirst(sent) }
        } catch {
            // What came in before the peer went may still be read; reading will come to the end of it.
            outbox = []
        }
        guard !outbox.isEmpty else { return writing = nil }
        if writing == nil {
            let queue = executor.queue
            writing = .writing(channel, queue: queue) { [weak self] in self?.assumeIsolated { $0.flush() }
            }
        }
    }
}

extension TransportFailure.Kind {
    /// A WebSocket's failure, in the words that all connections share.
    init(_ failure: WebSocketFailure) {
        switch failure {
        case .refused(let head):
            let info = HTTPAnswerInfo(
                contentType: head.values("Content-Type").first, location: head.values("Location").first)
            self = .status(head.status, info)
        case .badHandshake(let what): self = .badProtocol("the answer to the handshake has \(what)")
        case .protocolError(let what): self = .badProtocol(what)
        case .invalidText: self = .badProtocol("a text that is not UTF-8")
        case .tooLarge(let limit): self = .tooLarge(limit: limit)
        case .connectionLost: self = .connectionLost("the server closed the connection")
        case .silent, .handshakeTimedOut: self = .deadlinePassed
        }
    }
}
