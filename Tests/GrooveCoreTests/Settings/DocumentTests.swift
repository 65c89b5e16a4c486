import Glibc
import Testing

@testable import GrooveCore

@Suite("What the documents say of settings and commands")
struct DocumentTests {
    /// The text of a file of the project.
    private func text(_ name: String) throws -> String {
        let path = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let content = try SmallFile.read("/\(path)/\(name)", limit: 1 << 20)
        return String(decoding: content.bytes, as: UTF8.self)
    }

    @Test(
        "config/groove.conf has every setting once, with its built-in value, below a line that says what it does"
    )
    func isComplete() throws {
        var section = ""
        var before = ""
        var found: [String] = []
        for line in try text("config/groove.conf").split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("[") { section = String(line.dropFirst().dropLast()) }
            if line.hasPrefix("#"), !line.hasPrefix("# "), line.contains("=") {
                let parts = line.dropFirst().split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false
                ).map {
                    $0.split(separator: " ")
                }
                let name = "\(section).\(parts[0].joined())"
                found.append("\(name) = \(parts[1].joined(separator: " "))|\(before)")
            }
            before = String(line)
        }
        #expect(found == SettingTable.rows.map { "\($0.name.rawValue) = \($0.builtIn)|# \($0.summary)" })
    }

    @Test("config/groove.conf with every line in force is good, and changes nothing")
    func isGood() throws {
        let text = try text("config/groove.conf").split(separator: "\n", omittingEmptySubsequences: false).map
        { line in
            line.hasPrefix("#") && !line.hasPrefix("# ") ? String(line.dropFirst()) : String(line)
        }.joined(separator: "\n")
        // Of the ways to give a password the file shows all; empty ones do not count.
        var sources = SettingsSources()
        sources.files = [SettingsSources.File(path: "groove.conf", bytes: Array(text.utf8), mode: 0o600)]
        var settings = try Settings(sources)
        #expect(settings.origins.values.allSatisfy { $0 != .builtIn })
        settings.origins = Settings.builtIn.origins
        settings.access[.stream]?.basic?.origin = .builtIn
        #expect(settings == Settings.builtIn)
    }

    @Test("the README has every setting, command, flag and exit code")
    func readme() throws {
        let readme = try text("README.md")
        for row in SettingTable.rows {
            let builtIn = row.builtIn.isEmpty ? "" : "`\(row.builtIn)`"
            let line = "| `\(row.name.rawValue)` | \(builtIn) | \(row.summary) |"
            #expect(readme.contains(line), "\(line)")
        }
        for command in CommandTable.commands {
            #expect(readme.contains("`groove \(command.name)") || readme.contains("`\(command.name)`"))
            for flag in command.flags { #expect(readme.contains("`\(flag.name)"), "\(flag.name)") }
        }
        for flag in CommandTable.globalFlags { #expect(readme.contains("`\(flag.name)"), "\(flag.name)") }
        for code in ExitCode.allCases { #expect(readme.contains("\n| \(code.rawValue) | \(code.summary)")) }
    }

    /// `GROOVE_WRITE_MANUAL=1 swift test --filter DocumentTests` writes it anew.
    @Test("man/groove.1 is what the tables make")
    func manual() throws {
        if getenv("GROOVE_WRITE_MANUAL") != nil {
            let path =
                "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/man/groove.1"
            let file = try #require(fopen(path, "w"))
            fputs(ManPage.text, file)
            fclose(file)
        }
        #expect(try text("man/groove.1") == ManPage.text)
    }
}
