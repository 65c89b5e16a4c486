public import GrooveLogic

/// The house's commands as one-shots: by POST, in as few requests as can be, all within one deadline.
///
/// Blocks; to be used by one thread.
public final class HouseCommands {
    /// How long what is only nice to have may take.
    var optionalTime = Duration.seconds(1)

    private let access: MopidyAccess
    private let deadline: MonotonicTime
    private let client = HTTPClient()
    /// The route that answered, once one has.
    private var answering: HouseAddresses.Route?
    /// Which routes were tried until one answered, in order.
    public private(set) var attempts: [HouseAttempt] = []

    /// Commands that all together may take `timeout` from now.
    public convenience init(access: MopidyAccess, timeout: Duration = .seconds(5)) {
        self.init(access: access, deadline: .now + timeout)
    }

    /// Commands that all have to be over by `deadline`.
    public init(access: MopidyAccess, deadline: MonotonicTime) {
        self.access = access
        self.deadline = deadline
    }

    /// Carries out one command.
    public func run(_ command: Command) throws(HouseFailure) -> HouseAnswer {
        switch command {
        case .status: try status()
        case .play: try play()
        case .pause: try pause()
        case .toggle: try toggle()
        case .stop: try act(.stop)
        case .next: try skip(.next)
        case .previous: try skip(.previous)
        case .seek(let target): try seek(target)
        case .volume(let change): try volume(change)
        case .queueList: try queue()
        case .screen, .listen, .events, .help, .version: throw .notForTheHouse
        }
    }

    /// Sends a batch to the house: to the route that answered before, else to each in turn while nobody is there,
    /// or somebody who knows nothing of Mopidy.
    func send(
        _ batch: MopidyBatch, until deadline: MonotonicTime? = nil
    ) throws(HouseFailure) -> MopidyBatchResults {
        var failures: [TransportFailure] = []
        for route in answering.map({ [$0] }) ?? access.addresses.routes {
            let request = HTTPRequest(
                url: route.rpc, access: access.rpc, deadline: deadline ?? self.deadline, caFile: access.caFile
            )
            do throws(TransportFailure) {
                let results = try client.send(batch, with: request)
                if answering == nil { attempts.append(HouseAttempt(route: route, failure: nil)) }
                answering = route
                return results
            } catch {
                failures.append(error)
                if answering == nil { attempts.append(HouseAttempt(route: route, failure: error)) }
                if !error.pointsElsewhere { break }
            }
        }
        throw .transport(.mostTelling(of: failures), tried: failures.map(\.url))
    }

    /// A result, or why the house has none.
    func value<Result>(
        _ slot: MopidyBatch.Slot<Result>, in results: MopidyBatchResults
    ) throws(HouseFailure) -> Result {
        do throws(MopidyAnswerError) { return try results.value(slot) } catch { throw .answer(error) }
    }
}

// MARK: - Looking

extension HouseCommands {
    private func status() throws(HouseFailure) -> HouseAnswer {
        let snapshot = HouseSnapshot()
        let results = try send(snapshot.batch)
        let now = MonotonicTime.now
        var house = HouseState()
        do throws(MopidyAnswerError) {
            try snapshot.apply(results, to: &house, at: now)
        } catch {
            throw .answer(error)
        }
        house.art = cover(of: house.current?.track.uri)
        guard let answering else { preconditionFailure("an answer from nowhere") }
        return .status(house, route: answering, at: now)
    }

    /// nil also when the house does not say it soon enough: a status without a cover is a status.
    private func cover(of uri: String?) -> String? {
        guard let uri, !uri.isEmpty else { return nil }
        var batch = MopidyBatch()
        let slot = batch.add(.images(of: [uri]))
        let soon = min(deadline, .now + optionalTime)
        guard let results = try? send(batch, until: soon), let images = try? results.value(slot) else {
            return nil
        }
        return MopidyImage.best(of: images[uri] ?? [])?.uri
    }

    private func queue() throws(HouseFailure) -> HouseAnswer {
        var batch = MopidyBatch()
        let tracks = batch.add(.queue)
        let current = batch.add(.currentTlid)
        let results = try send(batch)
        return .queue(try value(tracks, in: results), currentTlid: results.optional(current))
    }
}

// MARK: - Playing

extension HouseCommands {
    private func act(_ call: MopidyCall<Void>) throws(HouseFailure) -> HouseAnswer {
        var batch = MopidyBatch()
        let slot = batch.add(call)
        try value(slot, in: try send(batch))
        return .done
    }

    private func skip(_ call: MopidyCall<Void>) throws(HouseFailure) -> HouseAnswer {
        var batch = MopidyBatch()
        let length = batch.add(.queueLength)
        let slot = batch.add(call)
        let results = try send(batch)
        try value(slot, in: results)
        guard results.optional(length) != 0 else { throw .emptyQueue }
        return .done
    }

    private func play() throws(HouseFailure) -> HouseAnswer {
        var batch = MopidyBatch()
        let before = Before(in: &batch)
        let slot = batch.add(.play())
        let results = try send(batch)
        try value(slot, in: results)
        guard !before.isQueueEmpty(results) else { throw .emptyQueue }
        return before.isPausedOnNothing(results) ? try restart() : .done
    }

    private func toggle() throws(HouseFailure) -> HouseAnswer {
        var batch = MopidyBatch()
        let before = Before(in: &batch)
        let results = try send(batch)
        switch try value(before.state, in: results) {
        case .playing: return try act(.pause)
        case .paused where !before.isPausedOnNothing(results): return try act(.resume)
        case .paused, .stopped, nil:
            guard !before.isQueueEmpty(results) else { throw .emptyQueue }
            return before.isPausedOnNothing(results) ? try restart() : try act(.play())
        }
    }

    /// Pausing a stopped house would leave it paused on nothing, from where `resume` and `play` do not lead back. It is
    /// not told to and then stopped again: Mopidy hears from its sound when that has paused, which may be after the stop.
    private func pause() throws(HouseFailure) -> HouseAnswer {
        var batch = MopidyBatch()
        let state = batch.add(.state)
        let results = try send(batch)
        return try value(state, in: results) == .stopped ? .done : try act(.pause)
    }

    private func restart() throws(HouseFailure) -> HouseAnswer {
        var batch = MopidyBatch()
        let stop = batch.add(.stop)
        let play = batch.add(.play())
        let results = try send(batch)
        try value(stop, in: results)
        try value(play, in: results)
        return .done
    }

    /// What has to be known of the house before it is told to play.
    private struct Before {
        let state: MopidyBatch.Slot<PlaybackState?>
        let tlid: MopidyBatch.Slot<Int?>
        let length: MopidyBatch.Slot<Int?>

        init(in batch: inout MopidyBatch) {
            state = batch.add(.state)
            tlid = batch.add(.currentTlid)
            length = batch.add(.queueLength)
        }

        func isQueueEmpty(_ results: MopidyBatchResults) -> Bool {
            results.optional(length) == 0 && results.optional(tlid) == nil
        }

        func isPausedOnNothing(_ results: MopidyBatchResults) -> Bool {
            results.optional(state) == .paused && results.optional(tlid) == nil
        }
    }
}

// MARK: - Seeking and volume

extension HouseCommands {
    private func seek(_ target: SeekTarget) throws(HouseFailure) -> HouseAnswer {
        if case .position(let position) = target { return try seek(to: position, of: nil) }
        var batch = MopidyBatch()
        let track = batch.add(.currentTrack)
        let position = batch.add(.position)
        let results = try send(batch)
        guard let current = try value(track, in: results) else { throw .noTrack }
        guard let length = current.track.length else { throw .cannotSeek }
        switch target {
        case .position(let position): return try seek(to: position, of: current)
        case .offset(let offset):
            guard let now = try value(position, in: results) else { throw .noTrack }
            return try seek(to: now + offset, of: current)
        case .percent(let percent):
            return try seek(to: length * percent / 100, of: current)
        }
    }

    /// `known`: the current track, when it has been asked for already.
    private func seek(to position: Duration, of known: QueuedTrack?) throws(HouseFailure) -> HouseAnswer {
        var batch = MopidyBatch()
        let track = known == nil ? batch.add(.currentTrack) : nil
        let slot = batch.add(.seek(max(.zero, position)))
        let reached = batch.add(.position)
        let results = try send(batch)
        if try value(slot, in: results) == false {
            guard let current = known ?? track.flatMap({ results.optional($0) }) else { throw .noTrack }
            throw current.track.length == nil ? .cannotSeek : .refused(method: "core.playback.seek")
        }
        return .position(results.optional(reached))
    }

    private func volume(_ change: VolumeChange?) throws(HouseFailure) -> HouseAnswer {
        switch change {
        case nil: return try told(try mixer(MopidyBatch()))
        case .set(let volume): return try setVolume(volume)
        case .step(let step):
            guard case .volume(let volume?, _) = try mixer(MopidyBatch()) else { throw .noMixer }
            return try setVolume(Self.percent(volume) + min(max(step, -100), 100))
        case .mute: return try setMute(true)
        case .unmute: return try setMute(false)
        case .toggleMute:
            guard case .volume(_, let isMuted?) = try mixer(MopidyBatch()) else { throw .noMixer }
            return try setMute(!isMuted)
        }
    }

    /// Within 0-100, whatever a person or a house says.
    private static func percent(_ volume: Int) -> Int {
        min(max(volume, 0), 100)
    }

    private func setVolume(_ volume: Int) throws(HouseFailure) -> HouseAnswer {
        var batch = MopidyBatch()
        let slot = batch.add(.setVolume(Self.percent(volume)))
        return try mixer(batch, setBy: slot, method: "core.mixer.set_volume")
    }

    private func setMute(_ isMuted: Bool) throws(HouseFailure) -> HouseAnswer {
        var batch = MopidyBatch()
        let slot = batch.add(.setMute(isMuted))
        return try mixer(batch, setBy: slot, method: "core.mixer.set_mute")
    }

    /// Volume and mute, after what the batch does.
    private func mixer(
        _ batch: MopidyBatch, setBy slot: MopidyBatch.Slot<Bool?>? = nil, method: String = ""
    ) throws(HouseFailure) -> HouseAnswer {
        var batch = batch
        let volume = batch.add(.volume)
        let mute = batch.add(.mute)
        let results = try send(batch)
        let level = try value(volume, in: results)
        if let slot, try value(slot, in: results) == false {
            throw level == nil ? .noMixer : .refused(method: method)
        }
        return .volume(level, isMuted: results.optional(mute))
    }

    private func told(_ answer: HouseAnswer) throws(HouseFailure) -> HouseAnswer {
        if case .volume(nil, nil) = answer { throw .noMixer }
        return answer
    }
}
