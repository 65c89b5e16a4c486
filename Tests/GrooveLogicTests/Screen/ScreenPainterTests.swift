import GrooveTestSupport
import Testing

@testable import GrooveLogic

@Suite struct ScreenPainterTests {
    static let now = SampleHouses.now

    @Test("what the terminal shows after any change is the picture", arguments: SampleHouses.all.map(\.name))
    func differences(name: String) throws {
        let size = ScreenSize(columns: 80, rows: 24)
        let first = try #require(SampleHouses.all.first { $0.name == name }).model
        for (other, model) in SampleHouses.all {
            var painter = ScreenPainter(level: .full)
            var terminal = VirtualTerminal(columns: 80, rows: 24)
            terminal.feed(painter.paint(first, size: size, now: Self.now))
            terminal.feed(painter.paint(model, size: size, now: Self.now))
            var fresh = ScreenPainter(level: .full)
            #expect(
                terminal.canvas == fresh.picture(of: model, size: size, now: Self.now), "\(name) to \(other)")
            #expect(terminal.unknown.isEmpty)
        }
    }

    @Test(
        "plain signs are ASCII, and only the signs differ", arguments: SampleHouses.all.map(\.name),
        [ScreenSize(columns: 80, rows: 24), ScreenSize(columns: 40, rows: 10)])
    func plain(name: String, size: ScreenSize) throws {
        let model = try #require(SampleHouses.all.first { $0.name == name }).model
        var painter = ScreenPainter(level: .none)
        var plainPainter = ScreenPainter(level: .none, plain: true)
        let usual = painter.picture(of: model, size: size, now: Self.now)
        let plain = plainPainter.picture(of: model, size: size, now: Self.now)
        for (cell, own) in zip(plain.cells, usual.cells) {
            #expect(cell.width == own.width && cell.style == own.style)
            #expect(cell.text.first.flatMap(PlainSigns.sign) == nil, "\(cell.text)")
            // What is left beyond ASCII are letters of the house's music; that sample has other signs in it, too.
            let isLetter = own.text.unicodeScalars.contains { $0.properties.isAlphabetic }
            #expect(name == "foreign" || isLetter || cell.text.utf8.allSatisfy { $0 < 0x80 }, "\(cell.text)")
            #expect(cell.text == own.text || own.text.utf8.count > 1)
        }
    }

    @Test("nothing is written when nothing changed, and everything after forgetting")
    func unchanged() {
        var painter = ScreenPainter(level: .full)
        let size = ScreenSize(columns: 80, rows: 24)
        let first = painter.paint(SampleHouses.playing, size: size, now: Self.now)
        #expect(painter.paint(SampleHouses.playing, size: size, now: Self.now).isEmpty)
        painter.forget()
        #expect(painter.paint(SampleHouses.playing, size: size, now: Self.now) == first)
        var louder = SampleHouses.playing
        louder.house.volume = 69
        let change = painter.paint(louder, size: size, now: Self.now)
        #expect(!change.isEmpty && change.count < 200, "a volume change took \(change.count) bytes")
        #expect(painter.paint(louder, size: ScreenSize(columns: 79, rows: 24), now: Self.now).count > 2000)
    }

    @Test("every size is drawn, from nothing at all to the largest", arguments: SampleHouses.all.map(\.name))
    func everySize(name: String) throws {
        var model = try #require(SampleHouses.all.first { $0.name == name }).model
        // Scaling covers is tried elsewhere, and takes long.
        model.cover = model.cover == .none ? .none : .loading
        var painter = ScreenPainter(level: .full)
        for columns in [-1, 0, 1, 2, 3, 5, 20, 27, 28, 36, 40, 63, 64, 80, 120] {
            for rows in [-1, 0, 1, 2, 3, 5, 8, 10, 14, 17, 18, 22, 24, 30] {
                let size = ScreenSize(columns: columns, rows: rows)
                let canvas = painter.picture(of: model, size: size, now: Self.now)
                #expect(
                    canvas.columns <= Canvas.sizeLimit && canvas.cells.count == canvas.columns * canvas.rows)
                _ = painter.nextChange(model, size: size, now: Self.now)
            }
        }
        #expect(
            painter.picture(of: model, size: ScreenSize(columns: 70_000, rows: 3), now: Self.now).columns
                == 1000)
    }

    @Test("the parts never lie over each other", arguments: [10, 14, 18, 20, 22, 24, 26, 30, 36, 48, 60, 90])
    func apart(rows: Int) {
        for columns in [20, 30, 40, 50, 63, 64, 72, 80, 100, 160, 200, 300] {
            let layout = NowPlayingLayout(
                size: ScreenSize(columns: columns, rows: rows), model: SampleHouses.lost)
            let parts = [
                layout.header, layout.cover, layout.title, layout.artists, layout.album, layout.transport,
                layout.volume, layout.options, layout.progress, layout.rule, layout.here, layout.status,
                layout.keys,
            ].compactMap(\.self)
            var taken = Set<Int>()
            for part in parts {
                #expect(
                    part.row >= 0 && part.row + part.rows <= rows && part.column + part.columns <= columns)
                for row in part.row..<part.row + part.rows {
                    for column in part.column..<part.column + part.columns {
                        let isFree = taken.insert(row * 1000 + column).inserted
                        #expect(isFree, "at \(columns)x\(rows), row \(row), column \(column)")
                        if !isFree { return }
                    }
                }
            }
        }
    }

    @Test("no control character of the house reaches the terminal")
    func harmless() {
        for evil in [
            "\u{1B}[2J", "\u{9B}2J", "\u{07}", "\u{7F}", "\u{202E}", "\u{2066}", "\r\n", "\u{85}", "\u{0}",
        ] {
            var model = SampleHouses.playing
            model.address = "house\(evil)"
            model.house.current?.track.name = "a\(evil)b"
            model.house.current?.track.artists = [evil, "x\(evil)"]
            model.house.current?.track.album = evil
            model.here?.state = .reconnecting
            model.here?.lastError = evil
            model.notice = Notice(kind: .failure, text: evil, until: Self.now + .seconds(1))
            var painter = ScreenPainter(level: .none)
            for size in [ScreenSize(columns: 80, rows: 24), ScreenSize(columns: 30, rows: 1)] {
                let canvas = painter.picture(of: model, size: size, now: Self.now)
                let bad = canvas.cells.flatMap(\.text.unicodeScalars).filter { scalar in
                    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
                        || (0x202A...0x202E).contains(scalar.value)
                        || (0x2066...0x2069).contains(scalar.value)
                }
                #expect(bad.isEmpty)
            }
        }
    }

    @Test("without colours nothing but bold is set", arguments: [ColorLevel.none, .sixteen, .palette256])
    func levels(level: ColorLevel) {
        var painter = ScreenPainter(level: level)
        let bytes = painter.paint(
            SampleHouses.playing, size: ScreenSize(columns: 80, rows: 24), now: Self.now)
        let text = String(decoding: bytes, as: UTF8.self)
        let codes = text.split(separator: "\u{1B}[").compactMap { part in
            part.firstIndex(of: "m").map { part[..<$0] }
        }.filter { $0.allSatisfy { $0.isNumber || $0 == ";" } }
        switch level {
        case .none: #expect(Set(codes).isSubset(of: ["0", "1", "0;1"]))
        case .sixteen: #expect(!codes.contains { $0.contains("38;") || $0.contains("48;") })
        default: #expect(!codes.contains { $0.contains("38;2") || $0.contains("48;2") })
        }
    }
}

@Suite struct NextChangeTests {
    static let sizes = [
        ScreenSize(columns: 80, rows: 24), ScreenSize(columns: 200, rows: 60),
        ScreenSize(columns: 20, rows: 1),
    ]

    @Test("the picture stands still until the moment that was foretold, and changes then", arguments: sizes)
    func foretold(size: ScreenSize) throws {
        var models = [SampleHouses.playing, SampleHouses.lost, SampleHouses.radio, SampleHouses.long]
        for index in models.indices { models[index].cover = .none }
        for model in models {
            var now = SampleHouses.now
            var painter = ScreenPainter(level: .full)
            for _ in 0..<20 {
                let next = try #require(painter.nextChange(model, size: size, now: now))
                #expect(next > now)
                let picture = painter.picture(of: model, size: size, now: now)
                let before = painter.picture(of: model, size: size, now: next + .nanoseconds(-1))
                let after = painter.picture(of: model, size: size, now: next)
                let stood = picture == before
                #expect(stood)
                // A countdown or notice that a small screen leaves out may change nothing.
                let changed = size.rows == 1 || after != before
                #expect(changed)
                now = next
            }
        }
    }

    @Test("a screen on which nothing moves needs no clock")
    func still() {
        let painter = ScreenPainter(level: .full)
        for model in [SampleHouses.paused, SampleHouses.idle, SampleHouses.connecting] {
            #expect(painter.nextChange(model, size: Self.sizes[0], now: SampleHouses.now) == nil)
        }
        var ended = SampleHouses.playing
        ended.house.progress?.position = .seconds(400)
        #expect(painter.nextChange(ended, size: Self.sizes[0], now: SampleHouses.now) == nil)
    }

    @Test("lengths and positions that make no sense do no harm")
    func absurd() {
        var painter = ScreenPainter(level: .full)
        let lengths: [Duration] = [.zero, .milliseconds(1), .seconds(Int64.max / 2), .seconds(-5)]
        for length in lengths {
            for position in lengths {
                var model = SampleHouses.playing
                model.house.current?.track.length = length
                model.house.progress?.position = position
                let next = painter.nextChange(model, size: Self.sizes[0], now: SampleHouses.now)
                #expect(next.map { $0 > SampleHouses.now } ?? true)
                _ = painter.paint(model, size: Self.sizes[0], now: SampleHouses.now)
            }
        }
    }
}
