import CGrooveShims
import Dispatch
@preconcurrency import Glibc
public import GrooveLogic
import Synchronization

/// The terminal as a screen: raw keys in, frames out, and everything put back whatever ends the process.
///
/// Put back means: on `close`, `exit`, SIGTERM, SIGHUP, SIGINT, SIGQUIT, Ctrl-Z, and crashes of Swift or C. SIGKILL
/// cannot be helped (`reset` can). Frames are written on a queue of their own, so that a terminal that takes nothing
/// never holds up who draws; keys and signals arrive on another.
public final class Terminal: Sendable {
    private struct Output {
        /// Nothing is written while this is false: stopped or closed.
        var isOpen = true
        var isWriting = false
        /// Somebody asked while a frame was being written, and is told when it is done.
        var isAwaited = false
    }

    /// Alternate screen, no cursor, no wrapping at the edge, pastes told apart from keys.
    private static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h\u{1B}[0m\u{1B}[2J"
    /// The same, undone; also ends a frame that was cut short.
    private static let leave = "\u{1B}[?2026l\u{1B}[0m\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    /// Between pieces of this size, a writer looks whether it is to stop.
    private static let pieceSize = 4096
    /// Events that nobody fetched; beyond this, the oldest keys are forgotten.
    private static let eventLimit = 1024

    /// Keys, sizes, signals. For one reader.
    public let events: AsyncStream<TerminalEvent>
    private let continuation: AsyncStream<TerminalEvent>.Continuation
    private let input: Int32
    private let output: Int32
    private let notices: NoticePipe
    private let inputQueue = DispatchQueue(label: "groove.terminal.input", qos: .userInteractive)
    private let outputQueue = DispatchQueue(label: "groove.terminal.output", qos: .userInteractive)
    /// Guarded by itself; used on `inputQueue` alone.
    private let decoder = Mutex(KeyDecoder())
    private let state = Mutex(Output())
    private let sources = Mutex<[any DispatchSourceRead]>([])

    /// Whether both standard input and output are terminals.
    public static func isInteractive() -> Bool {
        isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    }

    /// Takes the terminal of standard input and output over. One at a time.
    public convenience init() throws(TerminalError) {
        try self.init(input: STDIN_FILENO, output: STDOUT_FILENO)
    }

    /// Takes a terminal over that is open already.
    init(input: Int32, output: Int32) throws(TerminalError) {
        guard isatty(input) == 1, isatty(output) == 1 else { throw .notATerminal }
        let notices = try NoticePipe()
        // Before the first property is set: after the last, a throw would run the deinit, which ends another's guard.
        let code = Self.begin(input: input, output: output, notify: notices.writeEnd)
        guard code == 0 else { throw code == EBUSY ? .inUse : .system(operation: "set-up", code: code) }
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.eventLimit))
        self.input = input
        self.output = output
        self.notices = notices
        sources.withLock { $0 = activateSources() }
    }

    deinit {
        close()
    }

    /// The present size; 80x24 where the terminal does not know.
    public var size: ScreenSize {
        var columns: Int32 = 0
        var rows: Int32 = 0
        groove_terminal_size(output, &columns, &rows)
        guard columns > 0, rows > 0 else { return ScreenSize(columns: 80, rows: 24) }
        return ScreenSize(columns: Int(columns), rows: Int(rows))
    }

    /// Whether a frame may be written. False promises a `drained` event: draw then, and only the newest.
    public var isReady: Bool {
        state.withLock { state in
            if state.isWriting { state.isAwaited = true }
            return state.isOpen && !state.isWriting
        }
    }

    /// Writes a whole frame, without waiting for it. Only when `isReady`: frames build on each other.
    public func write(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        let mayWrite = state.withLock { state in
            guard state.isOpen else { return false }
            state.isWriting = true
            return true
        }
        guard mayWrite else { return }
        outputQueue.async { [self] in
            writeAll(bytes)
            let isAwaited = state.withLock { state in
                state.isWriting = false
                defer { state.isAwaited = false }
                return state.isAwaited
            }
            if isAwaited { continuation.yield(.drained) }
        }
    }

    /// Puts the terminal back and stops the process (and its group) as Ctrl-Z does. `continued` follows.
    public func suspend() {
        state.withLock { $0.isOpen = false }
        // Behind the frame that is being written, if it gets anywhere.
        inputQueue.async { [self] in
            waitForWriter()
            groove_terminal_guard_suspend()
        }
    }

    /// Puts the terminal back, for good. May be called again; takes a third of a second when the terminal is stuck.
    public func close() {
        state.withLock { $0.isOpen = false }
        waitForWriter()
        groove_terminal_guard_end()
        let sources = sources.withLock { sources in
            defer { sources = [] }
            return sources
        }
        for source in sources { source.cancel() }
        continuation.finish()
    }

    // MARK: - Output

    private static func begin(input: Int32, output: Int32, notify: Int32) -> Int32 {
        groove_terminal_guard_begin(input, output, notify, enter, enter.utf8.count, leave, leave.utf8.count)
    }

    private func writeAll(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty, state.withLock(\.isOpen), groove_terminal_guard_is_entered() != 0 {
            let piece = rest.prefix(Self.pieceSize)
            let count = piece.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Somebody else set the terminal to non-blocking; that is shared.
                _ = groove_poll(output, POLLOUT, 1000)
            } else if errno != EINTR {
                continuation.yield(.closed)
                return
            }
        }
    }

    /// A writer that the terminal holds up is woken by the guard, which flushes the terminal's queue.
    private func waitForWriter() {
        let done = DispatchSemaphore(value: 0)
        outputQueue.async { done.signal() }
        _ = done.wait(timeout: .now() + .milliseconds(100))
    }

    // MARK: - Input

    private func activateSources() -> sending [any DispatchSourceRead] {
        let keys = DispatchSource.makeReadSource(fileDescriptor: input, queue: inputQueue)
        keys.setEventHandler { [weak self] in self?.readKeys() }
        let signals = DispatchSource.makeReadSource(fileDescriptor: notices.readEnd, queue: inputQueue)
        signals.setEventHandler { [weak self] in self?.readNotices() }
        // The pipe has to stay open until the source has let go of it.
        signals.setCancelHandler { [notices] in withExtendedLifetime(notices) {} }
        keys.activate()
        signals.activate()
        return [keys, signals]
    }

    private func readKeys() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes { read(input, $0.baseAddress, $0.count) }
        guard count > 0 else {
            if count < 0, errno == EINTR || errno == EAGAIN { return }
            sources.withLock { $0.first?.cancel() }
            continuation.yield(.closed)
            return
        }
        let now = MonotonicTime.now
        let (pressed, deadline) = decoder.withLock { decoder in
            (decoder.received(buffer.prefix(count), at: now), decoder.deadline)
        }
        for key in pressed { continuation.yield(.key(key)) }
        if let deadline { callBack(in: deadline - now) }
    }

    private func callBack(in delay: Duration) {
        inputQueue.asyncAfter(deadline: .now() + .milliseconds(delay.wholeMilliseconds + 1)) { [weak self] in
            guard let self else { return }
            let pressed = decoder.withLock { $0.timePassed(at: .now) }
            for key in pressed { continuation.yield(.key(key)) }
        }
    }

    private func readNotices() {
        for signal in notices.read() {
            switch signal {
            case SIGWINCH: continuation.yield(.resized(size))
            case SIGCONT: reenter()
            default: continuation.yield(.endRequested(signal: signal))
            }
        }
    }

    private func reenter() {
        guard !sources.withLock({ $0.isEmpty }) else { return }
        decoder.withLock { $0 = KeyDecoder() }
        guard groove_terminal_guard_enter() == 0 else {
            continuation.yield(.closed)
            return
        }
        state.withLock { $0.isOpen = true }
        continuation.yield(.continued(size))
    }
}
