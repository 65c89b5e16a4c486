import GrooveLogic

/// What one run of groove was started with: flags, settings, and how to get at the passwords.
struct RunContext: Sendable {
    let globals: GlobalOptions
    let settings: Settings
    let loader: SettingsLoader

    /// Reads the settings that the flags, the environment and the files make.
    init(_ globals: GlobalOptions, environment: [String: String]) throws(Failure) {
        self.globals = globals
        loader = SettingsLoader(environment: environment)
        do {
            settings = try loader.load(globals)
        } catch {
            throw .settings(error)
        }
    }

    /// The house as Mopidy's client needs it; passwords are read now.
    func mopidyAccess() throws(Failure) -> MopidyAccess {
        MopidyAccess(
            addresses: settings.addresses, rpc: try access(to: .rpc), events: try access(to: .events),
            caFile: settings.server.caFile.map(loader.expanded))
    }

    /// Who we are to one service; its password is read now, from a file or a command if it is there.
    func access(to service: HouseService) throws(Failure) -> Access {
        let access = settings.access(to: service)
        do {
            return Access(
                credentials: try loader.credentials(for: access),
                headers: access.headers.map { Secret("\($0.name): \($0.value.revealed)") })
        } catch {
            throw .settings(error)
        }
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

    /// Prints on standard output; a reader that has gone is no failure.
    func print(_ lines: [String]) throws(Failure) -> ExitCode {
        switch StandardStreams.print(lines) {
        case .written, .closed, .abandoned: return .done
        case .failed(let error): throw .cannotWrite("standard output", reason: error.description)
        }
    }
}
