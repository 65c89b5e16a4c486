import GrooveLogic

/// A command that does one thing and ends. Blocks.
struct OneShot {
    let context: RunContext

    /// Carries the command out and prints what it led to.
    func run(_ command: Command) throws(Failure) -> ExitCode {
        let commands = HouseCommands(access: try context.mopidyAccess(), timeout: context.globals.timeout)
        if command == .status { return try status(by: commands) }
        let answer: HouseAnswer
        do throws(HouseFailure) { answer = try commands.run(command) } catch { throw context.failure(error) }
        return try show(answer)
    }

    private func show(_ answer: HouseAnswer) throws(Failure) -> ExitCode {
        let json = context.globals.printsJSON
        switch answer {
        case .done: return .done
        case .status: return .done
        case .volume(let volume, let isMuted):
            let object: JSONValue = ["volume": JSONValue(volume), "muted": JSONValue(isMuted)]
            return try say(json ? object.text : Self.words(volume: volume, isMuted: isMuted))
        case .position(let position):
            let object: JSONValue = ["position_ms": JSONValue(position?.wholeMilliseconds)]
            return try say(json ? object.text : position.map(DurationText.clock) ?? "position unknown")
        case .queue(let listing, let current):
            if listing.dropped > 0 { context.remark(["\(listing.dropped) tracks could not be read"]) }
            let table = QueueTable(listing.tracks, currentID: current)
            let columns = StandardStreams.columns
            return try context.print(
                json
                    ? table.json.map(\.text)
                    : table.lines(
                        columns: columns, plain: context.globals.isPlain, width: TerminalText.columns))
        }
    }

    /// What was changed, unless only failures are wanted; asked-for JSON always.
    private func say(_ line: String) throws(Failure) -> ExitCode {
        if context.globals.isQuiet, !context.globals.printsJSON { return .done }
        return try context.print([line])
    }

    private static func words(volume: Int?, isMuted: Bool?) -> String {
        let level = volume.map { "house volume \($0)" } ?? "house volume unknown"
        return isMuted == true ? level + ", muted" : level
    }

    // MARK: Status

    /// The code is that of RPC; what is not known is said, in JSON too.
    private func status(by commands: HouseCommands) throws(Failure) -> ExitCode {
        let streamStatus = StreamStatus(context.settings.addresses, caFile: context.settings.server.caFile)
        let streamAnswer = streamStatus.ask(before: .now + min(context.globals.timeout, .seconds(1)))
        var report = StatusReport(address: context.settings.addresses.host)
        var failed: Failure?
        do throws(HouseFailure) {
            if case .status(let house, let route, _) = try commands.run(.status) {
                report.house = house
                report.route = route.name
                report.reachable.rpc = true
            }
        } catch {
            let failure = context.failure(error)
            report.reachable.rpc = false
            report.problems = [failure.text]
            failed = failure
        }
        report.reachable.stream = streamAnswer.wait()
        let now = MonotonicTime.now
        let lines =
            context.globals.printsJSON
            ? [report.json(at: now).text] : report.lines(at: now, plain: context.globals.isPlain)
        let code = try context.print(lines)
        guard let failed else { return code }
        if context.globals.printsJSON { StandardStreams.complain(failed.lines) }
        return .noAnswer
    }
}
