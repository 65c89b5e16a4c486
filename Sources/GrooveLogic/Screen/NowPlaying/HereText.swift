/// The strip about this computer's listening.
struct HereText {
    let here: ListenStatus?
    let theme: Theme
    let keyMap: KeyMap

    /// A buffer as long as this fills the gauge.
    private static let fullBuffer = 3.0
    /// With less than this left, a hiccup of the network is heard.
    private static let scarceBuffer = 0.3

    /// Its parts, the most important first.
    var parts: [Line] {
        guard let here, here.state != .stopped else { return [off] }
        var parts = [label(mark: "●", Style(color(of: here.state)))]
        parts[0].add(words(of: here), theme.plain)
        let heard = dropouts(here)
        let wasCut = here.underruns > 0 || here.deviceXruns > 0
        parts += [
            wasCut ? heard : nil, ListenText.format(of: here).map { Line($0, theme.quiet) }, buffer(here),
            lag(here), wasCut ? nil : heard, gain(here),
        ].compactMap { $0 }
        return parts
    }

    /// In so many columns.
    func line(within columns: Int) -> Line {
        .joined(parts, gap: columns >= 90 ? "    " : columns >= 60 ? "   " : "  ", within: columns)
    }

    private func label(mark: String, _ style: Style) -> Line {
        var line = Line("here  ", theme.quiet)
        line.add("\(mark) ", style)
        return line
    }

    private var off: Line {
        var line = label(mark: "○", theme.off)
        line.add("not listening", theme.quiet)
        if let key = keyMap.key(for: .toggleListening) { line.add(" · \(key.label) to listen", theme.off) }
        return line
    }

    private func words(of here: ListenStatus) -> String {
        switch here.state {
        // "Playing" is what the house does.
        case .playing: "listening"
        case .reconnecting: with(here.lastError, ListenText.words(for: here.state))
        // What the device says names it already.
        case .deviceLost: here.lastError ?? ListenText.words(for: here.state)
        default: ListenText.words(for: here.state)
        }
    }

    private func with(_ reason: String?, _ words: String) -> String {
        reason.map { "\(words): \($0)" } ?? words
    }

    private func color(of state: ListenStatus.State) -> Color {
        switch state {
        case .playing: theme.good
        case .housePaused, .stopped: theme.secondary
        case .buffering, .connecting, .offAir, .reconnecting: theme.warning
        case .unauthorized, .deviceLost: theme.bad
        }
    }

    private func buffer(_ here: ListenStatus) -> Line? {
        guard let buffer = here.buffer else { return nil }
        let scarce = here.state == .playing && buffer.inSeconds < Self.scarceBuffer
        var line = Line("buffer ", theme.quiet)
        line.add(
            Bar.gauge(
                share: buffer.inSeconds / Self.fullBuffer, columns: 6,
                color: scarce ? theme.warning : theme.accent, theme: theme))
        line.add(" \(TimeText.seconds(buffer))", theme.quiet)
        return line
    }

    private func lag(_ here: ListenStatus) -> Line? {
        here.lag.map { Line("lag \(TimeText.seconds($0))", theme.quiet) }
    }

    private func dropouts(_ here: ListenStatus) -> Line? {
        let count = here.underruns &+ here.deviceXruns
        switch count {
        case 0: return here.framesPlayed > 0 ? Line("no drop-outs", theme.quiet) : nil
        case 1: return Line("1 drop-out", Style(theme.warning))
        default: return Line("\(count) drop-outs", Style(theme.warning))
        }
    }

    private func gain(_ here: ListenStatus) -> Line? {
        guard here.gainDB != 0, here.gainDB.isFinite, abs(here.gainDB) < 200 else { return nil }
        let tenths = Int((abs(here.gainDB) * 10).rounded())
        let sign = here.gainDB < 0 ? "−" : "+"
        return Line("gain \(sign)\(tenths / 10).\(tenths % 10) dB", theme.quiet)
    }
}
