/// Why a WebSocket connection could not be made, or could not go on.
public enum WebSocketFailure: Error, Sendable, Hashable {
    /// The server answered the opening handshake with another status than 101.
    case refused(HTTPResponseHead)
    /// The answer to the opening handshake was not one that RFC 6455 §4.1 lets a client accept.
    case badHandshake(String)
    /// The server broke the protocol: what it did.
    case protocolError(String)
    /// A text that is not UTF-8.
    case invalidText
    /// A message of more than `limit` bytes.
    case tooLarge(limit: Int)
    /// The connection ended without a closing handshake.
    case connectionLost
    /// Nothing came for too long, not even the answer to a ping.
    case silent
    /// The server did not answer the opening handshake in time.
    case handshakeTimedOut

    /// The close code that tells the peer (RFC 6455 §7.4.1); nil when there is nobody to tell.
    var closeCode: WebSocketCloseCode? {
        switch self {
        case .protocolError: .protocolError
        case .invalidText: .invalidPayload
        case .tooLarge: .messageTooBig
        case .silent: .goingAway
        case .refused, .badHandshake, .connectionLost, .handshakeTimedOut: nil
        }
    }
}

/// Why one side closed (RFC 6455 §7.4).
public struct WebSocketCloseCode: Sendable, Hashable, RawRepresentable {
    public let rawValue: UInt16

    /// A code, valid on the wire or not.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    public static let normal = WebSocketCloseCode(rawValue: 1000)
    public static let goingAway = WebSocketCloseCode(rawValue: 1001)
    public static let protocolError = WebSocketCloseCode(rawValue: 1002)
    public static let invalidPayload = WebSocketCloseCode(rawValue: 1007)
    public static let messageTooBig = WebSocketCloseCode(rawValue: 1009)

    /// Whether the code may stand in a Close frame: those defined for it, those registered since
    /// (1012-1014), and the ranges for libraries and applications (RFC 6455 §7.4.1, §7.4.2).
    var isValidOnTheWire: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}

/// What the peer's Close frame said.
public struct WebSocketClosure: Sendable, Hashable {
    /// nil: the frame was empty.
    public var code: WebSocketCloseCode?
    /// Text for people who look for a fault; untrusted.
    public var reason: String

    /// A Close frame's content.
    public init(code: WebSocketCloseCode?, reason: String = "") {
        self.code = code
        self.reason = reason
    }
}

/// A whole message.
public enum WebSocketMessage: Sendable, Hashable {
    /// Bytes that are valid UTF-8.
    case text([UInt8])
    case binary([UInt8])

    /// The message's bytes, whichever kind it is.
    public var bytes: [UInt8] {
        switch self {
        case .text(let bytes), .binary(let bytes): bytes
        }
    }
}
