import CGrooveShims
@preconcurrency internal import Glibc

/// Standard output and standard error, written at once and whole.
enum StandardStreams {
    /// What a write came to.
    enum Outcome: Sendable, Hashable {
        case written
        /// Nobody reads any more: to end quietly.
        case closed
        /// Such as a full disk.
        case failed(SystemError)
    }

    /// A write to a closed pipe is an outcome then, not a signal that ends the process.
    static func ignoreBrokenPipes() {
        _ = signal(SIGPIPE, SIG_IGN)
    }

    /// Prints lines on standard output, each with its end, by one write if the system takes it.
    static func print(_ lines: [String]) -> Outcome {
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

    private static func write(_ text: String, to descriptor: Int32) -> Outcome {
        let bytes = Array(text.utf8)
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress?.advanced(by: done), bytes.count - done)
            }
            if count >= 0 {
                done += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EPIPE: return .closed
            case EAGAIN: waitUntilWritable(descriptor)
            default: return .failed(SystemError.last)
            }
        }
        return .written
    }

    /// Somebody else may have made the descriptor non-blocking.
    private static func waitUntilWritable(_ descriptor: Int32) {
        _ = groove_poll(descriptor, POLLOUT, -1)
    }
}
