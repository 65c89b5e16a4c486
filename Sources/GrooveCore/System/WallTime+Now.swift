@preconcurrency internal import Glibc
import GrooveLogic

extension WallTime {
    /// This moment on CLOCK_REALTIME.
    static var now: WallTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return WallTime(millisecondsSince1970: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// How far this computer's clock on the wall is ahead of UTC now.
    static var localOffset: Duration {
        var seconds = time(nil)
        var local = tm()
        guard localtime_r(&seconds, &local) != nil else { return .zero }
        return .seconds(local.tm_gmtoff)
    }
}
