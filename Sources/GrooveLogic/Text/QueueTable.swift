/// The queue as `groove queue list` prints it.
public struct QueueTable: Sendable {
    private let tracks: [QueuedTrack]
    private let currentID: Int?

    /// A queue of which one track may be the current one.
    public init(_ tracks: [QueuedTrack], currentID: Int?) {
        self.tracks = tracks
        self.currentID = currentID
    }

    /// One object a track: `position`, `tlid`, `uri`, `title`, `artists`, `album`, `length_ms`, `current`.
    public var json: [JSONValue] {
        tracks.enumerated().map { index, queued in
            let track = queued.track
            return [
                "position": .integer(index + 1), "tlid": .integer(queued.tlid), "uri": .string(track.uri),
                "title": .string(TrackTitle.title(of: track)),
                "artists": .array(track.artists.map { .string($0) }), "album": JSONValue(track.album),
                "length_ms": JSONValue(track.length?.wholeMilliseconds),
                "current": .bool(queued.tlid == currentID),
            ]
        }
    }

    /// Aligned lines, safe for a terminal: number, mark of the current track, length, title, artists, album.
    ///
    /// `columns` is the terminal's width, nil: as wide as it takes. `width` tells how many columns a text takes.
    public func lines(columns: Int?, plain: Bool, width: (String) -> Int) -> [String] {
        guard !tracks.isEmpty else { return ["nothing is queued"] }
        let mark = plain ? ">" : "▶"
        let rows = tracks.enumerated().map { index, queued -> [String] in
            let track = queued.track
            return [
                "\(index + 1)", queued.tlid == currentID ? mark : " ",
                track.length.map { DurationText.clock($0) } ?? (plain ? "-" : "∞"),
                TrackTitle.title(of: track),
                track.artists.joined(separator: ", "), track.album ?? "",
            ].map(TerminalText.safe)
        }
        let widths = Self.widths(of: rows, columns: columns, width: width)
        return rows.map { row in
            let cells = zip(row, widths).enumerated().map { index, cell -> String in
                let text = Self.cut(cell.0, to: cell.1, plain: plain, width: width)
                let fill = String(repeating: " ", count: max(0, cell.1 - width(text)))
                return index == 0 || index == 2 ? fill + text : text + fill
            }
            let line = cells.joined(separator: "  ")
            return String(
                line[..<(line.lastIndex { $0 != " " }.map { line.index(after: $0) } ?? line.startIndex)])
        }
    }

    /// Each column as wide as its widest cell; when that is too much, the three texts share what is left.
    private static func widths(of rows: [[String]], columns: Int?, width: (String) -> Int) -> [Int] {
        var widths = (0..<6).map { column in rows.map { width($0[column]) }.max() ?? 0 }
        guard let columns else { return widths }
        let fixed = widths[..<3].reduce(0, +) + 2 * 5
        var left = max(12, columns - fixed)
        // The narrowest first, so that what it does not need goes to the others.
        for (rank, column) in (3..<6).sorted(by: { widths[$0] < widths[$1] }).enumerated() {
            let share = column == 3 && rank < 2 ? left / 2 : left / (3 - rank)
            widths[column] = min(widths[column], max(4, share))
            left -= widths[column]
        }
        return widths
    }

    /// The text, with an ellipsis when it is too wide.
    private static func cut(_ text: String, to limit: Int, plain: Bool, width: (String) -> Int) -> String {
        guard width(text) > limit else { return text }
        let ellipsis = plain ? "." : "…"
        var made = ""
        var used = 1
        for character in text {
            let added = width(String(character))
            guard used + added <= limit else { break }
            made.append(character)
            used += added
        }
        return made + ellipsis
    }
}
