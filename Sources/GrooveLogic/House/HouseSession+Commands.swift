extension HouseSession {
    /// Turns what a person asked for into calls, and shows at once what is expected of them.
    mutating func asked(_ command: Command, at now: MonotonicTime) -> [SessionEffect] {
        guard model.link == .connected else {
            notify(.failure, "the house cannot be reached just now", at: now)
            return []
        }
        switch command {
        case .play: return play(at: now)
        case .pause:
            // Mopidy would then be paused on nothing.
            return model.house.playback == .stopped ? [] : expectPlayback(.paused, by: .pause, at: now)
        case .toggle: return model.house.playback == .playing ? asked(.pause, at: now) : asked(.play, at: now)
        case .stop: return expectPlayback(.stopped, by: .stop, at: now)
        case .next: return [call(.next).effect]
        case .previous: return [call(.previous).effect]
        case .seek(let target): return seek(to: target, at: now)
        case .volume(let change): return change.map { turn($0, at: now) } ?? []
        case .status, .queueList, .events, .listen, .screen, .help, .version: return []
        }
    }

    private mutating func play(at now: MonotonicTime) -> [SessionEffect] {
        if model.house.playback == .playing { return [] }
        if model.house.queueLength == 0 {
            notify(.failure, "the queue is empty: there is nothing to play", at: now)
            return []
        }
        guard model.house.playback == .paused else { return expectPlayback(.playing, by: .play, at: now) }
        if model.house.current != nil { return expectPlayback(.playing, by: .resume, at: now) }
        // Paused on nothing, by another client: neither `resume` nor `play` leads out of that, but `stop` does.
        return [call(.stop).effect] + expectPlayback(.playing, by: .play, at: now)
    }

    private mutating func expectPlayback(
        _ state: PlaybackState, by request: HouseRequest, at now: MonotonicTime
    ) -> [SessionEffect] {
        let made = call(request)
        expectedPlayback = Expectation(state, request: made.id)
        if var progress = model.house.progress {
            // The bar stops where it is, or goes on from there.
            let length = model.house.current?.track.length
            progress.position = state == .stopped ? .zero : progress.position(at: now, length: length)
            progress.seenAt = now
            progress.isAdvancing = state == .playing
            expectedProgress = Expectation(progress, request: made.id)
        }
        return [made.effect]
    }

    private mutating func seek(to target: SeekTarget, at now: MonotonicTime) -> [SessionEffect] {
        guard model.house.current != nil, let progress = model.house.progress else {
            notify(.failure, "nothing is playing: there is nowhere to seek", at: now)
            return []
        }
        let length = model.house.current?.track.length
        guard let place = place(of: target, from: progress.position(at: now, length: length), length: length)
        else {
            notify(.failure, "this track has no length: it cannot be seeked", at: now)
            return []
        }
        var expected = progress
        expected.position = length.map { min(place, $0) } ?? place
        expected.seenAt = now
        // A held key makes one seek at a time, the last one to where the key was let go.
        if let underWay = seekUnderWay {
            seekWaiting = place
            expectedProgress = Expectation(expected, request: underWay)
            return []
        }
        let made = call(.seek(place))
        seekUnderWay = made.id
        expectedProgress = Expectation(expected, request: made.id)
        return [made.effect]
    }

    private func place(of target: SeekTarget, from position: Duration, length: Duration?) -> Duration? {
        guard let length else { return nil }
        switch target {
        case .position(let place): return place
        case .offset(let offset): return max(.zero, position + offset)
        case .percent(let percent): return length * percent / 100
        }
    }

    private mutating func turn(_ change: VolumeChange, at now: MonotonicTime) -> [SessionEffect] {
        guard volume.shown != nil else {
            notify(.failure, "the house has no volume to set: Mopidy runs without a mixer", at: now)
            return []
        }
        switch change {
        case .set(let value): return volumeEffects(volume.set(value, at: now))
        case .step(let step): return volumeEffects(volume.turn(by: step, at: now))
        case .mute: return mute(true)
        case .unmute: return mute(false)
        case .toggleMute: return mute(model.house.isMuted != true)
        }
    }

    private mutating func mute(_ isMuted: Bool) -> [SessionEffect] {
        let made = call(.setMute(isMuted))
        expectedMute = Expectation(isMuted, request: made.id)
        return [made.effect]
    }
}
