public import Dispatch

/// Runs actors on a private dispatch queue, so that a socket's readiness and the actor's own code are on one queue
/// and a dispatch handler may touch the actor's state.
public final class QueueExecutor: SerialExecutor {
    /// The queue; sources and timers of the actors on this executor have to use it.
    public let queue: DispatchQueue

    /// An executor with a queue of its own; `label` names it in a debugger.
    public init(label: String) {
        queue = DispatchQueue(label: label)
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedSerialExecutor()
        queue.async { job.runSynchronously(on: executor) }
    }

    public func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}
