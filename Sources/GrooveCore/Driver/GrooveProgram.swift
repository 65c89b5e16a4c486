import CGrooveShims
import GrooveLogic

/// The program: from a command line to an exit status.
public enum GrooveProgram {
    /// Runs one command line; `arguments` without the program's name. Returns what to exit with.
    public static func run(_ arguments: [String]) async -> Int32 {
        groove_open_standard_descriptors()
        StandardStreams.ignoreBrokenPipes()
        do throws(Failure) {
            let invocation = try read(arguments)
            return try await run(invocation).rawValue
        } catch {
            StandardStreams.complain(error.lines)
            return error.exitCode.rawValue
        }
    }

    private static func read(_ arguments: [String]) throws(Failure) -> Invocation {
        do {
            return try CommandParser.parse(arguments)
        } catch {
            throw .usage(error)
        }
    }

    /// Whom a command speaks to.
    private static func services(of command: Command) -> [HouseService] {
        switch command {
        case .screen: [.rpc, .events, .stream]
        case .status: [.rpc, .events, .stream, .snapcast]
        case .events: [.events]
        case .listen: [.stream]
        default: [.rpc]
        }
    }

    private static func run(_ invocation: Invocation) async throws(Failure) -> ExitCode {
        switch invocation.command {
        case .help(let topic):
            return try StandardStreams.say([HelpText.page(topic)])
        case .version:
            return try StandardStreams.say(["groove \(GrooveVersion.current)"])
        default: break
        }
        let context = try RunContext(invocation.globals, environment: ProcessEnvironment.all)
        context.remark(context.settings.warnings(for: services(of: invocation.command)))
        switch invocation.command {
        case .screen: return try await ScreenCommand(context: context).run()
        case .listen(let options): return try await ListenRunner(context: context).run(options)
        case .status:
            groove_end_at_once_on_request(ExitCode.done.rawValue)
            return try await StatusCommand(context: context).run()
        case .events: return try await EventsCommand(context: context).run()
        default:
            groove_end_at_once_on_request(ExitCode.done.rawValue)
            return try OneShot(context: context).run(invocation.command)
        }
    }
}

/// Which groove this is.
enum GrooveVersion {
    static let current = "0.1.0"
}
