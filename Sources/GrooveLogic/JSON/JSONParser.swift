/// Why a text is not JSON: where, and what was wrong there.
public struct JSONSyntaxError: Error, Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// The text ends in the middle of a value.
        case truncated
        case unexpectedByte(UInt8)
        case badEscape
        case badNumber
        case tooDeep
    }

    /// Byte offset.
    public var offset: Int
    public var kind: Kind
}

/// Reads JSON text (RFC 8259): strict in its grammar, lenient in what real servers put into it.
///
/// A lone surrogate escape becomes U+FFFD (Mopidy 3.4 sends one for each byte of a file name that is not UTF-8), and
/// so do bytes that are not UTF-8. A whole number beyond `Int` becomes a floating-point one, one beyond that null.
/// Of a key that stands twice the last counts.
public struct JSONParser {
    /// Nothing real nests deeper than a dozen levels; the limit keeps a hostile text from using up the stack.
    public static let depthLimit = 128

    private let bytes: [UInt8]
    private var place = 0
    private var depth = 0

    /// Reads a whole text: one value, with white space around it.
    public static func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
        var parser = JSONParser(bytes: bytes)
        // RFC 8259 §8.1 lets a parser pass over a byte order mark.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.place = 3 }
        let value = try parser.value()
        parser.skipWhiteSpace()
        guard parser.place == bytes.count else { throw parser.unexpected() }
        return value
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    // MARK: - Values

    private mutating func value() throws(JSONSyntaxError) -> JSONValue {
        skipWhiteSpace()
        switch peek {
        case UInt8(ascii: "{"): return try nested { parser throws(JSONSyntaxError) in try parser.object() }
        case UInt8(ascii: "["): return try nested { parser throws(JSONSyntaxError) in try parser.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: return try number()
        }
    }

    private mutating func nested(
        _ read: (inout JSONParser) throws(JSONSyntaxError) -> JSONValue
    ) throws(JSONSyntaxError) -> JSONValue {
        guard depth < Self.depthLimit else { throw JSONSyntaxError(offset: place, kind: .tooDeep) }
        depth += 1
        defer { depth -= 1 }
        place += 1
        return try read(&self)
    }

    private mutating func object() throws(JSONSyntaxError) -> JSONValue {
        var members: [String: JSONValue] = [:]
        if endsHere(UInt8(ascii: "}")) { return .object(members) }
        while true {
            skipWhiteSpace()
            guard peek == UInt8(ascii: "\"") else { throw unexpected() }
            let key = try string()
            skipWhiteSpace()
            guard take(UInt8(ascii: ":")) else { throw unexpected() }
            members[key] = try value()
            if endsHere(UInt8(ascii: "}")) { return .object(members) }
            guard take(UInt8(ascii: ",")) else { throw unexpected() }
        }
    }

    private mutating func array() throws(JSONSyntaxError) -> JSONValue {
        var elements: [JSONValue] = []
        if endsHere(UInt8(ascii: "]")) { return .array(elements) }
        while true {
            elements.append(try value())
            if endsHere(UInt8(ascii: "]")) { return .array(elements) }
            guard take(UInt8(ascii: ",")) else { throw unexpected() }
        }
    }

    private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(JSONSyntaxError)
        -> JSONValue
    {
        for byte in word.description.utf8 {
            guard take(byte) else { throw unexpected() }
        }
        return value
    }

    // MARK: - Numbers

    /// `-`, digits without a leading zero, perhaps a fraction, perhaps an exponent (RFC 8259 §6).
    private mutating func number() throws(JSONSyntaxError) -> JSONValue {
        let start = place
        _ = take(UInt8(ascii: "-"))
        guard let first = peek, Self.isDigit(first) else { throw unexpected() }
        if first == UInt8(ascii: "0") { place += 1 } else { skipDigits() }
        var isWhole = true
        if take(UInt8(ascii: ".")) {
            isWhole = false
            try digits()
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            isWhole = false
            place += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { place += 1 }
            try digits()
        }
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        if isWhole, let whole = Int(text) { return .integer(whole) }
        guard let number = Double(text), number.isFinite else { return .null }
        return .number(number)
    }

    private mutating func digits() throws(JSONSyntaxError) {
        let start = place
        skipDigits()
        if place == start {
            throw JSONSyntaxError(offset: place, kind: peek == nil ? .truncated : .badNumber)
        }
    }

    private mutating func skipDigits() {
        while let byte = peek, Self.isDigit(byte) { place += 1 }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    // MARK: - Strings

    private mutating func string() throws(JSONSyntaxError) -> String {
        place += 1
        let start = place
        skipPlain()
        // Most strings have no escape, and are taken as they stand.
        if take(UInt8(ascii: "\"")) { return String(decoding: bytes[start..<place - 1], as: UTF8.self) }
        var text = Array(bytes[start..<place])
        while true {
            guard let byte = peek else { throw unexpected() }
            place += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): try escape(to: &text)
            case 0x00..<0x20: throw JSONSyntaxError(offset: place - 1, kind: .unexpectedByte(byte))
            default: text.append(byte)
            }
        }
    }

    /// Goes to the string's end, or to its first escape or control character.
    private mutating func skipPlain() {
        while place < bytes.count {
            let byte = bytes[place]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { return }
            place += 1
        }
    }

    private mutating func escape(to text: inout [UInt8]) throws(JSONSyntaxError) {
        guard let byte = peek else { throw unexpected() }
        place += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text.append(contentsOf: try escapedScalar().utf8)
        default: throw JSONSyntaxError(offset: place - 1, kind: .badEscape)
        }
    }

    /// What follows `\u`: a scalar, or the first half of one whose second half must follow at once (RFC 8259 §7).
    private mutating func escapedScalar() throws(JSONSyntaxError) -> Character {
        let unit = try fourHexDigits()
        if let scalar = Unicode.Scalar(unit) { return Character(scalar) }
        let afterFirst = place
        guard unit < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
            place = afterFirst
            return "\u{FFFD}"
        }
        let second = try fourHexDigits()
        guard (0xDC00...0xDFFF).contains(second) else {
            // The first half stands alone; what came after it is read again on its own.
            place = afterFirst
            return "\u{FFFD}"
        }
        let value = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
        return Unicode.Scalar(value).map { Character($0) } ?? "\u{FFFD}"
    }

    private mutating func fourHexDigits() throws(JSONSyntaxError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = peek else { throw unexpected() }
            guard let digit = Self.hexDigit(byte) else {
                throw JSONSyntaxError(offset: place, kind: .badEscape)
            }
            unit = unit << 4 | digit
            place += 1
        }
        return unit
    }

    private static func hexDigit(_ byte: UInt8) -> UInt16? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    // MARK: - Bytes

    private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        place += 1
        return true
    }

    private mutating func endsHere(_ byte: UInt8) -> Bool {
        skipWhiteSpace()
        return take(byte)
    }

    private mutating func skipWhiteSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
    }

    private func unexpected() -> JSONSyntaxError {
        JSONSyntaxError(offset: place, kind: peek.map { .unexpectedByte($0) } ?? .truncated)
    }
}
