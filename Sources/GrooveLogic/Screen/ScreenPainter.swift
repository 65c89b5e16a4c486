/// Draws the model for a terminal, and says what to write so that it shows.
///
/// Every byte that `paint` returns has to reach the terminal, in order: what the next one returns builds on it. So
/// paint only when the terminal has taken the frame before.
public struct ScreenPainter: Sendable {
    private let level: ColorLevel
    private let theme: Theme
    private let keyMap: KeyMap
    private let isPlain: Bool
    /// What the terminal shows; nil: not known.
    private var shown: Canvas?
    private var artwork = ArtworkCache()

    /// A painter for a terminal of which nothing is known but its colours. `plain`: with ASCII signs.
    public init(level: ColorLevel, theme: Theme = .dark, keyMap: KeyMap = .standard, plain: Bool = false) {
        isPlain = plain
        self.level = level
        self.theme = theme.limited(to: level)
        self.keyMap = keyMap
    }

    /// The bytes that bring the terminal up to date; none if it is. After a change of size, all is drawn anew.
    public mutating func paint(_ model: HouseModel, size: ScreenSize, now: MonotonicTime) -> [UInt8] {
        let next = picture(of: model, size: size, now: now)
        let known = shown.flatMap { $0.columns == next.columns && $0.rows == next.rows ? $0 : nil }
        let blank = Canvas(columns: next.columns, rows: next.rows)
        let runs = Diff.runs(from: known ?? blank, to: next)
        shown = next
        return ANSIEncoder.frame(runs, clearing: known == nil, level: level)
    }

    /// The next `paint` draws everything: the terminal was resized, stopped, or written to by others.
    public mutating func forget() {
        shown = nil
    }

    /// The picture itself.
    public mutating func picture(of model: HouseModel, size: ScreenSize, now: MonotonicTime) -> Canvas {
        var canvas = Canvas(columns: size.columns, rows: size.rows)
        let layout = NowPlayingLayout(
            size: ScreenSize(columns: canvas.columns, rows: canvas.rows), model: model)
        var view = NowPlayingView(
            model: model, now: now, layout: layout, level: level, theme: theme, keyMap: keyMap)
        view.draw(on: &canvas, artwork: &artwork)
        return isPlain ? canvas.plain() : canvas
    }

    /// When the picture next changes by the clock alone; nil: not before the model does. Always later than `now`.
    public func nextChange(_ model: HouseModel, size: ScreenSize, now: MonotonicTime) -> MonotonicTime? {
        let layout = NowPlayingLayout(size: size, model: model)
        let changes = [
            ProgressView.nextChange(model.house, cells: layout.barCells(of: model.house), now: now),
            model.notice.flatMap { $0.until > now ? $0.until : nil },
            LinkText.nextChange(model.link, now: now),
        ]
        return changes.compactMap(\.self).min()
    }
}
