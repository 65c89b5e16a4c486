/// Makes JSON text out of nearly JSON text: lone surrogate escapes become the replacement character.
///
/// Mopidy 3 writes a file name that is not UTF-8 with Python's surrogate escapes (`"caf\udce9.flac"`), which
/// are not characters, and for which a decoder refuses the whole text.
enum SurrogateRepair {
    private static let backslash = UInt8(ascii: "\\")
    private static let replacement = Array("\\ufffd".utf8)

    /// The text with each lone surrogate escape made `\ufffd`; nil when there is none.
    static func repaired(_ text: [UInt8]) -> [UInt8]? {
        var output: [UInt8]?
        var index = 0
        while let found = text[index...].firstIndex(of: backslash) {
            guard let unit = codeUnit(in: text, at: found), (0xD800...0xDFFF).contains(unit) else {
                // The character after a backslash belongs to it, also when it is a backslash.
                index = min(found + 2, text.count)
                continue
            }
            if unit < 0xDC00, let low = codeUnit(in: text, at: found + 6), (0xDC00...0xDFFF).contains(low) {
                index = found + 12
                continue
            }
            if output == nil { output = text }
            output?.replaceSubrange(found..<found + 6, with: replacement)
            index = found + 6
        }
        return output
    }

    /// The four hexadecimal digits of a `\u` escape that begins at `index`.
    private static func codeUnit(in text: [UInt8], at index: Int) -> UInt16? {
        guard index + 6 <= text.count, text[index] == backslash, text[index + 1] == UInt8(ascii: "u") else {
            return nil
        }
        var value: UInt16 = 0
        for byte in text[index + 2..<index + 6] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            value = value << 4 | UInt16(digit)
        }
        return value
    }
}
