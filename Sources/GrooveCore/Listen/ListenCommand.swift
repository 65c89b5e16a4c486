@preconcurrency import Glibc
public import GrooveLogic
import Synchronization

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
        /// What is to be printed cannot be written.
        case cannotPrint(SystemError)
    }

    /// Listens until it is over; returns how it ended and the last status.
    public func run() async -> (end: End, status: ListenStatus) {
        StandardStreams.ignoreBrokenPipes()
        let listener = Listener(configuration: configuration)
        let requests = EndRequests()
        let signals = SignalWatch([SIGINT, SIGTERM, SIGHUP])
        listener.start()
        let ender = Task {
            guard let end = await requests.first(or: signals, after: options.duration) else {
                return nil as End?
            }
            await listener.stop()
            return end
        }
        var printer = StatusPrinter(
            json: json, plain: plain, stats: options.printsStats, isQuiet: verbosity == .quiet,
            file: configuration.output == .standardOutput ? STDERR_FILENO : STDOUT_FILENO)
        for await status in listener.statuses {
            if let end = printer.print(status, unless: { requests.isAnswered }) { requests.send(end) }
        }
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
    /// Guarded by itself.
    private let answered = Mutex(false)

    init() {
        (requests, continuation) = AsyncStream.makeStream()
    }

    /// Whether it has ended, or is about to.
    var isAnswered: Bool { answered.withLock { $0 } }

    /// nil: it has ended by itself.
    func send(_ end: ListenCommand.End?) {
        continuation.yield(end)
    }

    func first(or signals: SignalWatch, after limit: Duration?) async -> ListenCommand.End? {
        let first = await withTaskGroup(of: ListenCommand.End?.self) { group in
            group.addTask { await self.requests.first { _ in true } ?? nil }
            group.addTask { await signals.first().map { $0 == SIGINT ? .interrupted : .toldToEnd } }
            if let limit {
                group.addTask { (try? await Task.sleep(for: limit)).map { .timeOver } }
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
        answered.withLock { $0 = true }
        return first
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

    /// Not nil: nobody reads any more, or nobody can.
    mutating func print(_ status: ListenStatus, unless isAbandoned: () -> Bool) -> ListenCommand.End? {
        let isNew = told != status.state
        told = status.state
        if stats {
            let line = json ? status.json.text : status.statsLine(plain: plain)
            return write(line, to: file, unless: isAbandoned)
        }
        // The last line says why and comes from the end itself.
        guard isNew, !isQuiet, status.state != .unauthorized, status.state != .stopped else { return nil }
        // Without --stats, standard output is nobody's: a change of state is for the person who watches, and that
        // it cannot be told is no reason to stop the music.
        _ = write(status.changeLine, to: STDERR_FILENO, unless: isAbandoned)
        return nil
    }

    private func write(_ line: String, to file: Int32, unless isAbandoned: () -> Bool) -> ListenCommand.End? {
        switch StandardStreams.write([line], to: file, unless: isAbandoned) {
        case .written, .abandoned: nil
        case .closed: .toldToEnd
        case .failed(let error): .cannotPrint(error)
        }
    }
}
