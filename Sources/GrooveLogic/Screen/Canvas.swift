/// A grid of cells that views draw on. Drawing outside of it is cut off; no size is too small.
public struct Canvas: Sendable, Hashable {
    /// Larger sizes than this are some mistake of the terminal's.
    public static let sizeLimit = 1000

    public let columns: Int
    public let rows: Int
    /// Row by row from the top left; `rows * columns` of them.
    public private(set) var cells: [Cell]

    /// An empty grid; a size below zero or above the limit is brought within.
    public init(columns: Int, rows: Int) {
        self.columns = min(max(0, columns), Self.sizeLimit)
        self.rows = min(max(0, rows), Self.sizeLimit)
        cells = Array(repeating: .blank(), count: self.columns * self.rows)
    }

    /// The whole grid.
    var bounds: Rect { Rect(row: 0, column: 0, rows: rows, columns: columns) }

    /// The cells of one row.
    public func row(_ index: Int) -> ArraySlice<Cell> {
        cells[index * columns..<(index + 1) * columns]
    }

    /// Puts one cell down. A wide one that does not fit any more leaves blanks; one that is cut into becomes blank.
    mutating func place(_ cell: Cell, row: Int, column: Int) {
        guard (0..<rows).contains(row), (0..<columns).contains(column) else { return }
        let start = row * columns + column
        let width = Int(cell.width)
        guard column + width <= columns else {
            for index in start..<(row + 1) * columns {
                vacate(index, row: row)
                cells[index] = .blank(cell.style)
            }
            return
        }
        for index in start..<start + width { vacate(index, row: row) }
        for index in start..<start + width { cells[index] = .continuation(cell.style) }
        cells[start] = cell
    }

    /// Blanks out whatever wide cluster covers this place.
    private mutating func vacate(_ index: Int, row: Int) {
        var lead = index
        while lead > row * columns, cells[lead].isContinuation { lead -= 1 }
        guard cells[lead].width > 1 else { return }
        for covered in lead..<lead + Int(cells[lead].width) { cells[covered] = .blank(cells[covered].style) }
    }

    /// The picture without its colours: one string a row, spaces at the end left out.
    public var lines: [String] {
        (0..<rows).map { index in
            var line = row(index).map(\.text).joined()
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}
