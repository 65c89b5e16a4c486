// alsa/asoundlib.h brings its own copy of timespec, which an optimised build then takes for the only one.
@preconcurrency import CALSA
@preconcurrency import Glibc
public import GrooveLogic

extension MonotonicTime {
    /// This moment on CLOCK_BOOTTIME, which goes on while the machine sleeps: a pause that should have ended in
    /// the meantime has ended, and a position has moved with the house.
    public static var now: MonotonicTime {
        var time = timespec()
        guard clock_gettime(CLOCK_BOOTTIME, &time) == 0 else {
            preconditionFailure("Linux has had CLOCK_BOOTTIME since 2.6.39")
        }
        return MonotonicTime(sinceStart: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
    }
}
