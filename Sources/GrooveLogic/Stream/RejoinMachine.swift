/// Decides when to connect to the stream, to which of its addresses, when to try again, and when to give up.
public struct RejoinMachine: Sendable {
    /// What the listener is doing about its connection.
    public enum State: Sendable, Hashable {
        /// `started` has not been called.
        case idle
        /// An attempt is under way: awaits sound or a failure.
        case connecting
        /// Sound arrives since then.
        case streaming(since: MonotonicTime)
        /// Awaits the end of the pause between two attempts.
        case waiting(until: MonotonicTime, because: StreamFailure)
        /// Given up.
        case stopped(StreamFailure)
    }

    /// What is to be done now.
    public enum Action: Sendable, Hashable {
        /// Open the address with this index.
        case connect(candidate: Int)
        /// Call `waitEnded` at that time.
        case wait(until: MonotonicTime)
        /// Trying again is of no use.
        case giveUp(StreamFailure)
        case doNothing
    }

    public private(set) var state = State.idle
    /// Times a connection was opened after the one before had brought sound.
    public private(set) var reconnects: UInt64 = 0
    /// The first connection must have brought sound by then; nil: there is no hurry.
    public private(set) var deadline: MonotonicTime?

    /// What went wrong last, until sound arrives again.
    public private(set) var unresolved: StreamFailure?

    private let candidates: Int
    private let limit: Duration?
    private var candidate = 0
    private var hasStreamed = false
    private var failures = 0

    /// The first wait; it doubles with each failure in a row.
    static let firstWait = Duration.milliseconds(300)
    /// A server in the house is worth asking every few seconds.
    static let longestWait = Duration.seconds(5)
    /// A connection that held this long has forgotten the failures before it.
    static let stablePeriod = Duration.seconds(10)

    /// A listener with so many addresses. It waits for ever for the first sound if `firstConnectionLimit` is nil.
    public init(candidates: Int, firstConnectionLimit: Duration?) {
        self.candidates = max(1, candidates)
        limit = firstConnectionLimit
    }

    /// Listening begins.
    public mutating func started(at now: MonotonicTime) -> Action {
        guard state == .idle else { return .doNothing }
        deadline = limit.map { now + $0 }
        return connect()
    }

    /// The first frame of a connection was decoded.
    public mutating func soundArrived(at now: MonotonicTime) {
        guard state == .connecting else { return }
        hasStreamed = true
        deadline = nil
        unresolved = nil
        state = .streaming(since: now)
    }

    /// A connection came to nothing, or to its end.
    public mutating func failed(
        _ failure: StreamFailure, at now: MonotonicTime, using random: inout some RandomNumberGenerator
    ) -> Action {
        switch state {
        case .idle, .waiting, .stopped: return .doNothing
        case .connecting: break
        case .streaming(let since): if now - since >= Self.stablePeriod { failures = 0 }
        }
        unresolved = failure
        if !hasStreamed, isFinal(failure) { return giveUp(failure) }
        if !hasStreamed, case .refused = failure, candidate + 1 < candidates {
            candidate += 1
            unresolved = nil
            return connect()
        }
        let until = now + nextWait(using: &random)
        if let deadline, until >= deadline { return giveUp(failure) }
        if !hasStreamed { candidate = 0 }
        state = .waiting(until: until, because: failure)
        return .wait(until: until)
    }

    /// The pause between two attempts is over.
    public mutating func waitEnded(at now: MonotonicTime) -> Action {
        guard case .waiting(let until, _) = state else { return .doNothing }
        guard now >= until else { return .wait(until: until) }
        if hasStreamed { reconnects += 1 }
        return connect()
    }

    private mutating func connect() -> Action {
        state = .connecting
        return .connect(candidate: candidate)
    }

    private mutating func giveUp(_ failure: StreamFailure) -> Action {
        state = .stopped(failure)
        return .giveUp(failure)
    }

    /// Failures that another attempt would only repeat, unless the stream has worked before: then the server may
    /// be starting, or may still count the connection that just broke.
    private func isFinal(_ failure: StreamFailure) -> Bool {
        switch failure {
        case .notFLAC, .tls, .redirect: true
        default: failure.isRefusal
        }
    }

    /// 0.3, 0.6, 1.2 … 5 s, each up to a fifth shorter or longer so that listeners do not come in step.
    private mutating func nextWait(using random: inout some RandomNumberGenerator) -> Duration {
        let wait = min(Self.longestWait, Self.firstWait * (1 << min(failures, 5)))
        failures += 1
        return wait * Double.random(in: 0.8...1.2, using: &random)
    }
}
