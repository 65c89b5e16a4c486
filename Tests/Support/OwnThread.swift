import Dispatch

/// Runs a task on a thread that blocks nobody else's.
///
/// The tasks of a process share one thread a core. A test that waits there for a program, a socket or a terminal holds
/// up every test that has a deadline.
public final class OwnThread: TaskExecutor {
    /// A serial queue of its own has a thread of its own, however many others are blocked.
    private let queue: DispatchQueue

    /// A thread for one test; `label` names it in a debugger.
    public init(label: String) {
        queue = DispatchQueue(label: label)
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        queue.async { job.runSynchronously(on: executor) }
    }

    /// Runs what blocks, or spins, on a thread of its own.
    public static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "blocking").async { continuation.resume(returning: work()) }
        }
    }
}
