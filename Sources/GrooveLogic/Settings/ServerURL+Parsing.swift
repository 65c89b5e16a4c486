/// Why a text is not the address of a server.
public enum ServerURLProblem: Error, Sendable, Hashable {
    case empty
    case noScheme
    case unknownScheme(String)
    /// `user:password@` stands in it. The text itself is not kept.
    case userInformation
    case noHost
    case badHost(String)
    case bareIPv6(String)
    /// Kept only when it is a number: what stands there otherwise may be a password.
    case badPort(String)
    case fragment
    case badCharacter

    /// What is wrong and what would be right, to stand after the name of what was set.
    public var message: String {
        switch self {
        case .empty: "is empty; write an address such as http://nas:8180/"
        case .noScheme: "has no scheme; write http://, https://, ws:// or wss:// before it"
        case .unknownScheme(let scheme):
            "has the scheme \(TerminalText.quoted(scheme)); http, https, ws and wss are understood"
        case .userInformation:
            "has a name or password in it, where logs and proxies would see it; set username and password under [auth]"
        case .noHost: "names no host; write it after the two slashes"
        case .badHost(let host):
            "names the host \(TerminalText.quoted(host)), which is neither a host name nor an IP address"
        case .bareIPv6(let host):
            "has an IPv6 address without brackets; write [\(TerminalText.safe(host))]"
        case .badPort(let port): "has the port \(TerminalText.quoted(port)); a port is 1 to 65535"
        case .fragment: "has a # in it; write it as %23, or leave out what follows it"
        case .badCharacter: "has a space or control character in it; write a space as %20"
        }
    }
}

extension ServerURL {
    /// Longest address that is read.
    static let longestText = 2048

    /// Reads an absolute address: scheme, host (IPv6 in brackets), port, path and query.
    public init(_ text: String) throws(ServerURLProblem) {
        guard !text.isEmpty else { throw .empty }
        guard text.utf8.count <= Self.longestText,
            text.unicodeScalars.allSatisfy({ $0 != " " && !TerminalText.isControl($0) })
        else { throw .badCharacter }
        let (scheme, rest) = try Self.scheme(of: text)
        let authority = rest.prefix { !"/?#".contains($0) }
        let path = rest.dropFirst(authority.count)
        guard !authority.contains("@") else { throw .userInformation }
        guard !path.contains("#") else { throw .fragment }
        let (host, port) = try HostAndPort.parse(authority)
        let slashed = path.hasPrefix("/") ? String(path) : "/" + path
        self.init(scheme: scheme, host: host, port: port, path: Self.encoded(slashed))
    }

    private static func scheme(of text: String) throws(ServerURLProblem) -> (Scheme, Substring) {
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { throw .noScheme }
        let name = text[..<colon].lowercased()
        guard let scheme = Scheme(rawValue: name) else {
            // The text before `://` may be a password in a mistyped address: only letters are repeated.
            throw .unknownScheme(name.allSatisfy { $0.isASCII && $0.isLetter } ? name : "…")
        }
        return (scheme, text[colon...].dropFirst(3))
    }

    /// Percent-encodes what is not ASCII; the rest is taken to be encoded already.
    private static func encoded(_ path: String) -> String {
        guard !path.utf8.allSatisfy({ $0 < 0x80 }) else { return path }
        var made = ""
        for byte in path.utf8 {
            if byte < 0x80 {
                made.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                made += "%" + String(byte, radix: 16, uppercase: true)
            }
        }
        return made
    }
}

/// `host`, `host:port`, `[v6]`, `[v6]:port`.
enum HostAndPort {
    /// The host without brackets, and the port if one is given.
    static func parse(_ text: Substring) throws(ServerURLProblem) -> (host: String, port: Int?) {
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { throw .badHost(String(text)) }
            let host = unescapedZone(String(text[text.index(after: text.startIndex)..<end]))
            guard case .v6 = InternetAddress(host) else { throw .badHost(host) }
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { throw .badPort("…") }
            return (host, rest.isEmpty ? nil : try port(rest.dropFirst()))
        }
        if case .v6 = InternetAddress(String(text)) { throw .bareIPv6(String(text)) }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let host = String(parts.first ?? "")
        guard !host.isEmpty else { throw .noHost }
        guard isHost(host) else { throw .badHost(host) }
        return (host, parts.count == 2 ? try port(parts[1]) : nil)
    }

    /// In an address a zone's `%` is written `%25` (RFC 6874); resolvers want it bare.
    private static func unescapedZone(_ host: String) -> String {
        let parts = host.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].hasPrefix("25"), parts[1].count > 2 else { return host }
        return parts[0] + "%" + parts[1].dropFirst(2)
    }

    private static func port(_ text: Substring) throws(ServerURLProblem) -> Int {
        guard (1...5).contains(text.count), text.allSatisfy({ $0.isASCII && $0.isNumber }),
            let port = Int(text), (1...65535).contains(port)
        else { throw .badPort(text.allSatisfy(\.isNumber) ? String(text) : "…") }
        return port
    }

    /// Whether it is an IPv4 address or a host name (RFC 1123, and `_`, which is found in the wild).
    ///
    /// A name whose last label is a number would be taken for a short IPv4 form by resolvers: refused.
    static func isHost(_ text: String) -> Bool {
        if case .v4 = InternetAddress(text) { return true }
        let labels = (text.hasSuffix(".") ? text.dropLast() : text[...])
            .split(separator: ".", omittingEmptySubsequences: false)
        guard text.count <= 253, let last = labels.last, !last.allSatisfy(\.isNumber),
            !last.lowercased().hasPrefix("0x")
        else { return false }
        return labels.allSatisfy { label in
            (1...63).contains(label.count) && label.first != "-" && label.last != "-"
                && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        }
    }
}
