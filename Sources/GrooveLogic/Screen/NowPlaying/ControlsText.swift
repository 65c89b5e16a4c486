/// The house's transport state, volume and options, as lines.
struct ControlsText {
    let house: HouseState
    /// Whether the house has ever answered: before that, nothing is known to be missing.
    let isKnown: Bool
    let theme: Theme

    /// `▶`, and its colour.
    var mark: Line {
        switch house.playback {
        case .playing: Line("▶", theme.lit)
        // Paused without a track is how a house looks whose queue ran out (Mopidy says so itself).
        case .paused where house.current != nil: Line("❚❚", Style(theme.warning))
        case .paused, .stopped: Line("■", theme.quiet)
        case nil: Line("·", theme.off)
        }
    }

    /// `▶ playing   3 of 12`.
    var transport: Line {
        var line = mark
        line.add(" \(word)", theme.plain)
        if let position = house.queuePosition, let length = house.queueLength {
            line.add("   \(position) of \(length)", theme.quiet)
        }
        return line
    }

    private var word: String {
        switch house.playback {
        case .playing: "playing"
        case .paused where house.current != nil: "paused"
        case .paused, .stopped: "stopped"
        case nil: "not known"
        }
    }

    /// `volume ━━━━●────  64`.
    func volume(columns: Int, longest: Int = 36) -> Line {
        var line = Line("volume  ", theme.quiet)
        guard let volume = house.volume else {
            line.add(isKnown ? "no mixer" : "–", theme.off)
            return line
        }
        let isMuted = house.isMuted == true
        let number = min(max(0, volume), 100)
        // Room for " 100  muted": the slider does not move when the words change.
        let slider = min(longest, columns - line.width - 5 - (columns >= 32 ? 7 : 0))
        if slider >= 5 {
            line.add(Bar.slider(percent: number, columns: slider, isOn: !isMuted, theme: theme))
            line.add("  ", .plain)
        }
        line.add("\(number)", isMuted ? theme.off : theme.plain)
        if isMuted { line.add("  muted", Style(theme.warning)) }
        return line
    }

    /// `vol ━━━●──  64`, or `vol 64`: for where there is little room.
    func shortVolume(columns: Int) -> Line {
        guard let volume = house.volume else { return isKnown ? Line("no mixer", theme.off) : Line() }
        let isMuted = house.isMuted == true
        let number = min(max(0, volume), 100)
        var line = Line("vol ", theme.quiet)
        let slider = min(10, columns - 4 - 4 - (isMuted ? 6 : 0))
        if slider >= 5 {
            line.add(Bar.slider(percent: number, columns: slider, isOn: !isMuted, theme: theme))
            line.add(" ", .plain)
        }
        line.add("\(number)", isMuted ? theme.off : theme.plain)
        if isMuted { line.add(" muted", Style(theme.warning)) }
        return line
    }

    /// `● random  ○ repeat  ○ single  ○ consume`.
    func options(columns: Int) -> Line {
        let all = [
            ("random", house.options.random), ("repeat", house.options.repeat),
            ("single", house.options.single), ("consume", house.options.consume),
        ]
        let lines = all.map { name, isOn in
            var line = Line(
                isOn == true ? "● " : isOn == false ? "○ " : "· ", isOn == true ? theme.lit : theme.off)
            line.add(name, isOn == true ? theme.plain : isOn == false ? theme.quiet : theme.off)
            return line
        }
        return .joined(lines, gap: columns >= 46 ? "   " : columns >= 40 ? "  " : " ", within: columns)
    }
}
