/// A factor on samples that moves to a new value over some frames, so that no change is heard as a click.
/// At rest on 1 it leaves every sample alone.
public struct GainRamp: Sendable, Hashable {
    /// The factor for the next frame.
    public private(set) var current: Double
    private var target: Double
    private var remaining = 0

    /// At rest on a factor.
    public init(_ factor: Double = 1) {
        current = factor
        target = factor
    }

    /// Whether samples pass through unchanged.
    public var isUnity: Bool { remaining == 0 && current == 1 }
    /// Whether the last move has ended.
    public var isAtRest: Bool { remaining == 0 }

    /// Moves to `factor` evenly over so many frames.
    public mutating func move(to factor: Double, over frames: Int) {
        guard factor != target || (frames <= 0 && factor != current) else { return }
        target = factor
        remaining = max(0, frames)
        if remaining == 0 { current = factor }
    }

    /// Applies the factor to interleaved, top-aligned samples.
    public mutating func apply(to samples: inout MutableSpan<Int32>, channels: Int) {
        guard !isUnity, channels > 0 else { return }
        var index = 0
        while index + channels <= samples.count {
            step()
            for channel in index..<index + channels {
                samples[channel] = Self.scaled(samples[channel], by: current)
            }
            index += channels
        }
    }

    private mutating func step() {
        guard remaining > 0 else { return }
        current += (target - current) / Double(remaining)
        remaining -= 1
        if remaining == 0 { current = target }
    }

    private static func scaled(_ sample: Int32, by factor: Double) -> Int32 {
        let value = (Double(sample) * factor).rounded()
        return Int32(max(Double(Int32.min), min(Double(Int32.max), value)))
    }
}

/// Decibels and factors without a mathematics library: the pure target has none.
public enum Decibels {
    /// The factor of a gain in dB: 10^(dB/20). Exactly 1 at 0.
    public static func factor(_ decibels: Double) -> Double {
        guard decibels != 0 else { return 1 }
        guard decibels > -150 else { return 0 }
        return exponential(min(decibels, 60) * 0.115_129_254_649_702_28)
    }

    /// e^x by halving the argument until the series needs few terms.
    private static func exponential(_ x: Double) -> Double {
        let halvings = 8
        let small = x / Double(1 << halvings)
        var term = 1.0
        var sum = 1.0
        for index in 1...12 {
            term *= small / Double(index)
            sum += term
        }
        for _ in 0..<halvings { sum *= sum }
        return sum
    }
}
