/// What a key does: a line under `[keys]`.
public struct KeyBinding: Sendable, Hashable {
    /// What a bound key asks for.
    public enum Action: Sendable, Hashable {
        case command(Command)
        /// Listen here, or stop.
        case toggleListening
        case quit
        case redraw
        case suspend
    }

    /// `space`, `n`, `N`, `+`, `ctrl-l`, `f5`.
    public var key: String
    /// nil: the key does nothing.
    public var action: Action?
    public var origin: SettingOrigin

    /// The keys that have names of their own.
    public static let namedKeys: [String] =
        [
            "space", "enter", "tab", "escape", "backspace", "delete", "insert", "up", "down", "left", "right",
            "home", "end", "page-up", "page-down", "equals", "colon", "semicolon", "hash", "bracket",
        ] + (1...12).map { "f\($0)" }

    /// The actions of the screen itself, by their names.
    public static let screenActions: [String: Action] = [
        "toggle-listening": .toggleListening, "quit": .quit, "redraw": .redraw, "suspend": .suspend,
    ]

    /// Reads `key = command line`; an empty command line unbinds the key.
    init(key: String, text: String, origin: SettingOrigin) throws(SettingTextProblem) {
        guard Self.isKey(key) else {
            let near = NearestWord.of(key, in: Self.namedKeys).map { "did you mean \($0)?" }
            let hint = near ?? "write one character, or a name such as space, page-up, ctrl-l or f5"
            throw SettingTextProblem(message: "\(TerminalText.quoted(key)) is not a key; \(hint)")
        }
        self.key = key
        self.action = try Self.action(text, key: key)
        self.origin = origin
    }

    private static func isKey(_ text: String) -> Bool {
        var name = text[...]
        for modifier in ["ctrl-", "alt-", "shift-"]
        where name.hasPrefix(modifier) && name.count > modifier.count {
            name = name.dropFirst(modifier.count)
        }
        return name.count == 1 || namedKeys.contains(String(name))
    }

    private static func action(_ text: String, key: String) throws(SettingTextProblem) -> Action? {
        guard !text.isEmpty else { return nil }
        if let action = screenActions[text] { return action }
        guard let words = ShellText.words(text), !words.isEmpty else {
            throw SettingTextProblem(message: "the key \(key) has a quote that is not closed; close it")
        }
        do {
            let invocation = try CommandParser.parse(words)
            guard CommandTable.canBeBound(invocation.command) else {
                throw SettingTextProblem(
                    message:
                        "the key \(key) is bound to \(TerminalText.quoted(text)), which runs on its own and not "
                        + "in the screen")
            }
            return .command(invocation.command)
        } catch let problem as SettingTextProblem {
            throw problem
        } catch {
            let names = screenActions.keys.sorted().joined(separator: ", ")
            throw SettingTextProblem(
                message:
                    "the key \(key) is bound to \(TerminalText.quoted(text)), which is no groove command and none "
                    + "of \(names)")
        }
    }
}
