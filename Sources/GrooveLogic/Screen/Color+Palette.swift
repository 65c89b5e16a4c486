extension Color {
    /// xterm's first sixteen colours, as most terminals come with them.
    private static let sixteen: [Color] = [
        Color(0, 0, 0), Color(205, 0, 0), Color(0, 205, 0), Color(205, 205, 0),
        Color(0, 0, 238), Color(205, 0, 205), Color(0, 205, 205), Color(229, 229, 229),
        Color(127, 127, 127), Color(255, 0, 0), Color(0, 255, 0), Color(255, 255, 0),
        Color(92, 92, 255), Color(255, 0, 255), Color(0, 255, 255), Color(255, 255, 255),
    ]

    /// The steps of the 6x6x6 cube.
    private static let steps: [Int] = [0, 95, 135, 175, 215, 255]

    /// Index of the nearest of the sixteen.
    var nearestOfSixteen: Int {
        var best = (index: 0, distance: Int.max)
        for (index, color) in Self.sixteen.enumerated() {
            let distance = self.distance(to: color)
            if distance < best.distance { best = (index, distance) }
        }
        return best.index
    }

    /// Index of the nearest in xterm's 256 colours, of its cube or its greys.
    var nearestOf256: Int {
        let (red, green, blue) = (Self.step(self.red), Self.step(self.green), Self.step(self.blue))
        let cube = Color(
            UInt8(clamping: Self.steps[red]), UInt8(clamping: Self.steps[green]),
            UInt8(clamping: Self.steps[blue]))
        let mean = (Int(self.red) + Int(self.green) + Int(self.blue)) / 3
        let shade = min(23, max(0, (mean - 3) / 10))
        let level = UInt8(clamping: 8 + 10 * shade)
        let grey = Color(level, level, level)
        return distance(to: grey) < distance(to: cube) ? 232 + shade : 16 + 36 * red + 6 * green + blue
    }

    private static func step(_ value: UInt8) -> Int {
        let value = Int(value)
        return value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40
    }

    private func distance(to other: Color) -> Int {
        let (red, green, blue) = (
            Int(red) - Int(other.red), Int(green) - Int(other.green), Int(blue) - Int(other.blue)
        )
        return 2 * red * red + 4 * green * green + 3 * blue * blue
    }
}
