/// Decides when a connection is made, made again, and given up: one attempt at a time, never a storm of them.
///
/// The pauses double up to a limit and are jittered, so that a house's clients do not all come back at once. They
/// start again from the shortest only after a connection has been *stable*: a server that accepts and closes at
/// once is not a success.
public struct LinkMachine: Sendable, Equatable {
    /// What the owner has to do.
    public enum Action: Sendable, Equatable {
        /// Begin an attempt.
        case connect
        /// Call `timePassed` at that time.
        case wait(until: MonotonicTime)
        /// Make no more attempts until one is asked for.
        case giveUp
        case doNothing
    }

    /// How long the pauses are.
    public struct Policy: Sendable, Equatable {
        /// The first pause, before jitter.
        public var first = Duration.milliseconds(500)
        /// The longest pause.
        public var longest = Duration.seconds(30)
        /// How long a connection has to hold before the pauses start again from the first.
        public var stableAfter = Duration.seconds(10)

        /// As a house needs it.
        public init() {}
    }

    enum State: Sendable, Equatable {
        /// Waiting to be started.
        case idle
        /// An attempt is under way.
        case connecting
        /// The connection is up.
        case connected(since: MonotonicTime)
        /// Waiting for the next attempt's time.
        case waiting(until: MonotonicTime)
        /// Waiting for a person to ask for another attempt.
        case gaveUp
        /// Over.
        case closed
    }

    private(set) var state = State.idle
    /// Pauses since the last stable connection.
    private var failures = 0
    private let policy: Policy

    /// A link that has not been started.
    public init(policy: Policy = Policy()) {
        self.policy = policy
    }

    /// Somebody wants the connection.
    public mutating func started() -> Action {
        guard state == .idle else { return .doNothing }
        return connect()
    }

    /// The attempt succeeded.
    public mutating func connected(at now: MonotonicTime) {
        guard state == .connecting else { return }
        state = .connected(since: now)
    }

    /// The attempt failed. A refused password is not worth another one: it would be refused again.
    public mutating func failed(
        isWorthRetry: Bool, at now: MonotonicTime, using generator: inout some RandomNumberGenerator
    ) -> Action {
        guard state == .connecting else { return .doNothing }
        guard isWorthRetry else {
            state = .gaveUp
            return .giveUp
        }
        return wait(from: now, using: &generator)
    }

    /// A connection that was up has ended.
    public mutating func lost(
        at now: MonotonicTime, using generator: inout some RandomNumberGenerator
    ) -> Action {
        guard case .connected(let since) = state else { return .doNothing }
        if now - since >= policy.stableAfter { failures = 0 }
        return wait(from: now, using: &generator)
    }

    /// Looks at the clock.
    public mutating func timePassed(at now: MonotonicTime) -> Action {
        guard case .waiting(let until) = state else { return .doNothing }
        return now >= until ? connect() : .wait(until: until)
    }

    /// A person does not want to wait. An attempt that is under way is not joined by another.
    public mutating func retryRequested() -> Action {
        switch state {
        case .waiting, .gaveUp: connect()
        case .idle, .connecting, .connected, .closed: .doNothing
        }
    }

    /// Nobody wants the connection any more.
    public mutating func closeRequested() {
        state = .closed
    }

    private mutating func connect() -> Action {
        state = .connecting
        return .connect
    }

    private mutating func wait(
        from now: MonotonicTime, using generator: inout some RandomNumberGenerator
    ) -> Action {
        // Beyond ten doublings every pause is the longest one.
        let doubled = policy.first * (1 << min(failures, 10))
        failures += 1
        let pause = min(doubled, policy.longest) * Double.random(in: 0.5...1, using: &generator)
        state = .waiting(until: now + pause)
        return .wait(until: now + pause)
    }
}
