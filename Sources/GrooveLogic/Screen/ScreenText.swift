/// Text on its way to the grid: made harmless, measured and cut by grapheme clusters.
///
/// This is the last border before the terminal: whatever a view hands over, no control character passes.
enum ScreenText {
    /// No line of a screen shows more; what is beyond is not even looked at.
    static let scalarLimit = 4096
    /// A cluster with more combining marks than this loses the rest.
    static let clusterLimit = 24

    /// One cluster, ready to be put into a cell.
    struct Cluster: Equatable {
        var text: String
        var width: Int
        var isCertain: Bool
    }

    /// The clusters of `text` that can be seen, in order.
    static func clusters(of text: String) -> [Cluster] {
        if let plain = plainClusters(of: text) { return plain }
        let start = TerminalText.safe(String(text.unicodeScalars.prefix(scalarLimit)))
        return String(start.unicodeScalars.filter { !isInvisible($0) }).compactMap(cluster)
    }

    /// Columns that `text` takes.
    static func width(of text: String) -> Int {
        clusters(of: text).reduce(0) { $0 + $1.width }
    }

    /// The clusters of `text` within `columns`; the last is an ellipsis when it had to be cut.
    static func clusters(of text: String, fitting columns: Int) -> [Cluster] {
        let whole = clusters(of: text)
        if whole.reduce(0, { $0 + $1.width }) <= columns { return whole }
        guard columns > 0 else { return [] }
        var kept: [Cluster] = []
        var used = 0
        for cluster in whole {
            if used + cluster.width > columns - 1 { break }
            kept.append(cluster)
            used += cluster.width
        }
        while kept.last?.text == " " { kept.removeLast() }
        return kept + [Cluster(text: "…", width: 1, isCertain: true)]
    }

    /// ASCII without controls needs no segmentation; nearly all text is.
    private static func plainClusters(of text: String) -> [Cluster]? {
        guard text.utf8.count <= scalarLimit, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            return nil
        }
        return text.map { Cluster(text: String($0), width: 1, isCertain: true) }
    }

    private static func cluster(_ character: Character) -> Cluster? {
        var shown = character
        if character.unicodeScalars.count > clusterLimit {
            shown = Character(String(String.UnicodeScalarView(character.unicodeScalars.prefix(clusterLimit))))
        }
        let width = Width.of(shown)
        guard width > 0 else { return nil }
        return Cluster(text: String(shown), width: width, isCertain: Width.isCertain(shown))
    }

    /// The joiner is wanted within emoji and scripts; the rest of what cannot be seen only upsets the columns.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200B, 0x2060...0x2065, 0x206A...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
        default: false
        }
    }
}

extension ScreenText {
    /// The text in at most `rows` lines, broken at spaces where there are any; the last is cut where it is drawn.
    static func wrapped(_ text: String, columns: Int, rows: Int) -> [String] {
        guard rows > 1, columns > 0 else { return [text] }
        var lines: [String] = []
        var rest = clusters(of: text)[...]
        while lines.count < rows - 1, rest.reduce(0, { $0 + $1.width }) > columns {
            var end = rest.startIndex
            var used = 0
            var space: Int?
            while end < rest.endIndex, used + rest[end].width <= columns {
                if rest[end].text == " " { space = end }
                used += rest[end].width
                end += 1
            }
            if end < rest.endIndex, rest[end].text == " " { space = end }
            // A word longer than a third of the line is rather broken than moved as a whole.
            let cut = space.map { $0 - rest.startIndex > columns / 3 ? $0 : end } ?? end
            lines.append(rest[rest.startIndex..<cut].map(\.text).joined())
            rest = rest[cut...].drop { $0.text == " " }
        }
        return lines + [rest.map(\.text).joined()]
    }
}

extension TerminalText {
    /// Columns that `text` takes on a terminal.
    public static func columns(of text: String) -> Int {
        ScreenText.width(of: text)
    }
}
