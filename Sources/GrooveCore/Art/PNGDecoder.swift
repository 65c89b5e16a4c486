import CGrooveShims
import GrooveLogic

/// PNG by libspng.
struct PNGDecoder: PictureDecoder {
    /// No chunk that matters for a picture of 8192 pixels is larger; what else is in the file is skipped.
    private static let chunkLimit = 16 << 20
    private static let sideLimit: UInt32 = 30_000

    private let library: groove_png

    /// Loads the library.
    init() throws(PictureFailure) {
        guard let library = groove_png_load() else { throw .noPNGLibrary }
        self.library = library.pointee
    }

    func decode(_ bytes: [UInt8], within limit: (width: Int, height: Int)) throws(PictureFailure) -> Picture {
        guard Self.isAcceptable(bytes) else { throw .tooLarge }
        let (pixels, width, height) = try pixels(of: bytes)
        let target = BoxScaler.size(width: width, height: height, within: limit)
        guard
            var scaler = BoxScaler(
                sourceWidth: width, sourceHeight: height, targetWidth: target.width,
                targetHeight: target.height)
        else { throw .tooLarge }
        for row in 0..<height {
            let stride = width * 4
            let opaque = Self.overBlack(pixels.span.extracting(row * stride..<(row + 1) * stride))
            scaler.addRow(opaque.span, bytesPerPixel: 4)
        }
        guard let picture = scaler.finished() else { throw .damaged }
        return picture
    }

    /// Looks at the size before the library does: the first chunk is always the header (PNG 3, §11.2.1).
    private static func isAcceptable(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 24 else { return true }
        func number(at start: Int) -> UInt32 { bytes[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        return number(at: 16) <= sideLimit && number(at: 20) <= sideLimit
    }

    /// Rows of RGBA, eight bits each.
    private func pixels(of bytes: [UInt8]) throws(PictureFailure) -> ([UInt8], width: Int, height: Int) {
        let context = try PNGContext(library)
        var failure: PictureFailure?
        var result: ([UInt8], width: Int, height: Int) = ([], 0, 0)
        // libspng keeps the pointer between its calls: all of them stay within this closure.
        bytes.withUnsafeBytes { bytes in
            do throws(PictureFailure) {
                result = try context.pixels(of: bytes, side: Self.sideLimit, chunk: Self.chunkLimit)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return result
    }

    private static func overBlack(_ row: Span<UInt8>) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: row.count)
        for place in stride(from: 0, to: row.count - 3, by: 4) {
            let alpha = Int(row[place + 3])
            for part in 0..<3 {
                result[place + part] =
                    alpha == 255 ? row[place + part] : UInt8(Int(row[place + part]) * alpha / 255)
            }
        }
        return result
    }
}

/// One decoding context of libspng.
private struct PNGContext: ~Copyable {
    private let library: groove_png
    private let context: UnsafeMutableRawPointer

    init(_ library: groove_png) throws(PictureFailure) {
        guard let context = library.context(0) else { throw .decoderFailed }
        self.library = library
        self.context = context
    }

    deinit {
        library.free(context)
    }

    func pixels(
        of bytes: UnsafeRawBufferPointer, side: UInt32, chunk: Int
    ) throws(PictureFailure) -> ([UInt8], width: Int, height: Int) {
        guard let start = bytes.baseAddress else { throw .damaged }
        var header = groove_png_header()
        guard library.set_image_limits(context, side, side) == 0,
            library.set_chunk_limits(context, chunk, 2 * chunk) == 0
        else { throw .decoderFailed }
        guard library.set_bytes(context, start, bytes.count) == 0 else { throw .damaged }
        guard library.header(context, &header) == 0 else { throw .damaged }
        let (width, height) = (Int(header.width), Int(header.height))
        guard width * height <= PictureDecoderChild.pngPixelLimit else { throw .tooLarge }
        var pixels = [UInt8](repeating: 0, count: width * height * 4)
        let decoded = pixels.withUnsafeMutableBytes { pixels -> Int32 in
            guard let target = pixels.baseAddress else { return -1 }
            return library.decode(
                context, target, pixels.count, Int32(GROOVE_PNG_RGBA8),
                Int32(GROOVE_PNG_TRANSPARENCY))
        }
        guard decoded == 0 else { throw .damaged }
        return (pixels, width, height)
    }
}
