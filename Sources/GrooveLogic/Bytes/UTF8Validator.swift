/// Tells at the first wrong byte that a text is not UTF-8 (Unicode Standard, table 3-7), however it is cut up.
struct UTF8Validator: Sendable, Equatable {
    /// Continuation bytes that the character begun still needs.
    private var needed = 0
    /// What the next continuation byte may be: narrower than usual after some first bytes, which is how overlong
    /// forms, surrogates and what lies beyond U+10FFFF are kept out.
    private var allowed: ClosedRange<UInt8> = Self.continuation

    private static let continuation: ClosedRange<UInt8> = 0x80...0xBF

    /// Whether the text so far could end here.
    var isComplete: Bool { needed == 0 }

    /// Takes the next bytes; false as soon as they cannot be part of UTF-8.
    mutating func accept(_ bytes: ArraySlice<UInt8>) -> Bool {
        for byte in bytes {
            if needed == 0, byte < 0x80 { continue }
            guard accept(byte) else { return false }
        }
        return true
    }

    private mutating func accept(_ byte: UInt8) -> Bool {
        guard needed == 0 else {
            guard allowed.contains(byte) else { return false }
            needed -= 1
            allowed = Self.continuation
            return true
        }
        switch byte {
        case 0xC2...0xDF: expect(1, Self.continuation)
        case 0xE0: expect(2, 0xA0...0xBF)
        case 0xED: expect(2, 0x80...0x9F)
        case 0xE1...0xEF: expect(2, Self.continuation)
        case 0xF0: expect(3, 0x90...0xBF)
        case 0xF1...0xF3: expect(3, Self.continuation)
        case 0xF4: expect(3, 0x80...0x8F)
        default: return false
        }
        return true
    }

    private mutating func expect(_ count: Int, _ range: ClosedRange<UInt8>) {
        needed = count
        allowed = range
    }
}
