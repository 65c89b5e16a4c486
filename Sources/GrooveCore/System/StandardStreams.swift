@preconcurrency internal import Glibc
import GrooveLogic

/// Standard output and standard error, written at once and whole.
enum StandardStreams {
    /// A write to a closed pipe is an outcome then, not a signal that ends the process.
    static func ignoreBrokenPipes() {
        _ = signal(SIGPIPE, SIG_IGN)
    }

    /// Prints lines on standard output, each with its end, by one write if the system takes it.
    static func print(_ lines: [String]) -> WholeWrite.Outcome {
        guard !lines.isEmpty else { return .written }
        return write(lines.joined(separator: "\n") + "\n", to: STDOUT_FILENO)
    }

    /// Prints lines on standard error; that it cannot is told to nobody.
    static func complain(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        _ = write(lines.joined(separator: "\n") + "\n", to: STDERR_FILENO)
    }

    /// How wide the terminal is that standard output goes to; nil: it goes elsewhere.
    static var columns: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Whether a person reads standard error as it is written.
    static var complaintsGoToTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Prints lines on standard output as what a command came to; a reader that has gone is no failure.
    static func say(_ lines: [String]) throws(Failure) -> ExitCode {
        switch print(lines) {
        case .written, .closed, .brokenOff: return .done
        case .failed(let error): throw .cannotWrite("standard output", reason: error.description)
        }
    }

    private static func write(_ text: String, to descriptor: Int32) -> WholeWrite.Outcome {
        WholeWrite.write(Array(text.utf8), to: descriptor) { !Task.isCancelled }
    }
}
