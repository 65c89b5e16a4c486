public import GrooveLogic

/// What a terminal tells the driver.
public enum TerminalEvent: Sendable, Hashable {
    case key(KeyPress)
    /// The window has another size now.
    case resized(ScreenSize)
    /// The process goes on after it was stopped: the screen is empty, and has to be drawn anew.
    case continued(ScreenSize)
    /// The frame that kept `isReady` false has been written.
    case drained
    /// SIGTERM, SIGHUP, SIGINT or SIGQUIT came. A second one ends the process at once.
    case endRequested(signal: Int32)
    /// The terminal is gone; nothing more comes.
    case closed
}

/// Why the terminal cannot be taken.
public enum TerminalError: Error, Hashable {
    /// Standard input or output is no terminal.
    case notATerminal
    /// A screen has been opened in this process already.
    case inUse
    case system(operation: String, code: Int32)
}

extension TerminalError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notATerminal: "standard input or output is not a terminal"
        case .inUse: "the terminal is in use already"
        case .system(let operation, let code): "the terminal's \(operation) failed: error \(code)"
        }
    }
}
