/// Why a cover cannot be shown. The raw value is the decoder child's exit code.
public enum PictureFailure: Int32, Error, Sendable, Hashable, CaseIterable {
    /// Neither JPEG nor PNG.
    case notAPicture = 65
    /// Begins like a picture, and is none, or only its beginning is there.
    case damaged = 66
    /// More bytes, or more pixels, than anybody's cover has.
    case tooLarge = 67
    /// libturbojpeg is not installed.
    case noJPEGLibrary = 68
    /// libspng is not installed.
    case noPNGLibrary = 69
    /// The decoder took too long, used too much, or crashed.
    case decoderFailed = 70
}

extension PictureFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notAPicture: "the cover is neither JPEG nor PNG"
        case .damaged: "the cover is damaged"
        case .tooLarge: "the cover is too large"
        case .noJPEGLibrary: "JPEG covers need libturbojpeg (apt install libturbojpeg0)"
        case .noPNGLibrary: "PNG covers need libspng (apt install libspng0)"
        case .decoderFailed: "the cover could not be decoded"
        }
    }
}
