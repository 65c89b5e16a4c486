/// Where a setting's value came from: for messages that send a person back to it.
public enum SettingOrigin: Sendable, Hashable, CustomStringConvertible {
    case builtIn
    case file(path: String, line: Int)
    /// A variable's name.
    case environment(String)
    /// A key of the chosen profile.
    case profile(name: String, path: String, line: Int)
    /// `--set` or `--host`.
    case flag(String)

    /// The place alone: `FILE:12`, `GROOVE_SERVER_HOST`, `--host`.
    public var description: String {
        switch self {
        case .builtIn: "built-in"
        case .file(let path, let line), .profile(_, let path, let line): "\(TerminalText.safe(path)):\(line)"
        case .environment(let variable): variable
        case .flag(let flag): flag
        }
    }

    /// The setting and the place, to stand in a sentence.
    public func naming(_ setting: SettingName) -> String {
        switch self {
        case .builtIn: "\(setting.rawValue) (the built-in default)"
        case .file, .profile: "\(setting.rawValue) in \(self)"
        case .environment(let variable): "\(variable) in the environment"
        case .flag(let flag): flag == "--host" ? flag : "\(flag) \(setting.rawValue)"
        }
    }
}

/// Something that is wrong with the settings.
public struct SettingsProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// `FILE:12`, a variable, or a flag.
    public var place: String
    /// What is wrong, and what would be right.
    public var message: String

    /// A problem at a place.
    public init(place: String, message: String) {
        self.place = place
        self.message = message
    }

    /// One line: `place: message`.
    public var description: String { "\(TerminalText.safe(place)): \(message)" }
}

/// All that is wrong with the settings, at once. Never empty.
public struct SettingsProblems: Error, Sendable, Hashable {
    public var problems: [SettingsProblem]

    /// What was found.
    public init(_ problems: [SettingsProblem]) {
        self.problems = problems
    }
}
