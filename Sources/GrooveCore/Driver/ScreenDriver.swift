@preconcurrency internal import Glibc
import GrooveLogic

/// The screen, from start to end: takes in whatever happens, one thing at a time, lets the session decide, carries
/// its effects out, and draws.
///
/// Everything that can wait for a network or a device is done elsewhere and comes back as an event.
actor ScreenDriver {
    /// What happens to the driver.
    enum Event: Sendable {
        case session(SessionEvent)
        case terminal(TerminalEvent)
        case routeChanged(HouseAddresses.Route)
        /// The alarm went off.
        case timePassed
    }

    /// No two frames are nearer than this: more than any eye, or terminal, follows.
    private static let frameFloor = Duration.milliseconds(16)
    /// How long a call that was made by a key may take.
    private static let callTimeout = Duration.seconds(5)

    private nonisolated let executor = QueueExecutor(label: "groove.screen")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private nonisolated let events: AsyncStream<Event>
    private nonisolated let continuation: AsyncStream<Event>.Continuation

    private let terminal: Terminal
    private let client: MopidyClient
    private let covers: CoverLoader
    private let here: HereListener
    private let keyMap: KeyMap

    private var session: HouseSession
    private var painter: ScreenPainter
    private var size: ScreenSize
    private var route: HouseAddresses.Route
    private var drawnAt: MonotonicTime?
    private var drawn: HouseModel?
    private var alarm: DeadlineTimer?
    private var calls: [Int: Task<Void, Never>] = [:]
    private var callCount = 0
    private var code: ExitCode?

    /// A screen on a terminal that has been taken over.
    init(terminal: Terminal, context: RunContext, access: MopidyAccess, level: ColorLevel) {
        self.terminal = terminal
        client = MopidyClient(access: access)
        covers = CoverLoader(access: access, fetchesRemote: context.settings.screen.fetchesRemoteArt)
        here = HereListener(context: context)
        session = HouseSession(address: access.addresses.host)
        keyMap = KeyMap.standard.rebound(by: context.settings.keys)
        painter = ScreenPainter(level: level, keyMap: keyMap, plain: context.globals.isPlain)
        size = terminal.size
        route = access.addresses.routes[0]
        (events, continuation) = AsyncStream.makeStream()
    }

    /// Runs until a person, a signal or the terminal ends it. `listens`: begin to listen at once.
    func run(listens: Bool) async -> ExitCode {
        alarm = DeadlineTimer(queue: executor.queue) { [continuation] in continuation.yield(.timePassed) }
        let sources = [follow(terminal), follow(client), follow(here)]
        await client.start()
        if listens { here.start() }
        draw(at: .now)
        for await event in events {
            await handle(event, at: .now)
            if code != nil { break }
        }
        // The person gets the terminal back first; the rest may take its time behind it.
        alarm = nil
        terminal.close()
        for call in calls.values { call.cancel() }
        for source in sources { source.cancel() }
        await Ending.wait { [here, client] in
            await here.stop()
            await client.close()
        }
        return code ?? .done
    }

    // MARK: - Events

    private func handle(_ event: Event, at now: MonotonicTime) async {
        switch event {
        case .session(let event): await take(event, at: now)
        case .terminal(let event): await take(event, at: now)
        case .routeChanged(let route): self.route = route
        case .timePassed: await take(.timePassed, at: now)
        }
        guard code == nil else { return }
        drawIfNeeded(at: .now)
    }

    private func take(_ event: TerminalEvent, at now: MonotonicTime) async {
        switch event {
        case .key(let key): await pressed(key, at: now)
        case .resized(let size), .continued(let size):
            self.size = size
            painter.forget()
            drawn = nil
        case .drained: break
        case .endRequested(let signal): code = signal == SIGINT ? .interrupted : .done
        case .closed: code = .done
        }
    }

    private func pressed(_ key: KeyPress, at now: MonotonicTime) async {
        switch keyMap.action(for: key) {
        case .command(let command): await take(.asked(command), at: now)
        case .toggleListening: await take(.askedToListenOrStop, at: now)
        case .quit: await take(.askedToQuit, at: now)
        case .redraw:
            painter.forget()
            drawn = nil
            // A person who looks at a screen that tells of a lost house wants it to be tried now.
            await client.retryNow()
        case .suspend: terminal.suspend()
        case nil: break
        }
    }

    private func take(_ event: SessionEvent, at now: MonotonicTime) async {
        for effect in session.handle(event, at: now) { await perform(effect) }
    }

    // MARK: - Effects

    private func perform(_ effect: SessionEffect) async {
        switch effect {
        case .call(let id, let request): call(request, id)
        case .readVolume: readVolume()
        case .readHouse: await client.refresh()
        case .startListening: here.start()
        case .stopListening: here.askToStop()
        case .tellListener(let playback): here.houseChanged(to: playback)
        case .loadCover(let uri): loadCover(uri)
        case .quit: code = .done
        }
    }

    private func call(_ request: HouseRequest, _ id: RequestID) {
        run { [client, continuation] in
            let refusal = await client.carryOut(request, timeout: Self.callTimeout)
            continuation.yield(.session(refusal.map { .refused(id, reason: $0) } ?? .accepted(id)))
        }
    }

    private func readVolume() {
        run { [client, continuation] in
            guard let volume = try? await client.call(.volume, timeout: Self.callTimeout) else { return }
            continuation.yield(.session(.volumeRead(volume)))
        }
    }

    private func loadCover(_ uri: String) {
        run { [covers, continuation, route] in
            do throws(CoverLoader.Failure) {
                let picture = try await covers.load(uri, route: route)
                continuation.yield(.session(.coverLoaded(uri: uri, picture)))
            } catch {
                continuation.yield(.session(.coverLoaded(uri: uri, nil)))
                // What a person can do something about is said; a cover that is merely missing is not.
                if case .picture(let failure) = error, failure == .noJPEGLibrary || failure == .noPNGLibrary {
                    continuation.yield(.session(.told(failure.description)))
                }
            }
        }
    }

    /// Runs something beside the driver, which ends it when it ends itself.
    private func run(_ work: @escaping @Sendable () async -> Void) {
        callCount += 1
        let number = callCount
        calls[number] = Task {
            await work()
            calls[number] = nil
        }
    }

    // MARK: - Drawing

    private func drawIfNeeded(at now: MonotonicTime) {
        if let drawnAt, now - drawnAt < Self.frameFloor, isDue(at: now) {
            return setAlarm(drawnAt + Self.frameFloor)
        }
        if isDue(at: now) { draw(at: now) } else { setAlarm(nextWake(after: now)) }
    }

    /// Whether what is shown is not what is to be seen: the model changed, or the clock has moved the picture on.
    private func isDue(at now: MonotonicTime) -> Bool {
        guard let drawn, let drawnAt, drawn == session.model else { return true }
        return painter.nextChange(drawn, size: size, now: drawnAt).map { now >= $0 } ?? false
    }

    private func draw(at now: MonotonicTime) {
        // When the terminal has taken the frame before, `drained` comes back here.
        guard terminal.isReady else { return }
        terminal.write(painter.paint(session.model, size: size, now: now))
        drawn = session.model
        drawnAt = now
        setAlarm(nextWake(after: now))
    }

    private func nextWake(after now: MonotonicTime) -> MonotonicTime? {
        [session.nextWake, painter.nextChange(session.model, size: size, now: drawnAt ?? now)].compactMap {
            $0
        }.min()
    }

    private func setAlarm(_ time: MonotonicTime?) {
        alarm?.set(time)
    }

    // MARK: - Sources

    private func follow(_ terminal: Terminal) -> Task<Void, Never> {
        Task { [continuation] in
            for await event in terminal.events { continuation.yield(.terminal(event)) }
        }
    }

    private func follow(_ client: MopidyClient) -> Task<Void, Never> {
        Task { [continuation] in
            var link = HouseLinkTeller(client.access.addresses)
            for await update in client.updates {
                for event in link.events(for: update) { continuation.yield(event) }
            }
        }
    }

    private func follow(_ here: HereListener) -> Task<Void, Never> {
        Task { [continuation] in
            for await event in here.events { continuation.yield(.session(event)) }
        }
    }
}
