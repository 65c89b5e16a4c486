import GrooveLogic

/// A command that does one thing and ends. Blocks.
struct OneShot {
    let context: RunContext

    /// Carries the command out and prints what it led to.
    func run(_ command: Command) throws(Failure) -> ExitCode {
        let commands = HouseCommands(access: try context.postingAccess(), deadline: context.deadline)
        let answer: HouseAnswer
        do throws(HouseFailure) {
            answer = try commands.run(command)
        } catch {
            context.tell(commands.attempts)
            throw context.failure(error)
        }
        context.tell(commands.attempts)
        return try show(answer, isWanted: command == .volume(nil))
    }

    /// `isWanted`: it is what was asked for, rather than what came of a change.
    private func show(_ answer: HouseAnswer, isWanted: Bool) throws(Failure) -> ExitCode {
        let json = context.globals.printsJSON
        switch answer {
        case .done: return .done
        case .status: return .done  // that is `StatusCommand`'s
        case .volume(let volume, let isMuted):
            let object: JSONValue = ["volume": JSONValue(volume), "muted": JSONValue(isMuted)]
            return try say(
                json ? object.text : Self.words(volume: volume, isMuted: isMuted), isWanted: isWanted)
        case .position(let position):
            let object: JSONValue = ["position_ms": JSONValue(position?.wholeMilliseconds)]
            return try say(
                json ? object.text : position.map(DurationText.clock) ?? "position unknown", isWanted: false)
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

    /// What was asked for always; what came of a change, unless only failures are to be heard of.
    private func say(_ line: String, isWanted: Bool) throws(Failure) -> ExitCode {
        if context.globals.isQuiet, !isWanted, !context.globals.printsJSON { return .done }
        return try context.print([line])
    }

    private static func words(volume: Int?, isMuted: Bool?) -> String {
        let level = volume.map { "house volume \($0)" } ?? "house volume unknown"
        return isMuted == true ? level + ", muted" : level
    }
}
