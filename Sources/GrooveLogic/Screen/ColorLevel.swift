/// How many colours a terminal has.
public enum ColorLevel: Int, Sendable, Hashable, Comparable, CaseIterable {
    case none, sixteen, palette256, full

    /// Fewer is less.
    public static func < (left: ColorLevel, right: ColorLevel) -> Bool {
        left.rawValue < right.rawValue
    }

    /// What the environment says of the terminal: `NO_COLOR` (no-color.org), `COLORTERM`, `TERM`.
    public static func detected(in environment: (String) -> String?) -> ColorLevel {
        if let refused = environment("NO_COLOR"), !refused.isEmpty { return .none }
        let terminal = environment("TERM") ?? "dumb"
        if terminal.isEmpty || terminal == "dumb" { return .none }
        switch environment("COLORTERM") {
        case "truecolor", "24bit": return .full
        default: return named(terminal)
        }
    }

    private static func named(_ terminal: String) -> ColorLevel {
        let full = ["direct", "truecolor", "kitty", "alacritty", "foot", "wezterm", "ghostty", "contour"]
        if full.contains(where: terminal.holds) { return .full }
        return terminal.holds("256color") ? .palette256 : .sixteen
    }
}
