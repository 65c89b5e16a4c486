import GrooveLogic

/// `groove status`: one look at the house and at what belongs to it, everything asked at once.
struct StatusCommand {
    let context: RunContext

    /// How long an answer that is only nice to have may take.
    private var optionalTime: Duration { min(context.globals.timeout, .seconds(1)) }

    /// Prints what there is to see. The code is that of Mopidy's answer to a call, however the rest fared.
    func run() async throws(Failure) -> ExitCode {
        let access = try context.postingAccess()
        let soon = min(context.deadline, .now + optionalTime)
        async let stream = isStreamOnAir(before: soon)
        async let snapcast = askSnapcast(before: soon)
        async let events = askEvents(before: soon)
        let look = await askHouse(access)
        let report = report(look, stream: await stream, snapcast: await snapcast, events: await events)

        context.tell(look.attempts)
        let code = try context.print(
            context.globals.printsJSON
                ? [report.json(at: .now).text] : report.lines(at: .now, plain: context.globals.isPlain))
        guard case .failure(let failure) = look.answer else { return code }
        StandardStreams.complain(context.failure(failure).lines)
        return .noAnswer
    }

    // MARK: Asking

    /// What Mopidy said, and where it was looked for.
    private struct Look: Sendable {
        var answer: Result<HouseAnswer, HouseFailure>
        var attempts: [HouseAttempt]
    }

    private func askHouse(_ access: MopidyAccess) async -> Look {
        let deadline = context.deadline
        return await BlockingWork.run {
            let commands = HouseCommands(access: access, deadline: deadline)
            let answer = Result { () throws(HouseFailure) in try commands.run(.status) }
            return Look(answer: answer, attempts: commands.attempts)
        }
    }

    private func isStreamOnAir(before deadline: MonotonicTime) async -> Bool? {
        let status = StreamStatus(
            candidates: context.settings.addresses.candidates(for: .stream), caFile: context.caFile)
        return await BlockingWork.run { status.isOnAir(before: deadline) }
    }

    private func askSnapcast(before deadline: MonotonicTime) async -> Result<SnapcastStatus, Failure> {
        await BlockingWork.run { [context, optionalTime] in
            Result { () throws(Failure) in
                let question = SnapcastQuestion(
                    candidates: context.settings.addresses.candidates(for: .snapcast),
                    access: try context.access(to: .snapcast, before: deadline), caFile: context.caFile)
                return try question.ask(before: deadline).mapError {
                    context.failure($0, of: .snapcast, within: optionalTime)
                }.get()
            }
        }
    }

    private func askEvents(before deadline: MonotonicTime) async -> Failure? {
        let access = await BlockingWork.run { [context] in
            Result { () throws(Failure) in try context.access(to: .events, before: deadline) }
        }
        switch access {
        case .failure(let failure): return failure
        case .success(let access):
            let question = EventsQuestion(
                candidates: context.settings.addresses.candidates(for: .events), access: access,
                caFile: context.caFile)
            return await question.ask(before: deadline).map {
                context.failure($0, of: .events, within: optionalTime)
            }
        }
    }

    // MARK: Telling

    private func report(
        _ look: Look, stream: Bool?, snapcast: Result<SnapcastStatus, Failure>, events: Failure?
    ) -> StatusReport {
        var report = StatusReport(address: context.settings.addresses.host)
        report.reachable.stream = stream
        report.reachable.events = events.map(Self.reachability) ?? true
        switch snapcast {
        case .success(let status):
            report.rooms = status.rooms
            report.reachable.snapcast = true
        case .failure(let failure): report.reachable.snapcast = Self.reachability(failure)
        }
        guard case .success(.status(let house, let route, _)) = look.answer else {
            report.reachable.rpc = false
            return report
        }
        report.house = house
        report.route = route.name
        report.reachable.rpc = true
        if let events { report.problems.append(events.text) }
        if stream == false {
            report.problems.append(
                "the stream is off air: \(route.stream) has no source, or nothing listens there")
        }
        // Many houses have no Snapcast; one whose address is set has.
        if case .failure(let failure) = snapcast, context.settings.server.snapcastURL != nil {
            report.problems.append(failure.text)
        }
        return report
    }

    /// Of what failed it is known that it cannot be reached, unless there was no time to find out.
    private static func reachability(_ failure: Failure) -> Bool? {
        switch failure {
        case .deadline, .settings: nil
        default: false
        }
    }
}
