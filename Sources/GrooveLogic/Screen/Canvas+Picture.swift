extension Canvas {
    /// Draws a picture in half blocks, two pixels a cell, in the middle of `rect`. What does not fit is cut off.
    ///
    /// A terminal's cell is taken to be twice as high as it is wide.
    mutating func draw(_ picture: Picture, in rect: Rect) {
        let area = rect.centered(rows: (picture.height + 1) / 2, columns: picture.width)
        for row in 0..<area.rows {
            for column in 0..<area.columns {
                let cell = Self.halfBlock(
                    upper: Self.color(in: picture, column, 2 * row),
                    lower: Self.color(in: picture, column, 2 * row + 1))
                place(cell, row: area.row + row, column: area.column + column)
            }
        }
    }

    private static func color(in picture: Picture, _ column: Int, _ row: Int) -> Color? {
        guard row < picture.height, column < picture.width else { return nil }
        return Color(picture.pixels[row * picture.width + column])
    }

    private static func halfBlock(upper: Color?, lower: Color?) -> Cell {
        switch (upper, lower) {
        case (nil, nil): .blank()
        case (nil, let lower): .glyph("▄", Style(lower))
        case (let upper, nil): .glyph("▀", Style(upper))
        case (let upper, let lower): .glyph("▀", Style(upper, on: lower))
        }
    }

    /// Draws a picture by the density of its dots: what is left where there are too few colours for it.
    mutating func drawShaded(_ picture: Picture, style: Style, in rect: Rect) {
        let area = rect.centered(rows: (picture.height + 1) / 2, columns: picture.width)
        let shades = [" ", "░", "▒", "▓", "█"]
        for row in 0..<area.rows {
            for column in 0..<area.columns {
                let upper = Self.color(in: picture, column, 2 * row)?.brightness ?? 0
                let lower = Self.color(in: picture, column, 2 * row + 1)?.brightness ?? upper
                let shade = shades[min(shades.count - 1, (upper + lower) * shades.count / 512)]
                place(.glyph(shade, style), row: area.row + row, column: area.column + column)
            }
        }
    }
}
