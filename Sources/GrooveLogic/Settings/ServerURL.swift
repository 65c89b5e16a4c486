/// An absolute address of one of the house's servers: http, https, ws or wss (RFC 3986, without user information).
public struct ServerURL: Sendable, Hashable, CustomStringConvertible {
    public enum Scheme: String, Sendable, Hashable, CaseIterable {
        case http, https, ws, wss

        /// Whether the bytes are encrypted on the way.
        public var isSecure: Bool { self == .https || self == .wss }
        /// 80 or 443.
        public var defaultPort: Int { isSecure ? 443 : 80 }
    }

    public var scheme: Scheme
    /// A host name, an IPv4 address, or an IPv6 address without its brackets.
    public var host: String
    public var port: Int
    /// Path and query, percent-encoded; starts with `/`.
    public var path: String

    /// An address put together from its parts.
    public init(scheme: Scheme, host: String, port: Int? = nil, path: String = "/") {
        self.scheme = scheme
        self.host = host
        self.port = port ?? scheme.defaultPort
        self.path = path
    }

    /// Host and port as they stand in a URL or a `Host` header; the port is left out when it is the scheme's own.
    public var authority: String {
        let shown = host.contains(":") ? "[\(host)]" : host
        return port == scheme.defaultPort ? shown : "\(shown):\(port)"
    }

    /// The whole address.
    public var description: String {
        "\(scheme.rawValue)://\(authority)\(path)"
    }

    /// Whether credentials for `self` may go to `other`: same security, host and port (ws counts as http).
    public func hasSameOrigin(as other: ServerURL) -> Bool {
        scheme.isSecure == other.scheme.isSecure && port == other.port
            && host.lowercased() == other.host.lowercased()
    }
}
