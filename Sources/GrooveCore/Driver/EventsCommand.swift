@preconcurrency internal import Glibc
import GrooveLogic

/// `groove events`: every change of the house, one line each, until stopped.
struct EventsCommand {
    let context: RunContext

    /// Prints until the pipe closes, a signal comes, or the house says that we are nobody to it.
    func run() async throws(Failure) -> ExitCode {
        let client = MopidyClient(access: try context.mopidyAccess())
        let signals = SignalWatch([SIGINT, SIGTERM, SIGHUP])
        await client.start()
        let outcome = await withTaskGroup(of: Result<ExitCode, Failure>?.self) { group in
            group.addTask { await print(client.updates) }
            group.addTask { await signals.first().map { .success($0 == SIGINT ? .interrupted : .done) } }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
        await client.close()
        return try (outcome ?? .success(.done)).get()
    }

    private func print(_ updates: AsyncStream<MopidyUpdate>) async -> Result<ExitCode, Failure>? {
        var wasConnected = false
        for await update in updates {
            switch update {
            case .connected: wasConnected = true
            case .lost(let failure, let retryAt):
                guard retryAt != nil else { return .failure(meaning(of: failure)) }
                if wasConnected || context.globals.isVerbose { tell(failure) }
                wasConnected = false
            default: break
            }
            switch StandardStreams.print(update.events.map(line)) {
            case .written: break
            case .closed, .abandoned: return .success(.done)
            case .failed(let error):
                return .failure(.cannotWrite("standard output", reason: error.description))
            }
        }
        return nil
    }

    private func line(_ event: HouseEvent) -> String {
        let age = MonotonicTime.now - event.at
        let at = WallTime(
            millisecondsSince1970: WallTime.now.millisecondsSince1970 - Int64(age.wholeMilliseconds))
        let row = EventRow(
            name: event.event.name, at: at, fields: event.event.fields, isMissed: event.isMissed)
        return context.globals.printsJSON ? row.json.text : row.line(offset: at.localOffset)
    }

    private func tell(_ failure: TransportFailure) {
        context.remark([meaning(of: failure).text + "; trying again"])
    }

    private func meaning(of failure: TransportFailure) -> Failure {
        Failure(
            failure, of: .events, access: context.settings.access(to: .events),
            timeout: context.globals.timeout)
    }
}
