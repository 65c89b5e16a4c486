/// The header of one FLAC frame (RFC 9639 §9.1): all that a listener who joins in the middle has to go by.
public struct FLACFrameHeader: Sendable, Hashable {
    /// How the frame says where it stands in its stream.
    public enum Number: Sendable, Hashable {
        /// Fixed block size: the frames before this one.
        case frame(UInt64)
        /// Variable block size: the samples of one channel before this one.
        case sample(UInt64)
    }

    /// Samples of each channel in this frame.
    public var blockSize: Int
    /// Hz; nil: only STREAMINFO says it.
    public var sampleRate: Int?
    public var channels: Int
    /// Bits a sample; nil: only STREAMINFO says it.
    public var bits: Int?
    public var number: Number
    /// Bytes of the header, its CRC-8 included.
    public var length: Int

    /// What was found at a place in some bytes.
    public enum Parsed: Sendable, Hashable {
        case header(FLACFrameHeader)
        /// So far it may be one.
        case needsMore
        /// There is none.
        case invalid
    }

    /// Whether the frame tells its rate and depth by itself, so that it can be played without STREAMINFO.
    public var isSelfContained: Bool { sampleRate != nil && bits != nil }

    /// Whether `next` is what the same encoder would write after this frame.
    public func isFollowed(by next: FLACFrameHeader) -> Bool {
        guard sampleRate == next.sampleRate, channels == next.channels, bits == next.bits else {
            return false
        }
        switch (number, next.number) {
        case (.frame(let here), .frame(let there)): return there == here + 1
        case (.sample(let here), .sample(let there)): return there == here + UInt64(blockSize)
        default: return false
        }
    }

    /// Reads the header that begins at `offset`, if there is one whose reserved bits and CRC-8 are right.
    public static func parse(_ bytes: [UInt8], at offset: Int) -> Parsed {
        var reader = FLACHeaderReader(bytes: bytes, start: offset)
        do {
            return .header(try reader.readHeader())
        } catch {
            return error == .needsMore ? .needsMore : .invalid
        }
    }
}

/// Walks one frame header.
private struct FLACHeaderReader {
    enum Stop: Error {
        case needsMore, invalid
    }

    let bytes: [UInt8]
    let start: Int
    private var position: Int

    init(bytes: [UInt8], start: Int) {
        self.bytes = bytes
        self.start = start
        position = start
    }

    mutating func readHeader() throws(Stop) -> FLACFrameHeader {
        guard try readByte() == 0xFF else { throw .invalid }
        let second = try readByte()
        // RFC 9639 §9.1: fifteen bits of sync code, then the blocking strategy.
        guard second & 0xFE == 0xF8 else { throw .invalid }
        let isVariable = second & 1 == 1
        let sizes = try readByte()
        let layout = try readByte()
        guard layout & 1 == 0, sizes >> 4 != 0, sizes & 0x0F != 0x0F else { throw .invalid }
        guard let channels = Self.channels(code: layout >> 4) else { throw .invalid }
        let bits = try Self.bits(code: (layout >> 1) & 7)
        let number = try readNumber(limit: isVariable ? 7 : 6)
        let blockSize = try readBlockSize(code: sizes >> 4)
        let rate = try readRate(code: sizes & 0x0F)
        let expected = FLACChecksum.crc8(bytes[start..<position])
        guard try readByte() == expected else { throw .invalid }
        return FLACFrameHeader(
            blockSize: blockSize, sampleRate: rate, channels: channels, bits: bits,
            number: isVariable ? .sample(number) : .frame(number), length: position - start)
    }

    private mutating func readByte() throws(Stop) -> UInt8 {
        guard position < bytes.count else { throw .needsMore }
        defer { position += 1 }
        return bytes[position]
    }

    private mutating func readBigEndian(bytes count: Int) throws(Stop) -> Int {
        var value = 0
        for _ in 0..<count { value = value << 8 | Int(try readByte()) }
        return value
    }

    /// RFC 9639 §9.1.5: the number is coded as UTF-8 was before it was cut at four bytes.
    private mutating func readNumber(limit: Int) throws(Stop) -> UInt64 {
        let first = try readByte()
        let ones = (~first).leadingZeroBitCount
        guard ones != 1, ones <= limit else { throw .invalid }
        guard ones > 0 else { return UInt64(first) }
        var value = UInt64(first) & (ones >= 7 ? 0 : (1 << UInt64(7 - ones)) - 1)
        for _ in 1..<ones {
            let next = try readByte()
            guard next & 0xC0 == 0x80 else { throw .invalid }
            value = value << 6 | UInt64(next & 0x3F)
        }
        return value
    }

    private mutating func readBlockSize(code: UInt8) throws(Stop) -> Int {
        switch code {
        case 1: return 192
        case 2...5: return 144 << Int(code)
        case 6: return try readBigEndian(bytes: 1) + 1
        case 7:
            let size = try readBigEndian(bytes: 2) + 1
            // RFC 9639 §9.1.6: 65,536 is not a block size.
            guard size <= 65_535 else { throw .invalid }
            return size
        default: return 1 << Int(code)
        }
    }

    private mutating func readRate(code: UInt8) throws(Stop) -> Int? {
        switch code {
        case 0: return nil
        case 12: return try readBigEndian(bytes: 1) * 1000
        case 13: return try readBigEndian(bytes: 2)
        case 14: return try readBigEndian(bytes: 2) * 10
        default: return Self.rates[Int(code)]
        }
    }

    private static let rates = [
        0, 88_200, 176_400, 192_000, 8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000,
    ]

    private static func channels(code: UInt8) -> Int? {
        switch code {
        case 0...7: Int(code) + 1
        case 8...10: 2
        default: nil
        }
    }

    private static func bits(code: UInt8) throws(Stop) -> Int? {
        switch code {
        case 0: return nil
        case 1: return 8
        case 2: return 12
        case 4: return 16
        case 5: return 20
        case 6: return 24
        case 7: return 32
        default: throw .invalid
        }
    }
}
