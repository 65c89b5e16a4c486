/// How large a terminal is, in cells.
public struct ScreenSize: Sendable, Hashable {
    public var columns: Int
    public var rows: Int

    /// A size; zero and less is allowed, and shows nothing.
    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}
