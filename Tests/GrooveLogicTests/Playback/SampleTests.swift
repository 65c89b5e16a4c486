import Testing

@testable import GrooveLogic

@Suite("Samples")
struct SampleTests {
    private func justified(_ samples: [Int32], bits: Int) -> [Int32] {
        var samples = samples
        var span = samples.mutableSpan
        SampleConversion.justify(&span, bits: bits)
        return samples
    }

    @Test(
        "every depth comes out of every encoding that keeps it as it went in",
        arguments: [8, 12, 16, 20, 24, 32])
    func exact(bits: Int) {
        let largest = Int32(truncatingIfNeeded: (Int64(1) << Int64(bits - 1)) - 1)
        let samples = [0, 1, -1, largest, -largest - 1, largest / 3]
        var wide = justified(samples, bits: bits)
        #expect(wide.map { $0 >> Int32(32 - bits) } == samples)
        if bits <= 16 {
            var bytes = [UInt8](repeating: 0, count: 12)
            var span = bytes.mutableSpan
            SampleConversion.pack16(wide.span, into: &span)
            let back = (0..<6).map {
                Int16(bitPattern: UInt16(bytes[2 * $0]) | UInt16(bytes[2 * $0 + 1]) << 8)
            }
            #expect(back.map { Int32($0) >> Int32(16 - bits) } == samples)
        }
        if bits <= 24 {
            var bytes = [UInt8](repeating: 0, count: 18)
            var span = bytes.mutableSpan
            SampleConversion.pack24(wide.span, into: &span)
            let back = (0..<6).map { index -> Int32 in
                let word = (0..<3).reduce(UInt32(0)) {
                    $0 | UInt32(bytes[3 * index + $1]) << UInt32(8 + 8 * $1)
                }
                return Int32(bitPattern: word) >> Int32(32 - bits)
            }
            #expect(back == samples)
            var lowered = wide.mutableSpan
            SampleConversion.lowerTo24(&lowered)
            #expect(wide.map { $0 >> Int32(24 - bits) } == samples)
        }
    }

    @Test("WAV's eight bits have their zero in the middle")
    func eightBits() {
        let wide = justified([0, -128, 127], bits: 8)
        var bytes = [UInt8](repeating: 0, count: 3)
        var span = bytes.mutableSpan
        SampleConversion.pack8(wide.span, into: &span)
        #expect(bytes == [128, 0, 255])
    }

    @Test("at rest on 0 dB no sample changes")
    func unity() {
        let samples: [Int32] = [.min, -1, 0, 1, .max, 12_345]
        var changed = samples
        var ramp = GainRamp()
        var span = changed.mutableSpan
        ramp.apply(to: &span, channels: 2)
        #expect(changed == samples)
        #expect(ramp.isUnity)
    }

    @Test("a ramp moves evenly, alike on all channels, and rests on its target")
    func ramp() {
        var samples = [Int32](repeating: 1_000_000, count: 10)
        var ramp = GainRamp()
        ramp.move(to: 0, over: 4)
        #expect(!ramp.isAtRest)
        var span = samples.mutableSpan
        ramp.apply(to: &span, channels: 2)
        #expect(samples == [750_000, 750_000, 500_000, 500_000, 250_000, 250_000, 0, 0, 0, 0])
        #expect(ramp.isAtRest)
    }

    @Test(
        "decibels",
        arguments: [(0.0, 1.0), (-6, 0.501187), (6, 1.995262), (-20, 0.1), (-60, 0.001), (-200, 0)])
    func decibels(gain: Double, factor: Double) {
        #expect(abs(Decibels.factor(gain) - factor) < 1e-6)
    }

    @Test("too loud is cut at the largest sample")
    func clipping() {
        var samples: [Int32] = [.max, .min]
        var ramp = GainRamp(2)
        var span = samples.mutableSpan
        ramp.apply(to: &span, channels: 2)
        #expect(samples == [.max, .min])
    }
}

@Suite("WAV header")
struct WAVHeaderTests {
    @Test("a CD's is plain RIFF with every size right")
    func plain() throws {
        let header = WAVHeader(format: try #require(PCMFormat(sampleRate: 44_100, bits: 16, channels: 2)))
        let bytes = header.bytes(dataLength: 400)
        #expect(bytes.count == header.length)
        #expect(String(decoding: bytes[0..<4], as: UTF8.self) == "RIFF")
        #expect(little(bytes, 4) == UInt64(header.length - 8 + 400))
        #expect(Array(bytes[56..<72]) == [1, 0, 2, 0, 0x44, 0xAC, 0, 0, 0x10, 0xB1, 2, 0, 4, 0, 16, 0])
        #expect(little(bytes, header.length - 4) == 400)
    }

    @Test("past four GiB it is RF64 and its sizes stand in ds64")
    func large() throws {
        let header = WAVHeader(format: try #require(PCMFormat(sampleRate: 96_000, bits: 24, channels: 2)))
        let bytes = header.bytes(dataLength: 6_000_000_000)
        #expect(bytes.count == header.length)
        #expect(String(decoding: bytes[0..<4], as: UTF8.self) == "RF64")
        #expect(String(decoding: bytes[12..<16], as: UTF8.self) == "ds64")
        #expect(little(bytes, 4) == 0xFFFF_FFFF)
        #expect(little(bytes, 20) | little(bytes, 24) << 32 == 6_000_000_000 + UInt64(header.length - 8))
        #expect(little(bytes, 28) | little(bytes, 32) << 32 == 6_000_000_000)
        #expect(little(bytes, 36) == 1_000_000_000)
    }

    @Test("of unknown length, both sizes say so")
    func unknown() throws {
        let header = WAVHeader(format: try #require(PCMFormat(sampleRate: 48_000, bits: 12, channels: 1)))
        let bytes = header.bytes(dataLength: nil)
        #expect(little(bytes, 4) == 0xFFFF_FFFF)
        #expect(little(bytes, header.length - 4) == 0xFFFF_FFFF)
        #expect(header.bytesPerSample == 2)
    }

    private func little(_ bytes: [UInt8], _ offset: Int) -> UInt64 {
        (0..<4).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
    }
}
