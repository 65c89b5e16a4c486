/// Text that must never be printed: every description of it is the same three dots.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The secret itself. Only what sends it, or compares it, may read this.
    public let revealed: String

    /// Keeps `text` out of sight.
    public init(_ text: String) {
        revealed = text
    }

    public var description: String { "•••" }
    public var debugDescription: String { "•••" }
    /// Without parts: `dump` and crash reports go by the mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A name and password for HTTP Basic authentication (RFC 7617).
public struct Credentials: Sendable, Hashable {
    public var username: String
    public var password: Secret

    public init(username: String, password: Secret) {
        self.username = username
        self.password = password
    }
}
