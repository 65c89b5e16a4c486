/// Base64 with the standard alphabet and padding (RFC 4648 §4).
public enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The text that stands for `bytes`.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        var output: [UInt8] = []
        output.reserveCapacity((bytes.count + 2) / 3 * 4)
        var bits: UInt32 = 0
        var held = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            held += 1
            if held == 3 {
                append(bits, digits: 4, to: &output)
                bits = 0
                held = 0
            }
        }
        if held > 0 {
            append(bits << UInt32(8 * (3 - held)), digits: held + 1, to: &output)
            output.append(contentsOf: repeatElement(UInt8(ascii: "="), count: 3 - held))
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Writes the first `digits` of the four that 24 bits make.
    private static func append(_ bits: UInt32, digits: Int, to output: inout [UInt8]) {
        for digit in 0..<digits {
            output.append(alphabet[Int(bits >> UInt32(18 - 6 * digit) & 0x3F)])
        }
    }
}

extension Base64 {
    /// The bytes that `text` stands for; nil when it is not Base64. White space is passed over (RFC 2045 §6.8), and
    /// padding may be missing.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count / 4 * 3)
        var bits: UInt32 = 0
        var held = 0
        var isPadded = false
        for character in text.utf8 {
            switch character {
            case UInt8(ascii: "="): isPadded = true
            case 0x20, 0x09, 0x0A, 0x0D: continue
            default:
                guard !isPadded, let digit = digit(character) else { return nil }
                bits = bits << 6 | digit
                held += 1
                if held == 4 {
                    for shift: UInt32 in [16, 8, 0] {
                        output.append(UInt8(truncatingIfNeeded: bits >> shift))
                    }
                    (bits, held) = (0, 0)
                }
            }
        }
        switch held {
        case 0: break
        case 2: output.append(UInt8(truncatingIfNeeded: bits >> 4))
        case 3:
            output.append(UInt8(truncatingIfNeeded: bits >> 10))
            output.append(UInt8(truncatingIfNeeded: bits >> 2))
        default: return nil
        }
        return output
    }

    private static func digit(_ character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a") + 26)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0") + 52)
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
