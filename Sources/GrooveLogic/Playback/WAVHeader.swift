/// The head of a WAV file, with room to become RF64 (EBU Tech 3306) when it grows past four GiB.
public struct WAVHeader: Sendable, Hashable {
    public var format: PCMFormat

    /// RIFF, the reserved chunk, and `fmt ` and `data`; always the same, so that it can be written over.
    public var length: Int { 12 + 8 + 28 + 8 + formatChunk.count + 8 }
    /// Bytes of one sample.
    public var bytesPerSample: Int { (format.bits + 7) / 8 }
    /// Bytes of one frame.
    public var bytesPerFrame: Int { bytesPerSample * format.channels }

    /// The head for a format.
    public init(format: PCMFormat) {
        self.format = format
    }

    /// The bytes for so much sound; nil: it is not known yet, or never will be.
    public func bytes(dataLength: UInt64?) -> [UInt8] {
        let padding = (dataLength ?? 0) & 1
        let whole = dataLength.map { $0 + padding + UInt64(length - 8) }
        let isLarge = whole.map { $0 > UInt64(UInt32.max) - 1 } ?? false
        var out: [UInt8] = []
        out += (isLarge ? "RF64" : "RIFF").utf8
        out += Self.little32(isLarge ? .max : whole.map(UInt32.init(truncatingIfNeeded:)) ?? .max)
        out += "WAVE".utf8
        out += (isLarge ? "ds64" : "JUNK").utf8
        out += Self.little32(28)
        out += isLarge ? sizes(whole: whole ?? 0, data: dataLength ?? 0) : [UInt8](repeating: 0, count: 28)
        out += "fmt ".utf8
        out += Self.little32(UInt32(formatChunk.count))
        out += formatChunk
        out += "data".utf8
        out += Self.little32(isLarge ? .max : dataLength.map(UInt32.init(truncatingIfNeeded:)) ?? .max)
        return out
    }

    private func sizes(whole: UInt64, data: UInt64) -> [UInt8] {
        Self.little64(whole) + Self.little64(data) + Self.little64(data / UInt64(bytesPerFrame))
            + Self.little32(0)
    }

    /// Plain PCM where that is unambiguous, else WAVE_FORMAT_EXTENSIBLE with the valid bits.
    private var formatChunk: [UInt8] {
        let isPlain = format.channels <= 2 && format.bits % 8 == 0 && format.bits <= 16
        var chunk = Self.little16(isPlain ? 1 : 0xFFFE) + Self.little16(UInt16(format.channels))
        chunk += Self.little32(UInt32(format.sampleRate))
        chunk += Self.little32(UInt32(format.sampleRate * bytesPerFrame))
        chunk += Self.little16(UInt16(bytesPerFrame)) + Self.little16(UInt16(bytesPerSample * 8))
        guard !isPlain else { return chunk }
        chunk += Self.little16(22) + Self.little16(UInt16(format.bits)) + Self.little32(speakers)
        // KSDATAFORMAT_SUBTYPE_PCM.
        return chunk + [1, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    }

    /// RFC 9639 §9.1.3 names the speakers of each number of channels; these are their bits in WAV's mask.
    private var speakers: UInt32 {
        [0, 0x4, 0x3, 0x7, 0x33, 0x607, 0x60F, 0x70F, 0x63F][format.channels]
    }

    private static func little16(_ value: UInt16) -> [UInt8] {
        (0..<2).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    private static func little32(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    private static func little64(_ value: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}
