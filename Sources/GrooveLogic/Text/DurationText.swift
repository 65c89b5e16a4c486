/// Durations as people write and read them.
public enum DurationText {
    /// Longest duration that is accepted anywhere: beyond it is a slip of the finger.
    public static let longest = Duration.seconds(366 * 24 * 3600)

    /// Reads `500ms`, `2s`, `30m`, `1h`, `1h30m`, or a bare number of seconds; fractions are good (`1.5s`, `0.3`).
    ///
    /// Returns nil for anything else, and for what is longer than `longest`.
    public static func parse(_ text: String) -> Duration? {
        var total = Duration.zero
        var rest = Substring(text)
        var smallestUnit: Int64 = .max
        repeat {
            let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest = rest.dropFirst(number.count)
            let unit = rest.prefix { $0.isASCII && $0.isLetter }
            rest = rest.dropFirst(unit.count)
            let isBare = unit.isEmpty && rest.isEmpty && smallestUnit == .max
            guard let milliseconds = isBare ? 1000 : milliseconds(in: unit), milliseconds < smallestUnit,
                let part = scaled(number, by: milliseconds)
            else { return nil }
            smallestUnit = milliseconds
            total += part
        } while !rest.isEmpty
        return total <= longest ? total : nil
    }

    /// Reads a place in a track: `1:30`, `1:02:03`, or what `parse` reads.
    public static func parsePosition(_ text: String) -> Duration? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return parse(text) }
        guard parts.count <= 3 else { return nil }
        var seconds = 0
        for (index, part) in parts.enumerated() {
            let digitLimit = index == 0 ? 4 : 2
            guard (1...digitLimit).contains(part.count), part.allSatisfy({ $0.isASCII && $0.isNumber }),
                let number = Int(part), index == 0 || number < 60
            else { return nil }
            seconds = seconds * 60 + number
        }
        let position = Duration.seconds(seconds)
        return position <= longest ? position : nil
    }

    /// `0:07`, `1:30`, `1:02:03`: a place in a track or its length, whole seconds, rounded down.
    public static func clock(_ duration: Duration) -> String {
        let total = max(0, duration.components.seconds)
        let (hours, minutes, seconds) = (total / 3600, total / 60 % 60, total % 60)
        return hours > 0 ? "\(hours):\(padded(minutes)):\(padded(seconds))" : "\(minutes):\(padded(seconds))"
    }

    /// `350 ms`, `2.1 s`, `12 s`, `3 min`, `1 h 30 min`: a span of time in a sentence.
    public static func spoken(_ duration: Duration) -> String {
        let milliseconds = max(0, duration.wholeMilliseconds)
        switch milliseconds {
        case ..<1000: return "\(milliseconds) ms"
        case ..<10_000 where milliseconds % 1000 >= 100:
            return "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s"
        case ..<120_000: return "\(milliseconds / 1000) s"
        case ..<3_600_000: return "\(milliseconds / 60_000) min"
        default:
            let (hours, minutes) = (milliseconds / 3_600_000, milliseconds / 60_000 % 60)
            return minutes == 0 ? "\(hours) h" : "\(hours) h \(minutes) min"
        }
    }

    private static func padded(_ number: Int64) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    private static func milliseconds(in unit: Substring) -> Int64? {
        switch unit {
        case "ms": 1
        case "s": 1000
        case "m", "min": 60_000
        case "h": 3_600_000
        default: nil
        }
    }

    /// `number` times `milliseconds`, from the digits themselves: `0.3` is exactly 300 ms.
    private static func scaled(_ number: Substring, by milliseconds: Int64) -> Duration? {
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = parts.first, (1...9).contains(whole.count),
            let wholeNumber = Int64(whole)
        else { return nil }
        let base = Duration.milliseconds(wholeNumber * milliseconds)
        guard parts.count == 2 else { return base }
        guard (1...6).contains(parts[1].count), let fraction = Int64(parts[1]) else { return nil }
        var divisor: Int64 = 1
        for _ in parts[1] { divisor *= 10 }
        return base + .microseconds(fraction * milliseconds * 1000 / divisor)
    }
}
