/// Everything a person can see: the house, the link to it, and this computer's listening.
///
/// The one owner is the driver; views only read it, and hold nothing of their own.
public struct HouseModel: Sendable, Hashable {
    public var house = HouseState()
    public var link: HouseLink = .connecting
    /// This computer's listener; nil when none runs.
    public var here: ListenStatus?
    public var cover: Cover = .none
    /// What the status line says, until its time is over.
    public var notice: Notice?
    /// The house's name or address, as a person would say it.
    public var address: String

    /// A house that has not been reached yet.
    public init(address: String) {
        self.address = address
    }
}

/// The connection to Mopidy.
public enum HouseLink: Sendable, Hashable {
    /// The first attempt is under way.
    case connecting
    /// Events arrive, the state is whole.
    case connected
    /// What is shown is the last that was known. `retryAt` nil: an attempt is under way now.
    case lost(reason: String, retryAt: MonotonicTime?)
}

/// The current track's cover.
public enum Cover: Sendable, Hashable {
    /// The track has none, or it cannot be shown.
    case none
    case loading
    case picture(Picture)
}

/// Decoded pixels, row by row from the top left.
public struct Picture: Sendable, Hashable {
    /// 24-bit colour, without transparency.
    public struct Pixel: Sendable, Hashable {
        public var red: UInt8
        public var green: UInt8
        public var blue: UInt8

        public init(red: UInt8, green: UInt8, blue: UInt8) {
            self.red = red
            self.green = green
            self.blue = blue
        }
    }

    public let width: Int
    public let height: Int
    /// `width * height` pixels.
    public let pixels: [Pixel]

    /// nil unless there are exactly `width * height` pixels and at least one.
    public init?(width: Int, height: Int, pixels: [Pixel]) {
        guard width > 0, height > 0, pixels.count == width * height else { return nil }
        self.width = width
        self.height = height
        self.pixels = pixels
    }
}

/// A line for the person at the screen.
public struct Notice: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        case information, failure
    }

    public var kind: Kind
    public var text: String
    public var until: MonotonicTime

    public init(kind: Kind, text: String, until: MonotonicTime) {
        self.kind = kind
        self.text = text
        self.until = until
    }
}
