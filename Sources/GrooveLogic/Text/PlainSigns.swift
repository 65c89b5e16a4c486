/// What `--plain` shows in place of our own signs: one ASCII character for each, of the same width.
enum PlainSigns {
    private static let table: [Character: Character] = [
        "▶": ">", "❚": "|", "⏸": "=", "■": "#", "♪": "~", "●": "*", "○": "o", "⚠": "!",
        "━": "=", "─": "-", "│": "|", "╭": "+", "╮": "+", "╯": "+", "╰": "+",
        "█": "#", "▉": "#", "▊": "#", "▋": "#", "▌": "#", "▍": "-", "▎": "-", "▏": "-",
        "▓": "%", "▒": ":", "░": ".", "▄": "_", "▀": " ",
        "·": "-", "–": "-", "−": "-", "…": ".", "∞": "-", "←": "<", "→": ">", "↑": "^", "↓": "v",
    ]

    /// The ASCII sign for one of ours; nil: it is not one of ours.
    static func sign(for sign: Character) -> Character? {
        table[sign]
    }
}

extension Canvas {
    /// The same picture with ASCII signs. What a house calls its music is left as it is, but for the same signs in it.
    func plain() -> Canvas {
        var canvas = self
        for row in 0..<rows {
            for column in 0..<columns {
                let cell = cells[row * columns + column]
                guard cell.text.utf8.count > 1, cell.text.count == 1, let own = cell.text.first,
                    let sign = PlainSigns.sign(for: own)
                else { continue }
                canvas.place(.glyph(String(sign), cell.style), row: row, column: column)
            }
        }
        return canvas
    }
}
