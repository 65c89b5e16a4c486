import CGrooveShims
@preconcurrency import Glibc
import GrooveLogic

/// The process that decodes covers: groove itself, started with a hidden first argument.
///
/// It reads the encoded bytes from standard input to their end, gives away what it could do harm with, decodes, scales
/// down, and writes width and height (32 bit, little endian) and the pixels as RGB to standard output. Its exit code
/// is 0, or a `PictureFailure`.
public enum PictureDecoderChild {
    /// What stands first on its command line; the largest width and height follow.
    static let argument = "--picture-decoder"
    /// No cover that a server hands out is larger.
    static let byteLimit = 16 << 20
    /// 100 megapixels of JPEG are scaled while they are decoded; a PNG is whole in memory before that.
    static let jpegPixelLimit = 100_000_000
    static let pngPixelLimit = 32_000_000
    /// Address space, libraries included, and processor time.
    private static let memoryLimit = 768 << 20
    private static let secondsLimit: UInt32 = 5
    /// Nobody's screen asks for more.
    private static let sizeLimit = 4096

    /// Decodes, if that is what the process was started for, and returns its exit code. The first call of `main`.
    public static func runIfAsked(_ arguments: [String]) -> Int32? {
        guard arguments.count == 4, arguments[1] == argument else { return nil }
        guard let width = Int(arguments[2]), let height = Int(arguments[3]),
            (1...sizeLimit).contains(width), (1...sizeLimit).contains(height)
        else { return PictureFailure.decoderFailed.rawValue }
        do throws(PictureFailure) {
            try run(within: (width, height))
            return 0
        } catch {
            return error.rawValue
        }
    }

    private static func run(within limit: (width: Int, height: Int)) throws(PictureFailure) {
        let bytes = try readAll()
        // Loaded before the doors close.
        guard let format = PictureFormat(of: bytes) else { throw .notAPicture }
        let decoder = try decoder(for: format)
        guard groove_confine(memoryLimit, secondsLimit) == 0 else { throw .decoderFailed }
        let picture = try decoder.decode(bytes, within: limit)
        try write(picture)
    }

    private static func decoder(for format: PictureFormat) throws(PictureFailure) -> any PictureDecoder {
        switch format {
        case .jpeg: try JPEGDecoder()
        case .png: try PNGDecoder()
        }
    }

    private static func readAll() throws(PictureFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = buffer.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .decoderFailed }
            if count == 0 { return bytes }
            guard bytes.count + count <= byteLimit else { throw .tooLarge }
            bytes += buffer.prefix(count)
        }
    }

    private static func write(_ picture: Picture) throws(PictureFailure) {
        var rest = PictureWire.encoded(picture)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .decoderFailed }
            rest = rest.dropFirst(count)
        }
    }
}
