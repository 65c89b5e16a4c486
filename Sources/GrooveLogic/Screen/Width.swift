/// How many columns of a terminal text takes, from tables alone: no locale, no C library.
///
/// Ambiguous characters (UAX #11) count as one column.
enum Width {
    /// A cluster wider than this is cut off; only long conjuncts of Indic scripts come near.
    static let limit = 4

    /// Columns that one scalar adds to its cluster: 0, 1 or 2.
    static func of(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return scalar.value == 0xAD ? 0 : 1 }
        if isZeroWidth(scalar) { return 0 }
        return isWide(scalar) ? 2 : 1
    }

    /// Columns that a grapheme cluster takes; 0 when nothing of it would be seen.
    static func of(_ cluster: Character) -> Int {
        let scalars = cluster.unicodeScalars
        guard let first = scalars.first else { return 0 }
        if scalars.count == 1 { return of(first) }
        if isEmojiSequence(scalars, first: first) { return 2 }
        return min(limit, scalars.reduce(0) { $0 + of($1) })
    }

    /// Whether every terminal in use agrees on the width. If not, the cursor is placed anew behind the cluster.
    static func isCertain(_ cluster: Character) -> Bool {
        let scalars = cluster.unicodeScalars
        guard let first = scalars.first, scalars.count == 1 else { return false }
        return first.value < 0x300 || !(first.properties.isEmoji && first.value > 0x2FFF)
    }

    /// Flags, keycaps, skin tones, joined families and anything asked for as a picture: one picture, two columns.
    private static func isEmojiSequence(
        _ scalars: Character.UnicodeScalarView, first: Unicode.Scalar
    ) -> Bool {
        if isHalfOfFlag(first) { return scalars.count == 2 }
        guard first.properties.isEmoji else { return false }
        return scalars.dropFirst().contains { scalar in
            scalar.value == 0xFE0F || scalar.value == 0x200D || scalar.properties.isEmojiModifier
        }
    }

    private static func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool {
        // The vowels and final consonants of decomposed Hangul stack onto the first, which is wide.
        if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value) {
            return true
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return true
        default: return scalar.properties.isVariationSelector
        }
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x1100 { return false }
        return isInWideRange(scalar.value)
            || (scalar.properties.isEmojiPresentation && !isHalfOfFlag(scalar))
    }

    private static func isHalfOfFlag(_ scalar: Unicode.Scalar) -> Bool {
        (0x1F1E6...0x1F1FF).contains(scalar.value)
    }

    private static func isInWideRange(_ value: UInt32) -> Bool {
        var low = 0
        var high = wideRanges.count
        while low < high {
            let middle = (low + high) / 2
            if wideRanges[middle].last < value { low = middle + 1 } else { high = middle }
        }
        return low < wideRanges.count && wideRanges[low].first <= value
    }
}
