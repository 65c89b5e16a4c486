/// A value shown because a person asked for it, until the house says the same, or refuses.
///
/// Mopidy's answer may come before or after the event that tells the change, so an answer alone does not
/// end it: it stays until the house has told the value, or `patience` is over and the house is right.
struct Expectation<Value: Sendable & Hashable>: Sendable, Hashable {
    /// How long after the answer the event may take.
    static var patience: Duration { .seconds(2) }

    /// What is shown meanwhile.
    let value: Value
    /// The call it hangs on.
    let request: RequestID
    /// When the house accepted the call; nil while the answer is due.
    private(set) var answeredAt: MonotonicTime?

    init(_ value: Value, request: RequestID) {
        self.value = value
        self.request = request
    }

    /// When it ends by itself; nil while the answer is due (every call has a deadline of its own).
    var endsAt: MonotonicTime? {
        answeredAt.map { $0 + Self.patience }
    }

    /// The house accepted.
    mutating func answered(at now: MonotonicTime) {
        answeredAt = now
    }
}

/// Names one call of a session: grows, is never used again.
public struct RequestID: Sendable, Hashable {
    let number: Int
}
