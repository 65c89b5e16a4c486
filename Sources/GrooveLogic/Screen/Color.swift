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

    /// The same hue, brought as near to a brightness as its strongest part allows.
    func scaled(towardBrightness wanted: Int) -> Color {
        let top = max(1, Int(max(red, green, blue)))
        let factor = min(wanted * 256 / max(1, brightness), 255 * 256 / top)
        func scale(_ part: UInt8) -> UInt8 { UInt8(clamping: Int(part) * factor / 256) }
        return Color(scale(red), scale(green), scale(blue))
    }
}
