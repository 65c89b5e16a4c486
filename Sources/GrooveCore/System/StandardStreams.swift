@preconcurrency internal import Glibc
import GrooveLogic

/// Standard output and standard error, written at once and whole.
enum StandardStreams {
    /// A write to a closed pipe is an outcome then, not a signal that ends the process.
    static func ignoreBrokenPipes() {
        _ = signal(SIGPIPE, SIG_IGN)
    }

    /// Prints lines on standard output, each with its end. Given up when the task that prints is cancelled.
    static func print(_ lines: [String]) -> WriteOutcome {
        write(lines, to: STDOUT_FILENO, unless: { Task.isCancelled })
    }

    /// Prints lines on standard output as what a command came to; a reader that has gone is no failure.
    static func say(_ lines: [String]) throws(Failure) -> ExitCode {
        switch print(lines) {
        case .written, .closed, .abandoned: return .done
        case .failed(let error): throw .cannotWrite("standard output", reason: error.description)
        }
    }

    /// Prints lines on standard error; that it cannot is told to nobody.
    static func complain(_ lines: [String]) {
        _ = write(lines, to: STDERR_FILENO, unless: { Task.isCancelled })
    }

    /// Prints lines on either.
    static func write(
        _ lines: [String], to descriptor: Int32, unless isAbandoned: () -> Bool
    ) -> WriteOutcome {
        guard !lines.isEmpty else { return .written }
        let text = lines.joined(separator: "\n") + "\n"
        return writeWhole(Array(text.utf8), to: descriptor, unless: isAbandoned)
    }

    /// How wide the terminal is that standard output goes to; nil: it goes elsewhere.
    static var columns: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Whether a person reads standard error as it is written.
    static var complaintsGoToTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}
