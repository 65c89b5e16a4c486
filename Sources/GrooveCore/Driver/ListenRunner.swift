import GrooveLogic

/// `groove listen`: this run's settings put to the listener, and how it ended put into words.
struct ListenRunner {
    let context: RunContext

    /// Listens until it is over.
    func run(_ options: ListenOptions) async throws(Failure) -> ExitCode {
        let globals = context.globals
        let configuration = try context.listenerConfiguration()
        let command = ListenCommand(
            options: options, configuration: configuration, json: globals.printsJSON, plain: globals.isPlain,
            verbosity: tellsChanges ? .normal : .quiet)
        if globals.isVerbose {
            context.remark(["the stream may be at " + streams.map(\.description).joined(separator: " or ")])
        }
        let (end, status) = await command.run()
        switch end {
        case .interrupted: throw .interrupted
        case .toldToEnd: return .done
        case .cannotPrint(let error):
            throw .cannotWrite(
                options.output == "-" ? "standard error" : "standard output", reason: error.description)
        case .timeOver:
            guard status.framesPlayed == 0 else { return .done }
            throw .heardNothing(
                streams[0], within: options.duration ?? .zero, because: status.lastError)
        case .outcome(let outcome):
            if let failure = context.failure(outcome, output: options.output) { throw failure }
            return .done
        }
    }

    /// Changes of state are for a person who watches; a script gets one line when something went wrong.
    private var tellsChanges: Bool {
        !context.globals.isQuiet && (context.globals.isVerbose || StandardStreams.complaintsGoToTerminal)
    }

    /// Where the stream may be; there is always one.
    private var streams: [ServerURL] { context.settings.addresses.candidates(for: .stream) }
}

extension RunContext {
    /// The listener that the settings describe, on a sound device.
    func listenerConfiguration() throws(Failure) -> ListenerConfiguration {
        let access = try access(to: .stream)
        var configuration = ListenerConfiguration(
            streams: settings.addresses.candidates(for: .stream), credentials: access.credentials)
        configuration.headers = access.headers
        configuration.caFile = caFile
        configuration.output = .device(settings.listen.device)
        configuration.buffer = settings.listen.buffer
        configuration.maxLatency = settings.listen.maxLatency
        configuration.gainDB = settings.listen.gain
        return configuration
    }

    /// What the end of listening means for a person; nil: nothing went wrong.
    func failure(_ outcome: ListenOutcome, output: String? = nil) -> Failure? {
        switch outcome {
        case .stopped, .outputClosed: nil
        case .refused(let failure), .notFLAC(let failure), .noAnswer(let failure): meaning(of: failure)
        case .noDevice(let name, let reason): .noSoundDevice(name, reason: reason)
        case .outputFailed(let reason):
            .cannotWrite(
                output == "-" ? "standard output" : output ?? settings.listen.device, reason: reason)
        }
    }

    private func meaning(of failure: StreamFailure) -> Failure {
        let urls = settings.addresses.candidates(for: .stream)
        let url = urls.last ?? settings.addresses.routes[0].stream
        let limit = ListenCommand.firstConnectionLimit
        return switch failure {
        case .unresolved: .nameUnknown(url)
        case .refused: .connectionRefused(urls)
        case .unreachable(let reason): .unreachable(url, reason: reason)
        case .silent: .deadline(url, after: limit, isConnected: true)
        case .stalled: .heardNothing(url, within: limit)
        case .tls(let reason): .tls(url, reason: reason)
        case .status(401, _):
            .unauthorized(.stream, url, advice: settings.access(to: .stream).adviceWhenRefused)
        case .status(403, let said): .forbidden(.stream, url, said: said)
        case .status(404, _): .offAir(url)
        case .status(let status, _): .httpStatus(status, .stream, url)
        case .redirect: .brokenConnection(url, reason: failure.text)
        case .broken(let reason): .brokenConnection(url, reason: reason)
        case .ended: .brokenConnection(url, reason: "the server ended the stream")
        case .notFLAC(let reason): .notFLAC(url, found: reason)
        case .undecodable: .notFLAC(url, found: nil)
        }
    }
}
