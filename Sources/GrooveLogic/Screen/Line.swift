/// A line of text in several styles.
struct Line: Equatable {
    /// Text in one style.
    struct Part: Equatable {
        var text: String
        var style: Style
    }

    /// Where in the room it has a line stands.
    enum Alignment {
        case left, center, right
    }

    var parts: [Part] = []

    /// Nothing yet.
    init() {}

    /// A line in one style.
    init(_ text: String, _ style: Style) {
        parts = [Part(text: text, style: style)]
    }

    /// Columns that it takes.
    var width: Int { parts.reduce(0) { $0 + ScreenText.width(of: $1.text) } }

    /// Goes on with text in a style.
    mutating func add(_ text: String, _ style: Style) {
        parts.append(Part(text: text, style: style))
    }

    /// Goes on with another line.
    mutating func add(_ line: Line) {
        parts += line.parts
    }

    /// These lines after each other, with `gap` between them; the last ones are left out where there is no room.
    static func joined(_ lines: [Line], gap: String = "   ", within columns: Int) -> Line {
        var whole = Line()
        for line in lines where !line.parts.isEmpty {
            var longer = whole
            if !longer.parts.isEmpty { longer.add(gap, .plain) }
            longer.add(line)
            if longer.width > columns, !whole.parts.isEmpty { break }
            whole = longer
        }
        return whole
    }
}

extension Canvas {
    /// Draws a line on the first row of `rect`, cut with an ellipsis where there is no room.
    mutating func draw(_ line: Line, in rect: Rect, _ alignment: Line.Alignment = .left) {
        guard rect.rows > 0, rect.columns > 0 else { return }
        let spare = max(0, rect.columns - line.width)
        var column: Int
        switch alignment {
        case .left: column = rect.column
        case .center: column = rect.column + spare / 2
        case .right: column = rect.column + spare
        }
        let end = rect.column + rect.columns
        for part in line.parts where column < end {
            for cluster in ScreenText.clusters(of: part.text, fitting: end - column) {
                let cell = Cell(
                    text: cluster.text, width: cluster.width, isCertain: cluster.isCertain, style: part.style)
                place(cell, row: rect.row, column: column)
                column += cluster.width
            }
        }
    }

    /// Draws text in one style.
    mutating func draw(_ text: String, _ style: Style, in rect: Rect, _ alignment: Line.Alignment = .left) {
        draw(Line(text, style), in: rect, alignment)
    }
}
