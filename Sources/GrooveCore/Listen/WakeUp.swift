@preconcurrency import CGrooveShims
@preconcurrency import Glibc
import GrooveLogic

/// Ends another thread's `poll` early. Signals that come before the wait are not lost, several count as one.
final class WakeUp: Sendable {
    /// Readable while a signal has not been taken; −1 if the system had none left.
    let descriptor: Int32

    /// Not signalled yet.
    init() {
        descriptor = groove_event_descriptor()
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Wakes whoever waits, or the next who will. Neither blocks nor allocates.
    func signal() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    /// Takes the signals back.
    func clear() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
    }

    /// Waits for a signal, at most so long.
    func wait(_ limit: Duration) {
        if groove_poll(descriptor, POLLIN, pollMilliseconds(limit)) > 0 { clear() }
    }
}
