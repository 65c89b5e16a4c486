@preconcurrency import Dispatch
@preconcurrency import Glibc
public import GrooveLogic

/// `groove listen`: plays until stopped, tells how it goes, and says in one line why it could not.
public struct ListenCommand: Sendable {
    /// What to print besides failures.
    public enum Verbosity: Sendable, Hashable {
        case quiet, normal
    }

    private let options: ListenOptions
    private let configuration: ListenerConfiguration
    private let json: Bool
    private let plain: Bool
    private let verbosity: Verbosity

    /// How long a first connection may take, and a busy device be waited for.
    public static let firstConnectionLimit = Duration.seconds(15)
    public static let deviceLimit = Duration.seconds(10)

    /// A command with its options laid over the configuration.
    public init(
        options: ListenOptions, configuration: ListenerConfiguration, json: Bool, plain: Bool = false,
        verbosity: Verbosity = .normal
    ) {
        var configuration = configuration
        if let device = options.device { configuration.output = .device(device) }
        if let output = options.output {
            configuration.output = output == "-" ? .standardOutput : .file(output)
        }
        if let buffer = options.buffer { configuration.buffer = buffer }
        configuration.firstConnectionLimit = options.waits ? nil : Self.firstConnectionLimit
        configuration.deviceLimit = Self.deviceLimit
        self.options = options
        self.configuration = configuration
        self.json = json
        self.plain = plain
        self.verbosity = verbosity
    }

    /// How it ended, for the exit code and the line on standard error.
    public enum End: Sendable, Hashable {
        case outcome(ListenOutcome)
        /// `--for` is over.
        case timeOver
        /// Ctrl-C.
        case interrupted
        /// SIGTERM, SIGHUP, or the reader of what is printed has gone.
        case toldToEnd
    }

    /// Listens until it is over; returns how it ended and the last status.
    public func run() async -> (end: End, status: ListenStatus) {
        signal(SIGPIPE, SIG_IGN)
        let listener = Listener(configuration: configuration)
        let requests = EndRequests()
        listener.start()
        let ender = Task {
            guard let end = await requests.first(after: options.duration) else { return nil as End? }
            await listener.stop()
            return end
        }
        var printer = StatusPrinter(
            json: json, plain: plain, stats: options.printsStats, isQuiet: verbosity == .quiet,
            file: configuration.output == .standardOutput ? STDERR_FILENO : STDOUT_FILENO)
        for await status in listener.statuses where !printer.print(status) { requests.send(.toldToEnd) }
        requests.send(nil)
        let asked = await ender.value
        let outcome = await listener.outcome()
        return (outcome == .stopped ? asked ?? .outcome(outcome) : .outcome(outcome), listener.status)
    }
}

/// Asks from outside to end: signals, time, a closed pipe. The first counts.
private final class EndRequests: Sendable {
    private let requests: AsyncStream<ListenCommand.End?>
    private let continuation: AsyncStream<ListenCommand.End?>.Continuation
    private let sources: [any DispatchSourceSignal]

    init() {
        let (requests, continuation) = AsyncStream<ListenCommand.End?>.makeStream()
        self.requests = requests
        self.continuation = continuation
        sources = [SIGINT, SIGTERM, SIGHUP].map { Self.watch($0, continuation) }
    }

    deinit {
        for source in sources { source.cancel() }
    }

    /// nil: it has ended by itself.
    func send(_ end: ListenCommand.End?) {
        continuation.yield(end)
    }

    func first(after limit: Duration?) async -> ListenCommand.End? {
        let timer = limit.map { limit in
            Task {
                try await Task.sleep(for: limit)
                send(.timeOver)
            }
        }
        defer { timer?.cancel() }
        for await request in requests { return request }
        return nil
    }

    private static func watch(
        _ number: Int32, _ continuation: AsyncStream<ListenCommand.End?>.Continuation
    ) -> any DispatchSourceSignal {
        // The source is installed asynchronously: a signal before that must not end the process.
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number)
        source.setEventHandler { continuation.yield(number == SIGINT ? .interrupted : .toldToEnd) }
        source.resume()
        return source
    }
}

/// Prints statuses, a line each, at once.
private struct StatusPrinter {
    let json: Bool
    let plain: Bool
    let stats: Bool
    let isQuiet: Bool
    let file: Int32
    private var told: ListenStatus.State?

    init(json: Bool, plain: Bool, stats: Bool, isQuiet: Bool, file: Int32) {
        self.json = json
        self.plain = plain
        self.stats = stats
        self.isQuiet = isQuiet
        self.file = file
    }

    /// False: nobody reads any more.
    mutating func print(_ status: ListenStatus) -> Bool {
        let isNew = told != status.state
        told = status.state
        if stats { return write((json ? status.json.text : status.statsLine(plain: plain)) + "\n", to: file) }
        // The last line says why and comes from the end itself.
        guard isNew, !isQuiet, status.state != .unauthorized, status.state != .stopped else { return true }
        // Without --stats, standard output is nobody's: a change of state is for the person who watches.
        return write(status.changeLine + "\n", to: STDERR_FILENO)
    }

    private func write(_ line: String, to file: Int32) -> Bool {
        let bytes = Array(line.utf8)
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(file, $0.baseAddress.map { $0 + done }, bytes.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }
}
