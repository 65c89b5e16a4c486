import Dispatch
import GrooveLogic

/// One alarm on a queue, moved as often as needed.
final class DeadlineTimer {
    private let source: any DispatchSourceTimer

    /// An alarm that is not set. `handler` runs on `queue`.
    init(queue: DispatchQueue, handler: @escaping @Sendable () -> Void) {
        source = DispatchSource.makeTimerSource(queue: queue)
        source.setEventHandler(handler: handler)
        source.schedule(deadline: .distantFuture)
        source.resume()
    }

    deinit {
        source.cancel()
    }

    /// Sets the alarm; nil: never.
    func set(_ time: MonotonicTime?) {
        guard let time else { return source.schedule(deadline: .distantFuture) }
        let delay = max(.zero, time - .now)
        // A millisecond more, so that the time has surely come when the alarm goes off.
        let milliseconds = min(delay.wholeMilliseconds, 86_400_000) + 1
        source.schedule(deadline: .now() + .milliseconds(milliseconds), leeway: .milliseconds(5))
    }
}
