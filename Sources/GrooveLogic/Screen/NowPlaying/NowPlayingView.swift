/// The home of the screen: what plays in the house, and what is heard here.
struct NowPlayingView {
    let model: HouseModel
    let now: MonotonicTime
    let layout: NowPlayingLayout
    let level: ColorLevel
    private var theme: Theme
    private let base: Theme
    private let keyMap: KeyMap
    private let text: NowPlayingText

    /// A view of the model at one moment.
    init(
        model: HouseModel, now: MonotonicTime, layout: NowPlayingLayout, level: ColorLevel, theme: Theme,
        keyMap: KeyMap
    ) {
        self.model = model
        self.now = now
        self.layout = layout
        self.level = level
        self.theme = theme
        base = theme
        self.keyMap = keyMap
        text = NowPlayingText(model)
    }

    /// Draws everything that has a place.
    mutating func draw(on canvas: inout Canvas, artwork: inout ArtworkCache) {
        chooseTheme(&artwork)
        if layout.shape == .line {
            drawOneLine(on: &canvas)
            return
        }
        drawHeader(on: &canvas)
        if let cover = layout.cover {
            CoverView(cover: model.cover, level: level, theme: theme, isFaded: isLost)
                .draw(on: &canvas, in: cover, artwork: &artwork)
        }
        drawText(on: &canvas)
        drawControls(on: &canvas)
        if let progress = layout.progress {
            ProgressView(house: model.house, now: now, theme: theme).draw(on: &canvas, in: progress)
        }
        drawFoot(on: &canvas)
    }

    private var isLost: Bool {
        if case .lost = model.link { return true }
        return false
    }

    private var notice: Notice? {
        model.notice.flatMap { $0.until > now ? $0 : nil }
    }

    private var alignment: Line.Alignment {
        layout.shape == .tall ? .center : .left
    }

    private mutating func chooseTheme(_ artwork: inout ArtworkCache) {
        if isLost {
            theme = base.faded
        } else if case .picture(let picture) = model.cover {
            theme = base.withAccent(artwork.accent(of: picture))
        }
    }

    // MARK: - Parts

    private func drawHeader(on canvas: inout Canvas) {
        guard let rect = layout.header else { return }
        var name = Line("groove", base.strong)
        name.add("   \(model.address)", base.quiet)
        canvas.draw(name, in: rect)
        let room = rect.columns - min(name.width, rect.columns) - 3
        guard room > 0 else { return }
        canvas.draw(
            linkLine,
            in: Rect(row: rect.row, column: rect.column + rect.columns - room, rows: 1, columns: room),
            .right)
    }

    private var linkLine: Line {
        switch model.link {
        case .connected: return Line("●", Style(base.good))
        case .connecting: return Line("connecting…", Style(base.warning))
        case .lost: return Line("○ \(LinkText.text(model.link, now: now) ?? "")", Style(base.bad))
        }
    }

    private func drawText(on canvas: inout Canvas) {
        if let rect = layout.title {
            let style = text.isTrack ? theme.strong : theme.quiet
            let lines = ScreenText.wrapped(text.title, columns: rect.columns, rows: rect.rows)
            // A title of one line stands next to what follows it.
            for (index, line) in lines.enumerated() {
                canvas.draw(line, style, in: rect.line(rect.rows - lines.count + index), alignment)
            }
        }
        if let rect = layout.artists {
            canvas.draw(text.artists, text.isTrack ? theme.lit : theme.off, in: rect, alignment)
        }
        if let rect = layout.album { canvas.draw(text.album, theme.quiet, in: rect, alignment) }
    }

    private func drawControls(on canvas: inout Canvas) {
        let controls = ControlsText(
            house: model.house, isKnown: model.house.playback != nil, theme: theme)
        if let rect = layout.volume {
            canvas.draw(controls.volume(columns: rect.columns), in: rect, alignment)
        }
        if let rect = layout.options {
            canvas.draw(controls.options(columns: rect.columns), in: rect, alignment)
        }
        guard let rect = layout.transport else { return }
        guard layout.volume == nil else {
            canvas.draw(controls.transport, in: rect, alignment)
            return
        }
        drawTransportWithVolume(controls, on: &canvas, in: rect)
    }

    /// Transport at the left, volume at the right: where the two share a line.
    private func drawTransportWithVolume(_ controls: ControlsText, on canvas: inout Canvas, in rect: Rect) {
        let transport = controls.transport
        canvas.draw(transport, in: rect)
        let room = rect.columns - transport.width - 3
        let slider = controls.volume(columns: room, longest: 16)
        let volume = room >= 24 && slider.width <= room ? slider : controls.shortVolume(columns: room)
        guard volume.width <= room else { return }
        canvas.draw(
            volume,
            in: Rect(row: rect.row, column: rect.column + rect.columns - room, rows: 1, columns: room),
            .right)
    }

    private func drawFoot(on canvas: inout Canvas) {
        if let rect = layout.rule {
            canvas.draw(String(repeating: "─", count: rect.columns), theme.thin, in: rect)
        }
        if let rect = layout.here {
            // What is heard here does not depend on the connection to the house: it is not faded.
            let here = HereText(here: model.here, theme: isLost ? base : theme, keyMap: keyMap)
            canvas.draw(here.line(within: rect.columns), in: rect, alignment)
        }
        if let rect = layout.status, let status { canvas.draw(status, in: rect, alignment) }
        if let rect = layout.keys {
            let keys = KeysText(model: model, theme: base, keyMap: keyMap)
            canvas.draw(keys.line(within: rect.columns), in: rect, alignment)
        }
    }

    /// The notice; without a header also what became of the connection.
    private var status: Line? {
        if let notice {
            return Line(notice.text, Style(notice.kind == .failure ? base.bad : theme.accent))
        }
        return layout.header == nil && model.link != .connected ? linkLine : nil
    }

    // MARK: - One line

    private func drawOneLine(on canvas: inout Canvas) {
        guard let rect = layout.title else { return }
        let controls = ControlsText(house: model.house, isKnown: true, theme: theme)
        var line = controls.mark
        line.add(" ", .plain)
        if let notice {
            line.add(notice.text, Style(notice.kind == .failure ? base.bad : theme.accent))
        } else if isLost {
            line.add(LinkText.text(model.link, now: now) ?? "", Style(base.bad))
        } else {
            line.add(text.title, theme.strong)
            if !text.artists.isEmpty { line.add(" · \(text.artists)", theme.quiet) }
        }
        let time = clock
        let room = rect.columns - (rect.columns >= 24 ? time.width + 2 : 0)
        canvas.draw(line, in: Rect(row: rect.row, column: rect.column, rows: 1, columns: room))
        if room < rect.columns { canvas.draw(time, in: rect, .right) }
    }

    private var clock: Line {
        guard let current = model.house.current, let progress = model.house.progress else { return Line() }
        let length = current.track.length
        let position = TimeText.clock(progress.position(at: now, length: length))
        return Line(length.map { "\(position) / \(TimeText.clock($0))" } ?? position, theme.quiet)
    }
}
