/// Times as the screen shows them.
enum TimeText {
    /// No length that makes sense is longer; servers have been seen to send others.
    static let longest: Duration = .seconds(999 * 3600 + 59 * 60 + 59)

    /// `4:05`, `1:02:03`; rounded down to the second.
    static func clock(_ time: Duration) -> String {
        DurationText.clock(min(time, longest))
    }

    /// `1.8 s`; below ten seconds with one decimal, above without.
    static func seconds(_ time: Duration) -> String {
        let tenths = Int((min(max(.zero, time), longest).inSeconds * 10).rounded())
        return tenths < 100 ? "\(tenths / 10).\(tenths % 10) s" : "\((tenths + 5) / 10) s"
    }
}
