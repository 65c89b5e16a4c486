/// A moment of the calendar, UTC, to the millisecond: when something happened, for people and logs.
public struct WallTime: Sendable, Hashable, Comparable {
    /// Since 1970-01-01T00:00:00Z, leap seconds not counted.
    public var millisecondsSince1970: Int64

    /// A moment as `clock_gettime(CLOCK_REALTIME)` counts.
    public init(millisecondsSince1970: Int64) {
        self.millisecondsSince1970 = millisecondsSince1970
    }

    public static func < (left: WallTime, right: WallTime) -> Bool {
        left.millisecondsSince1970 < right.millisecondsSince1970
    }

    /// ISO 8601, UTC, milliseconds: `2026-11-30T16:25:37.042Z`.
    public var iso8601: String {
        let (day, time) = dayAndTime(offset: .zero)
        let (year, month, date) = Self.civil(day)
        return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(date, 2))T\(Self.clock(time))."
            + "\(Self.padded(time % 1000, 3))Z"
    }

    /// `16:25:37` where the clock is `offset` ahead of UTC.
    public func clock(offset: Duration) -> String {
        Self.clock(dayAndTime(offset: offset).time)
    }

    /// Days since 1970-01-01, and milliseconds since midnight.
    private func dayAndTime(offset: Duration) -> (day: Int64, time: Int64) {
        let moved = millisecondsSince1970 + Int64(offset.wholeMilliseconds)
        let time = (moved % 86_400_000 + 86_400_000) % 86_400_000
        return ((moved - time) / 86_400_000, time)
    }

    private static func clock(_ time: Int64) -> String {
        let seconds = time / 1000
        return "\(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
    }

    /// Year, month and day of the proleptic Gregorian calendar, by Howard Hinnant's `civil_from_days`.
    private static func civil(_ day: Int64) -> (Int64, Int64, Int64) {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func padded(_ number: Int64, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
