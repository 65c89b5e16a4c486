import Dispatch
import GrooveLogic

// The connection's life: attempts, pauses, and what ends one.
extension MopidyClient {
    /// Until closed: connect, serve, pause.
    func keepConnected() async {
        var action = link.started()
        while !Task.isCancelled {
            switch action {
            case .connect: action = await connectOnce()
            case .wait(let until): action = await sleep(until: until)
            case .giveUp: action = await sleep(until: nil)
            case .doNothing: return
            }
        }
    }

    /// One attempt, and if it succeeds the connection until its end; then what the link wants.
    private func connectOnce() async -> LinkMachine.Action {
        do throws(TransportFailure) {
            let connection = try await openAny()
            link.connected(at: .now)
            let failure = await serve(connection)
            guard !Task.isCancelled else { return .doNothing }
            let action = link.lost(at: .now, using: &generator)
            tell(failure, action)
            return action
        } catch {
            let action = link.failed(isWorthRetry: !error.isUnauthorized, at: .now, using: &generator)
            tell(error, action)
            return action
        }
    }

    private func tell(_ failure: TransportFailure, _ action: LinkMachine.Action) {
        guard !Task.isCancelled else { return }
        if case .wait(let until) = action {
            continuation.yield(.lost(failure, retryAt: until))
        } else {
            continuation.yield(.lost(failure, retryAt: nil))
        }
    }

    /// The first route that takes the connection. A later one is tried only where nobody, or nobody who knows
    /// Mopidy, was found before; if all fail, the first failure that says more than "nobody there" is told.
    private func openAny() async throws(TransportFailure) -> WebSocketConnection {
        var failures: [TransportFailure] = []
        for candidate in access.addresses.routes {
            continuation.yield(.connecting(candidate))
            do throws(TransportFailure) {
                let connection = try await WebSocketConnection.open(
                    candidate.events, access: access.events, timeout: patience, on: executor)
                route = candidate
                return connection
            } catch {
                failures.append(error)
                if !error.pointsElsewhere { break }
            }
        }
        throw TransportFailure.mostTelling(of: failures)
    }

    /// Waits for a time, or for a person.
    private func sleep(until: MonotonicTime?) async -> LinkMachine.Action {
        await withCheckedContinuation { continuation in
            guard !Task.isCancelled else { return continuation.resume(returning: .doNothing) }
            sleeper = (until, continuation)
            setTimer()
        }
    }

    /// Reads what comes until the connection ends; returns why it did.
    private func serve(_ connection: WebSocketConnection) async -> TransportFailure {
        self.connection = connection
        fault = nil
        request(HouseSnapshot.everything)
        var kind: TransportFailure.Kind?
        while kind == nil {
            switch await connection.receive() {
            case .message(let message): received(message)
            case .closed(let closure): kind = .connectionLost(Self.words(for: closure))
            case .failed(let failure): kind = .init(failure)
            }
        }
        let failure = TransportFailure(url: route.events, kind: fault ?? kind ?? .deadlinePassed)
        endSession(because: failure)
        return failure
    }

    private func endSession(because failure: TransportFailure) {
        connection = nil
        isWhole = false
        early = []
        artURI = nil
        refetch.connectionLost()
        abandonCalls(because: .transport(failure))
    }

    private static func words(for closure: WebSocketClosure) -> String {
        guard let code = closure.code else { return "the server closed the connection" }
        return "the server closed the connection (\(code.rawValue))"
    }
}

extension TransportFailure {
    /// Of the failures at a house's addresses, the one to tell a person about.
    static func mostTelling(of failures: [TransportFailure]) -> TransportFailure {
        guard let first = failures.first else { preconditionFailure("no address was tried") }
        return failures.first { $0.kind != .refused } ?? first
    }
}
