extension NowPlayingLayout {
    /// The lines of a stack, from top to bottom.
    private enum Item: CaseIterable {
        case title, artists, album, gapAboveBar, progress, gapBelowBar, transport, here, gapAboveStatus,
            status, keys

        /// The lower, the longer it stays when there are few rows.
        func rank(hasStatus: Bool) -> Int {
            switch self {
            case .title: 1
            case .progress: 2
            case .artists: 3
            case .transport: 4
            case .status: hasStatus ? 5 : 12
            case .here: 6
            case .keys: 7
            case .album: 8
            case .gapAboveBar: 9
            case .gapBelowBar: 10
            case .gapAboveStatus: 11
            }
        }
    }

    /// The lines that there is room for, with a small cover beside the upper ones if that leaves them enough.
    mutating func arrangeStack(columns: Int, rows: Int, model: HouseModel) {
        shape = .stack
        let hasStatus = model.notice != nil || model.link != .connected
        let kept = Item.allCases.filter { $0 != .status || hasStatus }
            .sorted { $0.rank(hasStatus: hasStatus) < $1.rank(hasStatus: hasStatus) }.prefix(rows)
        let margin = columns >= 36 ? 1 : 0
        let content = Rect(row: 0, column: margin, rows: rows, columns: columns - 2 * margin)
        var row = kept.count < rows ? min(1, rows - kept.count) : 0
        let first = row
        for item in Item.allCases where kept.contains(item) {
            put(item, at: content.line(row))
            row += 1
        }
        if columns >= 36, kept.contains(.gapAboveBar), let bar = progress {
            makeRoomForCover(in: content, from: first, rows: bar.row - first - 1)
        }
    }

    private mutating func put(_ item: Item, at line: Rect) {
        switch item {
        case .title: title = line
        case .artists: artists = line
        case .album: album = line
        case .progress: progress = line
        case .transport: transport = line
        case .here: here = line
        case .status: status = line
        case .keys: keys = line
        case .gapAboveBar, .gapBelowBar, .gapAboveStatus: break
        }
    }

    private mutating func makeRoomForCover(in content: Rect, from row: Int, rows: Int) {
        guard rows >= 3 else { return }
        cover = Rect(row: row, column: content.column, rows: rows, columns: 2 * rows)
        func moved(_ line: Rect?) -> Rect? {
            line.map {
                Rect(
                    row: $0.row, column: $0.column + 2 * rows + 2, rows: $0.rows,
                    columns: $0.columns - 2 * rows - 2)
            }
        }
        title = moved(title)
        artists = moved(artists)
        album = moved(album)
    }
}
