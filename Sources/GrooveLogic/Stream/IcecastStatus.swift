/// Icecast's public status (`/status-json.xsl`): which mounts are on air.
public struct IcecastStatus: Sendable, Hashable, Decodable {
    /// The mounts' paths, such as `/stream.flac`.
    public let mounts: Set<String>

    private enum Key: CodingKey {
        case icestats
    }

    private struct Statistics: Decodable {
        private enum Key: CodingKey {
            case source
        }

        let sources: [Source]

        /// One source is an object, several are a list, none is nothing.
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            let list = container.lenientList(of: Source.self, .source).elements
            let one: Source? = container.lenient(.source)
            sources = list.isEmpty ? [one].compactMap { $0 } : list
        }
    }

    private struct Source: Decodable {
        let listenurl: String
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let sources = try container.decode(Statistics.self, forKey: .icestats).sources
        // The host in it is what Icecast believes to be called; only the path is to be trusted.
        mounts = Set(sources.compactMap { Self.path(of: $0.listenurl) })
    }

    private static func path(of url: String) -> String? {
        let afterScheme = url.split(separator: "//", maxSplits: 1).last ?? ""
        return afterScheme.firstIndex(of: "/").map { String(afterScheme[$0...]) }
    }
}
