import Dispatch
public import GrooveLogic

/// The house, for as long as somebody watches it: keeps the WebSocket up, the state whole, and sends calls.
///
/// Calls go over the WebSocket, in order with the events; by POST while it is not up.
public actor MopidyClient {
    /// Everything that happens, in order. To be read by one task.
    public nonisolated let updates: AsyncStream<MopidyUpdate>
    nonisolated let continuation: AsyncStream<MopidyUpdate>.Continuation

    nonisolated let executor = QueueExecutor(label: "groove.mopidy")
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    nonisolated let access: MopidyAccess
    /// How long connecting, and a reading of the state, may take before the house counts as hanging.
    nonisolated let patience: Duration
    let postman = Postman()

    /// What a sent group of calls is for.
    enum Waiter {
        case caller(MopidyBatch, OneAnswer<Result<MopidyBatchResults, MopidyCallError>>)
        case snapshot(HouseSnapshot)
        case art(MopidyBatch, MopidyBatch.Slot<[String: [MopidyImage]]>, uri: String)
    }

    var generator = SystemRandomNumberGenerator()
    var link: LinkMachine
    var keeper: Task<Void, Never>?
    var timer: DeadlineTimer?
    /// Waits for the next attempt's time, or for `retryNow`.
    var sleeper: (until: MonotonicTime?, wake: CheckedContinuation<LinkMachine.Action, Never>)?

    var connection: WebSocketConnection?
    var route: HouseAddresses.Route
    var pending = PendingCalls()
    var waiters: [PendingCalls.Group: Waiter] = [:]
    var readers: [RPCID: RPCResultReader] = [:]
    /// Why the present connection has to be given up, though it is up.
    var fault: TransportFailure.Kind?

    var house = HouseState()
    /// Whether `house` has been read since the connection came up.
    var isWhole = false
    /// Whether `house` has ever been read.
    var wasWhole = false
    /// Events that came before the state was whole.
    var early: [(event: MopidyEvent, at: MonotonicTime)] = []
    var refetch = RefetchMachine()
    /// The URI whose cover has been asked for.
    var artURI: String?

    /// A client that does nothing until it is started.
    public init(
        access: MopidyAccess, policy: LinkMachine.Policy = .init(), patience: Duration = .seconds(5)
    ) {
        self.access = access
        self.patience = patience
        link = LinkMachine(policy: policy)
        guard let first = access.addresses.routes.first else {
            preconditionFailure("a house without a route")
        }
        route = first
        (updates, continuation) = AsyncStream.makeStream()
    }

    /// Begins to connect, and goes on until `close`.
    public func start() {
        guard keeper == nil else { return }
        timer = DeadlineTimer(queue: executor.queue) { [weak self] in self?.assumeIsolated { $0.alarm() } }
        keeper = Task { await keepConnected() }
    }

    /// Tries again now instead of when it was planned; does nothing while connected or connecting.
    public func retryNow() {
        guard let sleeper, link.retryRequested() == .connect else { return }
        self.sleeper = nil
        sleeper.wake.resume(returning: .connect)
    }

    /// Reads the whole state again; `updates` tells it. Does nothing while there is no connection.
    public func refresh() {
        request(HouseSnapshot.everything)
    }

    /// Ends everything; `updates` ends too.
    public func close() async {
        link.closeRequested()
        keeper?.cancel()
        if let connection { await connection.abort() }
        if let sleeper { sleeper.wake.resume(returning: .doNothing) }
        sleeper = nil
        abandonCalls(because: .closed)
        continuation.finish()
        timer = nil
    }

    /// Sends one call and waits for its result.
    public func call<Result>(
        _ call: MopidyCall<Result>, timeout: Duration = .seconds(5)
    ) async throws(MopidyCallError) -> Result {
        var batch = MopidyBatch()
        let slot = batch.add(call)
        let results = try await send(batch, timeout: timeout)
        do throws(MopidyAnswerError) {
            return try results.value(slot)
        } catch {
            throw .answer(error)
        }
    }

    /// Sends several calls, which are carried out in order, and waits for all their results.
    public func send(
        _ batch: MopidyBatch, timeout: Duration = .seconds(5)
    ) async throws(MopidyCallError) -> MopidyBatchResults {
        let deadline = MonotonicTime.now + timeout
        guard let connection, fault == nil else { return try await post(batch, deadline: deadline) }
        let outcome = await withCheckedContinuation { continuation in
            issue(batch, for: .caller(batch, OneAnswer(continuation)), deadline: deadline, over: connection)
        }
        return try outcome.get()
    }

    private func post(
        _ batch: MopidyBatch, deadline: MonotonicTime
    ) async throws(MopidyCallError) -> MopidyBatchResults {
        let request = HTTPRequest(
            url: route.rpc, access: access.rpc, deadline: deadline, caFile: access.caFile)
        return try await postman.send(batch, with: request)
    }

    /// Sends a group of calls; the answer goes to `waiter`. Should the connection be gone, then the end of its
    /// session takes care of the waiter.
    func issue(
        _ batch: MopidyBatch, for waiter: Waiter, deadline: MonotonicTime,
        over connection: WebSocketConnection
    ) {
        let group = pending.issued(count: batch.count, deadline: deadline)
        waiters[group] = waiter
        readers.merge(batch.readers(ids: group.ids)) { $1 }
        setTimer()
        let text = Array(batch.text(ids: group.ids).utf8)
        connection.assumeIsolated { _ = $0.send(.text(text)) }
    }

    /// Sets the alarm to whatever comes first.
    func setTimer() {
        timer?.set([pending.deadline, sleeper?.until].compactMap { $0 }.min())
    }

    private func alarm() {
        for group in pending.expired(at: .now) { expire(group) }
        if let due = sleeper, let until = due.until, MonotonicTime.now >= until {
            sleeper = nil
            due.wake.resume(returning: link.timePassed(at: .now))
        }
        setTimer()
    }

    /// A call's own time being over concerns its caller; a reading of the state that is not answered means that
    /// the house hangs, though its socket is open.
    private func expire(_ group: PendingCalls.Group) {
        let failure = TransportFailure(url: route.events, kind: .deadlinePassed)
        switch take(group) {
        case .caller(_, let answer): answer.give(.failure(.transport(failure)))
        case .snapshot:
            fault = failure.kind
            connection?.assumeIsolated { $0.abort() }
        case .art, nil: break
        }
    }

    /// A group's waiter, who then waits no more.
    func take(_ group: PendingCalls.Group) -> Waiter? {
        for id in group.ids { readers[id] = nil }
        return waiters.removeValue(forKey: group)
    }

    /// Nothing that was sent will be answered; nothing is sent again, since much of it must not be done twice.
    func abandonCalls(because error: MopidyCallError) {
        for group in pending.connectionLost() {
            if case .caller(_, let answer) = take(group) { answer.give(.failure(error)) }
        }
        setTimer()
    }
}
