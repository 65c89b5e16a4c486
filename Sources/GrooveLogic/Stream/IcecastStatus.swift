/// Icecast's public status page, `/status-json.xsl`: the mounts that are on air.
public struct IcecastStatus: Sendable, Decodable {
    private let listenURLs: [String]

    private enum Key: String, CodingKey {
        case icestats, source
    }

    private struct Source: Decodable {
        let listenURL: String?

        enum Key: String, CodingKey {
            case listenURL = "listenurl"
        }

        init(from decoder: any Decoder) throws {
            listenURL = try decoder.container(keyedBy: Key.self).lenient(.listenURL)
        }
    }

    /// One mount is an object, several are a list, none is no key at all ([seen] 2.4.4).
    public init(from decoder: any Decoder) throws {
        let stats = try decoder.container(keyedBy: Key.self).nestedContainer(
            keyedBy: Key.self, forKey: .icestats)
        let list: LenientList<Source>? = stats.lenient(.source)
        let one: Source? = stats.lenient(.source)
        listenURLs = ((list?.elements ?? []) + [one].compactMap { $0 }).compactMap(\.listenURL)
    }

    /// Reads the page; nil when it is something else.
    public static func read(_ text: [UInt8]) -> IcecastStatus? {
        try? JSONReader.read(IcecastStatus.self, from: text)
    }

    /// Whether a mount is on air. Of the URL that Icecast names only the path counts: its host is often made up.
    public func has(mount path: String) -> Bool {
        listenURLs.contains { url in
            guard let host = url.firstPlace(of: "://")?.upperBound,
                let start = url[host...].firstIndex(of: "/")
            else { return false }
            return url[start...] == path
        }
    }
}
