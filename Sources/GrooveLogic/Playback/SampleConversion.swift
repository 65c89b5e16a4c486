/// From decoded samples to what a device or a file takes. Every sample that fits comes out as it went in.
public enum SampleConversion {
    /// Samples of `bits` bits become 32-bit ones, aligned to the top, in place.
    public static func justify(_ samples: inout MutableSpan<Int32>, bits: Int) {
        let shift = Int32(32 - bits)
        guard shift > 0 else { return }
        for index in samples.indices { samples[index] = samples[index] &<< shift }
    }

    /// Top-aligned samples to 24 bits in the low three of four bytes, in place.
    public static func lowerTo24(_ samples: inout MutableSpan<Int32>) {
        for index in samples.indices { samples[index] = samples[index] &>> 8 }
    }

    /// Top-aligned samples to the two bytes of their top half.
    public static func pack16(_ samples: Span<Int32>, into bytes: inout MutableSpan<UInt8>) {
        for index in samples.indices {
            let sample = samples[index]
            bytes[2 * index] = UInt8(truncatingIfNeeded: sample &>> 16)
            bytes[2 * index + 1] = UInt8(truncatingIfNeeded: sample &>> 24)
        }
    }

    /// Top-aligned samples to their top three bytes.
    public static func pack24(_ samples: Span<Int32>, into bytes: inout MutableSpan<UInt8>) {
        for index in samples.indices {
            let sample = samples[index]
            bytes[3 * index] = UInt8(truncatingIfNeeded: sample &>> 8)
            bytes[3 * index + 1] = UInt8(truncatingIfNeeded: sample &>> 16)
            bytes[3 * index + 2] = UInt8(truncatingIfNeeded: sample &>> 24)
        }
    }

    /// Top-aligned samples to four bytes.
    public static func pack32(_ samples: Span<Int32>, into bytes: inout MutableSpan<UInt8>) {
        for index in samples.indices {
            let sample = samples[index]
            for byte in 0..<4 {
                bytes[4 * index + byte] = UInt8(truncatingIfNeeded: sample &>> Int32(8 * byte))
            }
        }
    }

    /// Top-aligned samples to one unsigned byte each, as WAV has them at eight bits and below.
    public static func pack8(_ samples: Span<Int32>, into bytes: inout MutableSpan<UInt8>) {
        for index in samples.indices {
            bytes[index] = UInt8(truncatingIfNeeded: (samples[index] &>> 24) &+ 128)
        }
    }

    /// The largest distance from zero, 0-1.
    public static func peak(_ samples: Span<Int32>) -> Double {
        var largest: Int32 = 0
        for index in samples.indices {
            let sample = samples[index]
            largest = max(largest, sample < 0 ? ~sample : sample)
        }
        return Double(largest) / Double(Int32.max)
    }
}
