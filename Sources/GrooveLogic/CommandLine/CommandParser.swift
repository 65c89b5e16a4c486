/// Reads a command line: what `argv` holds after the program's name, or what a key is bound to.
///
/// Flags stand before or after the command, as `--flag value` or `--flag=value`; `--` ends them. After a command
/// `-5` is a value.
public struct CommandParser {
    private var rest: ArraySlice<String>
    private var command: CommandDescription?
    private var parsed = ParsedWords()
    private var overrides: [String] = []
    private var takesFlags = true

    /// Reads a whole line.
    public static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        var parser = CommandParser(rest: arguments[...])
        return try parser.run()
    }

    private init(rest: ArraySlice<String>) {
        self.rest = rest
    }

    private mutating func run() throws(UsageError) -> Invocation {
        while let word = rest.popFirst() {
            if takesFlags, word == "--" {
                takesFlags = false
            } else if takesFlags, isFlag(word) {
                try readFlag(word)
            } else {
                try readWord(word)
            }
        }
        let globals = try globals()
        if parsed.has("--help") { return Invocation(command: .help(helpTopic), globals: globals) }
        if parsed.has("--version") { return Invocation(command: .version, globals: globals) }
        try checkFlagsBelong()
        guard let command else { return Invocation(command: .screen, globals: globals) }
        return Invocation(command: try make(command), globals: globals)
    }

    private var helpTopic: String? {
        command?.name == "help" ? parsed.words.first : command?.name
    }

    // MARK: Words

    private mutating func readWord(_ word: String) throws(UsageError) {
        guard command == nil else {
            parsed.words.append(word)
            return
        }
        guard let found = CommandTable.command(named: word) else {
            throw UsageError(CommandTable.unknownCommand(word))
        }
        command = found
    }

    private func make(_ command: CommandDescription) throws(UsageError) -> Command {
        if parsed.words.count > command.arity.upperBound {
            let word = parsed.words[command.arity.upperBound]
            throw UsageError(CommandTable.unknownWord(word, of: command.name, in: command.words))
        }
        guard parsed.words.count >= command.arity.lowerBound else {
            throw UsageError("groove \(command.name) needs a word after it: \(command.synopsis)")
        }
        return try command.make(parsed)
    }

    // MARK: Flags

    private func isFlag(_ word: String) -> Bool {
        guard word.hasPrefix("-"), word.count > 1 else { return false }
        guard command != nil, let second = word.dropFirst().first else { return true }
        return !(second.isNumber || second == ".")
    }

    private mutating func readFlag(_ word: String) throws(UsageError) {
        guard word.hasPrefix("--") else { return try readShortFlags(word) }
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let flag = Self.allFlags.first(where: { $0.name == name }) else {
            throw UsageError(Self.unknownFlag(name))
        }
        guard flag.value != nil else {
            guard parts.count == 1 else { throw UsageError("\(name) takes no value") }
            parsed.flags[name] = ""
            return
        }
        let value: String
        if parts.count == 2 {
            value = String(parts[1])
        } else {
            // `--host --json` is a forgotten value, not a house of that name.
            guard let next = rest.first, !next.hasPrefix("--") else {
                throw UsageError("\(name) needs a value: \(name) \(flag.value ?? "")")
            }
            value = next
            rest = rest.dropFirst()
        }
        if name == "--set" { overrides.append(value) }
        parsed.flags[name] = value
    }

    private mutating func readShortFlags(_ word: String) throws(UsageError) {
        for letter in word.dropFirst() {
            guard let flag = Self.allFlags.first(where: { $0.short == letter }) else {
                let hint =
                    command == nil && letter.isNumber
                    ? "a value stands after its command" : "groove help lists them"
                throw UsageError("there is no flag \(TerminalText.quoted("-\(letter)")); \(hint)")
            }
            parsed.flags[flag.name] = ""
        }
    }

    private static let allFlags = CommandTable.globalFlags + CommandTable.commands.flatMap(\.flags)

    private static func unknownFlag(_ name: String) -> String {
        if ["--password", "--passwd", "--pass", "--auth"].contains(name) {
            return
                "there is no \(name): others can read a command line; set auth.password, auth.password_file or "
                + "auth.password_command in the config file, or GROOVE_AUTH_PASSWORD"
        }
        let near = NearestWord.of(name, in: allFlags.map(\.name))
        let hint = near.map { "did you mean \($0)?" } ?? "groove help lists them"
        return "there is no flag \(TerminalText.quoted(name)); \(hint)"
    }

    /// A command's own flag may stand before the command, but not with another one.
    private func checkFlagsBelong() throws(UsageError) {
        let known = (CommandTable.globalFlags + (command?.flags ?? [])).map(\.name)
        guard let stray = parsed.flags.keys.sorted().first(where: { !known.contains($0) }) else { return }
        let owners = CommandTable.commands.filter { $0.flags.contains { $0.name == stray } }
        let list = owners.map { "groove \($0.name)" }.joined(separator: " and ")
        throw UsageError("\(stray) belongs to \(list)")
    }

    private func globals() throws(UsageError) -> GlobalOptions {
        var globals = GlobalOptions()
        for flag in ["--host", "--profile", "--config"] where parsed.flags[flag] == "" {
            throw UsageError("\(flag) needs a value")
        }
        globals.host = parsed.flags["--host"]
        globals.profile = parsed.flags["--profile"]
        globals.configFile = parsed.flags["--config"]
        globals.overrides = overrides
        globals.printsJSON = parsed.has("--json")
        globals.timeout = try parsed.duration("--timeout") ?? GlobalOptions.defaultTimeout
        globals.isQuiet = parsed.has("--quiet")
        globals.isVerbose = parsed.has("--verbose")
        globals.usesColor = !parsed.has("--no-color")
        globals.isPlain = parsed.has("--plain")
        if globals.isQuiet, globals.isVerbose {
            throw UsageError("--quiet and --verbose exclude each other; give one of them")
        }
        return globals
    }
}
