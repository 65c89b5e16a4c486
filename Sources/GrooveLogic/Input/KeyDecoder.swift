/// Turns a terminal's bytes into keys (ECMA-48, xterm's and kitty's extensions).
///
/// What a terminal answers, reports or pastes is taken off the stream and dropped: only keys come out, whenever
/// and however split the bytes arrive. A lone escape is the Escape key when nothing follows it in time.
public struct KeyDecoder: Sendable {
    /// How long an escape may be the beginning of more. Over ssh its bytes may come apart.
    static let escapePatience: Duration = .milliseconds(60)
    /// How long an unfinished sequence, answer or paste is waited for after its last byte.
    static let sequencePatience: Duration = .seconds(1)
    /// A control sequence with more parameter bytes than this is none that is known.
    static let parameterLimit = 64

    private enum State: Equatable {
        /// Any key.
        case ground
        /// The rest of a UTF-8 character.
        case character(missing: Int, bits: UInt32, least: UInt32)
        /// What follows an escape.
        case escape
        /// The end of a control sequence.
        case sequence
        /// The one byte after `ESC O`.
        case singleShift
        /// The end of an answer (OSC, DCS, APC, PM, SOS); an escape may have been its last byte.
        case answer(afterEscape: Bool)
        /// `ESC [ 201 ~`; so many of its bytes have been seen.
        case paste(matched: Int)
        /// Bytes of an old-style mouse report that mean nothing to us.
        case mouse(missing: Int)
    }

    private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)

    private var state = State.ground
    /// Whether another escape came before the one that is being looked at: Alt with the key that follows.
    private var isAlt = false
    private var parameters: [UInt8] = []

    /// When `timePassed` is due; nil while nothing is waited for.
    public private(set) var deadline: MonotonicTime?

    /// Waits for keys.
    public init() {}

    /// Takes what was read, and returns the keys that became whole.
    public mutating func received(_ bytes: some Sequence<UInt8>, at now: MonotonicTime) -> [KeyPress] {
        var keys: [KeyPress] = []
        for byte in bytes { keys += take(byte) }
        switch state {
        case .ground: deadline = nil
        case .escape: deadline = now + Self.escapePatience
        default: deadline = now + Self.sequencePatience
        }
        return keys
    }

    /// Ends what has been waited for too long.
    public mutating func timePassed(at now: MonotonicTime) -> [KeyPress] {
        guard let due = deadline, due <= now else { return [] }
        let wasEscape = state == .escape
        let alt = isAlt
        reset()
        deadline = nil
        return wasEscape ? [KeyPress(.escape, alt ? .alt : [])] : []
    }

    private mutating func reset() {
        state = .ground
        isAlt = false
        parameters.removeAll(keepingCapacity: true)
    }

    private mutating func take(_ byte: UInt8) -> [KeyPress] {
        switch state {
        case .ground: return takeInGround(byte)
        case .character(let missing, let bits, let least):
            return takeContinuation(byte, missing: missing, bits: bits, least: least)
        case .escape: return takeAfterEscape(byte)
        case .sequence: return takeInSequence(byte)
        case .singleShift: return takeSingleShift(byte)
        case .answer(let afterEscape): return takeInAnswer(byte, afterEscape: afterEscape)
        case .paste(let matched): return takeInPaste(byte, matched: matched)
        case .mouse(let missing):
            state = missing > 1 ? .mouse(missing: missing - 1) : .ground
            return []
        }
    }

    // MARK: - Characters

    private mutating func takeInGround(_ byte: UInt8) -> [KeyPress] {
        switch byte {
        case 0x1B:
            state = .escape
            return []
        case 0x00...0x7F: return finish(Self.key(ofASCII: byte))
        case 0xC2...0xDF: state = .character(missing: 1, bits: UInt32(byte & 0x1F), least: 0x80)
        case 0xE0...0xEF: state = .character(missing: 2, bits: UInt32(byte & 0x0F), least: 0x800)
        case 0xF0...0xF4: state = .character(missing: 3, bits: UInt32(byte & 0x07), least: 0x10000)
        default: reset()
        }
        return []
    }

    private mutating func takeContinuation(
        _ byte: UInt8, missing: Int, bits: UInt32, least: UInt32
    ) -> [KeyPress] {
        guard byte & 0xC0 == 0x80 else {
            reset()
            return take(byte)
        }
        let value = bits << 6 | UInt32(byte & 0x3F)
        guard missing == 1 else {
            state = .character(missing: missing - 1, bits: value, least: least)
            return []
        }
        // U+0080 to U+009F are controls, not keys (their eight-bit forms are used by no terminal in UTF-8).
        guard value >= max(least, 0xA0), let scalar = Unicode.Scalar(value) else {
            reset()
            return []
        }
        return finish(KeyPress(.character(scalar)))
    }

    private mutating func finish(_ key: KeyPress?) -> [KeyPress] {
        let alt = isAlt
        reset()
        guard var key else { return [] }
        if alt { key.modifiers.insert(.alt) }
        return [key]
    }

    private static func key(ofASCII byte: UInt8) -> KeyPress {
        switch byte {
        case 0x00: KeyPress(.character(" "), .control)
        case 0x08, 0x7F: KeyPress(.backspace)
        case 0x09: KeyPress(.tab)
        case 0x0A, 0x0D: KeyPress(.enter)
        case 0x01...0x1A: KeyPress(.character(Unicode.Scalar(byte + 0x60)), .control)
        case 0x1C...0x1F: KeyPress(.character(Unicode.Scalar(byte + 0x40)), .control)
        default: KeyPress(.character(Unicode.Scalar(byte)))
        }
    }

    // MARK: - Sequences

    private mutating func takeAfterEscape(_ byte: UInt8) -> [KeyPress] {
        switch byte {
        case 0x1B:
            // The first was a key of its own, or Alt with what follows; which of them, the next byte tells.
            let keys = isAlt ? [KeyPress(.escape)] : []
            isAlt = true
            return keys
        case UInt8(ascii: "["): state = .sequence
        case UInt8(ascii: "O"): state = .singleShift
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
            state = .answer(afterEscape: false)
        default:
            isAlt = true
            state = .ground
            return takeInGround(byte)
        }
        return []
    }

    private mutating func takeSingleShift(_ byte: UInt8) -> [KeyPress] {
        guard byte >= 0x20, byte < 0x7F else {
            reset()
            return take(byte)
        }
        return finish(ControlSequence.key(afterSingleShift: byte))
    }

    private mutating func takeInSequence(_ byte: UInt8) -> [KeyPress] {
        switch byte {
        case 0x20...0x3F:
            // Too long to be anything that is known: its end is still waited for.
            if parameters.count < Self.parameterLimit { parameters.append(byte) }
            return []
        case UInt8(ascii: "M") where parameters.isEmpty:
            reset()
            state = .mouse(missing: 3)
            return []
        case 0x40...0x7E:
            return finishSequence(byte)
        default:
            reset()
            return take(byte)
        }
    }

    private mutating func finishSequence(_ final: UInt8) -> [KeyPress] {
        // The Linux console sends F1 to F5 as ESC [ [ A to E.
        if final == UInt8(ascii: "["), parameters.isEmpty {
            parameters.append(final)
            return []
        }
        if final == UInt8(ascii: "~"), parameters.elementsEqual("200".utf8) {
            reset()
            state = .paste(matched: 0)
            return []
        }
        let whole = parameters.count < Self.parameterLimit
        return finish(whole ? ControlSequence.key(parameters: parameters, final: final) : nil)
    }

    private mutating func takeInAnswer(_ byte: UInt8, afterEscape: Bool) -> [KeyPress] {
        if afterEscape {
            if byte == UInt8(ascii: "\\") {
                reset()
                return []
            }
            // The answer was cut short, and this escape begins something else.
            reset()
            return take(0x1B) + take(byte)
        }
        switch byte {
        case 0x1B: state = .answer(afterEscape: true)
        case 0x07: reset()
        case 0x00..<0x20:
            // No answer holds a control character: a key was pressed while one broke off.
            reset()
            return take(byte)
        default: break
        }
        return []
    }

    private mutating func takeInPaste(_ byte: UInt8, matched: Int) -> [KeyPress] {
        let matched = byte == Self.pasteEnd[matched] ? matched + 1 : byte == 0x1B ? 1 : 0
        if matched == Self.pasteEnd.count {
            reset()
            return []
        }
        state = .paste(matched: matched)
        return []
    }
}
