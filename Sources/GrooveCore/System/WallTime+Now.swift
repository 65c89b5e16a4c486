// alsa/asoundlib.h brings its own copy of timespec, which an optimised build then takes for the only one.
@preconcurrency internal import CALSA
@preconcurrency internal import Glibc
public import GrooveLogic

extension WallTime {
    /// The present moment by the system's clock.
    public static var now: WallTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return WallTime(millisecondsSince1970: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// How far this computer's clock is ahead of UTC at that moment, summer time included.
    public var localOffset: Duration {
        var seconds = time_t(millisecondsSince1970 / 1000)
        var local = tm()
        localtime_r(&seconds, &local)
        return .seconds(local.tm_gmtoff)
    }
}
