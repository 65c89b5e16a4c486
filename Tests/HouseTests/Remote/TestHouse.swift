@preconcurrency import Glibc
import GrooveCore
import GrooveLogic
import Testing

/// The real house that `scripts/house` made and `GROOVE_TEST_HOUSE` names.
struct TestHouse: Sendable {
    let access: MopidyAccess
    private let client = HTTPClient()

    /// The folder of the house; nil when there is none to test with.
    static var folder: String? { getenv("GROOVE_TEST_HOUSE").map { String(cString: $0) } }

    private struct Description: Decodable {
        let ports: [String: Int]
    }

    private struct Reference: Decodable {
        let uri: String
        let type: String
    }

    private struct Answer<Result: Decodable>: Decodable {
        let result: Result?
    }

    /// The house, through its nginx.
    init() throws {
        let folder = try #require(Self.folder)
        let description = try JSONReader.read(
            Description.self, from: Self.contents(of: folder + "/house.json"))
        let port = try #require(description.ports["nginx"])
        let url = { (scheme: ServerURL.Scheme, path: String) in
            ServerURL(scheme: scheme, host: "127.0.0.1", port: port, path: path)
        }
        let route = HouseAddresses.Route(
            name: "nginx on port \(port)", rpc: url(.http, "/api/mopidy/rpc"), events: url(.ws, "/ws/mopidy"),
            stream: url(.http, "/stream.flac"), snapcast: url(.http, "/api/snapcast/rpc"),
            art: url(.http, "/"))
        access = MopidyAccess(addresses: HouseAddresses(host: "127.0.0.1", routes: [route]))
    }

    private static func contents(of path: String) throws -> [UInt8] {
        let file = try #require(fopen(path, "r"))
        defer { fclose(file) }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&buffer, 1, buffer.count, file)
        return Array(buffer[..<count])
    }

    /// Asks as another client would, by plain JSON-RPC.
    func ask<Result: Decodable>(
        _ method: String, _ params: [String: JSONValue] = [:], as type: Result.Type = Result.self
    ) throws -> Result? {
        let text = RPCRequest.json(id: .integer(1), method: method, params: params).text
        let request = HTTPRequest(
            url: try #require(access.addresses.routes.first).rpc, json: Array(text.utf8),
            deadline: .now + .seconds(10))
        return try JSONReader.read(Answer<Result>.self, from: client.send(request).body).result
    }

    /// Does a command, as its own process would.
    @discardableResult
    func run(_ command: Command) throws(HouseFailure) -> HouseAnswer {
        try HouseCommands(access: access).run(command)
    }

    /// A queue of three tracks, stopped, with nothing random about it.
    func prepare() throws {
        let _: Bool? = try ask("core.tracklist.clear")
        for option in ["random", "repeat", "single", "consume"] {
            let _: Bool? = try ask("core.tracklist.set_\(option)", ["value": false])
        }
        let uris = try tracks(under: nil, depth: 4, wanted: 3)
        try #require(uris.count == 3, "the house has no music")
        let _: LenientAnswer? = try ask("core.tracklist.add", ["uris": .array(uris.map { .string($0) })])
    }

    /// An answer that does not matter.
    private struct LenientAnswer: Decodable {
        init(from decoder: any Decoder) throws {}
    }

    private func tracks(under uri: String?, depth: Int, wanted: Int) throws -> [String] {
        guard depth > 0 else { return [] }
        let references: [Reference] = try ask("core.library.browse", ["uri": JSONValue(uri)]) ?? []
        var found = references.filter { $0.type == "track" }.map(\.uri)
        for reference in references where reference.type != "track" && found.count < wanted {
            found += try tracks(under: reference.uri, depth: depth - 1, wanted: wanted - found.count)
        }
        return Array(found.prefix(wanted))
    }
}
