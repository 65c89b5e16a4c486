import GrooveLogic

/// How a picture goes through the pipe.
enum PictureWire {
    /// Bytes before the pixels.
    static let headerLength = 8

    /// Width and height, then red, green and blue of each pixel.
    static func encoded(_ picture: Picture) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(headerLength + 3 * picture.pixels.count)
        for size in [picture.width, picture.height] {
            for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: size >> shift)) }
        }
        for pixel in picture.pixels { bytes += [pixel.red, pixel.green, pixel.blue] }
        return bytes
    }

    /// nil unless it is a whole picture and nothing else, within the limit.
    static func decoded(_ bytes: [UInt8], within limit: (width: Int, height: Int)) -> Picture? {
        guard bytes.count >= headerLength else { return nil }
        func size(at start: Int) -> Int {
            (0..<4).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
        }
        let (width, height) = (size(at: 0), size(at: 4))
        guard (1...limit.width).contains(width), (1...limit.height).contains(height),
            bytes.count == headerLength + 3 * width * height
        else { return nil }
        let pixels = stride(from: headerLength, to: bytes.count, by: 3).map { place in
            Picture.Pixel(red: bytes[place], green: bytes[place + 1], blue: bytes[place + 2])
        }
        return Picture(width: width, height: height, pixels: pixels)
    }
}
