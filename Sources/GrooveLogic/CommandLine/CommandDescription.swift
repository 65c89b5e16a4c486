/// A flag of the command line.
public struct FlagDescription: Sendable, Hashable {
    /// `--host`.
    public var name: String
    /// `-q`; nil: none.
    public var short: Character?
    /// What stands for its value in help, `HOST`; nil: it takes none.
    public var value: String?
    /// One line.
    public var summary: String

    /// A flag as help shows it.
    init(_ name: String, short: Character? = nil, value: String? = nil, _ summary: String) {
        self.name = name
        self.short = short
        self.value = value
        self.summary = summary
    }
}

/// An example in a command's help.
public struct CommandExample: Sendable, Hashable {
    public var line: String
    public var meaning: String
}

/// A command of groove: how it is written, what it does, and what its words become.
public struct CommandDescription: Sendable {
    /// The word that names it.
    public var name: String
    /// What follows the name, as help shows it; empty: nothing.
    public var synopsis: String
    /// The fixed words that may follow: for suggestions and completions.
    public var words: [String] = []
    /// How many words may follow.
    public var arity: ClosedRange<Int> = 0...0
    /// One line.
    public var summary: String
    /// What help says beyond the summary; lines are kept as they are.
    public var details: String = ""
    public var flags: [FlagDescription] = []
    public var examples: [CommandExample] = []
    /// Turns what was written into the command.
    var make: @Sendable (ParsedWords) throws(UsageError) -> Command

    /// The whole line as help shows it.
    public var usage: String {
        ["groove", name, synopsis, flags.isEmpty ? "" : "[FLAGS]"].filter { !$0.isEmpty }.joined(
            separator: " ")
    }
}

/// A command's words and flags, taken apart and not yet understood.
struct ParsedWords {
    var words: [String] = []
    /// By the flag's name; a flag without a value has an empty one.
    var flags: [String: String] = [:]

    /// Whether a flag was given.
    func has(_ flag: String) -> Bool {
        flags[flag] != nil
    }

    /// A flag's duration, which must be more than nothing.
    func duration(_ flag: String) throws(UsageError) -> Duration? {
        guard let text = flags[flag] else { return nil }
        guard let duration = DurationText.parse(text), duration > .zero else {
            throw UsageError(
                "\(flag) \(TerminalText.quoted(text)) is not a duration; write 500ms, 2s, 30m or 1h")
        }
        return duration
    }
}
