/// What the control sequences that keys send mean. All others give nil.
enum ControlSequence {
    /// The key of `ESC O` and this byte: arrows in application mode, F1 to F4, the keypad.
    static func key(afterSingleShift byte: UInt8) -> KeyPress? {
        if let code = codesByLetter[byte] { return KeyPress(code) }
        switch byte {
        case UInt8(ascii: "M"): return KeyPress(.enter)
        // The keypad in application mode: `j` to `y` are `*` to `9`.
        case UInt8(ascii: "j")...UInt8(ascii: "y"): return KeyPress(.character(Unicode.Scalar(byte - 0x40)))
        default: return nil
        }
    }

    /// The key of `ESC [`, these parameter bytes and this final byte.
    static func key(parameters: [UInt8], final: UInt8) -> KeyPress? {
        if parameters == [UInt8(ascii: "[")] { return linuxFunction(final) }
        guard let numbers = numbers(in: parameters) else { return nil }
        // Releases are told by kitty's protocol alone, as the third sub-parameter of the second parameter.
        let held = numbers.count > 1 ? numbers[1] : []
        guard held.count < 2 || held[1] != 3 else { return nil }
        let modifiers = modifiers(held.first ?? 1)
        switch final {
        case UInt8(ascii: "u"): return typed(numbers.first ?? [], modifiers)
        case UInt8(ascii: "~"): return numbered(numbers, modifiers)
        case UInt8(ascii: "Z"): return KeyPress(.tab, modifiers.union(.shift))
        // A cursor report, which F3 with something held looks like in the first row. Reports must not type.
        case UInt8(ascii: "R"): return numbers.isEmpty ? KeyPress(.function(3)) : nil
        default:
            guard numbers.count <= 2, numbers.first.map({ $0.first ?? 1 }) ?? 1 == 1 else { return nil }
            return codesByLetter[final].map { KeyPress($0, modifiers) }
        }
    }

    private static let codesByLetter: [UInt8: KeyPress.Code] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
        UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
        UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2), UInt8(ascii: "S"): .function(4),
        UInt8(ascii: "R"): .function(3),
    ]

    private static let codesByNumber: [Int: KeyPress.Code] = [
        1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
        11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
        17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
        23: .function(11), 24: .function(12),
    ]

    private static func linuxFunction(_ final: UInt8) -> KeyPress? {
        guard (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(final) else { return nil }
        return KeyPress(.function(Int(final - UInt8(ascii: "A")) + 1))
    }

    /// `1;5:2` is [[1], [5, 2]]; nil if there is anything but digits, `;` and `:` in it.
    private static func numbers(in parameters: [UInt8]) -> [[Int?]]? {
        guard parameters.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: ";")).contains($0) }) else {
            return nil
        }
        if parameters.isEmpty { return [] }
        return parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { part in
            part.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { digits in
                digits.count > 7 ? nil : Int(String(decoding: digits, as: UTF8.self))
            }
        }
    }

    /// xterm sends one more than the bits of what is held.
    private static func modifiers(_ number: Int?) -> KeyPress.Modifiers {
        KeyPress.Modifiers(rawValue: UInt8(truncatingIfNeeded: max(0, (number ?? 1) - 1)) & 0x0F)
    }

    private static func numbered(_ numbers: [[Int?]], _ modifiers: KeyPress.Modifiers) -> KeyPress? {
        guard let number = numbers.first?.first ?? nil else { return nil }
        // xterm's modifyOtherKeys: 27 ; modifiers ; character.
        if number == 27, numbers.count == 3 { return typed(numbers[2], modifiers) }
        return codesByNumber[number].map { KeyPress($0, modifiers) }
    }

    /// A key by its character, and the character that it types with Shift where that is told.
    private static func typed(_ codes: [Int?], _ modifiers: KeyPress.Modifiers) -> KeyPress? {
        guard let first = codes.first ?? nil else { return nil }
        let shifted = modifiers.contains(.shift) && codes.count > 1 ? codes[1] ?? first : first
        switch shifted {
        case 8, 127: return KeyPress(.backspace, modifiers)
        case 9: return KeyPress(.tab, modifiers)
        case 13: return KeyPress(.enter, modifiers)
        case 27: return KeyPress(.escape, modifiers)
        // Private use: keys that type nothing (kitty).
        case 0xE000...0xF8FF, 0..<0x20, 0x80..<0xA0: return nil
        default:
            guard let scalar = Unicode.Scalar(UInt32(shifted)) else { return nil }
            return KeyPress(.character(scalar), modifiers.subtracting(.shift))
        }
    }
}
