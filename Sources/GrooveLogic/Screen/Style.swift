/// 24-bit colour. Terminals with fewer get the nearest they have.
public struct Color: Sendable, Hashable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8

    /// A colour from its three parts.
    public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// A pixel's colour.
    public init(_ pixel: Picture.Pixel) {
        self.init(pixel.red, pixel.green, pixel.blue)
    }

    /// Perceived brightness, 0-255 (Rec. 601 weights).
    var brightness: Int {
        (Int(red) * 299 + Int(green) * 587 + Int(blue) * 114) / 1000
    }

    /// The colour `share` of 256 parts of the way to `other`.
    func mixed(with other: Color, share: Int) -> Color {
        func mix(_ from: UInt8, _ to: UInt8) -> UInt8 {
            UInt8(clamping: (Int(from) * (256 - share) + Int(to) * share) / 256)
        }
        return Color(mix(red, other.red), mix(green, other.green), mix(blue, other.blue))
    }
}

/// How a cell looks.
public struct Style: Sendable, Hashable {
    /// What colours alone cannot say, and what is left where there are none.
    public struct Attributes: OptionSet, Sendable, Hashable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        public static let bold = Attributes(rawValue: 1)
        public static let dim = Attributes(rawValue: 2)
        public static let italic = Attributes(rawValue: 4)
        public static let underline = Attributes(rawValue: 8)
        public static let reverse = Attributes(rawValue: 16)
    }

    /// nil: the terminal's own.
    public var foreground: Color?
    /// nil: the terminal's own.
    public var background: Color?
    public var attributes: Attributes

    /// The terminal's own colours unless said otherwise.
    public init(
        _ foreground: Color? = nil, on background: Color? = nil, _ attributes: Attributes = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// The terminal's own colours, nothing special.
    public static let plain = Style()
}

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
        if full.contains(where: terminal.contains) { return .full }
        return terminal.contains("256color") ? .palette256 : .sixteen
    }
}
