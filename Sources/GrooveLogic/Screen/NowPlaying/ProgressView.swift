/// How far the track is: the time, a bar that moves by eighths of a cell, the length.
struct ProgressView {
    let house: HouseState
    let now: MonotonicTime
    let theme: Theme

    /// Where in its line the bar itself stands.
    static func bar(in line: Rect, of house: HouseState) -> Rect {
        let side = timeColumns(of: house) + 2
        guard line.columns >= 2 * side + 6 else { return Rect(row: line.row, column: 0, rows: 0, columns: 0) }
        return Rect(row: line.row, column: line.column + side, rows: 1, columns: line.columns - 2 * side)
    }

    /// Draws it. Where there is no room for a bar, the times alone.
    func draw(on canvas: inout Canvas, in line: Rect) {
        let times = Self.times(of: house, now: now)
        let bar = Self.bar(in: line, of: house)
        guard bar.columns > 0 else {
            canvas.draw("\(times.elapsed) / \(times.length)", theme.quiet, in: line)
            return
        }
        let side = Self.timeColumns(of: house)
        canvas.draw(
            times.elapsed, theme.quiet,
            in: Rect(row: line.row, column: line.column, rows: 1, columns: side))
        canvas.draw(
            times.length, theme.quiet,
            in: Rect(row: line.row, column: bar.column + bar.columns + 2, rows: 1, columns: side), .right)
        Bar.draw(
            on: &canvas, in: bar, eighths: Self.eighths(of: house, cells: bar.columns, now: now), theme: theme
        )
    }

    private static func times(of house: HouseState, now: MonotonicTime) -> (elapsed: String, length: String) {
        guard let current = house.current, let progress = house.progress else { return ("–:––", "–:––") }
        let length = current.track.length
        let position = progress.position(at: now, length: length)
        return (TimeText.clock(position), length.map(TimeText.clock) ?? "live")
    }

    /// Room for the longer of the two times, so that the bar stands still.
    private static func timeColumns(of house: HouseState) -> Int {
        guard let length = house.current?.track.length else { return house.current == nil ? 4 : 7 }
        return max(4, TimeText.clock(length).utf8.count)
    }

    // MARK: - The clock

    /// The position, the length and the number of eighths in the bar; nil where nothing moves.
    private static func whole(_ house: HouseState, cells: Int) -> (length: Int128, eighths: Int128)? {
        guard cells > 0, let length = house.current?.track.length, length > .zero else { return nil }
        return (min(length, TimeText.longest).attoseconds, Int128(cells) * 8)
    }

    private static func eighths(of house: HouseState, cells: Int, now: MonotonicTime) -> Int {
        guard let (length, eighths) = whole(house, cells: cells), let progress = house.progress else {
            return 0
        }
        let position = progress.position(at: now, length: house.current?.track.length).attoseconds
        return Int(clamping: min(position, length) * eighths / length)
    }

    /// Shorter steps than this are not worth a frame: a short track's bar moves by several eighths at once.
    private static let leastStep: Duration = .milliseconds(80)

    /// When the bar grows by its next eighth, or the time by its next second, whichever is first.
    static func nextChange(_ house: HouseState, cells: Int, now: MonotonicTime) -> MonotonicTime? {
        guard house.current != nil, let progress = house.progress, progress.isAdvancing else { return nil }
        let length = house.current?.track.length
        let position = progress.position(at: now, length: length)
        if let length, position >= length { return nil }
        var next = Duration.seconds(position.components.seconds + 1)
        if let (length, eighths) = whole(house, cells: cells) {
            let stride = 1 + leastStep.attoseconds * eighths / length
            let filled = min(position.attoseconds, length) * eighths / length
            let wanted = (filled / stride + 1) * stride
            next = min(next, Duration(attoseconds: (wanted * length + eighths - 1) / eighths))
        }
        if let length { next = min(next, length) }
        return now + max(next - position, .milliseconds(1))
    }
}
