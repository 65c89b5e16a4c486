import Foundation
import Testing

/// A real house that `scripts/house` has started, and the groove that is to be tried on it.
///
/// `scripts/test` names them: GROOVE_TEST_HOUSE and GROOVE_TEST_HOUSE_OGG are folders of houses that are up (the
/// first one with a sound device), GROOVE_TEST_BINARY is the program.
struct House: Sendable {
    enum Container: String, Sendable, CaseIterable {
        case native, ogg
    }

    /// Its folder.
    let folder: String
    /// What its `house.env` says.
    let variables: [String: String]
    /// The program to try.
    let program: String

    /// Whether there is a house to run tests on; without one they are reported as skipped, with this reason.
    static let isGiven = environment("GROOVE_TEST_HOUSE") != nil
    static let missing: Comment = "no house was given: scripts/test starts one"

    /// The house that streams in this container.
    init(_ container: Container = .native) throws {
        let name = container == .native ? "GROOVE_TEST_HOUSE" : "GROOVE_TEST_HOUSE_OGG"
        folder = try #require(Self.environment(name), "\(name) is not set")
        program = try #require(Self.environment("GROOVE_TEST_BINARY"), "GROOVE_TEST_BINARY is not set")
        variables = try Self.read(folder + "/house.env")
    }

    /// One of its variables.
    subscript(name: String) -> String { variables[name] ?? "" }

    /// What groove is started with: the house's settings, and nothing of this user's.
    var environment: [String: String] {
        var all = variables.filter { $0.key.hasPrefix("GROOVE_") || Self.soundVariables.contains($0.key) }
        all["XDG_CONFIG_HOME"] = folder + "/no-config"
        all["TERM"] = "xterm-256color"
        return all
    }

    /// Runs groove to its end.
    func groove(
        _ arguments: String..., environment extra: [String: String] = [:],
        within deadline: Duration = .seconds(30)
    ) async throws -> ProgramResult {
        try await Program.run(
            program, arguments, environment: environment.merging(extra) { $1 }, within: deadline)
    }

    /// Starts groove beside the test.
    func startGroove(_ arguments: String..., environment extra: [String: String] = [:]) throws -> Program {
        try Program(program, arguments, environment: environment.merging(extra) { $1 })
    }

    /// Calls Mopidy as another client does: curl, past nginx.
    @discardableResult
    func call(_ method: String, _ params: String = "{}") async throws -> JSON {
        let body = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
        let answer = try await Program.run(
            "/usr/bin/curl",
            ["-sS", "-m", "10", "-H", "Content-Type: application/json", "-d", body, self["HOUSE_MOPIDY_RPC"]])
        let whole = try JSON(answer.output)
        if let error = whole["error"] { throw HouseError(description: "\(method): \(error)") }
        return whole["result"] ?? .null
    }

    /// Does something with one of its programs: `restart`, `kill`, `stop`, `start`.
    func manage(_ verb: String, _ name: String) async throws {
        let result = try await Program.run(
            Self.projectFolder + "/scripts/house", [verb, name, "--dir", folder], within: .seconds(60))
        guard result.status == 0 else { throw HouseError(description: result.output + result.errors) }
    }

    /// Makes the house play its music from the start, loudly enough to be heard by a machine.
    func startMusic() async throws {
        try await call("core.playback.stop")
        try await call("core.tracklist.clear")
        let uris = try await trackURIs()
        let list = uris.map { "\"\($0)\"" }.joined(separator: ",")
        try await call("core.tracklist.add", #"{"uris":[\#(list)]}"#)
        try await call("core.tracklist.set_repeat", #"{"value":true}"#)
        try await call("core.mixer.set_volume", #"{"volume":80}"#)
        try await call("core.playback.play")
        let plays = try await eventually(within: .seconds(10)) {
            // Mopidy says "playing" a moment before it has a current track.
            guard try await call("core.playback.get_state").string == "playing" else { return false }
            return try await call("core.playback.get_current_tlid").int != nil
        }
        try #require(plays, "the house does not start to play")
    }

    /// The URIs of all tracks of its library.
    func trackURIs() async throws -> [String] {
        let albums = try await call("core.library.browse", #"{"uri":"local:directory?type=track"}"#)
        return albums.array.compactMap { $0["uri"]?.string }.filter { !$0.contains("\"") }
    }

    static let soundVariables: Set<String> = [
        "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "PULSE_SERVER", "PIPEWIRE_RUNTIME_DIR",
        "PIPEWIRE_REMOTE",
        "ALSA_CONFIG_PATH",
    ]

    private static let projectFolder: String = {
        let file = URL(fileURLWithPath: #filePath)
        return file.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
    }()

    private static func environment(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func read(_ path: String) throws -> [String: String] {
        var variables: [String: String] = [:]
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2, words[0] == "export" else { continue }
            let pair = words[1].split(separator: "=", maxSplits: 1)
            if pair.count == 2 { variables[String(pair[0])] = pair[1].trimmingCharacters(in: ["'"]) }
        }
        return variables
    }
}

struct HouseError: Error, CustomStringConvertible {
    var description: String
}

/// JSON as another reader than groove's own understands it.
enum JSON: Sendable, Hashable {
    case null, bool(Bool), number(Double), string(String), array([JSON]), object([String: JSON])

    init(_ text: String) throws {
        let value = try JSONSerialization.jsonObject(with: Data(text.utf8), options: [.fragmentsAllowed])
        self = Self.from(value)
    }

    subscript(key: String) -> JSON? {
        if case .object(let members) = self { members[key] } else { nil }
    }
    var string: String? { if case .string(let text) = self { text } else { nil } }
    var int: Int? { if case .number(let number) = self { Int(number) } else { nil } }
    var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
    var array: [JSON] { if case .array(let elements) = self { elements } else { [] } }

    private static func from(_ value: Any) -> JSON {
        switch value {
        case let text as String: .string(text)
        case let number as NSNumber:
            String(cString: number.objCType) == "c" ? .bool(number.boolValue) : .number(number.doubleValue)
        case let elements as [Any]: .array(elements.map(from))
        case let members as [String: Any]: .object(members.mapValues(from))
        default: .null
        }
    }
}
