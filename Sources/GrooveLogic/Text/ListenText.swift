/// A listener's state in words.
public enum ListenText {
    /// What it does, for a person.
    public static func words(for state: ListenStatus.State) -> String {
        switch state {
        case .unauthorized: "the stream refused the password"
        case .deviceLost: "the sound device is away"
        case .playing: "playing"
        case .housePaused: "the house is paused"
        case .offAir: "the stream is off air"
        case .reconnecting: "connecting again"
        case .buffering: "gathering sound"
        case .connecting: "connecting"
        case .stopped: "not listening"
        }
    }

    /// `48 kHz 16 bit FLAC`, `44.1 kHz 24 bit mono FLAC`; nil before the first frame.
    public static func format(of status: ListenStatus) -> String? {
        guard let rate = status.sampleRate else { return nil }
        let bits = status.bits.map { "\($0) bit" }
        let channels: String? =
            switch status.channels {
            case nil, 2: nil
            case 1: "mono"
            case let count?: "\(count) channels"
            }
        let container = status.container == .oggFLAC ? "Ogg FLAC" : "FLAC"
        return [kilohertz(rate), bits, channels, container].compactMap { $0 }.joined(separator: " ")
    }

    /// State, format, buffer, lag and drop-outs on one line.
    public static func line(for status: ListenStatus) -> String {
        var parts = [words(for: status.state), format(of: status)]
        if status.state == .playing || status.state == .buffering {
            parts.append(status.buffer.map { DurationText.spoken($0) + " buffered" })
            parts.append(status.lag.map { DurationText.spoken($0) + " behind" })
        }
        let dropOuts = status.underruns
        if dropOuts > 0 { parts.append(dropOuts == 1 ? "1 drop-out" : "\(dropOuts) drop-outs") }
        if status.state != .playing { parts.append(status.lastError) }
        return TerminalText.safe(parts.compactMap { $0 }.joined(separator: ", "))
    }

    private static func kilohertz(_ rate: Int) -> String {
        var fraction = String(String(rate % 1000 + 1000).dropFirst())
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return fraction.isEmpty ? "\(rate / 1000) kHz" : "\(rate / 1000).\(fraction) kHz"
    }
}
