/// Cells to bytes for the terminal (ECMA-48, and xterm's colours), as few as is simple.
struct ANSIEncoder {
    /// How many colours to use.
    let level: ColorLevel
    private var bytes: [UInt8] = []
    /// What the terminal's pen is set to; nil after a change of which nothing is known.
    private var pen: Style? = .plain
    /// Where the cursor is, if that is certain.
    private var cursor: (row: Int, column: Int)?

    private init(level: ColorLevel) {
        self.level = level
    }

    /// One frame: the runs, wrapped so that terminals which can show it at once (mode 2026). No runs, no bytes.
    ///
    /// `clearing` wipes the whole screen first; the runs are then to hold all that is not blank.
    static func frame(_ runs: [Diff.Run], clearing: Bool, level: ColorLevel) -> [UInt8] {
        guard clearing || !runs.isEmpty else { return [] }
        var encoder = ANSIEncoder(level: level)
        encoder.bytes.reserveCapacity(1024)
        encoder.append("\u{1B}[?2026h\u{1B}[0m")
        if clearing { encoder.append("\u{1B}[2J") }
        for run in runs { encoder.write(run) }
        encoder.append("\u{1B}[0m\u{1B}[?2026l")
        return encoder.bytes
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func write(_ run: Diff.Run) {
        var column = run.column
        for cell in run.cells where !cell.isContinuation {
            move(toRow: run.row, column: column)
            setPen(cell.style)
            append(cell.text)
            column += Int(cell.width)
            cursor = cell.isCertain ? (run.row, column) : nil
        }
    }

    private mutating func move(toRow row: Int, column: Int) {
        if let cursor, cursor.row == row, cursor.column == column { return }
        if let cursor, cursor.row == row, column > cursor.column {
            append("\u{1B}[\(column - cursor.column)C")
        } else {
            append("\u{1B}[\(row + 1);\(column + 1)H")
        }
        cursor = (row, column)
    }

    private mutating func setPen(_ style: Style) {
        if pen == style { return }
        var codes: [String] = []
        var from = pen ?? .plain
        if pen == nil || !from.attributes.subtracting(style.attributes).isEmpty {
            codes.append("0")
            from = .plain
        }
        codes += Self.codes(of: style.attributes.subtracting(from.attributes))
        if from.foreground != style.foreground { codes += foreground(style.foreground) }
        if from.background != style.background { codes += background(style.background) }
        if !codes.isEmpty { append("\u{1B}[\(codes.joined(separator: ";"))m") }
        pen = style
    }

    private static func codes(of attributes: Style.Attributes) -> [String] {
        let all: [(Style.Attributes, String)] = [
            (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
        ]
        return all.filter { attributes.contains($0.0) }.map(\.1)
    }

    private func foreground(_ color: Color?) -> [String] {
        guard let color else { return level == .none ? [] : ["39"] }
        switch level {
        case .none: return []
        case .sixteen:
            let index = color.nearestOfSixteen
            return ["\(index < 8 ? 30 + index : 82 + index)"]
        case .palette256: return ["38;5;\(color.nearestOf256)"]
        case .full: return ["38;2;\(color.red);\(color.green);\(color.blue)"]
        }
    }

    private func background(_ color: Color?) -> [String] {
        guard let color else { return level == .none ? [] : ["49"] }
        switch level {
        case .none: return []
        case .sixteen:
            let index = color.nearestOfSixteen
            return ["\(index < 8 ? 40 + index : 92 + index)"]
        case .palette256: return ["48;5;\(color.nearestOf256)"]
        case .full: return ["48;2;\(color.red);\(color.green);\(color.blue)"]
        }
    }
}
