/// What a key on the screen asks for.
public enum ScreenAction: Sendable, Hashable {
    /// A groove command, as on the command line.
    case command(Command)
    /// Listen here, or stop listening here.
    case toggleListening
    case quit
    /// Draw everything anew.
    case redraw
    /// Stop as Ctrl-Z stops any program.
    case suspend
}

/// Which key does what.
public struct KeyMap: Sendable, Hashable {
    private var bindings: [(key: KeyPress, action: ScreenAction)]

    /// In the order in which a help page shows them; of two for one key the later holds.
    public init(_ bindings: [(key: KeyPress, action: ScreenAction)]) {
        self.bindings = bindings
    }

    /// The habits of ncmpcpp, rmpc and vim.
    public static let standard = KeyMap([
        (.character(" "), .command(.toggle)),
        (.character("n"), .command(.next)),
        (.character("p"), .command(.previous)),
        (KeyPress(.left), .command(.seek(.offset(.seconds(-10))))),
        (KeyPress(.right), .command(.seek(.offset(.seconds(10))))),
        (.character("+"), .command(.volume(.step(5)))),
        (.character("="), .command(.volume(.step(5)))),
        (.character("-"), .command(.volume(.step(-5)))),
        (.character("m"), .command(.volume(.toggleMute))),
        (.character("l"), .toggleListening),
        (.character("q"), .quit),
        (.character("c", .control), .quit),
        (.character("l", .control), .redraw),
        (.character("z", .control), .suspend),
    ])

    /// What the key asks for; nil when it is bound to nothing.
    public func action(for key: KeyPress) -> ScreenAction? {
        bindings.last { $0.key == key }?.action
    }

    /// The map with one key doing something else; nil: nothing.
    func rebinding(_ key: KeyPress, to action: ScreenAction?) -> KeyMap {
        KeyMap(bindings.filter { $0.key != key } + (action.map { [(key, $0)] } ?? []))
    }

    /// The first key that does this.
    func key(for action: ScreenAction) -> KeyPress? {
        bindings.first { $0.action == action }?.key
    }

    /// The same bindings in the same order.
    public static func == (left: KeyMap, right: KeyMap) -> Bool {
        left.bindings.elementsEqual(right.bindings) { $0.key == $1.key && $0.action == $1.action }
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        for binding in bindings {
            hasher.combine(binding.key)
            hasher.combine(binding.action)
        }
    }
}
