extension HouseState {
    /// The events that would have told of what differs from `old`: what was missed while nobody listened.
    public func changes(since old: HouseState) -> [MopidyEvent] {
        var missed: [MopidyEvent] = []
        if playback != old.playback {
            missed.append(.playbackStateChanged(old: old.playback, new: playback))
        }
        if let current, current != old.current, playback == .playing {
            missed.append(.trackPlaybackStarted(current))
        } else if current == nil, let last = old.current {
            missed.append(.trackPlaybackEnded(last, position: nil))
        }
        if streamTitle != old.streamTitle { missed.append(.streamTitleChanged(streamTitle)) }
        if queueLength != old.queueLength { missed.append(.tracklistChanged) }
        if options != old.options { missed.append(.optionsChanged) }
        if volume != old.volume { missed.append(.volumeChanged(volume)) }
        if isMuted != old.isMuted { missed.append(.muteChanged(isMuted)) }
        return missed
    }
}
