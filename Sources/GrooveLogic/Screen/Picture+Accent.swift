extension Picture {
    /// The colour that stands for the picture: the liveliest of its hues; nil if it is all but grey.
    var accent: Color? {
        // Twelve bins of hue, each with the sums of what fell into it, weighted by liveliness.
        var bins = Array(repeating: (weight: 0, red: 0, green: 0, blue: 0), count: 12)
        for pixel in pixels {
            let (red, green, blue) = (Int(pixel.red), Int(pixel.green), Int(pixel.blue))
            let top = max(red, green, blue)
            let chroma = top - min(red, green, blue)
            // Dull and dark pixels have a hue that nobody sees.
            guard chroma > 32, top > 48 else { continue }
            let bin = Self.hue(red, green, blue, chroma: chroma) / 30 % 12
            bins[bin].weight += chroma
            bins[bin].red += red * chroma
            bins[bin].green += green * chroma
            bins[bin].blue += blue * chroma
        }
        guard let best = bins.max(by: { $0.weight < $1.weight }), best.weight > pixels.count / 2 else {
            return nil
        }
        return Color(
            UInt8(clamping: best.red / best.weight), UInt8(clamping: best.green / best.weight),
            UInt8(clamping: best.blue / best.weight))
    }

    /// 0-359.
    private static func hue(_ red: Int, _ green: Int, _ blue: Int, chroma: Int) -> Int {
        let top = max(red, green, blue)
        if top == red { return (360 + 60 * (green - blue) / chroma) % 360 }
        if top == green { return 120 + 60 * (blue - red) / chroma }
        return 240 + 60 * (red - green) / chroma
    }

    /// Dimmed toward grey and `background`: a cover of which it is not known whether it still holds.
    func faded(toward background: Color) -> Picture {
        let pixels = pixels.map { pixel in
            let color = Color(pixel)
            let grey = UInt8(clamping: color.brightness)
            let faded = color.mixed(with: Color(grey, grey, grey), share: 176).mixed(
                with: background, share: 128)
            return Pixel(red: faded.red, green: faded.green, blue: faded.blue)
        }
        return Picture(width: width, height: height, pixels: pixels) ?? self
    }
}
