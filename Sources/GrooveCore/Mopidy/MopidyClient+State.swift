import GrooveLogic

// What comes in over the WebSocket, and the house's state that it makes.
extension MopidyClient {
    /// Takes in a message.
    func received(_ message: WebSocketMessage) {
        let now = MonotonicTime.now
        switch MopidyMessage.read(message.bytes, readers: readers) {
        case .event(let event): received(event, at: now)
        case .responses(let responses): received(responses, at: now)
        case nil: break
        }
    }

    private func received(_ event: MopidyEvent, at now: MonotonicTime) {
        guard isWhole else { return early.append((event, now)) }
        refetch.received(event)
        let parts = house.apply(event, at: now)
        continuation.yield(.event(event, house, at: now))
        request(parts)
    }

    private func received(_ responses: [RPCResponse], at now: MonotonicTime) {
        var answered: PendingCalls.Group?
        for response in responses where answered == nil { answered = pending.answered(response.id) }
        guard let group = answered else { return }
        let waiter = take(group)
        setTimer()
        switch waiter {
        case .caller(let batch, let answer):
            answer.give(.success(batch.results(ids: group.ids, from: responses)))
        case .snapshot(let snapshot):
            received(snapshot, snapshot.batch.results(ids: group.ids, from: responses), at: now)
        case .art(let batch, let slot, let uri):
            let results = batch.results(ids: group.ids, from: responses)
            receivedArt((try? results.value(slot)) ?? [:], of: uri, at: now)
        case nil: break
        }
    }

    private func received(_ snapshot: HouseSnapshot, _ results: MopidyBatchResults, at now: MonotonicTime) {
        let stale = refetch.answered()
        let before = house
        do throws(MopidyAnswerError) {
            // The first reading of a session is the ground on which the early events are laid.
            try snapshot.apply(results, to: &house, except: isWhole ? stale : [], at: now)
        } catch {
            fault = .badProtocol("an answer that is not Mopidy's")
            connection?.assumeIsolated { $0.abort() }
            return
        }
        if isWhole {
            continuation.yield(.refetched(house, at: now))
        } else {
            becameWhole(after: before, at: now)
        }
        request([])
    }

    private func becameWhole(after before: HouseState, at now: MonotonicTime) {
        let missed = wasWhole ? house.changes(since: before) : []
        isWhole = true
        wasWhole = true
        continuation.yield(.connected(house, route: route, missed: missed, at: now))
        let events = early
        early = []
        for (event, at) in events { received(event, at: at) }
    }

    /// Reads parts of the state again, and the cover of a track that has become the current one.
    func request(_ parts: Set<HousePart>) {
        guard let connection else { return }
        refetch.requested(parts.subtracting([.art]))
        let deadline = MonotonicTime.now + patience
        if let due = refetch.next() {
            let snapshot = HouseSnapshot(of: due)
            issue(snapshot.batch, for: .snapshot(snapshot), deadline: deadline, over: connection)
        }
        guard isWhole, house.current?.track.uri != artURI else { return }
        artURI = house.current?.track.uri
        guard let uri = artURI, !uri.isEmpty else { return }
        var batch = MopidyBatch()
        let slot = batch.add(.images(of: [uri]))
        issue(batch, for: .art(batch, slot, uri: uri), deadline: deadline, over: connection)
    }

    /// Covers that come when the next track plays already are dropped.
    private func receivedArt(_ images: [String: [MopidyImage]], of uri: String, at now: MonotonicTime) {
        guard house.current?.track.uri == uri else { return }
        let art = MopidyImage.best(of: images[uri] ?? [])?.uri
        guard art != house.art else { return }
        house.art = art
        continuation.yield(.refetched(house, at: now))
    }
}
