/// What a setting's text may be, and how it is read.
public enum SettingKind: Sendable, Hashable {
    /// A host name or address, with a port or without.
    case host
    /// An absolute address with one of the schemes. May be empty: not set.
    case url([ServerURL.Scheme])
    /// Any text on one line. May be empty: not set.
    case text
    /// A file's path: absolute, or beginning with `~/`. May be empty: not set.
    case path
    /// A command line for the shell. May be empty: not set.
    case shellCommand
    /// Text that is never shown. May be empty: none.
    case secret
    /// `Name: value`, any number of times; the values are never shown.
    case headers
    /// `on` or `off`.
    case flag
    /// A span of time within limits; `auto` where that is allowed.
    case duration(from: Duration, to: Duration, allowsAuto: Bool)
    /// Decibels within limits.
    case decibels(from: Double, to: Double)
    /// One of a few words.
    case choice([String])

    /// Whether its text must be kept from the eyes of others.
    public var isSecret: Bool {
        self == .secret || self == .headers
    }
}

/// A setting's value, read and found good.
public enum SettingValue: Sendable, Hashable {
    /// Set to nothing.
    case none
    /// `auto`.
    case automatic
    case host(HouseHost)
    case url(ServerURL)
    case text(String)
    case secret(Secret)
    case headers([HTTPHeader])
    case flag(Bool)
    case duration(Duration)
    case decibels(Double)
}

/// A header field that is sent to one of the house's servers. Its value counts as a secret.
public struct HTTPHeader: Sendable, Hashable {
    /// A token (RFC 9110 §5.1).
    public var name: String
    /// Printable text, without line breaks.
    public var value: Secret

    /// A field as it will be sent.
    public init(name: String, value: Secret) {
        self.name = name
        self.value = value
    }

    /// The whole field as it is sent, without a line's end.
    public var line: Secret {
        Secret("\(name): \(value.revealed)")
    }
}
