/// A change of the house as `groove events` prints it.
public struct EventRow: Sendable, Hashable {
    /// Mopidy's own name for it.
    public var name: String
    public var at: WallTime
    /// What it carries, under the names of `groove status --json`.
    public var fields: [String: JSONValue]
    /// A difference that was found after a cut, not an event that was received.
    public var isMissed: Bool

    /// An event that was received, or missed.
    public init(name: String, at: WallTime, fields: [String: JSONValue] = [:], isMissed: Bool = false) {
        self.name = name
        self.at = at
        self.fields = fields
        self.isMissed = isMissed
    }

    /// One object: `event`, `at`, the fields, and `missed` when it is true.
    public var json: JSONValue {
        var members = fields
        members["event"] = .string(name)
        members["at"] = .string(at.iso8601)
        if isMissed { members["missed"] = true }
        return .object(members)
    }

    /// A line for a person whose clock is `offset` ahead of UTC, safe for a terminal. `plain`: with ASCII signs.
    public func line(offset: Duration, plain: Bool = false) -> String {
        let rest = content(plain: plain)
        // What follows the names stands aligned: the longest of Mopidy's have 22 letters.
        let fill = rest.isEmpty ? "" : String(repeating: " ", count: max(0, 22 - name.count))
        let remark = isMissed ? "(missed while the link was down)" : ""
        let parts = [at.clock(offset: offset), name + fill, rest, remark]
        return TerminalText.safe(parts.filter { !$0.isEmpty }.joined(separator: "  "))
    }

    /// The fields in words.
    private func content(plain: Bool) -> String {
        if fields["uri"] != nil || fields["title"] != nil {
            return track.joined(separator: plain ? " - " : " · ")
        }
        return fields.keys.sorted().compactMap { key -> String? in
            guard let value = fields[key] else { return nil }
            switch (key, value) {
            case ("old_state", _): return nil
            case (_, .null): return "\(key) unknown"
            case ("position_ms", .integer(let position)): return DurationText.clock(.milliseconds(position))
            case ("state", .string(let state)), ("stream_title", .string(let state)): return state
            case (_, .string(let text)): return "\(key) \(text)"
            case (_, .bool(let value)): return "\(key) \(value ? "on" : "off")"
            case (_, .integer(let number)): return "\(key) \(number)"
            default: return "\(key) \(value.text)"
            }
        }.joined(separator: ", ")
    }

    private var track: [String] {
        var parts: [String] = []
        for key in ["title", "name"] {
            if parts.isEmpty, case .string(let title) = fields[key], !title.isEmpty { parts.append(title) }
        }
        if parts.isEmpty, case .string(let uri) = fields["uri"] { parts.append(TrackTitle.lastPart(of: uri)) }
        if case .array(let artists) = fields["artists"] {
            let names = artists.compactMap { artist -> String? in
                guard case .string(let name) = artist else { return nil }
                return name
            }
            if !names.isEmpty { parts.append(names.joined(separator: ", ")) }
        }
        if case .integer(let position) = fields["position_ms"] {
            parts.append("at " + DurationText.clock(.milliseconds(position)))
        }
        return parts.isEmpty ? ["no track"] : parts
    }
}
