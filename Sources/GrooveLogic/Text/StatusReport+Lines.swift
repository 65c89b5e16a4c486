extension StatusReport {
    /// The lines of `groove status` for a person, safe for a terminal. `plain`: ASCII signs alone.
    public func lines(at now: MonotonicTime, plain: Bool) -> [String] {
        var lines = house.map { headline(of: $0, at: now, plain: plain) } ?? ["the house does not answer"]
        lines.append("")
        lines += details.map { name, text in
            "  \(name)\(String(repeating: " ", count: max(1, 9 - name.count)))\(text)"
        }
        lines += problems.map { "  \(plain ? "!" : "⚠") \($0)" }
        return lines.map(TerminalText.safe)
    }

    // MARK: The music

    private func headline(of house: HouseState, at now: MonotonicTime, plain: Bool) -> [String] {
        let dot = plain ? " - " : " · "
        var lines = [
            "\(Self.sign(house.playback, plain: plain)) \(house.title ?? Self.words(house.playback))"
        ]
        if let track = house.current?.track {
            let album = [track.album, track.date.map { "(\($0.prefix(4)))" }].compactMap { $0 }
            let credits = [track.artists.joined(separator: ", "), album.joined(separator: " ")]
            let line = credits.filter { !$0.isEmpty }.joined(separator: dot)
            if !line.isEmpty { lines.append("  " + line) }
            if let streamTitle = house.streamTitle, streamTitle != house.title {
                lines.append("  " + streamTitle)
            }
        }
        let place = [Self.position(house, at: now), Self.queue(house)].compactMap { $0 }
        if !place.isEmpty { lines.append("  " + place.joined(separator: dot)) }
        return lines
    }

    private static func sign(_ state: PlaybackState?, plain: Bool) -> String {
        switch state {
        case .playing: plain ? ">" : "▶"
        case .paused: plain ? "=" : "⏸"
        case .stopped: plain ? "#" : "■"
        case nil: "?"
        }
    }

    private static func words(_ state: PlaybackState?) -> String {
        // Paused without a track is what Mopidy says after `pause` with nothing on: nothing plays, that is all.
        state == nil ? "not known" : "nothing plays"
    }

    private static func position(_ house: HouseState, at now: MonotonicTime) -> String? {
        guard let track = house.current?.track else { return nil }
        let position = house.progress.map { DurationText.clock($0.position(at: now, length: track.length)) }
        let length = track.length.map { DurationText.clock($0) }
        switch house.playback {
        case .stopped: return ["stopped", length].compactMap { $0 }.joined(separator: ", ")
        case .paused: return "paused at " + [position, length].compactMap { $0 }.joined(separator: " / ")
        case .playing, nil:
            return position.map { [$0, length].compactMap { $0 }.joined(separator: " / ") } ?? length
        }
    }

    private static func queue(_ house: HouseState) -> String? {
        switch (house.queuePosition, house.queueLength) {
        case (let position?, let length?): "\(position) of \(length) in the queue"
        case (nil, 0?): "nothing is queued"
        case (nil, 1?): "1 track queued"
        case (nil, let length?): "\(length) tracks queued"
        case (_, nil): nil
        }
    }

    // MARK: What stands below

    private var details: [(String, String)] {
        var details: [(String, String)] = []
        if let house {
            details.append(("volume", Self.volume(house)))
            details.append(("options", Self.options(house.options)))
        }
        // Without one it is not known whether a listener runs in another process: then nothing is claimed.
        if let here { details.append(("here", Self.listening(here))) }
        if let rooms { details.append(("rooms", Self.rooms(rooms))) }
        let version = house?.mopidyVersion.map { "Mopidy \($0)" }
        details.append(("house", [address, route, version].compactMap { $0 }.joined(separator: ", ")))
        return details
    }

    private static func volume(_ house: HouseState) -> String {
        guard let volume = house.volume else { return "none: the house has no mixer" }
        return house.isMuted == true ? "\(volume), muted" : "\(volume)"
    }

    private static func options(_ options: PlaybackOptions) -> String {
        let named = [
            ("random", options.random), ("repeat", options.repeat), ("single", options.single),
            ("consume", options.consume),
        ]
        let on = named.filter { $0.1 == true }.map(\.0)
        if !on.isEmpty { return on.joined(separator: ", ") }
        return named.allSatisfy { $0.1 == nil } ? "not known" : "none"
    }

    /// State, format, buffer, lag and drop-outs of this computer.
    private static func listening(_ here: ListenStatus) -> String {
        var parts = [here.stateText, here.formatText]
        if here.state == .playing || here.state == .buffering {
            parts.append(here.buffer.map { DurationText.spoken($0) + " buffered" })
            parts.append(here.lag.map { DurationText.spoken($0) + " behind" })
        }
        if here.underruns > 0 {
            parts.append(here.underruns == 1 ? "1 drop-out" : "\(here.underruns) drop-outs")
        }
        if here.state != .playing { parts.append(here.lastError) }
        return parts.compactMap { $0 }.joined(separator: ", ")
    }

    private static func rooms(_ rooms: [RoomRow]) -> String {
        guard !rooms.isEmpty else { return "none" }
        return rooms.map { room in
            let level = room.isConnected ? room.volume.map { "\($0)" } : "away"
            return [room.name, level, room.isMuted == true ? "muted" : nil].compactMap { $0 }.joined(
                separator: " ")
        }.joined(separator: ", ")
    }
}
