/// The head of an HTTP/1.x response (RFC 9112 §4, §5).
public struct HTTPResponseHead: Sendable, Hashable {
    /// One header line; names are compared without regard to case.
    public struct Field: Sendable, Hashable {
        public var name: String
        public var value: String
    }

    public var status: Int
    public var reason: String
    public var fields: [Field]

    /// Every value of a header, in order.
    public func values(_ name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }

    /// A header's elements when it is a comma-separated list, on one line or several (RFC 9110 §5.6.1).
    func elements(_ name: String) -> [String] {
        values(name).flatMap { $0.split(separator: ",") }.map { HTTPResponseHead.trim($0) }
    }

    /// Without spaces and tabs at its ends.
    static func trim(_ text: some StringProtocol) -> String {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        let left = text.drop(while: isBlank)
        return String(left.reversed().drop(while: isBlank).reversed())
    }
}

/// Takes the head off the front of a response, however its bytes are cut up.
struct HTTPResponseHeadParser: Sendable, Equatable {
    /// What the bytes so far make.
    enum Outcome: Sendable, Equatable {
        case needMore
        /// The head, and what came after it in the same bytes.
        case head(HTTPResponseHead, rest: [UInt8])
        case failed(String)
    }

    /// More than any proxy sends; a server that never ends its head is cut off here.
    static let limit = 16_384
    /// More header lines than any server sends.
    static let fieldLimit = 100

    private var bytes: [UInt8] = []
    /// Where to go on looking for the end.
    private var scanned = 0

    /// Adds what came in, and looks for the end of the head.
    mutating func received(_ more: some Sequence<UInt8>) -> Outcome {
        bytes.append(contentsOf: more)
        guard let end = findEnd() else {
            return bytes.count > Self.limit ? .failed("a head of more than \(Self.limit) bytes") : .needMore
        }
        guard end <= Self.limit else { return .failed("a head of more than \(Self.limit) bytes") }
        let rest = Array(bytes[end...])
        switch Self.parse(bytes[..<end]) {
        case .success(let head): return .head(head, rest: rest)
        case .failure(let problem): return .failed(problem.text)
        }
    }

    /// The index after the empty line. A bare LF ends a line too (RFC 9112 §2.2).
    private mutating func findEnd() -> Int? {
        let newline = UInt8(ascii: "\n")
        let carriageReturn = UInt8(ascii: "\r")
        for index in scanned..<bytes.count where bytes[index] == newline {
            let isEmptyLine =
                index > 0 && bytes[index - 1] == newline
                || index > 1 && bytes[index - 1] == carriageReturn && bytes[index - 2] == newline
            if isEmptyLine { return index + 1 }
        }
        scanned = bytes.count
        return nil
    }

    private struct Problem: Error {
        let text: String
    }

    private static func parse(_ bytes: ArraySlice<UInt8>) -> Result<HTTPResponseHead, Problem> {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
            .map { line in line.last == UInt8(ascii: "\r") ? line.dropLast() : line }
            .filter { !$0.isEmpty }
        guard let first = lines.first, let (status, reason) = parseStatusLine(first) else {
            return .failure(Problem(text: "no HTTP status line"))
        }
        guard lines.count - 1 <= fieldLimit else {
            return .failure(Problem(text: "more than \(fieldLimit) header lines"))
        }
        var fields: [HTTPResponseHead.Field] = []
        for line in lines.dropFirst() {
            if let first = line.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
                // RFC 9112 §5.2: a client must read a folded line as one with a space.
                guard !fields.isEmpty else { return .failure(Problem(text: "a folded line after no header")) }
                fields[fields.count - 1].value += " " + HTTPResponseHead.trim(text(line))
            } else if let field = parseField(line) {
                fields.append(field)
            } else {
                return .failure(Problem(text: "a header line without a name"))
            }
        }
        return .success(HTTPResponseHead(status: status, reason: reason, fields: fields))
    }

    /// `HTTP/1.1 101 Switching Protocols` (RFC 9112 §4).
    private static func parseStatusLine(_ line: ArraySlice<UInt8>) -> (Int, String)? {
        let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, text(parts[0]).hasPrefix("HTTP/1."), parts[0].count == 8,
            parts[1].count == 3, let status = Int(text(parts[1])), status >= 100
        else { return nil }
        return (status, parts.count > 2 ? text(parts[2]) : "")
    }

    /// `Name: value`; a name is a token, and nothing stands between it and the colon (RFC 9112 §5.1).
    private static func parseField(_ line: ArraySlice<UInt8>) -> HTTPResponseHead.Field? {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { return nil }
        let name = line[..<colon]
        guard name.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        return HTTPResponseHead.Field(
            name: text(name), value: HTTPResponseHead.trim(text(line[(colon + 1)...])))
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}
