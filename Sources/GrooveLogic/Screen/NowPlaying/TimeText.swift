/// Times as the screen shows them.
enum TimeText {
    /// No length that makes sense is longer; servers have been seen to send others.
    static let longest: Duration = .seconds(999 * 3600 + 59 * 60 + 59)

    /// `4:05`, `1:02:03`; rounded down to the second.
    static func clock(_ time: Duration) -> String {
        let seconds = Int(min(max(.zero, time), longest).components.seconds)
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        return hours > 0 ? "\(hours):\(padded(minutes)):\(padded(rest))" : "\(minutes):\(padded(rest))"
    }

    /// `1.8 s`; below ten seconds with one decimal, above without.
    static func seconds(_ time: Duration) -> String {
        let tenths = Int((min(max(.zero, time), longest).inSeconds * 10).rounded())
        return tenths < 100 ? "\(tenths / 10).\(tenths % 10) s" : "\((tenths + 5) / 10) s"
    }

    private static func padded(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
