/// The flags that every command takes.
public struct GlobalOptions: Sendable, Hashable {
    /// `--host`.
    public var host: String?
    /// `--profile`.
    public var profile: String?
    /// `--config`.
    public var configFile: String?
    /// Each `--set section.key=value`, in order.
    public var overrides: [String] = []
    /// `--json`.
    public var printsJSON = false
    /// `--timeout`; bounds the whole command.
    public var timeout: Duration = defaultTimeout
    /// `-q`: failures alone.
    public var isQuiet = false
    /// `-v`: more than needed.
    public var isVerbose = false
    /// `--no-color`.
    public var usesColor = true
    /// `--plain`: ASCII signs instead of symbols.
    public var isPlain = false

    /// How long a command may take when nothing else is said.
    public static let defaultTimeout = Duration.seconds(5)

    /// No flags.
    public init() {}
}

/// What a command line asks for.
public struct Invocation: Sendable, Hashable {
    public var command: Command
    public var globals: GlobalOptions

    /// A command with its flags.
    public init(command: Command, globals: GlobalOptions = GlobalOptions()) {
        self.command = command
        self.globals = globals
    }
}

/// A command line that cannot be understood: exit code 2.
public struct UsageError: Error, Sendable, Hashable {
    /// What is wrong and what would be right, on one line.
    public var message: String

    /// A line for a person.
    public init(_ message: String) {
        self.message = message
    }
}
