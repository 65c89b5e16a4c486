import CGrooveShims
import GrooveLogic

/// JPEG by libjpeg-turbo, which scales by eighths while it decodes: a large picture never is in memory as a whole.
struct JPEGDecoder: PictureDecoder {
    private let library: groove_jpeg

    /// Loads the library.
    init() throws(PictureFailure) {
        guard let library = groove_jpeg_load() else { throw .noJPEGLibrary }
        self.library = library.pointee
    }

    func decode(_ bytes: [UInt8], within limit: (width: Int, height: Int)) throws(PictureFailure) -> Picture {
        let handle = try JPEGHandle(library)
        let header = try handle.header(of: bytes)
        guard header.width * header.height <= PictureDecoderChild.jpegPixelLimit else { throw .tooLarge }
        let target = BoxScaler.size(width: header.width, height: header.height, within: limit)
        let size = scaledSize(of: header, atLeast: target)
        let isCMYK =
            header.colorspace == Int32(GROOVE_JPEG_COLORSPACE_CMYK)
            || header.colorspace == Int32(GROOVE_JPEG_COLORSPACE_YCCK)
        let pixels = try handle.pixels(of: bytes, width: size.width, height: size.height, isCMYK: isCMYK)
        guard
            var scaler = BoxScaler(
                sourceWidth: size.width, sourceHeight: size.height, targetWidth: target.width,
                targetHeight: target.height)
        else { throw .tooLarge }
        let stride = size.width * (isCMYK ? 4 : 3)
        for row in 0..<size.height {
            let span = pixels.span.extracting(row * stride..<(row + 1) * stride)
            if isCMYK {
                scaler.addRow(Self.rgb(fromInvertedCMYK: span).span, bytesPerPixel: 3)
            } else {
                scaler.addRow(span, bytesPerPixel: 3)
            }
        }
        guard let picture = scaler.finished() else { throw .damaged }
        return picture
    }

    /// The smallest size that the library can decode to and that is not below what is wanted.
    private func scaledSize(of header: JPEGHandle.Header, atLeast target: (width: Int, height: Int)) -> (
        width: Int, height: Int
    ) {
        var best = (width: header.width, height: header.height)
        var count: Int32 = 0
        guard let scales = library.scales(&count) else { return best }
        for index in 0..<Int(count) {
            let scale = scales[index]
            let (numerator, denominator) = (Int(scale.num), Int(scale.denom))
            guard numerator > 0, denominator > 0 else { continue }
            // As TJSCALED computes it.
            let width = (header.width * numerator + denominator - 1) / denominator
            let height = (header.height * numerator + denominator - 1) / denominator
            if width >= target.width, height >= target.height, width < best.width { best = (width, height) }
        }
        return best
    }

    /// Adobe's programs, which alone make such pictures, store the inks inverted.
    private static func rgb(fromInvertedCMYK row: Span<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(row.count / 4 * 3)
        for place in stride(from: 0, to: row.count - 3, by: 4) {
            let black = Int(row[place + 3])
            for ink in 0..<3 { result.append(UInt8(clamping: Int(row[place + ink]) * black / 255)) }
        }
        return result
    }
}

/// One decompressor of libjpeg-turbo.
private struct JPEGHandle: ~Copyable {
    struct Header {
        var width: Int
        var height: Int
        var colorspace: Int32
    }

    private let library: groove_jpeg
    private let handle: UnsafeMutableRawPointer

    init(_ library: groove_jpeg) throws(PictureFailure) {
        guard let handle = library.`init`() else { throw .decoderFailed }
        self.library = library
        self.handle = handle
    }

    deinit {
        _ = library.destroy(handle)
    }

    func header(of bytes: [UInt8]) throws(PictureFailure) -> Header {
        var (width, height, subsampling, colorspace): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        let code = bytes.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map {
                library.header(handle, $0, UInt(bytes.count), &width, &height, &subsampling, &colorspace)
            }
        }
        guard code == 0, width > 0, height > 0 else { throw .damaged }
        return Header(width: Int(width), height: Int(height), colorspace: colorspace)
    }

    /// Rows of RGB, or of CMYK.
    func pixels(of bytes: [UInt8], width: Int, height: Int, isCMYK: Bool) throws(PictureFailure) -> [UInt8] {
        let format = isCMYK ? GROOVE_JPEG_CMYK : GROOVE_JPEG_RGB
        var pixels = [UInt8](repeating: 0, count: width * height * (isCMYK ? 4 : 3))
        let code = bytes.withUnsafeBufferPointer { bytes in
            pixels.withUnsafeMutableBufferPointer { pixels -> Int32 in
                guard let source = bytes.baseAddress, let target = pixels.baseAddress else { return -1 }
                return library.decompress(
                    handle, source, UInt(bytes.count), target, Int32(width), 0, Int32(height), Int32(format),
                    Int32(GROOVE_JPEG_LIMIT_SCANS))
            }
        }
        // After a warning the picture is there, if perhaps not all of it; half a cover is better than none.
        guard code == 0 || library.error_code(handle) == Int32(GROOVE_JPEG_WARNING) else {
            throw .damaged
        }
        return pixels
    }
}
