public import GrooveLogic

/// Why an address gave no usable answer.
public struct TransportFailure: Error, Sendable, Hashable {
    /// What went wrong.
    public enum Kind: Sendable, Hashable {
        /// DNS knows no such name.
        case nameNotFound
        /// Nobody listens on that port.
        case refused
        /// There is no way there: the system's own words.
        case unreachable(String)
        /// The connection was not there in time.
        case connectTimedOut
        /// The connection was there, the whole answer was not in time.
        case deadlinePassed
        /// The certificate or the encryption was not good: the library's own words.
        case insecure(String)
        /// Another HTTP status than was wanted.
        case status(Int, HTTPAnswerInfo)
        /// An answer that is not what was asked for, though the status was good.
        case notJSON(HTTPAnswerInfo)
        /// An answer of more than `limit` bytes.
        case tooLarge(limit: Int)
        /// The server closed before the answer was whole.
        case connectionLost(String)
        /// A WebSocket handshake or frame that breaks the protocol.
        case badProtocol(String)
        /// Not there yet: what.
        case notSupported(String)
        /// Anything else: the library's own words.
        case other(String)
    }

    /// The address that was asked.
    public var url: ServerURL
    public var kind: Kind

    /// A failure at an address.
    public init(url: ServerURL, kind: Kind) {
        self.url = url
        self.kind = kind
    }

    /// Whether the server said that who we are is not enough: another attempt would be refused as well.
    public var isUnauthorized: Bool {
        if case .status(401, _) = kind { return true }
        if case .status(403, _) = kind { return true }
        return false
    }

    /// Whether another address of the same house is worth trying: nobody is here, or somebody who knows nothing of
    /// Mopidy. Only failures after which the request surely was not carried out.
    public var pointsElsewhere: Bool {
        switch kind {
        case .refused: true
        case .status(let status, _): [400, 404, 405, 426, 501, 502, 503].contains(status)
        case .badProtocol: true
        default: false
        }
    }
}

/// What an unwanted answer looked like.
public struct HTTPAnswerInfo: Sendable, Hashable {
    public var contentType: String?
    /// The first bytes, as text; untrusted.
    public var bodyStart: String
    /// Where a redirect points to.
    public var location: String?

    /// What is known of an answer.
    public init(contentType: String? = nil, bodyStart: String = "", location: String? = nil) {
        self.contentType = contentType
        self.bodyStart = bodyStart
        self.location = location
    }

    /// Whether it is a page for a browser.
    public var isHTML: Bool {
        contentType?.lowercased().hasPrefix("text/html") == true
            || bodyStart.drop { $0.isWhitespace }.lowercased().hasPrefix("<")
    }
}

/// Who we are to one origin, and what else it wants to hear. Never sent to another origin.
public struct Access: Sendable, Hashable {
    public var credentials: Credentials?
    /// Whole header lines, such as `X-Token: …`.
    public var headers: [Secret]

    /// Nothing unless it is given.
    public init(credentials: Credentials? = nil, headers: [Secret] = []) {
        self.credentials = credentials
        self.headers = headers
    }

    /// The header lines to send: RFC 7617 over UTF-8, and the extra ones.
    var headerLines: [Secret] {
        // A line break in a header would begin another header, or another request.
        let headers = headers.filter { !$0.revealed.utf8.contains { $0 == 10 || $0 == 13 || $0 == 0 } }
        guard let credentials else { return headers }
        let pair = Array("\(credentials.username):\(credentials.password.revealed)".utf8)
        return [Secret("Authorization: Basic \(Base64.encode(pair))")] + headers
    }
}
