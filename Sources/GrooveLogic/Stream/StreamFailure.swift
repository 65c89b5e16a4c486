/// Why a connection to the stream brought no sound, or no longer does.
public enum StreamFailure: Error, Sendable, Hashable {
    /// The host name is not known.
    case unresolved(String)
    /// Nobody listens at the address.
    case refused(String)
    /// No way to the host, no answer to the connect, or the network went away.
    case unreachable(String)
    /// Connected, but no response within the limit.
    case silent
    /// The certificate or the TLS handshake failed.
    case tls(String)
    /// An HTTP status other than 200, and the first line of what came with it.
    case status(Int, String)
    /// A redirect that may not be followed: too many, or to something less secure.
    case redirect(String)
    /// The bytes are something else.
    case notFLAC(String)
    /// Bytes come, but for a long time not one whole frame.
    case undecodable
    /// The server closed the stream in good order.
    case ended
    /// The connection broke.
    case broken(String)
    /// Connected, but no byte for longer than a healthy stream pauses.
    case stalled

    /// One line in words, without a full stop.
    public var text: String {
        switch self {
        case .unresolved(let host): "host \(host) is not known"
        case .refused(let detail): "connection refused\(Self.suffix(detail))"
        case .unreachable(let detail): "no connection\(Self.suffix(detail))"
        case .silent: "connected, but the server does not answer"
        case .tls(let detail): "TLS failed\(Self.suffix(detail))"
        case .status(401, _): "the server refused the name or the password (401)"
        case .status(403, let body): "the server refuses this listener (403)\(Self.suffix(body))"
        case .status(404, _): "the stream is off air (404)"
        case .status(let status, let body): "the server answered with status \(status)\(Self.suffix(body))"
        case .redirect(let detail): "redirect not followed\(Self.suffix(detail))"
        case .notFLAC(let reason): "not a FLAC stream: \(reason)"
        case .undecodable: "no FLAC frame could be decoded"
        case .ended: "the server ended the stream"
        case .broken(let detail): "the connection broke\(Self.suffix(detail))"
        case .stalled: "no sound arrives"
        }
    }

    /// Whether the server is there but the stream is not.
    public var isOffAir: Bool {
        if case .status(404, _) = self { return true }
        return false
    }

    /// Whether the server refused this listener.
    public var isRefusal: Bool {
        switch self {
        case .status(401, _), .status(403, _): true
        default: false
        }
    }

    private static func suffix(_ detail: String) -> String {
        detail.isEmpty ? "" : ": \(detail)"
    }
}
