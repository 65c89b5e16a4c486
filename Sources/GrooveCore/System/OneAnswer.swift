import Synchronization

/// A place where a task waits for the first of several things to happen; what comes later is not heard.
final class OneAnswer<Value: Sendable>: Sendable {
    private let waiting: Mutex<CheckedContinuation<Value, Never>?>

    /// An answer that this continuation waits for.
    init(_ continuation: CheckedContinuation<Value, Never>) {
        waiting = Mutex(continuation)
    }

    /// Gives the answer, unless it has been given.
    func give(_ value: Value) {
        let continuation = waiting.withLock { waiting in
            let continuation = waiting
            waiting = nil
            return continuation
        }
        continuation?.resume(returning: value)
    }
}
