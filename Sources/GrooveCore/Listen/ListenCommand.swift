@preconcurrency import Dispatch
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
    private let verbosity: Verbosity

    /// How long a first connection may take, and a busy device be waited for.
    public static let firstConnectionLimit = Duration.seconds(15)
    public static let deviceLimit = Duration.seconds(10)

    /// A command with its options laid over the configuration.
    public init(
        options: ListenOptions, configuration: ListenerConfiguration, json: Bool,
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
            json: json, stats: options.printsStats, isQuiet: verbosity == .quiet,
            file: configuration.output == .standardOutput ? STDERR_FILENO : STDOUT_FILENO)
        for await status in listener.statuses {
            if let end = printer.print(status, while: { !requests.isAsked }) { requests.send(end) }
        }
        requests.send(nil)
        let asked = await ender.value
        let outcome = await listener.outcome()
        return (outcome == .stopped ? asked ?? .outcome(outcome) : .outcome(outcome), listener.status)
    }
}

/// Asks from outside to end: signals, time, a closed pipe. The first counts.
private final class EndRequests: Sendable {
    /// Where the requests of all are put.
    private final class Box: Sendable {
        let requests: AsyncStream<ListenCommand.End?>
        private let continuation: AsyncStream<ListenCommand.End?>.Continuation
        private let asked = Mutex(false)

        init() {
            (requests, continuation) = AsyncStream.makeStream()
        }

        var isAsked: Bool { asked.withLock { $0 } }

        func put(_ end: ListenCommand.End?) {
            asked.withLock { $0 = true }
            continuation.yield(end)
        }
    }

    private let box = Box()
    private let sources: [any DispatchSourceSignal]

    init() {
        let box = box
        sources = [SIGINT, SIGTERM, SIGHUP].map { Self.watch($0, box) }
    }

    deinit {
        for source in sources { source.cancel() }
    }

    /// Whether anybody has asked: from then on nothing is worth waiting for.
    var isAsked: Bool { box.isAsked }

    /// nil: it has ended by itself.
    func send(_ end: ListenCommand.End?) {
        box.put(end)
    }

    func first(after limit: Duration?) async -> ListenCommand.End? {
        let timer = limit.map { limit in
            Task {
                try await Task.sleep(for: limit)
                send(.timeOver)
            }
        }
        defer { timer?.cancel() }
        for await request in box.requests { return request }
        return nil
    }

    private static func watch(_ number: Int32, _ box: Box) -> any DispatchSourceSignal {
        // The source is installed asynchronously: a signal before that must not end the process.
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number)
        source.setEventHandler { box.put(number == SIGINT ? .interrupted : .toldToEnd) }
        source.resume()
        return source
    }
}

/// Prints statuses, a line each, at once.
private struct StatusPrinter {
    let json: Bool
    let stats: Bool
    let isQuiet: Bool
    let file: Int32
    private var told: ListenStatus.State?

    init(json: Bool, stats: Bool, isQuiet: Bool, file: Int32) {
        self.json = json
        self.stats = stats
        self.isQuiet = isQuiet
        self.file = file
    }

    /// Not nil: it cannot be printed, and so listening ends. `goesOn`: asked while the reader takes nothing.
    mutating func print(_ status: ListenStatus, while goesOn: () -> Bool) -> ListenCommand.End? {
        let isNew = told != status.state
        told = status.state
        if stats { return write(json ? status.json.text : status.statsLine, to: file, while: goesOn) }
        // The last line says why and comes from the end itself.
        guard isNew, !isQuiet, status.state != .unauthorized, status.state != .stopped else { return nil }
        // Without --stats, standard output is nobody's: a change of state is for the person who watches, and
        // that it cannot be told is no reason to stop the music.
        _ = write(status.changeLine, to: STDERR_FILENO, while: goesOn)
        return nil
    }

    private func write(_ line: String, to file: Int32, while goesOn: () -> Bool) -> ListenCommand.End? {
        switch WholeWrite.write(Array((line + "\n").utf8), to: file, while: goesOn) {
        case .written, .brokenOff: nil
        case .closed: .toldToEnd
        case .failed(let error): .cannotPrint(error)
        }
    }
}
