/// The manual page groove(1), made from the tables: man/groove.1 is this text.
public enum ManPage {
    /// The page in man(7) macros.
    public static var text: String {
        let parts = [heading, commands, flags, settings, exitCodes, files, examples]
        return parts.joined(separator: "\n") + "\n"
    }

    private static let heading = """
        .\\" Made from the tables of commands and settings; a test keeps it so.
        .TH GROOVE 1 "" groove "User Commands"
        .SH NAME
        groove \\- the house's music on this computer, and a remote for the whole house
        .SH SYNOPSIS
        .B groove
        .RI [ FLAGS ]
        .RI [ COMMAND ]
        .RI [ WORDS ]
        .SH DESCRIPTION
        groove plays the FLAC stream of a house with Mopidy, Icecast and Snapcast on this computer, and is a remote for
        it, in a terminal and from scripts.
        Without a command it shows what is playing; without a terminal it then prints what
        .B groove status
        prints.
        """

    private static var commands: String {
        let items = CommandTable.commands.map { command -> String in
            var lines = [item(["groove", command.name, command.synopsis]), sentence(command.summary)]
            if !command.details.isEmpty {
                lines += [".IP", command.details.split(separator: "\n").map(line).joined(separator: "\n")]
            }
            if !command.flags.isEmpty {
                lines += [".RS", command.flags.map(flag).joined(separator: "\n"), ".RE"]
            }
            return lines.joined(separator: "\n")
        }
        return ".SH COMMANDS\n" + items.joined(separator: "\n")
    }

    private static var flags: String {
        let items = CommandTable.globalFlags.map(flag).joined(separator: "\n")
        return """
            .SH FLAGS
            Every command takes these, before or after it, as \\-\\-flag value or \\-\\-flag=value; \\-\\- ends them.
            After a command \\-5 is a value.
            Times are 500ms, 2s, 30m, 1h; a bare number is seconds.
            \(items)
            """
    }

    private static var settings: String {
        let sections = SettingTable.sections.map { section -> String in
            let rows = SettingTable.rows.filter { $0.name.section == section }.map { row -> String in
                let builtIn = row.builtIn.isEmpty ? "" : "\nBuilt in: \(escaped(row.builtIn))."
                return item([row.name.key]) + "\n" + sentence(row.summary) + builtIn
            }
            return ".SS [\(section)]\n" + rows.joined(separator: "\n")
        }
        return """
            .SH SETTINGS
            Later wins: built-in values, /etc/groove.conf, the user's file (or that of \\-\\-config), variables such as
            GROOVE_SERVER_HOST, the profile, \\-\\-set section.key=value, \\-\\-host.
            \\-\\-host also drops every address that was set.
            A file that holds a password or a header must be readable by its owner alone.
            \(sections.joined(separator: "\n"))
            .SS [keys]
            KEY = COMMAND: what a key of the screen does.
            .SS [profile NAME]
            section.key = VALUE: what \\-\\-profile NAME puts over the other settings.
            """
    }

    private static var exitCodes: String {
        let items = ExitCode.allCases.map { item(["\($0.rawValue)"]) + "\n" + sentence($0.summary) }
        return ".SH EXIT STATUS\n" + items.joined(separator: "\n")
    }

    private static let files = """
        .SH FILES
        .TP
        .I $XDG_CONFIG_HOME/groove/groove.conf
        The user's settings; ~/.config without XDG_CONFIG_HOME.
        .TP
        .I /etc/groove.conf
        Settings for every user.
        """

    private static var examples: String {
        let items = CommandTable.commands.flatMap(\.examples).map { example in
            item([example.line]) + "\n" + sentence(example.meaning)
        }
        return ".SH EXAMPLES\n" + items.joined(separator: "\n")
    }

    // MARK: Macros

    private static func flag(_ flag: FlagDescription) -> String {
        item([flag.usage]) + "\n" + sentence(flag.summary)
    }

    /// A paragraph's tag.
    private static func item(_ words: [String]) -> String {
        ".TP\n.B " + escaped(words.filter { !$0.isEmpty }.joined(separator: " "))
    }

    /// A summary from a table, as a sentence.
    private static func sentence(_ summary: String) -> String {
        line(summary.prefix(1).uppercased() + summary.dropFirst() + ".")
    }

    /// A line of text, which must not begin like a macro.
    private static func line(_ text: some StringProtocol) -> String {
        let text = escaped(String(text))
        return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
    }

    /// Backslashes and hyphens as groff wants them.
    private static func escaped(_ text: String) -> String {
        var made = ""
        for character in text {
            switch character {
            case "\\": made += "\\e"
            case "-": made += "\\-"
            case "'": made += "\\(aq"
            case "\"": made += "\\(dq"
            default: made.append(character)
            }
        }
        return made
    }
}
