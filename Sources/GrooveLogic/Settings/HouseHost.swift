/// Why a text does not say where a house is.
public enum HouseHostProblem: Error, Sendable, Hashable {
    case empty
    case isURL
    case notHost(ServerURLProblem)

    /// What is wrong and what would be right, to stand after `server.host`.
    public var message: String {
        switch self {
        case .empty: "is empty; write the name or address of the computer that Mopidy runs on"
        case .isURL:
            "is a whole address; write the host alone here, and addresses as server.rpc_url and server.stream_url"
        case .notHost(let problem): problem.message
        }
    }
}

/// Where the house is, when a person says no more than that: a name or an address, perhaps with a port.
///
/// A port is that of the house's nginx or of Mopidy itself, whichever answers there.
public struct HouseHost: Sendable, Hashable, CustomStringConvertible {
    /// A host name, an IPv4 address, or an IPv6 address without brackets.
    public var name: String
    /// nil: the usual ports are tried.
    public var port: Int?

    /// A host put together from its parts.
    public init(name: String, port: Int? = nil) {
        self.name = name
        self.port = port
    }

    /// Reads `nas`, `nas:8180`, `192.168.1.5`, `fe80::1%eth0`, `[fe80::1]:8180`.
    public init(_ text: String) throws(HouseHostProblem) {
        guard !text.isEmpty else { throw .empty }
        guard !text.contains("/") else { throw .isURL }
        if case .v6 = InternetAddress(text) {
            self.init(name: text)
            return
        }
        guard !text.contains("@") else { throw .notHost(.userInformation) }
        do {
            let (name, port) = try HostAndPort.parse(Substring(text))
            self.init(name: name, port: port)
        } catch {
            throw .notHost(error)
        }
    }

    public var description: String {
        guard let port else { return name }
        return name.contains(":") ? "[\(name)]:\(port)" : "\(name):\(port)"
    }
}
