/// Scales a picture by averaging all that each new pixel covers, in linear light, a row at a time.
///
/// Averaging the stored values would darken fine detail; a square and a square root are near enough to sRGB's curve.
public struct BoxScaler {
    private let source: (width: Int, height: Int)
    private let target: (width: Int, height: Int)
    /// For one row of the target: red, green and blue, weighted by the area covered. Owned by `addRow`.
    private var sums: [UInt64]
    /// The present source row, scaled across.
    private var across: [UInt64]
    private var rowsTaken = 0
    private var rowsDone = 0
    private var pixels: [Picture.Pixel] = []

    /// nil unless all sizes are above zero and the source has at most 2^32 pixels.
    public init?(sourceWidth: Int, sourceHeight: Int, targetWidth: Int, targetHeight: Int) {
        guard sourceWidth > 0, sourceHeight > 0, targetWidth > 0, targetHeight > 0 else { return nil }
        let (area, tooLarge) = sourceWidth.multipliedReportingOverflow(by: sourceHeight)
        guard !tooLarge, area <= 1 << 32, targetWidth <= 1 << 14, targetHeight <= 1 << 14 else { return nil }
        source = (sourceWidth, sourceHeight)
        target = (targetWidth, targetHeight)
        sums = Array(repeating: 0, count: 3 * targetWidth)
        across = sums
        pixels.reserveCapacity(targetWidth * targetHeight)
    }

    /// The largest size with the picture's shape within these limits, not larger than the picture itself.
    public static func size(
        width: Int, height: Int, within limit: (width: Int, height: Int)
    ) -> (width: Int, height: Int) {
        guard width > limit.width || height > limit.height else { return (width, height) }
        if width * limit.height > height * limit.width {
            return (limit.width, max(1, height * limit.width / width))
        }
        return (max(1, width * limit.height / height), limit.height)
    }

    /// Takes the next source row: `sourceWidth` times red, green, blue and whatever else a pixel has.
    public mutating func addRow(_ row: Span<UInt8>, bytesPerPixel: Int) {
        guard rowsTaken < source.height, bytesPerPixel >= 3, row.count >= source.width * bytesPerPixel else {
            return
        }
        scaleAcross(row, bytesPerPixel: bytesPerPixel)
        // In units of 1/(source height * target height), this row covers `start..<end`.
        var start = rowsTaken * target.height
        let end = start + target.height
        rowsTaken += 1
        while start < end {
            let edge = min(end, (start / source.height + 1) * source.height)
            let weight = UInt64(edge - start)
            for index in sums.indices { sums[index] += across[index] * weight }
            start = edge
            if start == (rowsDone + 1) * source.height { finishRow() }
        }
    }

    /// The scaled picture; nil before all rows were taken.
    public func finished() -> Picture? {
        Picture(width: target.width, height: target.height, pixels: pixels)
    }

    private mutating func scaleAcross(_ row: Span<UInt8>, bytesPerPixel: Int) {
        for index in across.indices { across[index] = 0 }
        var start = 0
        for column in 0..<source.width {
            let end = start + target.width
            let first = column * bytesPerPixel
            let (red, green, blue) = (UInt64(row[first]), UInt64(row[first + 1]), UInt64(row[first + 2]))
            while start < end {
                let place = start / source.width
                let edge = min(end, (place + 1) * source.width)
                let weight = UInt64(edge - start)
                across[3 * place] += red * red * weight
                across[3 * place + 1] += green * green * weight
                across[3 * place + 2] += blue * blue * weight
                start = edge
            }
        }
    }

    private mutating func finishRow() {
        let area = Double(source.width) * Double(source.height)
        func level(_ sum: UInt64) -> UInt8 {
            UInt8(clamping: Int((Double(sum) / area).squareRoot().rounded()))
        }
        for place in 0..<target.width {
            pixels.append(
                Picture.Pixel(
                    red: level(sums[3 * place]), green: level(sums[3 * place + 1]),
                    blue: level(sums[3 * place + 2])))
        }
        for index in sums.indices { sums[index] = 0 }
        rowsDone += 1
    }
}

extension Picture {
    /// The picture at another size; the shape is the caller's business.
    func scaled(width: Int, height: Int) -> Picture? {
        guard
            var scaler = BoxScaler(
                sourceWidth: self.width, sourceHeight: self.height, targetWidth: width, targetHeight: height)
        else { return nil }
        for row in 0..<self.height {
            let bytes = pixels[row * self.width..<(row + 1) * self.width].flatMap {
                [$0.red, $0.green, $0.blue]
            }
            scaler.addRow(bytes.span, bytesPerPixel: 3)
        }
        return scaler.finished()
    }

    /// The picture as large as it fits into these pixels, smaller or larger, in its own shape.
    func fitted(width: Int, height: Int) -> Picture? {
        guard width > 0, height > 0 else { return nil }
        if self.width * height > self.height * width {
            return scaled(width: width, height: max(1, self.height * width / self.width))
        }
        return scaled(width: max(1, self.width * height / self.height), height: height)
    }
}
