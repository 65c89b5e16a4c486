/// One place of the grid: a grapheme cluster, or the rest of a wide one to its left.
public struct Cell: Sendable, Hashable {
    /// What is shown; empty in the columns that a wide cluster covers after its first.
    public let text: String
    /// Columns that `text` covers; 0 in the columns after its first.
    public let width: Int8
    /// Whether every terminal agrees on the width.
    let isCertain: Bool
    /// How it looks.
    public var style: Style

    /// A cluster that takes `width` columns.
    init(text: String, width: Int, isCertain: Bool, style: Style) {
        self.text = text
        self.width = Int8(clamping: width)
        self.isCertain = isCertain
        self.style = style
    }

    /// One column of nothing, in a style whose background may show.
    static func blank(_ style: Style = .plain) -> Cell {
        Cell(text: " ", width: 1, isCertain: true, style: style)
    }

    /// What a wide cluster's further columns hold.
    static func continuation(_ style: Style) -> Cell {
        Cell(text: "", width: 0, isCertain: true, style: style)
    }

    /// A character of ours that is known to take one column: a block, a line, a letter.
    static func glyph(_ text: String, _ style: Style) -> Cell {
        Cell(text: text, width: 1, isCertain: true, style: style)
    }

    /// Whether the cell belongs to a wide cluster that began to its left.
    var isContinuation: Bool { width == 0 }
}
