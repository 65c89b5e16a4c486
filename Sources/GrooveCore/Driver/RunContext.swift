import GrooveLogic

/// What one run of groove was started with: flags, settings, and how to get at the passwords.
struct RunContext: Sendable {
    let globals: GlobalOptions
    let settings: Settings
    let loader: SettingsLoader
    /// When the time of `--timeout` is over, for what it bounds.
    let deadline: MonotonicTime

    /// Reads the settings that the flags, the environment and the files make.
    init(_ globals: GlobalOptions, environment: [String: String]) throws(Failure) {
        self.globals = globals
        deadline = .now + globals.timeout
        loader = SettingsLoader(environment: environment)
        do {
            settings = try loader.load(globals)
        } catch {
            throw .settings(error)
        }
    }

    /// The certificates to trust, if not the system's.
    var caFile: String? { settings.server.caFile.map(loader.expanded) }

    /// The house as one-shots need it, which only post; the password is read now, within the command's time.
    func postingAccess() throws(Failure) -> MopidyAccess {
        MopidyAccess(
            addresses: settings.addresses, rpc: try access(to: .rpc, before: deadline),
            caFile: caFile)
    }

    /// The house as Mopidy's client needs it; passwords are read now.
    func mopidyAccess() throws(Failure) -> MopidyAccess {
        MopidyAccess(
            addresses: settings.addresses, rpc: try access(to: .rpc), events: try access(to: .events),
            caFile: caFile)
    }

    /// Who we are to one service; its password is read now, from a file or a command if it is there. `deadline`:
    /// until when a command may take; nil: long enough for a person to type a passphrase.
    func access(to service: HouseService, before deadline: MonotonicTime? = nil) throws(Failure) -> Access {
        let access = settings.access(to: service)
        let time = deadline.map { min(Self.passwordTime, max(.zero, $0 - .now)) } ?? Self.passwordTime
        do {
            return Access(
                credentials: try loader.credentials(for: access, deadline: time),
                headers: access.headers.map { Secret("\($0.name): \($0.value.revealed)") })
        } catch {
            throw .settings(error)
        }
    }

    private static let passwordTime = Duration.seconds(30)

    /// What it means here that a service gave no usable answer. `time`: how long it had, if not the command's own.
    func failure(
        _ failure: TransportFailure, of service: HouseService, within time: Duration? = nil
    ) -> Failure {
        Failure(
            failure, of: service, access: settings.access(to: service), timeout: time ?? globals.timeout)
    }

    /// What a failed command of the house means here.
    func failure(_ failure: HouseFailure) -> Failure {
        Failure(
            failure, rpc: settings.addresses.routes[0].rpc, access: settings.access(to: .rpc),
            timeout: globals.timeout)
    }

    /// Prints lines for a person on standard error, unless all but failures is to be kept quiet.
    func remark(_ lines: [String]) {
        guard !globals.isQuiet else { return }
        StandardStreams.complain(lines.map { "groove: \(TerminalText.safe($0))" })
    }

    /// What only somebody who watches, or asked for more, wants to be told.
    func mention(_ lines: [String]) {
        guard globals.isVerbose || StandardStreams.complaintsGoToTerminal else { return }
        remark(lines)
    }

    /// Says which addresses were tried, to whom that is of use: each of them with -v, else what saves a detour.
    func tell(_ attempts: [HouseAttempt]) {
        if globals.isVerbose {
            remark(
                attempts.map { attempt in
                    let url = attempt.route.rpc
                    return attempt.failure.map { "tried \(url): \($0.reason)" } ?? "\(url) answered"
                })
        }
        if let last = attempts.last, last.failure == nil { tellAdvice(on: last.route) }
    }

    /// Says how the route that led to the house can be saved, when it was not the first to be tried.
    func tellAdvice(on route: HouseAddresses.Route) {
        mention([settings.addresses.advice(whenFoundBy: route)].compactMap { $0 })
    }

    /// Prints on standard output; a reader that has gone is no failure.
    func print(_ lines: [String]) throws(Failure) -> ExitCode {
        try StandardStreams.say(lines)
    }
}
