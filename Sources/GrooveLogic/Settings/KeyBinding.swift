/// What a key does: a line under `[keys]`.
public struct KeyBinding: Sendable, Hashable {
    /// `space`, `n`, `N`, `+`, `ctrl-l`, `f5`.
    public var key: String
    /// The key itself.
    public var press: KeyPress
    /// nil: the key does nothing.
    public var action: ScreenAction?
    public var origin: SettingOrigin

    /// The keys that have names of their own; `f1` to `f12` beside them.
    private static let namedKeys: [String: KeyPress.Code] = [
        "space": .character(" "), "equals": .character("="), "colon": .character(":"),
        "semicolon": .character(";"), "hash": .character("#"), "bracket": .character("["), "enter": .enter,
        "tab": .tab, "escape": .escape, "backspace": .backspace, "delete": .delete, "insert": .insert,
        "up": .up, "down": .down, "left": .left, "right": .right, "home": .home, "end": .end,
        "page-up": .pageUp, "page-down": .pageDown,
    ]

    /// The actions of the screen itself, by their names.
    public static let screenActions: [String: ScreenAction] = [
        "toggle-listening": .toggleListening, "quit": .quit, "redraw": .redraw, "suspend": .suspend,
    ]

    /// Reads `key = command line`; an empty command line unbinds the key.
    init(key: String, text: String, origin: SettingOrigin) throws(SettingTextProblem) {
        guard let press = Self.press(key) else {
            let near = NearestWord.of(key, in: Self.namedKeys.keys.sorted()).map { "did you mean \($0)?" }
            let hint = near ?? "write one character, or a name such as space, page-up, ctrl-l or f5"
            throw SettingTextProblem(message: "\(TerminalText.quoted(key)) is not a key; \(hint)")
        }
        self.key = key
        self.press = press
        self.action = try Self.action(text, key: key)
        self.origin = origin
    }

    private static func press(_ text: String) -> KeyPress? {
        var name = text[...]
        var modifiers: KeyPress.Modifiers = []
        for (word, modifier) in [("ctrl-", KeyPress.Modifiers.control), ("alt-", .alt), ("shift-", .shift)]
        where name.hasPrefix(word) && name.count > word.count {
            name = name.dropFirst(word.count)
            modifiers.insert(modifier)
        }
        // A letter with Control arrives as the lower-case letter.
        let code = code(modifiers.contains(.control) && name.count == 1 ? name.lowercased()[...] : name)
        return code.map { KeyPress($0, modifiers) }
    }

    private static func code(_ name: Substring) -> KeyPress.Code? {
        if let named = namedKeys[String(name)] { return named }
        if name.hasPrefix("f"), let number = Int(name.dropFirst()), (1...12).contains(number) {
            return .function(number)
        }
        guard name.unicodeScalars.count == 1 else { return nil }
        return name.unicodeScalars.first.map { .character($0) }
    }

    private static func action(_ text: String, key: String) throws(SettingTextProblem) -> ScreenAction? {
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

extension KeyMap {
    /// The map with what `[keys]` says put over it.
    public func rebound(by bindings: [KeyBinding]) -> KeyMap {
        bindings.reduce(self) { map, binding in map.rebinding(binding.press, to: binding.action) }
    }
}
