import Dispatch

/// Work that blocks, kept away from the threads that tasks run on: there may be one of those alone.
enum BlockingWork {
    /// Runs `work` on a thread of its own. It has to end by itself: nothing here breaks it off.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "groove.work").async { continuation.resume(returning: work()) }
        }
    }
}
