/// One sitting at the house: everything that happens goes in, what is to be done comes out, and `model` is
/// what a person sees meanwhile.
///
/// Every action shows at once, is reconciled with what the house says, and is taken back with a notice when
/// the house refuses.
public struct HouseSession: Sendable {
    /// How long a notice stays.
    static let noticeTime: Duration = .seconds(5)

    /// What a person sees.
    public private(set) var model: HouseModel

    /// What the house itself last said.
    var confirmed = HouseState()
    var volume = VolumeMachine()
    var expectedPlayback: Expectation<PlaybackState>?
    var expectedProgress: Expectation<PlaybackProgress>?
    var expectedMute: Expectation<Bool>?
    /// The seek that has no answer yet, and the place to go to after it.
    var seekUnderWay: RequestID?
    var seekWaiting: Duration?
    /// What each call that has no answer yet was for.
    var unanswered: [RequestID: HouseRequest] = [:]
    private var lastRequest = 0
    /// What the listener was last told.
    private var toldListener: PlaybackState?
    /// The cover that is shown or on its way.
    private var coverURI: String?

    /// A sitting at a house that is not reached yet.
    public init(address: String) {
        model = HouseModel(address: address)
    }

    /// When `timePassed` is next of use by the session's own doing; what is drawn may change before.
    public var nextWake: MonotonicTime? {
        [
            volume.nextWake, expectedPlayback?.endsAt, expectedProgress?.endsAt, expectedMute?.endsAt,
            model.notice?.until,
        ].compactMap { $0 }.min()
    }

    /// Takes in what happened at `now`.
    public mutating func handle(_ event: SessionEvent, at now: MonotonicTime) -> [SessionEffect] {
        let effects = react(to: event, at: now)
        compose()
        return effects + followCover() + followPlayback()
    }

    private mutating func react(to event: SessionEvent, at now: MonotonicTime) -> [SessionEffect] {
        switch event {
        case .asked(let command): return asked(command, at: now)
        case .askedToListenOrStop: return [model.here == nil ? .startListening : .stopListening]
        case .askedToQuit: return [.quit]
        case .linkChanged(let link): return linkChanged(to: link)
        case .houseRead(let state): return houseRead(state, at: now)
        case .houseChanged(let state): return houseChanged(to: state, at: now)
        case .volumeRead(let value): return volumeRead(value, at: now)
        case .accepted(let request): return accepted(request, at: now)
        case .refused(let request, let reason): return refused(request, reason: reason, at: now)
        case .listenerSaid, .listenerEnded, .coverLoaded: return hereChanged(event, at: now)
        case .told(let text): notify(.information, text, at: now)
        case .timePassed: return timePassed(at: now)
        }
        return []
    }

    // MARK: - The house speaks

    private mutating func linkChanged(to link: HouseLink) -> [SessionEffect] {
        model.link = link
        guard link != .connected else { return [] }
        // Calls under way are answered one by one by whoever carried them; only the volume waits by itself.
        volume.disconnected()
        seekWaiting = nil
        return []
    }

    private mutating func houseRead(_ state: HouseState, at now: MonotonicTime) -> [SessionEffect] {
        confirmed = state
        volume.readAgain(state.volume, at: now)
        // Read whole, the house is right about all that it has answered for.
        if expectedPlayback?.answeredAt != nil { expectedPlayback = nil }
        if expectedMute?.answeredAt != nil { expectedMute = nil }
        if expectedProgress?.answeredAt != nil { expectedProgress = nil }
        return []
    }

    private mutating func houseChanged(to state: HouseState, at now: MonotonicTime) -> [SessionEffect] {
        if state.volume != confirmed.volume { volume.heard(state.volume, at: now) }
        if state.playback != confirmed.playback, state.playback == expectedPlayback?.value {
            expectedPlayback = nil
        }
        if state.isMuted != confirmed.isMuted, state.isMuted == expectedMute?.value { expectedMute = nil }
        if isProgressSettled(by: state, at: now) { expectedProgress = nil }
        confirmed = state
        return []
    }

    /// Whether the house now says where it is, so that nothing need be expected: another track, or a place
    /// that fits. While seeks follow each other, the word of an earlier one comes late and does not fit.
    private func isProgressSettled(by state: HouseState, at now: MonotonicTime) -> Bool {
        guard state.current?.tlid == confirmed.current?.tlid else { return true }
        guard state.progress != confirmed.progress, let told = state.progress else { return false }
        guard seekUnderWay != nil, let expected = expectedProgress?.value else { return true }
        let length = state.current?.track.length
        let distance = told.position(at: now, length: length) - expected.position(at: now, length: length)
        return seekWaiting == nil && abs(distance.inSeconds) < 1
    }

    private mutating func volumeRead(_ value: Int?, at now: MonotonicTime) -> [SessionEffect] {
        confirmed.volume = value
        volume.readAgain(value, at: now)
        return []
    }

    // MARK: - Answers

    private mutating func accepted(_ request: RequestID, at now: MonotonicTime) -> [SessionEffect] {
        guard let what = unanswered.removeValue(forKey: request) else { return [] }
        if expectedPlayback?.request == request { expectedPlayback?.answered(at: now) }
        if expectedProgress?.request == request { expectedProgress?.answered(at: now) }
        if expectedMute?.request == request { expectedMute?.answered(at: now) }
        if case .setVolume = what {
            return volumeEffects(volume.answered(accepted: true, at: now))
        }
        return seekAnswered(request)
    }

    private mutating func refused(_ request: RequestID, reason: String, at now: MonotonicTime)
        -> [SessionEffect]
    {
        guard let what = unanswered.removeValue(forKey: request) else { return [] }
        notify(.failure, reason, at: now)
        if expectedPlayback?.request == request { expectedPlayback = nil }
        if expectedProgress?.request == request { expectedProgress = nil }
        if expectedMute?.request == request { expectedMute = nil }
        var effects: [SessionEffect] = []
        if case .setVolume = what {
            effects += volumeEffects(volume.answered(accepted: false, at: now))
        }
        if request == seekUnderWay { seekWaiting = nil }
        effects += seekAnswered(request)
        // What the house really did is not known after a call without an answer.
        if model.link == .connected { effects.append(.readHouse) }
        return effects
    }

    private mutating func seekAnswered(_ request: RequestID) -> [SessionEffect] {
        guard request == seekUnderWay else { return [] }
        seekUnderWay = nil
        guard let target = seekWaiting else { return [] }
        seekWaiting = nil
        let next = call(.seek(target))
        seekUnderWay = next.id
        expectedProgress = expectedProgress.map { Expectation($0.value, request: next.id) }
        return [next.effect]
    }

    // MARK: - Here, and time

    private mutating func hereChanged(_ event: SessionEvent, at now: MonotonicTime) -> [SessionEffect] {
        switch event {
        case .listenerSaid(let status):
            model.here = status
        case .listenerEnded(let failure):
            model.here = nil
            toldListener = nil
            if let failure { notify(.failure, failure, at: now) }
        case .coverLoaded(let uri, let picture) where uri == coverURI:
            // A late answer for another track's cover is dropped by the guard above.
            model.cover = picture.map { .picture($0) } ?? .none
        default: break
        }
        return []
    }

    private mutating func timePassed(at now: MonotonicTime) -> [SessionEffect] {
        if let until = model.notice?.until, now >= until { model.notice = nil }
        var isStale = false
        if let end = expectedPlayback?.endsAt, now >= end { (expectedPlayback, isStale) = (nil, true) }
        if let end = expectedMute?.endsAt, now >= end { (expectedMute, isStale) = (nil, true) }
        if let end = expectedProgress?.endsAt, now >= end { (expectedProgress, isStale) = (nil, true) }
        let effects = volumeEffects(volume.timePassed(at: now))
        return isStale && model.link == .connected ? effects + [.readHouse] : effects
    }

    // MARK: - What is shown

    private mutating func compose() {
        var house = confirmed
        house.playback = expectedPlayback?.value ?? confirmed.playback
        house.progress = expectedProgress?.value ?? confirmed.progress
        house.isMuted = expectedMute?.value ?? confirmed.isMuted
        house.volume = volume.shown
        if let playback = expectedPlayback?.value, let progress = house.progress {
            house.progress?.isAdvancing = playback == .playing && progress.isAdvancing
        }
        model.house = house
    }

    private mutating func followCover() -> [SessionEffect] {
        guard confirmed.art != coverURI else { return [] }
        coverURI = confirmed.art
        guard let uri = coverURI else {
            model.cover = .none
            return []
        }
        model.cover = .loading
        return [.loadCover(uri: uri)]
    }

    /// The listener hears of a pause as soon as a person asks for it: the room must not wait for the server.
    private mutating func followPlayback() -> [SessionEffect] {
        guard model.here != nil else { return [] }
        let known = model.link == .connected ? model.house.playback : nil
        guard known != toldListener else { return [] }
        toldListener = known
        return [.tellListener(known)]
    }

    // MARK: - Tools

    mutating func call(_ request: HouseRequest) -> (id: RequestID, effect: SessionEffect) {
        lastRequest += 1
        let id = RequestID(number: lastRequest)
        unanswered[id] = request
        return (id, .call(id, request))
    }

    mutating func volumeEffects(_ actions: [VolumeMachine.Action]) -> [SessionEffect] {
        actions.map { action in
            switch action {
            case .send(let value): call(.setVolume(value)).effect
            case .readAgain: .readVolume
            }
        }
    }

    mutating func notify(_ kind: Notice.Kind, _ text: String, at now: MonotonicTime) {
        model.notice = Notice(kind: kind, text: text, until: now + Self.noticeTime)
    }
}
