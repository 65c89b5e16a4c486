/// A key as a person pressed it.
public struct KeyPress: Sendable, Hashable {
    /// Which key.
    public enum Code: Sendable, Hashable {
        /// A key that types something; a letter with Control is the lower-case letter.
        case character(Unicode.Scalar)
        case enter, tab, backspace, escape
        case up, down, left, right
        case home, end, pageUp, pageDown, insert, delete
        /// F1 is 1.
        case function(Int)
    }

    /// What was held meanwhile. Shift is not told apart for keys that type: it is in the character.
    public struct Modifiers: OptionSet, Sendable, Hashable {
        public let rawValue: UInt8

        /// Modifiers from their bits.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        public static let shift = Modifiers(rawValue: 1)
        public static let alt = Modifiers(rawValue: 2)
        public static let control = Modifiers(rawValue: 4)
        public static let command = Modifiers(rawValue: 8)
    }

    public var code: Code
    public var modifiers: Modifiers

    /// A key, with whatever was held.
    public init(_ code: Code, _ modifiers: Modifiers = []) {
        self.code = code
        self.modifiers = modifiers
    }

    /// A key that types something.
    public static func character(_ scalar: Unicode.Scalar, _ modifiers: Modifiers = []) -> KeyPress {
        KeyPress(.character(scalar), modifiers)
    }

    /// As the bottom line and the help name it.
    public var label: String {
        var name = code.label
        if modifiers.contains(.shift) { name = "Shift-" + name }
        if modifiers.contains(.alt) { name = "Alt-" + name }
        if modifiers.contains(.control) { name = "Ctrl-" + name.uppercased() }
        return name
    }
}

extension KeyPress.Code {
    fileprivate var label: String {
        switch self {
        case .character(" "): "space"
        case .character("-"): "−"
        case .character(let scalar): String(scalar)
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .function(let number): "F\(number)"
        case .enter: "enter"
        case .tab: "tab"
        case .backspace: "backspace"
        case .escape: "escape"
        case .home: "home"
        case .end: "end"
        case .pageUp: "pageUp"
        case .pageDown: "pageDown"
        case .insert: "insert"
        case .delete: "delete"
        }
    }
}
