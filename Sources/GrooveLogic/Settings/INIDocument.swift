/// A config file in the dialect that Mopidy reads (Python's `RawConfigParser` with `;` for comments after a value).
///
/// `[section]`, `key = value` or `key: value`, full-line comments with `#` or `;`, a comment after a value with
/// white space and `;`, and a more deeply indented line goes on with the value before it. A byte-order mark and
/// CRLF are good. Keys keep their case here; a key may stand several times, what that means is the reader's matter.
public struct INIDocument: Sendable, Hashable {
    /// One `key = value`.
    public struct Entry: Sendable, Hashable {
        public var section: String
        public var key: String
        /// Lines after the first are joined with `\n`.
        public var value: String
        /// Where it begins, from 1.
        public var line: Int
    }

    /// A line that cannot be understood.
    public struct Problem: Sendable, Hashable {
        public var line: Int
        public var message: String
    }

    /// A `[section]` line.
    public struct Header: Sendable, Hashable {
        public var name: String
        public var line: Int
    }

    public private(set) var headers: [Header] = []
    public private(set) var entries: [Entry] = []
    public private(set) var problems: [Problem] = []

    private var section: String?
    /// Whether a more deeply indented line belongs to the last entry.
    private var canContinue = false
    private var indentation = Int.max

    /// Reads a whole file.
    public init(bytes: [UInt8]) {
        let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        let lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            guard let text = String(validating: line, as: UTF8.self) else {
                report(index + 1, "this line is not UTF-8; save the file as UTF-8")
                continue
            }
            read(text, number: index + 1)
        }
        for index in entries.indices {
            entries[index].value = INIText.trimmed(Substring(entries[index].value))
        }
    }

    private mutating func report(_ line: Int, _ message: String) {
        problems.append(Problem(line: line, message: message))
    }

    private mutating func read(_ line: String, number: Int) {
        let content = INIText.withoutComment(line)
        let text = INIText.trimmed(content)
        guard !text.isEmpty else {
            // An empty line belongs to the value, a comment between two lines of a value does not end it.
            if INIText.trimmed(Substring(line)).isEmpty, canContinue, let last = entries.indices.last {
                entries[last].value += "\n"
            }
            return
        }
        let depth = content.prefix(while: INIText.isSpace).count
        if canContinue, depth > indentation, let last = entries.indices.last {
            entries[last].value += "\n" + text
            return
        }
        indentation = depth
        if text.hasPrefix("[") { readHeader(text, number: number) } else { readEntry(text, number: number) }
    }

    private mutating func readHeader(_ text: String, number: Int) {
        canContinue = false
        let name = INIText.trimmed(text.dropFirst().dropLast())
        guard text.hasSuffix("]"), !name.isEmpty else {
            return report(number, "this line is no section; write [name] alone on its line")
        }
        section = name
        headers.append(Header(name: name, line: number))
    }

    private mutating func readEntry(_ text: String, number: Int) {
        canContinue = false
        guard let section else {
            return report(
                number, "this line stands before any section; write a line such as [server] above it")
        }
        // A key that is itself `=` or `:` can be bound under [keys] by its name.
        guard let delimiter = text.firstIndex(where: { $0 == "=" || $0 == ":" }), delimiter > text.startIndex
        else {
            return report(number, "this line is no setting; write key = value")
        }
        let key = INIText.trimmed(text[..<delimiter])
        let value = INIText.trimmed(text[text.index(after: delimiter)...])
        entries.append(Entry(section: section, key: key, value: value, line: number))
        canContinue = true
    }
}

/// The small text operations of the INI dialect.
enum INIText {
    /// Whether a character is white space as Python's `str.strip` takes it, as far as config files go.
    static func isSpace(_ character: Character) -> Bool {
        character.isWhitespace
    }

    /// Without white space at either end.
    static func trimmed(_ text: Substring) -> String {
        let head = text.drop(while: isSpace)
        guard let last = head.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(head[...last])
    }

    /// The line up to a comment: a first `#` or `;`, or a `;` after white space.
    static func withoutComment(_ line: String) -> Substring {
        guard let first = line.first(where: { !isSpace($0) }), first != "#", first != ";" else { return "" }
        var previous: Character?
        for index in line.indices {
            if line[index] == ";", previous.map(isSpace) ?? true { return line[..<index] }
            previous = line[index]
        }
        return line[...]
    }
}
