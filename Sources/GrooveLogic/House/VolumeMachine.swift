/// Keeps a volume slider steady between a person's hand and the house's echoes.
///
/// What the person sets shows at once. A held key sends no more than so many calls a second, one at a time, and
/// always ends on the last value. Mopidy tells every change to everyone, also to who made it, late and twice: what
/// is heard while an own change is fresh is kept back, and believed when the dust has settled.
public struct VolumeMachine: Sendable, Equatable {
    /// How often to send, and how long an own change counts as fresh.
    public struct Policy: Sendable, Equatable {
        /// Between two calls: at most twenty a second.
        public var interval = Duration.milliseconds(50)
        /// After the last answer. Mopidy's last echo comes up to 0.7 s after it.
        public var settling = Duration.seconds(1)

        /// As Mopidy needs it.
        public init() {}
    }

    enum State: Sendable, Equatable {
        /// Nothing of ours is under way.
        case settled
        /// A call with this value waits for its answer.
        case sending(Int)
        /// Answered; echoes may still come until then.
        case settling(until: MonotonicTime)
    }

    /// What the slider shows, 0-100; nil without a mixer.
    public private(set) var shown: Int?
    private(set) var state = State.settled
    /// What the house said last.
    private var heard: Int?
    /// The earliest time for the next call.
    private var nextSend: MonotonicTime?
    /// Whether `shown` has still to be sent.
    private var isUnsent = false
    private let policy: Policy

    /// A slider that shows what the house says.
    public init(volume: Int? = nil, policy: Policy = Policy()) {
        shown = volume
        heard = volume
        self.policy = policy
    }

    /// When `timePassed` has to be called.
    public var deadline: MonotonicTime? {
        switch state {
        case .sending: nil
        case .settled: isUnsent ? nextSend : nil
        case .settling(let until): isUnsent ? nextSend : until
        }
    }

    /// A person wants this volume. Returns the value to send now, if one is.
    public mutating func requested(_ volume: Int, at now: MonotonicTime) -> Int? {
        shown = min(max(volume, 0), 100)
        isUnsent = true
        return send(at: now)
    }

    /// A person wants it louder or quieter; nothing without a mixer.
    public mutating func requested(step: Int, at now: MonotonicTime) -> Int? {
        guard let shown else { return nil }
        return requested(shown + min(max(step, -100), 100), at: now)
    }

    /// The house took the value. Returns the next one to send now, if one is.
    public mutating func accepted(at now: MonotonicTime) -> Int? {
        guard case .sending(let volume) = state else { return nil }
        heard = volume
        state = .settling(until: now + policy.settling)
        return send(at: now)
    }

    /// The house refused, or did not answer: the slider goes back to what the house said last.
    public mutating func refused() {
        guard case .sending = state else { return }
        state = .settled
        isUnsent = false
        shown = heard
    }

    /// The house said, unasked or asked, what its volume is.
    public mutating func told(_ volume: Int?) {
        heard = volume.map { min(max($0, 0), 100) }
        if state == .settled, !isUnsent { shown = heard }
    }

    /// Looks at the clock. Returns the value to send now, if one is.
    public mutating func timePassed(at now: MonotonicTime) -> Int? {
        if let next = send(at: now) { return next }
        if case .settling(let until) = state, now >= until, !isUnsent {
            state = .settled
            shown = heard
        }
        return nil
    }

    private mutating func send(at now: MonotonicTime) -> Int? {
        if case .sending = state { return nil }
        guard isUnsent, let shown else { return nil }
        if let nextSend, now < nextSend { return nil }
        isUnsent = false
        nextSend = now + policy.interval
        state = .sending(shown)
        return shown
    }
}
