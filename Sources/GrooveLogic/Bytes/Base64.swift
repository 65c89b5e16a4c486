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
