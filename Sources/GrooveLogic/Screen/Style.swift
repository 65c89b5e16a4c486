/// How a cell looks.
public struct Style: Sendable, Hashable {
    /// What colours alone cannot say, and what is left where there are none.
    public struct Attributes: OptionSet, Sendable, Hashable {
        public let rawValue: UInt8

        /// Attributes from their bits.
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
