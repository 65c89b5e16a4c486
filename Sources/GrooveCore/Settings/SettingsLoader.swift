@preconcurrency internal import Glibc

/// Reads the settings of this user on this computer.
public struct SettingsLoader: Sendable {
    /// The environment that variables and folders are taken from.
    public var environment: [String: String]
    /// The system's config file; its absence is no problem.
    public var systemFile = "/etc/groove.conf"

    /// Largest config file that is read; the whole example has 5 KB.
    static let configLimit = 1 << 20

    /// A loader for an environment: the process's own, or one made up.
    public init(environment: [String: String]) {
        self.environment = environment
    }

    /// The user's own config file: `$XDG_CONFIG_HOME/groove/groove.conf`; nil without a home.
    public var userFile: String? {
        // An XDG folder must be absolute, else it is to be ignored (XDG Base Directory Specification).
        if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
            return folder + "/groove/groove.conf"
        }
        return environment["HOME"].flatMap { $0.isEmpty ? nil : $0 + "/.config/groove/groove.conf" }
    }

    /// Reads every layer. `--config` replaces the user's own file, and must exist.
    public func load(_ globals: GlobalOptions) throws(SettingsProblems) -> Settings {
        var problems: [SettingsProblem] = []
        var sources = SettingsSources()
        sources.environment = environment
        sources.profile = globals.profile
        sources.overrides = globals.overrides
        sources.host = globals.host
        let files: [(path: String?, isNeeded: Bool)] = [
            (systemFile, false),
            globals.configFile.map { ($0, true) } ?? (userFile, false),
        ]
        for case (let path?, let isNeeded) in files {
            do {
                sources.files.append(try read(path))
            } catch {
                if !isNeeded, error.isAbsence { continue }
                problems.append(SettingsProblem(place: path, message: error.message))
            }
        }
        let settings: Settings
        do {
            settings = try Settings(sources)
        } catch {
            throw SettingsProblems(problems + error.problems)
        }
        guard problems.isEmpty else { throw SettingsProblems(problems) }
        return settings
    }

    private func read(_ path: String) throws(FileProblem) -> SettingsSources.File {
        let content = try SmallFile.read(path, limit: Self.configLimit)
        return SettingsSources.File(path: path, bytes: content.bytes, mode: content.mode)
    }

    /// The path with `~/` expanded.
    public func expanded(_ path: String) -> String {
        guard path.hasPrefix("~/"), let home = environment["HOME"], !home.isEmpty else { return path }
        return home + path.dropFirst()
    }

    // MARK: Passwords

    /// The name and password for a service, read from the file or the command now if they are there; nil when none
    /// is sent. Blocks for at most `deadline`.
    public func credentials(
        for access: ServiceAccess, deadline: Duration = .seconds(30)
    ) throws(SettingsProblems) -> Credentials? {
        guard let basic = access.basic else { return nil }
        do {
            let password = try password(basic.password, deadline: deadline)
            return Credentials(username: basic.username, password: password)
        } catch {
            throw SettingsProblems([
                SettingsProblem(
                    place: basic.origin.description, message: "\(basic.setting.rawValue): \(error.message)")
            ])
        }
    }

    private func password(
        _ source: ServiceAccess.PasswordSource, deadline: Duration
    ) throws(FileProblem) -> Secret {
        switch source {
        case .text(let secret):
            return secret
        case .file(let path):
            let path = expanded(path)
            let content = try SmallFile.read(path, limit: PasswordLine.limit)
            if content.isRegular, content.mode & 0o044 != 0 {
                throw FileProblem(
                    message:
                        "others can read \(TerminalText.safe(path)); run chmod 600 \(ShellText.quoted(path))")
            }
            return try PasswordLine.first(of: content.bytes, from: TerminalText.safe(path))
        case .command(let command):
            let output = try PasswordCommand.output(of: command, deadline: deadline)
            return try PasswordLine.first(of: output, from: "the command")
        }
    }
}

/// Takes a password out of what a file or a command gave.
enum PasswordLine {
    /// Most that is read to find it.
    static let limit = 64 << 10

    /// The first line, without its end. It may not be empty, and must be text.
    static func first(of bytes: [UInt8], from source: String) throws(FileProblem) -> Secret {
        var line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
        guard let text = String(validating: line, as: UTF8.self), !text.contains("\0") else {
            throw FileProblem(message: "the first line of \(source) is not UTF-8 text")
        }
        guard !text.isEmpty else {
            throw FileProblem(message: "the first line of \(source) is empty; the password must stand there")
        }
        return Secret(text)
    }
}
