extension ListenStatus {
    /// The state in words, as a line of its own begins.
    public var stateText: String {
        switch state {
        case .unauthorized: "refused"
        case .deviceLost: "sound device lost"
        case .playing: "playing"
        case .housePaused: "the house is paused"
        case .offAir: "the stream is off air"
        case .reconnecting: "reconnecting"
        case .buffering: "buffering"
        case .connecting: "connecting"
        case .stopped: "stopped"
        }
    }

    /// `48 kHz 16 bit FLAC`; nil before the first frame.
    public var formatText: String? {
        guard let sampleRate, let bits else { return nil }
        let kilohertz =
            sampleRate % 1000 == 0
            ? "\(sampleRate / 1000)" : "\(sampleRate / 1000).\(Self.decimals(sampleRate))"
        let layout = channels == 1 ? " mono" : channels.map { $0 > 2 ? " \($0) channels" : "" } ?? ""
        return "\(kilohertz) kHz \(bits) bit\(layout) \(container == .oggFLAC ? "Ogg FLAC" : "FLAC")"
    }

    /// What `groove listen` says when the state changes.
    public var changeLine: String {
        switch state {
        case .playing: ["playing", formatText].compactMap { $0 }.joined(separator: ": ")
        case .reconnecting, .deviceLost, .unauthorized:
            [stateText, lastError].compactMap { $0 }.joined(separator: ": ")
        default: stateText
        }
    }

    /// Whether the last error is what holds it up now.
    private var isInTrouble: Bool {
        switch state {
        case .unauthorized, .deviceLost, .reconnecting: true
        default: false
        }
    }

    /// The line that `groove listen --stats` prints each second. `plain`: with ASCII signs.
    public func statsLine(plain: Bool = false) -> String {
        var parts = [stateText]
        if let formatText { parts.append(formatText) }
        if let buffer { parts.append("buffer \(Self.seconds(buffer))") }
        if let lag { parts.append("lag \(Self.seconds(lag))") }
        if let bitrateKbps { parts.append("\(bitrateKbps) kbit/s") }
        parts.append("underruns \(underruns)")
        if deviceXruns > 0 { parts.append("device xruns \(deviceXruns)") }
        if badFrames > 0 { parts.append("bad frames \(badFrames)") }
        if reconnects > 0 { parts.append("reconnects \(reconnects)") }
        if isInTrouble, let lastError { parts.append(lastError) }
        return parts.joined(separator: plain ? " - " : " · ")
    }

    /// The digits of a rate after its kilohertz, without zeros at the end: 44100 → 1, 22050 → 05.
    private static func decimals(_ rate: Int) -> String {
        var digits = String(String(rate % 1000 + 1000).dropFirst())
        while digits.hasSuffix("0") { digits.removeLast() }
        return digits
    }

    private static func seconds(_ duration: Duration) -> String {
        let tenths = (duration.wholeMilliseconds + 50) / 100
        return "\(tenths / 10).\(tenths % 10) s"
    }
}
