@preconcurrency internal import Glibc
import GrooveLogic
import Synchronization

/// `groove events`: every change of the house, one line each, until stopped.
struct EventsCommand {
    let context: RunContext

    /// Prints until the pipe closes, a signal comes, or the house says that we are nobody to it. A house that is not
    /// there when it begins is waited for as long as any command may take; afterwards for ever.
    func run() async throws(Failure) -> ExitCode {
        // An attempt ends a little before the command, to be able to say why.
        let client = MopidyClient(
            access: try context.mopidyAccess(), patience: context.globals.timeout * 9 / 10)
        let signals = SignalWatch([SIGINT, SIGTERM, SIGHUP])
        let first = FirstConnection()
        await client.start()
        let outcome = await withTaskGroup(of: Result<ExitCode, Failure>?.self) { group in
            group.addTask { await print(client.updates, first) }
            group.addTask { await signals.first().map { .success($0 == SIGINT ? .interrupted : .done) } }
            group.addTask { await missed(first).map { .failure($0) } }
            defer { group.cancelAll() }
            for await outcome in group where outcome != nil { return outcome }
            return nil
        }
        await Ending.wait { await client.close() }
        return try (outcome ?? .success(.done)).get()
    }

    /// Why there has been no connection at all when the command's time is over; nil: there has.
    private func missed(_ first: FirstConnection) async -> Failure? {
        try? await Task.sleep(for: max(.zero, context.deadline - .now))
        guard !Task.isCancelled, !first.isThere else { return nil }
        let none = TransportFailure(
            url: context.settings.addresses.routes[0].events, kind: .connectTimedOut)
        return context.failure(first.failure ?? none, of: .events)
    }

    private func print(
        _ updates: AsyncStream<MopidyUpdate>, _ first: FirstConnection
    ) async -> Result<ExitCode, Failure>? {
        var isConnected = false
        for await update in updates {
            switch update {
            case .connecting(let route):
                if context.globals.isVerbose { context.remark(["trying \(route.events)"]) }
            case .connected(_, let route, _, _):
                if context.globals.isVerbose { context.remark(["\(route.events) answered"]) }
                if !first.isThere { context.tellAdvice(on: route) }
                first.came()
                isConnected = true
            case .lost(let failure, let retryAt):
                let meaning = context.failure(failure, of: .events)
                guard retryAt != nil else { return .failure(meaning) }
                first.failed(failure)
                if isConnected || context.globals.isVerbose {
                    context.remark([meaning.text + "; trying again"])
                }
                isConnected = false
            case .event, .refetched: break
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
        return context.globals.printsJSON
            ? row.json.text : row.line(offset: at.localOffset, plain: context.globals.isPlain)
    }
}

/// Whether a connection has ever come about, and if not, why the last attempt failed.
private final class FirstConnection: Sendable {
    private struct State {
        var isThere = false
        var failure: TransportFailure?
    }

    /// Guarded by itself.
    private let state = Mutex(State())

    var isThere: Bool { state.withLock(\.isThere) }
    var failure: TransportFailure? { state.withLock(\.failure) }

    func came() {
        state.withLock { $0.isThere = true }
    }

    func failed(_ failure: TransportFailure) {
        state.withLock { $0.failure = failure }
    }
}
