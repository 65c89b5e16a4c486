/// What has to be written to turn one picture into another.
enum Diff {
    /// Neighbouring cells of one row.
    struct Run: Equatable {
        var row: Int
        var column: Int
        var cells: ArraySlice<Cell>
    }

    /// Unchanged cells between two changes that are cheaper written again than jumped over.
    private static let bridged = 3

    /// The runs by which `next` differs from `previous`, which has the same size.
    static func runs(from previous: Canvas, to next: Canvas) -> [Run] {
        guard previous.columns == next.columns, previous.rows == next.rows else {
            preconditionFailure("pictures of two sizes were compared")
        }
        return (0..<next.rows).flatMap { row in
            runs(in: row, from: previous.row(row), to: next.row(row), columns: next.columns)
        }
    }

    private static func runs(
        in row: Int, from previous: ArraySlice<Cell>, to next: ArraySlice<Cell>, columns: Int
    ) -> [Run] {
        var changed: [Range<Int>] = []
        for index in next.indices where previous[index] != next[index] {
            let whole = cluster(around: index, in: next)
            if let last = changed.last, whole.lowerBound <= last.upperBound + bridged {
                changed[changed.count - 1] = last.lowerBound..<max(last.upperBound, whole.upperBound)
            } else {
                changed.append(whole)
            }
        }
        if changed.isEmpty { return [] }
        // Where terminals disagree about a cluster's width, what it may have covered is written anew.
        if !previous.allSatisfy(\.isCertain) || !next.allSatisfy(\.isCertain) {
            changed = [next.startIndex..<next.endIndex]
        }
        return changed.map { range in
            let first = cluster(around: range.lowerBound, in: next).lowerBound
            return Run(row: row, column: first - row * columns, cells: next[first..<range.upperBound])
        }
    }

    private static func cluster(around index: Int, in cells: ArraySlice<Cell>) -> Range<Int> {
        var first = index
        while first > cells.startIndex, cells[first].isContinuation { first -= 1 }
        return first..<min(cells.endIndex, first + max(1, Int(cells[first].width)))
    }
}
