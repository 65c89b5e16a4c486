import GrooveTestSupport
import Testing

@testable import GrooveLogic

@Suite("FLAC frame headers")
struct FLACFrameHeaderTests {
    let frame = Array(FLACSample.bytes[FLACSample.firstFrame...])

    @Test("a real encoder's header tells all that a join needs")
    func realHeader() {
        let expected = FLACFrameHeader(
            blockSize: 192, sampleRate: 48_000, channels: 2, bits: 16, number: .frame(0), length: 6)
        #expect(FLACFrameHeader.parse(frame, at: 0) == .header(expected))
    }

    @Test("every cut before the CRC asks for more")
    func truncated() {
        for count in 0..<6 { #expect(FLACFrameHeader.parse(Array(frame[..<count]), at: 0) == .needsMore) }
    }

    @Test("one changed bit is no header")
    func damaged() {
        for byte in 0..<6 {
            for bit in 0..<8 {
                var bytes = Array(frame[..<24])
                bytes[byte] ^= 1 << UInt8(bit)
                // A changed size code may ask for one more byte, but never passes.
                if case .header = FLACFrameHeader.parse(bytes, at: 0) {
                    Issue.record("byte \(byte) bit \(bit)")
                }
            }
        }
    }

    @Test(
        "numbers of every length are read as RFC 9639 codes them",
        arguments: [
            (0x7F, [0x7F]), (0x80, [0xC2, 0x80]), (0x7FF, [0xDF, 0xBF]), (0x800, [0xE0, 0xA0, 0x80]),
            (0xFFFF, [0xEF, 0xBF, 0xBF]), (0x1F_FFFF, [0xF7, 0xBF, 0xBF, 0xBF]),
            (0x3FF_FFFF, [0xFB, 0xBF, 0xBF, 0xBF, 0xBF]),
            (0x7FFF_FFFF, [0xFD, 0xBF, 0xBF, 0xBF, 0xBF, 0xBF]),
            (0xF_FFFF_FFFF, [0xFE, 0xBF, 0xBF, 0xBF, 0xBF, 0xBF, 0xBF]),
        ] as [(UInt64, [UInt8])])
    func numbers(value: UInt64, coded: [UInt8]) {
        var bytes: [UInt8] = [0xFF, 0xF9, 0xCA, 0x1C] + coded
        bytes.append(FLACChecksum.crc8(bytes))
        let expected = FLACFrameHeader(
            blockSize: 4096, sampleRate: 48_000, channels: 2, bits: 24, number: .sample(value),
            length: bytes.count)
        #expect(FLACFrameHeader.parse(bytes, at: 0) == .header(expected))
    }

    @Test(
        "sizes and rates after the number are read",
        arguments: [
            (0x6C, [0x0F, 96], 16, 96_000), (0x7D, [0x12, 0x33, 0xAC, 0x44], 0x1234, 44_100),
            (0x7E, [0x11, 0x69, 0x44, 0xE8], 4458, 176_400),
        ] as [(UInt8, [UInt8], Int, Int)])
    func extraBytes(sizes: UInt8, extra: [UInt8], blockSize: Int, rate: Int) {
        var bytes: [UInt8] = [0xFF, 0xF8, sizes, 0x08, 3] + extra
        bytes.append(FLACChecksum.crc8(bytes))
        let expected = FLACFrameHeader(
            blockSize: blockSize, sampleRate: rate, channels: 1, bits: 16, number: .frame(3),
            length: bytes.count)
        #expect(FLACFrameHeader.parse(bytes, at: 0) == .header(expected))
    }

    @Test("only the next frame of the same kind follows")
    func following() {
        let first = FLACFrameHeader(
            blockSize: 192, sampleRate: 48_000, channels: 2, bits: 16, number: .frame(7), length: 6)
        var next = first
        #expect(!first.isFollowed(by: next))
        next.number = .frame(8)
        #expect(first.isFollowed(by: next))
        next.bits = 24
        #expect(!first.isFollowed(by: next))
    }
}
