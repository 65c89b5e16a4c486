/// The bottom line: the keys that matter now, named by the key map.
struct KeysText {
    let model: HouseModel
    let theme: Theme
    let keyMap: KeyMap

    private struct Hint {
        var actions: [ScreenAction]
        var label: String
        /// The lower, the longer it stays on a narrow screen.
        var rank: Int
    }

    /// As many as fit, in their order.
    func line(within columns: Int) -> Line {
        let gap = columns >= 100 ? 4 : 2
        let lines = hints.compactMap { hint in line(of: hint).map { (rank: hint.rank, line: $0) } }
        var kept = lines
        while kept.count > 1, width(of: kept.map(\.line), gap: gap) > columns,
            let least = kept.indices.max(by: { kept[$0].rank < kept[$1].rank })
        {
            kept.remove(at: least)
        }
        return .joined(kept.map(\.line), gap: String(repeating: " ", count: gap), within: columns)
    }

    private func width(of lines: [Line], gap: Int) -> Int {
        lines.reduce(0) { $0 + $1.width } + gap * (lines.count - 1)
    }

    private func line(of hint: Hint) -> Line? {
        let keys = hint.actions.compactMap { keyMap.key(for: $0)?.label }
        guard keys.count == hint.actions.count else { return nil }
        var line = Line(keys.joined(separator: keys.allSatisfy { $0.count == 1 } ? "" : " "), theme.quiet)
        line.add(" \(hint.label)", theme.off)
        return line
    }

    private var hints: [Hint] {
        let plays = model.house.playback == .playing
        let listens = model.here.map { $0.state != .stopped } ?? false
        return [
            Hint(actions: [.command(.toggle)], label: plays ? "pause" : "play", rank: 1),
            Hint(actions: [.command(.next)], label: "next", rank: 4),
            Hint(actions: [.command(.previous)], label: "back", rank: 5),
            Hint(
                actions: [
                    .command(.seek(.offset(.seconds(-10)))), .command(.seek(.offset(.seconds(10)))),
                ], label: "seek", rank: 8),
            Hint(
                actions: [.command(.volume(.step(5))), .command(.volume(.step(-5)))], label: "volume", rank: 6
            ),
            Hint(
                actions: [.command(.volume(.toggleMute))],
                label: model.house.isMuted == true ? "unmute" : "mute", rank: 7),
            Hint(actions: [.toggleListening], label: listens ? "stop here" : "listen", rank: 3),
            Hint(actions: [.quit], label: "quit", rank: 2),
        ]
    }
}
