/// The cover, or what stands in its place.
struct CoverView {
    let cover: Cover
    let level: ColorLevel
    let theme: Theme
    let isFaded: Bool

    /// Draws it. Where colours are few, dots stand for brightness.
    func draw(on canvas: inout Canvas, in rect: Rect, artwork: inout ArtworkCache) {
        guard case .picture(let picture) = cover,
            let scaled = artwork.picture(
                picture, columns: rect.columns, rows: rect.rows, fadedToward: isFaded ? theme.background : nil
            )
        else {
            drawPlaceholder(on: &canvas, in: rect)
            return
        }
        if level >= .palette256 {
            canvas.draw(scaled, in: rect)
        } else {
            canvas.drawShaded(scaled, style: theme.plain, in: rect)
        }
    }

    /// A quiet frame with a note in it: something belongs here, and nothing is wrong.
    private func drawPlaceholder(on canvas: inout Canvas, in rect: Rect) {
        guard rect.rows >= 2, rect.columns >= 4 else { return }
        let inner = String(repeating: "─", count: rect.columns - 2)
        let side = String(repeating: " ", count: rect.columns - 2)
        canvas.draw("╭\(inner)╮", theme.thin, in: rect.line(0))
        for row in 1..<rect.rows - 1 { canvas.draw("│\(side)│", theme.thin, in: rect.line(row)) }
        canvas.draw("╰\(inner)╯", theme.thin, in: rect.line(rect.rows - 1))
        let note = cover == .loading ? "···" : "♪"
        canvas.draw(note, theme.off, in: rect.line((rect.rows - 1) / 2), .center)
    }
}
