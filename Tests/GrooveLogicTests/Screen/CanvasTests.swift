import GrooveTestSupport
import Testing

@testable import GrooveLogic

@Suite struct WidthTests {
    @Test(
        "columns of clusters",
        arguments: [
            ("a", 1), ("é", 1), ("e\u{301}", 1), ("東", 2), ("ア", 2), ("ｱ", 1), ("Ａ", 2), ("한", 2),
            ("\u{1112}\u{1161}\u{11AB}", 2), ("ש", 1), ("שׁ", 1), ("🎵", 2), ("👍🏽", 2), ("👩‍👩‍👧‍👦", 2), ("🇮🇸", 2),
            ("🇮", 1),
            ("❤️", 2), ("❤", 1), ("1️⃣", 2), ("▶", 1), ("●", 1), ("─", 1), ("▀", 1), ("…", 1), ("ก", 1),
            ("กำ", 2),
            ("क्ष", 2), ("\u{AD}", 0), ("\u{200D}", 0), ("\u{301}", 0), ("🫠", 2), ("\u{1FAE8}", 2), ("〜", 2),
        ])
    func clusters(text: String, columns: Int) throws {
        #expect(try Width.of(#require(text.first)) == columns, "\(text)")
    }

    @Test("terminals are not trusted with sequences")
    func certainty() {
        #expect(Width.isCertain("a") && Width.isCertain("東") && Width.isCertain("█"))
        #expect(!Width.isCertain("👍🏽") && !Width.isCertain("❤️") && !Width.isCertain("🎵"))
    }

    @Test("ranges are in order, and do not overlap")
    func table() {
        var last: UInt32 = 0
        for range in Width.wideRanges {
            #expect(range.first > last && range.last >= range.first)
            last = range.last
        }
    }
}

@Suite struct ScreenTextTests {
    private func fitted(_ text: String, _ columns: Int) -> String {
        ScreenText.clusters(of: text, fitting: columns).map(\.text).joined()
    }

    @Test("text is cut between clusters, with an ellipsis")
    func cut() {
        #expect(fitted("Weightless", 10) == "Weightless")
        #expect(fitted("Weightless", 9) == "Weightle…")
        #expect(fitted("one two three", 8) == "one two…")
        #expect(fitted("one two", 5) == "one…")
        #expect(fitted("東京の夜", 7) == "東京の…")
        #expect(fitted("東京の夜", 6) == "東京…")
        #expect(fitted("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 3) == "👩‍👩‍👧‍👦…")
        #expect(fitted("abc", 1) == "…")
        #expect(fitted("abc", 0) == "")
        #expect(fitted("", 5) == "")
    }

    @Test("what a terminal would act on is shown harmless or left out")
    func harmless() {
        #expect(fitted("a\u{1B}[31mb", 20) == "a\u{FFFD}[31mb")
        #expect(fitted("a\tb\r\nc\u{2028}d", 20) == "a b  c d")
        #expect(fitted("a\u{202E}b\u{2069}c\u{200F}d\u{FEFF}", 20) == "abcd")
        #expect(fitted("\u{9B}2J\u{7F}", 20) == "\u{FFFD}2J\u{FFFD}")
    }

    @Test("a cluster with a thousand marks keeps a few")
    func zalgo() {
        let clusters = ScreenText.clusters(of: "z" + String(repeating: "\u{301}", count: 1000) + "a")
        #expect(clusters.count == 2)
        #expect(clusters[0].text.unicodeScalars.count == ScreenText.clusterLimit)
        #expect(
            ScreenText.clusters(of: String(repeating: "é", count: 1_000_000)).count == ScreenText.scalarLimit)
    }

    @Test("titles are broken at spaces")
    func wrapped() {
        #expect(ScreenText.wrapped("one two three", columns: 8, rows: 2) == ["one two", "three"])
        #expect(ScreenText.wrapped("one two three", columns: 7, rows: 2) == ["one two", "three"])
        #expect(ScreenText.wrapped("one two", columns: 8, rows: 2) == ["one two"])
        #expect(ScreenText.wrapped("abcdefghij", columns: 4, rows: 2) == ["abcd", "efghij"])
        #expect(ScreenText.wrapped("東京", columns: 1, rows: 2) == ["", "東京"])
    }
}

@Suite struct CanvasTests {
    @Test("a wide cluster that does not fit leaves blanks")
    func edge() {
        var canvas = Canvas(columns: 5, rows: 1)
        canvas.draw("東京の", .plain, in: canvas.bounds)
        #expect(canvas.lines == ["東京…"])
        canvas.place(Cell(text: "夜", width: 2, isCertain: true, style: .plain), row: 0, column: 4)
        #expect(canvas.lines == ["東京"])
    }

    @Test("a wide cluster that is written over in part becomes blank")
    func halfCut() {
        var canvas = Canvas(columns: 6, rows: 1)
        canvas.draw("東京夜", .plain, in: canvas.bounds)
        canvas.place(.glyph("x", .plain), row: 0, column: 1)
        #expect(canvas.lines == [" x京夜"])
        canvas.place(.glyph("y", .plain), row: 0, column: 2)
        #expect(canvas.lines == [" xy 夜"])
        canvas.place(Cell(text: "中", width: 2, isCertain: true, style: .plain), row: 0, column: 3)
        #expect(canvas.lines == [" xy中"])
    }

    @Test("drawing outside is drawing nothing")
    func outside() {
        var canvas = Canvas(columns: 3, rows: 2)
        for (row, column) in [(-1, 0), (2, 0), (0, -1), (0, 3)] {
            canvas.place(.glyph("x", .plain), row: row, column: column)
        }
        canvas.draw("long text", .plain, in: Rect(row: 5, column: 5, rows: 1, columns: 50))
        #expect(canvas.lines == ["", ""])
        #expect(Canvas(columns: -4, rows: 3).cells.isEmpty)
    }

    @Test("lines stand left, right and in the middle")
    func alignment() {
        var canvas = Canvas(columns: 9, rows: 3)
        canvas.draw("abc", .plain, in: canvas.bounds.line(0))
        canvas.draw("abc", .plain, in: canvas.bounds.line(1), .center)
        canvas.draw("abc", .plain, in: canvas.bounds.line(2), .right)
        #expect(canvas.lines == ["abc", "   abc", "      abc"])
    }

    @Test("any drawing ends up on the terminal as it was meant")
    func roundTrip() {
        var random = SeededGenerator(seed: 11)
        let words = ["abc", "東京", "👍🏽", "e\u{301}", "▀▄█", "❤️x", " ", "ש"]
        let styles = [
            Style.plain, Style(Color(1, 2, 3)), Style(nil, on: Color(9, 9, 9), .bold), Style(nil, .reverse),
        ]
        var terminal = VirtualTerminal(columns: 20, rows: 4)
        var shown = Canvas(columns: 20, rows: 4)
        for _ in 0..<300 {
            var next = shown
            for _ in 0..<3 {
                next.draw(
                    words.randomElement(using: &random) ?? "", styles.randomElement(using: &random) ?? .plain,
                    in: Rect(
                        row: .random(in: 0..<4, using: &random), column: .random(in: 0..<20, using: &random),
                        rows: 1,
                        columns: .random(in: 0...20, using: &random)))
            }
            terminal.feed(ANSIEncoder.frame(Diff.runs(from: shown, to: next), clearing: false, level: .full))
            let isRight = terminal.canvas == next
            #expect(isRight, "\(terminal.canvas.lines), not \(next.lines)")
            shown = next
        }
        #expect(terminal.unknown.isEmpty)
    }
}
