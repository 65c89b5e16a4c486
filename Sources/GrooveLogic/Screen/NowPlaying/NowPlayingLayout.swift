/// Where on the screen each part of the now-playing view goes, at whatever size. A part without a place is not shown.
struct NowPlayingLayout: Equatable {
    /// How the parts are put together.
    enum Shape: Equatable {
        /// Cover at the left, the rest beside it.
        case wide
        /// Cover on top, the rest centred below it.
        case tall
        /// Lines, the least important left out; perhaps a small cover beside the first.
        case stack
        /// One line.
        case line
        /// No room at all.
        case nothing
    }

    /// Which of them it is.
    var shape = Shape.nothing
    var header: Rect?
    var cover: Rect?
    /// May have two rows.
    var title: Rect?
    var artists: Rect?
    var album: Rect?
    var transport: Rect?
    var volume: Rect?
    var options: Rect?
    var progress: Rect?
    var rule: Rect?
    var here: Rect?
    /// Notices; in a stack also what became of the connection.
    var status: Rect?
    var keys: Rect?

    /// The layout for a size. What there is to show decides which lines a small screen has.
    init(size: ScreenSize, model: HouseModel) {
        let (columns, rows) = (size.columns, size.rows)
        guard columns > 0, rows > 0 else { return }
        if rows == 1 {
            shape = .line
            title = Rect(row: 0, column: 0, rows: 1, columns: columns)
        } else if columns >= 64, rows >= 18 {
            arrangeWide(columns: columns, rows: rows)
        } else if columns >= 28, columns < 64, rows >= 24 {
            arrangeTall(columns: columns, rows: rows)
        } else {
            arrangeStack(columns: columns, rows: rows, model: model)
        }
    }

    /// Cells of the progress bar, without the times at its ends; 0 where there is none.
    func barCells(of house: HouseState) -> Int {
        progress.map { ProgressView.bar(in: $0, of: house).columns } ?? 0
    }

    // MARK: - Wide

    /// On very large screens the parts would drift apart: beyond this, margins grow instead.
    private static let widest = 156
    private static let largestCover = 36

    private mutating func arrangeWide(columns: Int, rows: Int) {
        shape = .wide
        let margin = max(columns >= 100 ? 5 : 2, (columns - Self.widest) / 2)
        let content = Rect(row: 0, column: margin, rows: rows, columns: columns - 2 * margin)
        // Above and below the body: header, bar, rule, here, status and keys, with air between them.
        let free = rows - (rows < 22 ? 8 : rows < 30 ? 12 : 14)
        let body = min(free, Self.largestCover, content.columns * 9 / 20 / 2)
        let top = (rows < 22 ? 2 : 3) + max(0, free - body) / 2
        header = content.line(rows < 22 ? 0 : 1)
        let bar = top + body + 1
        progress = content.line(bar)
        let isRoomy = rows >= 30
        rule = isRoomy ? content.line(bar + 2) : nil
        here = content.line(bar + (isRoomy ? 4 : 2))
        status = content.line(rows - (rows < 22 ? 2 : 4))
        keys = content.line(rows - (rows < 22 ? 1 : 2))
        let gap = content.columns >= 90 ? 5 : 4
        cover = Rect(row: top, column: content.column, rows: body, columns: 2 * body)
        arrangeText(
            in: Rect(
                row: top, column: content.column + 2 * body + gap, rows: body,
                columns: content.columns - 2 * body - gap))
    }

    /// The lines beside the cover, in its middle.
    private mutating func arrangeText(in column: Rect) {
        let titleRows = column.rows >= 12 ? 2 : 1
        let gap = column.rows >= 16 ? 3 : column.rows >= 12 ? 2 : 1
        let spacing = column.rows >= 11 ? 2 : 1
        let height = titleRows + 2 + gap + 2 * spacing + 1
        var row = column.row + max(0, column.rows - height) / 2
        func lines(_ count: Int) -> Rect {
            Rect(row: row, column: column.column, rows: count, columns: column.columns)
        }
        title = lines(titleRows)
        row += titleRows
        artists = lines(1)
        row += 1
        album = lines(1)
        row += 1 + gap
        transport = lines(1)
        row += spacing
        volume = lines(1)
        row += spacing
        options = lines(1)
    }

    // MARK: - Tall

    private mutating func arrangeTall(columns: Int, rows: Int) {
        shape = .tall
        let content = Rect(row: 0, column: 2, rows: rows, columns: columns - 4)
        let below = 15
        let size = min(rows - below - 2, content.columns / 2)
        let spare = max(0, rows - below - 2 - size)
        header = content.line(spare > 2 ? 1 : 0)
        let top = 2 + (spare + 1) / 2
        cover = Rect(row: top, column: (columns - 2 * size) / 2, rows: size, columns: 2 * size)
        var row = top + size + 1
        func next(_ gap: Int = 0) -> Rect {
            defer { row += 1 + gap }
            return content.line(row)
        }
        title = next()
        artists = next()
        album = next(1)
        progress = next(1)
        transport = next()
        volume = next(1)
        options = next(1)
        here = next(1)
        status = content.line(rows - 2)
        keys = content.line(rows - 1)
    }
}
