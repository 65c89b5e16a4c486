import Foundation
import Testing

/// groove on a terminal: in a tmux of its own, typed at and read as a person would.
final class Screen: Sendable {
    private let socket = "groove-test-\(UUID().uuidString.prefix(8))"
    private let house: House

    /// Starts groove in a terminal of this size. `before` and `after` are shell commands around it.
    init(
        _ house: House, columns: Int = 100, rows: Int = 30, environment extra: [String: String] = [:],
        before: String = "true", after: String = "true"
    ) async throws {
        self.house = house
        var environment = house.environment.merging(extra) { $1 }
        environment["COLORTERM"] = "truecolor"
        environment["LC_ALL"] = "C.UTF-8"
        // The terminal's own names are tmux's to give.
        environment["TERM"] = nil
        environment["TMUX"] = ""
        environment["NO_COLOR"] = ""
        // A debug build would ask the terminal what to do about a crash, for fifteen seconds.
        environment["SWIFT_BACKTRACE"] = "interactive=no"
        let command = "export COLORTERM=truecolor; \(before); '\(house.program)'; \(after); exec sleep 600"
        let arguments = [
            "-L", socket, "-f", "/dev/null", "new-session", "-d", "-s", "s", "-x", "\(columns)", "-y",
            "\(rows)", command,
        ]
        let result = try await Program.run("/usr/bin/tmux", arguments, environment: environment)
        try #require(result.status == 0, "tmux: \(result.errors)")
    }

    deinit {
        // Its server ends with its last window; the program in it gets SIGHUP as from any closed terminal.
        let end = try? Program("/usr/bin/tmux", ["-L", socket, "kill-server"])
        for _ in 0..<40 where end?.isRunning == true { usleep(50_000) }
    }

    /// What is on the screen now.
    func text() async throws -> String {
        try await tmux("capture-pane", "-p", "-t", "s").output
    }

    /// Types keys, by tmux's names for them.
    func type(_ keys: String...) async throws {
        for key in keys { _ = try await tmux("send-keys", "-t", "s", key) }
    }

    /// Gives the window another size.
    func resize(columns: Int, rows: Int) async throws {
        _ = try await tmux("resize-window", "-t", "s", "-x", "\(columns)", "-y", "\(rows)")
    }

    /// A value of tmux's own, such as `alternate_on` or `cursor_flag`.
    func value(_ name: String) async throws -> String {
        try await tmux("display-message", "-p", "-t", "s", "#{\(name)}").output
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The process id of groove itself.
    func processIdentifier() async throws -> Int32 {
        let shell = try await value("pane_pid")
        let children = try await Program.run("/usr/bin/pgrep", ["-P", shell, "groove"])
        return try #require(Int32(children.lines.first ?? ""), "groove does not run")
    }

    /// Waits until the screen shows `words`; prints what it shows instead when it does not.
    func shows(_ words: String, within deadline: Duration = .seconds(10)) async throws -> Bool {
        if try await eventually(within: deadline, { try await text().contains(words) }) { return true }
        print("\(words) is not on the screen:\n\(try await text())")
        return false
    }

    private func tmux(_ arguments: String...) async throws -> ProgramResult {
        try await Program.run("/usr/bin/tmux", ["-L", socket] + arguments)
    }
}
