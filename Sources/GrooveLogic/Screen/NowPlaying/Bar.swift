/// Bars, sliders and gauges.
enum Bar {
    private static let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

    /// A solid bar, filled from the left by eighths of a cell. Without colours its trough is a line.
    static func draw(on canvas: inout Canvas, in rect: Rect, eighths: Int, theme: Theme, fill: Color? = nil) {
        let fill = fill ?? theme.accent
        let (full, rest) = (max(0, eighths) / 8, max(0, eighths) % 8)
        for index in 0..<rect.columns {
            let cell: Cell
            if index < full {
                cell = .glyph("█", Style(fill, on: theme.trough))
            } else if index == full, rest > 0 {
                cell = .glyph(partial[rest], Style(fill, on: theme.trough))
            } else {
                // Line and ground of one colour: a plain trough, and still a line where colours are missing.
                cell = .glyph("─", Style(theme.faint, on: theme.trough))
            }
            canvas.place(cell, row: rect.row, column: rect.column + index)
        }
    }

    /// A thin slider with a knob, for what can be moved.
    static func slider(percent: Int, columns: Int, isOn: Bool, theme: Theme) -> Line {
        guard columns > 0 else { return Line() }
        let place = min(max(0, percent), 100) * (columns - 1) / 100
        var line = Line(String(repeating: "━", count: place), isOn ? theme.lit : theme.off)
        line.add(isOn ? "●" : "○", isOn ? theme.lit : theme.quiet)
        line.add(String(repeating: "─", count: columns - 1 - place), theme.thin)
        return line
    }

    /// A small solid gauge as part of a line.
    static func gauge(share: Double, columns: Int, color: Color, theme: Theme) -> Line {
        let eighths = Int((min(max(0, share), 1) * Double(8 * columns)).rounded())
        var line = Line()
        for index in 0..<columns {
            let left = min(8, max(0, eighths - 8 * index))
            if left == 0 {
                line.add("─", Style(theme.faint, on: theme.trough))
            } else {
                line.add(left == 8 ? "█" : partial[left], Style(color, on: theme.trough))
            }
        }
        return line
    }
}
