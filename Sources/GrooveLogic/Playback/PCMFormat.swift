/// What decoded sound is made of.
public struct PCMFormat: Sendable, Hashable {
    /// Hz.
    public var sampleRate: Int
    /// Bits a sample, as decoded: 4-32.
    public var bits: Int
    /// 1-8.
    public var channels: Int

    /// A format; nil if no FLAC stream can have it.
    public init?(sampleRate: Int, bits: Int, channels: Int) {
        guard (1...1_048_575).contains(sampleRate), (4...32).contains(bits), (1...8).contains(channels) else {
            return nil
        }
        self.sampleRate = sampleRate
        self.bits = bits
        self.channels = channels
    }

    /// So many frames of a duration.
    public func frames(in duration: Duration) -> Int {
        Int((duration.inSeconds * Double(sampleRate)).rounded())
    }

    /// How long so many frames sound.
    public func duration(of frames: Int) -> Duration {
        .nanoseconds(Int64(frames) * 1_000_000_000 / Int64(sampleRate))
    }
}

/// How samples lie in memory for a device or a file, little-endian, in the order in which they are tried.
public enum SampleEncoding: Sendable, Hashable, CaseIterable {
    /// 32 bits.
    case s32
    /// 24 bits in the low three of four bytes.
    case s24
    /// 24 bits in three bytes.
    case s24Packed
    case s16

    /// Bits that carry sound.
    public var bits: Int {
        switch self {
        case .s32: 32
        case .s24, .s24Packed: 24
        case .s16: 16
        }
    }

    /// Bytes of one sample.
    public var bytes: Int {
        switch self {
        case .s32, .s24: 4
        case .s24Packed: 3
        case .s16: 2
        }
    }

    /// What to ask a device for: first all that keep every bit, widest first, then those that do not.
    public static func preferred(forBits bits: Int) -> [SampleEncoding] {
        allCases.filter { $0.bits >= bits } + allCases.filter { $0.bits < bits }
    }
}
