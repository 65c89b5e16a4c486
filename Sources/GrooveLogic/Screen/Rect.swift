/// A part of the grid. Never of negative size.
struct Rect: Equatable {
    let row: Int
    let column: Int
    let rows: Int
    let columns: Int

    /// A size below zero counts as zero.
    init(row: Int, column: Int, rows: Int, columns: Int) {
        self.row = row
        self.column = column
        self.rows = max(0, rows)
        self.columns = max(0, columns)
    }

    /// One row of it, counted from its top.
    func line(_ index: Int) -> Rect {
        Rect(row: row + index, column: column, rows: index < rows ? 1 : 0, columns: columns)
    }

    /// A part of this size in the middle of it.
    func centered(rows: Int, columns: Int) -> Rect {
        Rect(
            row: row + max(0, self.rows - rows) / 2, column: column + max(0, self.columns - columns) / 2,
            rows: min(rows, self.rows), columns: min(columns, self.columns))
    }
}
