@preconcurrency import Glibc
public import GrooveLogic

extension ListenCommand.End {
    /// The exit code: 0 done, 1 not FLAC or no file, 3 no answer, 4 refused, 5 no sound device, 130 interrupted.
    public func exitCode(_ status: ListenStatus) -> Int32 {
        switch self {
        case .interrupted: 130
        case .toldToEnd, .outcome(.stopped), .outcome(.outputClosed): 0
        case .timeOver: status.framesPlayed > 0 ? 0 : 3
        case .outcome(.refused): 4
        case .outcome(.noAnswer): 3
        case .outcome(.noDevice): 5
        case .outcome(.notFLAC), .outcome(.outputFailed): 1
        }
    }

    /// One line for a person, and what to do; nil: nothing went wrong.
    public func message(_ status: ListenStatus, stream: ServerURL) -> String? {
        switch self {
        case .interrupted, .toldToEnd, .outcome(.stopped), .outcome(.outputClosed): nil
        case .timeOver:
            status.framesPlayed > 0
                ? nil : "\(stream): no sound in the time given\(Self.because(status.lastError))"
        case .outcome(.refused(.status(401, _))):
            "\(stream): the server refused the name or the password (401); check auth.username and auth.password"
        case .outcome(.refused(let failure)), .outcome(.notFLAC(let failure)),
            .outcome(.noAnswer(let failure)):
            "\(stream): \(failure.text)"
        case .outcome(.noDevice(let name, let reason)):
            "no sound device: \(name): \(reason); name another one with --device or listen.device"
        case .outcome(.outputFailed(let reason)): "output: \(reason)"
        }
    }

    private static func because(_ error: String?) -> String {
        error.map { ": \($0)" } ?? ""
    }
}

/// `groove listen` from its options to its exit code.
public func runListen(
    options: ListenOptions, configuration: ListenerConfiguration, json: Bool = false, quiet: Bool = false
) async -> Int32 {
    let command = ListenCommand(
        options: options, configuration: configuration, json: json, verbosity: quiet ? .quiet : .normal)
    let (end, status) = await command.run()
    let stream = configuration.streams.last ?? ServerURL(scheme: .http, host: "")
    if let message = end.message(status, stream: stream) {
        let line = Array("groove: \(message)\n".utf8)
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, line.count) }
    }
    return end.exitCode(status)
}
