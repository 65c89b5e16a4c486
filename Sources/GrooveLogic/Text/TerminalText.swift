/// Makes text from the house, a file or the command line harmless where a person reads it.
///
/// Every sink that is a terminal goes through here: a title must not be able to move the cursor, ring,
/// recolour the screen, or turn the reading order of what stands beside it.
public enum TerminalText {
    /// The text on one line without control characters.
    ///
    /// Line breaks, tabs and their like become a space. Other C0 characters, DEL and C1 (also when they came as
    /// UTF-8) become U+FFFD, so that one sees that something was there. Bidi controls are left out: the scripts
    /// that need them are laid out by the terminal anyway.
    public static func safe(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { replacement(for: $0) != nil }) else { return text }
        var made = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if let replacement = replacement(for: scalar) {
                made.append(contentsOf: replacement.unicodeScalars)
            } else {
                made.append(scalar)
            }
        }
        return String(made)
    }

    /// Safe, and cut to `limit` characters with an ellipsis: for words quoted in a message.
    public static func quoted(_ text: String, limit: Int = 48) -> String {
        let safe = safe(text)
        return safe.count <= limit ? "\"\(safe)\"" : "\"\(safe.prefix(limit - 1))…\""
    }

    /// Whether a scalar commands a terminal or a line rather than stands for something to read.
    public static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        replacement(for: scalar) != nil
    }

    /// What stands in for a scalar; nil: the scalar itself.
    private static func replacement(for scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0x09...0x0D, 0x85, 0x2028, 0x2029: " "
        case 0x00...0x1F, 0x7F...0x9F: "\u{FFFD}"
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: ""
        default: nil
        }
    }
}
