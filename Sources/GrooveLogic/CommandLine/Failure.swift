/// Whatever can go wrong for a person, with the facts that its one line needs.
///
/// All texts of failures stand in this type; every other error is turned into one of these where it is shown.
public enum Failure: Error, Sendable, Hashable {
    /// The command line cannot be understood.
    case usage(UsageError)
    /// The settings are wrong: one line each.
    case settings(SettingsProblems)

    /// The host's name is not known.
    case nameUnknown(ServerURL)
    /// Nothing listens there. Several addresses when more than one was tried.
    case connectionRefused([ServerURL])
    /// The network says that it cannot be reached, in its words.
    case unreachable(ServerURL, reason: String)
    /// No answer in time. `isConnected`: the connection stood, the server did not answer.
    case deadline(ServerURL, after: Duration, isConnected: Bool)
    case tls(ServerURL, reason: String)
    /// The connection broke off, or what came was not HTTP.
    case brokenConnection(ServerURL, reason: String)
    /// 401. `advice`: what to do, as `ServiceAccess.adviceWhenRefused` says it.
    case unauthorized(HouseService, ServerURL, advice: String)
    /// 403, with the first words of what the server said.
    case forbidden(HouseService, ServerURL, said: String)
    /// Another HTTP status than 200, 401 and 403.
    case httpStatus(Int, HouseService, ServerURL)
    /// An answer that is not JSON. `isHTML`: it is a web page.
    case notJSON(HouseService, ServerURL, isHTML: Bool)
    /// JSON, but not what that server answers.
    case unexpectedAnswer(HouseService, ServerURL, what: String)

    /// The server's own words for why it refused.
    case rpcError(String)
    /// Mopidy answered `false`. `what`: "seek", "set the volume".
    case refusedToDo(String)
    case noMixer
    case emptyQueue
    /// There is no current track to act on.
    case noTrack
    /// The current track has no length, or cannot be sought in.
    case cannotSeek

    /// The device's name, and the reason in ALSA's words.
    case noSoundDevice(String, reason: String)
    /// It is there, but something else has it.
    case soundDeviceBusy(String)
    /// `found`: what was found instead, in a clause; nil when that cannot be told.
    case notFLAC(ServerURL, found: String?)
    /// The stream's address answered 404 all the time.
    case offAir(ServerURL)
    /// The time of `--for` passed without a sample. `because`: what went wrong last, in a clause; nil: nothing did.
    case heardNothing(ServerURL, within: Duration, because: String? = nil)
    case cannotWrite(String, reason: String)
    /// No terminal, or one that cannot show a screen.
    case terminal(String)
    case interrupted
    /// Anything else, in a sentence.
    case other(String)

    /// What the command exits with.
    public var exitCode: ExitCode {
        switch self {
        case .usage, .settings: .usage
        case .nameUnknown, .connectionRefused, .unreachable, .deadline, .tls, .brokenConnection: .noAnswer
        case .httpStatus, .notJSON, .unexpectedAnswer, .offAir, .heardNothing: .noAnswer
        case .unauthorized, .forbidden, .rpcError, .refusedToDo: .refused
        case .noMixer, .emptyQueue, .noTrack, .cannotSeek: .refused
        case .noSoundDevice, .soundDeviceBusy: .noSoundDevice
        case .notFLAC, .cannotWrite, .terminal, .other: .failed
        case .interrupted: .interrupted
        }
    }

    /// What to print on standard error, each line by itself; empty for an interruption, which needs no words.
    public var lines: [String] {
        switch self {
        case .settings(let problems): problems.problems.map { "groove: \($0)" }
        case .interrupted: []
        default: ["groove: \(TerminalText.safe(text))"]
        }
    }
}
