import GrooveLogic

/// Encoded bytes to a picture that fits.
protocol PictureDecoder {
    /// The picture, scaled down to fit; in its own shape, and never larger than it is.
    func decode(_ bytes: [UInt8], within limit: (width: Int, height: Int)) throws(PictureFailure) -> Picture
}

/// The kinds of pictures that can be shown, told by their first bytes. What the server calls them does not matter.
enum PictureFormat {
    case jpeg, png

    /// nil: neither.
    init?(of bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else {
            return nil
        }
    }
}
