/// What `groove help` prints, made from the tables.
public enum HelpText {
    /// The page for a command, for `settings`, or for groove as a whole.
    public static func page(_ topic: String?) -> String {
        switch topic {
        case nil: overview
        case "settings": settings
        case let name?: CommandTable.command(named: name).map(page) ?? overview
        }
    }

    private static var overview: String {
        let commands = CommandTable.commands.map { command in
            (command.synopsis.isEmpty ? command.name : "\(command.name) \(command.synopsis)", command.summary)
        }
        let codes = ExitCode.allCases.map { ("\($0.rawValue)", $0.summary) }
        return [
            "groove plays the house's music on this computer, and is the remote for the whole house.",
            "",
            "usage: groove [FLAGS] [COMMAND] [WORDS]",
            "",
            "commands:",
            columns(
                [("groove", "the now-playing screen; without a terminal, what groove status prints")]
                    + commands),
            "",
            "flags, before or after the command:",
            columns(CommandTable.globalFlags.map { ($0.usage, $0.summary) }),
            "",
            "exit codes:",
            columns(codes),
            "",
            "groove help COMMAND says more of one command, groove help settings lists the settings.",
            "A password never stands on the command line: set auth.password in the config file",
            "($XDG_CONFIG_HOME/groove/groove.conf), or GROOVE_AUTH_PASSWORD.",
        ].joined(separator: "\n")
    }

    private static func page(_ command: CommandDescription) -> String {
        var parts = ["usage: \(command.usage)", "", command.summary]
        if !command.details.isEmpty { parts += ["", command.details] }
        if !command.flags.isEmpty {
            parts += ["", "flags:", columns(command.flags.map { ($0.usage, $0.summary) })]
        }
        if !command.examples.isEmpty {
            parts += ["", "examples:", columns(command.examples.map { ($0.line, $0.meaning) })]
        }
        parts += ["", "groove help lists the flags that every command takes."]
        return parts.joined(separator: "\n")
    }

    private static var settings: String {
        var parts = [
            "Settings, later wins: built-in, /etc/groove.conf, $XDG_CONFIG_HOME/groove/groove.conf (or --config),",
            "GROOVE_SECTION_KEY in the environment, the profile, --set section.key=value, --host.",
        ]
        for section in SettingTable.sections {
            parts += ["", "[\(section)]"]
            let rows = SettingTable.rows.filter { $0.name.section == section }
            parts.append(
                columns(
                    rows.map { row in
                        (row.name.key, row.builtIn.isEmpty ? row.summary : "\(row.summary) (\(row.builtIn))")
                    }))
        }
        parts += [
            "", "[keys]", "  KEY = COMMAND  what a key of the screen does, such as: ctrl-n = next",
            "", "[profile NAME]", "  section.key = VALUE  settings that --profile NAME puts over the others",
        ]
        return parts.joined(separator: "\n")
    }

    /// Two columns, the second aligned unless the first is too wide for it.
    private static func columns(_ rows: [(String, String)]) -> String {
        let widest = 28
        let width = rows.map { $0.0.count }.filter { $0 <= widest }.max() ?? 0
        return rows.map { left, right in
            let fill = left.count <= width ? String(repeating: " ", count: width - left.count) : ""
            return left.count <= width
                ? "  \(left)\(fill)  \(right)"
                : "  \(left)\n  \(String(repeating: " ", count: width))  \(right)"
        }.joined(separator: "\n")
    }
}

extension FlagDescription {
    /// `-q, --quiet`, `--host HOST`.
    public var usage: String {
        let names = short.map { "-\($0), \(name)" } ?? name
        return value.map { "\(names) \($0)" } ?? names
    }
}
