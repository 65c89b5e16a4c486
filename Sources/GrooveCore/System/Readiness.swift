@preconcurrency import CGrooveShims
@preconcurrency import Glibc
import GrooveLogic

/// A time as `poll` takes it: rounded up, so that a wait is never too short and turns into spinning.
func pollMilliseconds(_ duration: Duration) -> Int32 {
    Int32(clamping: max(0, (duration + .microseconds(999)).wholeMilliseconds))
}

/// Waits until a descriptor is ready, or broken, which the next call on it will tell. False: the deadline came first.
func waitUntilReady(
    _ descriptor: Int32, for events: Int32, until deadline: MonotonicTime
) throws(SystemError) -> Bool {
    while true {
        let left = deadline - .now
        guard left > .zero else { return false }
        let ready = groove_poll(descriptor, events, pollMilliseconds(left))
        if ready > 0 { return true }
        if ready < 0, SystemError.last.code != EINTR { throw SystemError.last }
    }
}
