/// What Snapcast answers to `Server.GetStatus`: the rooms, as far as they can be read.
public struct SnapcastStatus: Sendable, Hashable {
    /// Group by group, in the server's order.
    public var rooms: [RoomRow]

    /// The text of the call.
    public static let request = RPCRequest.json(id: id, method: "Server.GetStatus", params: [:]).text

    private static let id = RPCID.integer(1)

    /// Reads the answer to the call; nil when it is something else.
    public static func read(_ text: [UInt8]) -> SnapcastStatus? {
        guard let key = RPCResponse.readers else { return nil }
        let reader: RPCResultReader = { try SnapcastStatus(from: $0) }
        guard
            let answer = try? JSONReader.read(
                RPCResponse.self, from: text, information: [key: [id: reader]]),
            case .result(let result) = answer.outcome
        else { return nil }
        return result as? SnapcastStatus
    }
}

// MARK: - Reading

extension SnapcastStatus {
    private enum Key: String, CodingKey {
        case server, groups
    }

    private init(from decoder: any Decoder) throws {
        let server = try decoder.container(keyedBy: Key.self).nestedContainer(
            keyedBy: Key.self, forKey: .server)
        rooms = try server.decode(LenientList<Group>.self, forKey: .groups).elements.flatMap(\.rooms)
    }

    /// What the rooms of a group have in common.
    private struct Group: Decodable {
        private enum Key: String, CodingKey {
            case id, name, muted, clients
            case source = "stream_id"
        }

        let rooms: [RoomRow]

        init(from decoder: any Decoder) throws {
            let group = try decoder.container(keyedBy: Key.self)
            let names: [String?] = [group.lenient(.name), group.lenient(.id)]
            let name = names.compactMap { $0 }.first { !$0.isEmpty }
            let source: String? = group.lenient(.source)
            let isMuted: Bool? = group.lenient(.muted)
            rooms = group.lenientList(of: Client.self, .clients).elements.map { client in
                client.room(in: name, source: source, isGroupMuted: isMuted)
            }
        }
    }

    private struct Client: Decodable {
        private enum Key: String, CodingKey {
            case id, name, connected, config, host, latency, volume, percent, muted
        }

        let id: String
        let name: String
        let isConnected: Bool
        let volume: Int?
        let isMuted: Bool?
        let latency: Int?

        /// Only the id has to be there: nothing can be said of a room that cannot be named.
        init(from decoder: any Decoder) throws {
            let client = try decoder.container(keyedBy: Key.self)
            id = try client.decode(String.self, forKey: .id)
            let config = try? client.nestedContainer(keyedBy: Key.self, forKey: .config)
            let host = try? client.nestedContainer(keyedBy: Key.self, forKey: .host)
            let level = try? config?.nestedContainer(keyedBy: Key.self, forKey: .volume)
            // A room that nobody has named goes by its computer's name.
            let names: [String?] = [config?.lenient(.name), host?.lenient(.name)]
            name = names.compactMap { $0 }.first { !$0.isEmpty } ?? id
            isConnected = client.lenient(.connected) ?? false
            let percent: Int? = level?.lenient(.percent)
            volume = percent.map { min(max($0, 0), 100) }
            isMuted = level?.lenient(.muted)
            latency = config?.lenient(.latency)
        }

        /// A room is silent when it is muted, and when its group is.
        func room(in group: String?, source: String?, isGroupMuted: Bool?) -> RoomRow {
            let isSilent = isMuted == true || isGroupMuted == true ? true : isMuted
            return RoomRow(
                id: id, name: name, group: group, source: source, isConnected: isConnected, volume: volume,
                isMuted: isSilent, latency: latency.map { .milliseconds($0) })
        }
    }
}
