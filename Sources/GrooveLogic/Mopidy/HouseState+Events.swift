extension HouseState {
    /// Takes in what Mopidy told, and says which parts have to be read again, since the event does not carry them.
    ///
    /// An event that comes twice changes nothing the second time.
    public mutating func apply(_ event: MopidyEvent, at now: MonotonicTime) -> Set<HousePart> {
        switch event {
        case .trackPlaybackStarted(let queued): return started(queued, at: now)
        case .trackPlaybackPaused(let queued, let position):
            return moved(to: .paused, queued, position: position, at: now)
        case .trackPlaybackResumed(let queued, let position):
            return moved(to: .playing, queued, position: position, at: now)
        case .trackPlaybackEnded(_, let position):
            // What comes next is told by other events; at the queue's end it is nothing.
            progress = progressed(to: position, isAdvancing: false, at: now)
            return [.current]
        case .playbackStateChanged(_, let new): return changed(to: new, at: now)
        case .tracklistChanged: return [.queue]
        case .optionsChanged: return [.options]
        case .volumeChanged(let volume): self.volume = volume.map { min(max($0, 0), 100) }
        case .muteChanged(let isMuted): self.isMuted = isMuted
        case .seeked(let position):
            progress = progressed(to: position, isAdvancing: playback == .playing, at: now)
            return position == nil ? [.position] : []
        case .streamTitleChanged(let title): streamTitle = title.flatMap { $0.isEmpty ? nil : $0 }
        case .playlistsLoaded, .playlistChanged, .playlistDeleted, .unknown: break
        }
        return []
    }

    /// A new track: volume and place are read again, since a mixer may have followed the track.
    private mutating func started(_ queued: QueuedTrack?, at now: MonotonicTime) -> Set<HousePart> {
        playback = .playing
        progress = PlaybackProgress(position: .zero, seenAt: now, isAdvancing: true)
        streamTitle = nil
        guard let queued else { return [.current, .position, .art, .queue, .volume] }
        if queued.track.uri != current?.track.uri { art = nil }
        current = queued
        return art == nil ? [.art, .queue, .volume] : [.queue, .volume]
    }

    private mutating func moved(
        to state: PlaybackState, _ queued: QueuedTrack?, position: Duration?, at now: MonotonicTime
    ) -> Set<HousePart> {
        progress = progressed(to: position, isAdvancing: state == .playing, at: now)
        playback = state
        guard let queued else { return [] }
        if queued.track.uri != current?.track.uri { art = nil }
        current = queued
        return art == nil ? [.art] : []
    }

    private mutating func changed(to new: PlaybackState?, at now: MonotonicTime) -> Set<HousePart> {
        guard let new else { return [.playback, .position] }
        guard new != playback else { return [] }
        switch new {
        case .playing, .paused:
            progress = progressed(to: nil, isAdvancing: new == .playing, at: now)
            playback = new
            return []
        case .stopped:
            progress = PlaybackProgress(position: .zero, seenAt: now, isAdvancing: false)
            streamTitle = nil
            playback = new
            return [.current]
        }
    }

    /// The progress from `position` on, or from where the house is by the clock.
    private func progressed(
        to position: Duration?, isAdvancing: Bool, at now: MonotonicTime
    ) -> PlaybackProgress? {
        guard let position = position ?? progress?.position(at: now, length: current?.track.length) else {
            return nil
        }
        return PlaybackProgress(position: position, seenAt: now, isAdvancing: isAdvancing)
    }
}

extension MopidyEvent {
    /// The parts of the state that the event itself tells; an answer on its way about them may be older.
    var tells: Set<HousePart> {
        switch self {
        case .trackPlaybackStarted(let queued), .trackPlaybackPaused(let queued, _),
            .trackPlaybackResumed(let queued, _):
            queued == nil ? [.playback, .position] : [.playback, .position, .current]
        case .trackPlaybackEnded: [.position]
        case .playbackStateChanged: [.playback, .position]
        case .volumeChanged: [.volume]
        case .muteChanged: [.mute]
        case .seeked: [.position]
        case .tracklistChanged, .optionsChanged, .streamTitleChanged, .playlistsLoaded, .playlistChanged,
            .playlistDeleted, .unknown:
            []
        }
    }
}
