/// What a command's exit says to a script.
public enum ExitCode: Int32, Sendable, Hashable, CaseIterable {
    case done = 0
    /// Failed otherwise; a stream that is no FLAC among it.
    case failed = 1
    /// The command line or the settings are wrong.
    case usage = 2
    /// Nobody answered from the address, or what answered is not that server.
    case noAnswer = 3
    /// It answered and refused.
    case refused = 4
    case noSoundDevice = 5
    /// SIGINT. SIGTERM and a closed pipe are `done`.
    case interrupted = 130

    /// One line for help and the man page.
    public var summary: String {
        switch self {
        case .done: "done"
        case .failed: "failed otherwise, such as a stream that is no FLAC"
        case .usage: "the command line or the settings are wrong"
        case .noAnswer: "no answer from the address: name, connection, TLS, deadline, HTTP status, not JSON"
        case .refused: "it answered and refused: password, RPC error, no mixer, empty queue"
        case .noSoundDevice: "no sound device"
        case .interrupted: "interrupted (SIGINT)"
        }
    }
}
