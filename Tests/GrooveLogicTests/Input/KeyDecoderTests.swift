import GrooveLogic
import GrooveTestSupport
import Testing

@Suite struct KeyDecoderTests {
    static let start = MonotonicTime(sinceStart: .seconds(10))
    static let later = MonotonicTime(sinceStart: .seconds(20))

    /// Feeds the pieces, and lets time pass in the end.
    static func keys(_ pieces: [[UInt8]]) -> [KeyPress] {
        var decoder = KeyDecoder()
        var keys = pieces.flatMap { decoder.received($0, at: start) }
        keys += decoder.timePassed(at: later)
        return keys
    }

    static func expect(_ text: String, _ keys: [KeyPress], location: SourceLocation = #_sourceLocation) {
        let bytes = Array(text.utf8)
        let wrong = FeedVerifier.disagreements(bytes, expected: keys, parse: Self.keys)
        #expect(wrong.isEmpty, "\(wrong.first ?? "")", sourceLocation: location)
    }

    @Test("characters of every length are keys")
    func characters() {
        Self.expect(
            "n é€🎵", [.character("n"), .character(" "), .character("é"), .character("€"), .character("🎵")])
    }

    @Test("control characters are keys with Control, but for those with a key of their own")
    func controls() {
        Self.expect(
            "\u{03}\u{0C}\u{1A}\u{00}\u{1C}\r\n\t\u{7F}\u{08}",
            [
                .character("c", .control), .character("l", .control), .character("z", .control),
                .character(" ", .control), .character("\\", .control), KeyPress(.enter), KeyPress(.enter),
                KeyPress(.tab), KeyPress(.backspace), KeyPress(.backspace),
            ])
    }

    @Test("arrows come in two modes")
    func arrows() {
        Self.expect("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}OD", [.up, .down, .right, .left].map { KeyPress($0) })
        Self.expect("\u{1B}[1;5C\u{1B}[1;2A", [KeyPress(.right, .control), KeyPress(.up, .shift)])
    }

    @Test("keys with numbers, and the Linux console's own")
    func numbered() {
        Self.expect(
            "\u{1B}[5~\u{1B}[3;5~\u{1B}[24~\u{1B}OP\u{1B}[[C\u{1B}[H\u{1B}[Z",
            [
                KeyPress(.pageUp), KeyPress(.delete, .control), KeyPress(.function(12)),
                KeyPress(.function(1)),
                KeyPress(.function(3)), KeyPress(.home), KeyPress(.tab, .shift),
            ])
    }

    @Test("kitty's and xterm's ways to tell every key")
    func told() {
        Self.expect(
            "\u{1B}[99;5u\u{1B}[61:43;2u\u{1B}[27;5;108~\u{1B}[13u\u{1B}[27;3u",
            [
                .character("c", .control), .character("+"), .character("l", .control), KeyPress(.enter),
                KeyPress(.escape, .alt),
            ])
        Self.expect("\u{1B}[113;1:3u\u{1B}[57441;2u\u{1B}[1;1:3A", [])
    }

    @Test("Alt is an escape before the key")
    func alt() {
        Self.expect("\u{1B}n\u{1B}\u{1B}[A", [.character("n", .alt), KeyPress(.up, .alt)])
    }

    @Test("an escape alone is Escape when nothing follows in time")
    func escape() {
        Self.expect("\u{1B}", [KeyPress(.escape)])
        var decoder = KeyDecoder()
        #expect(decoder.received([0x1B], at: Self.start) == [])
        #expect(decoder.deadline == Self.start + .milliseconds(60))
        #expect(decoder.timePassed(at: Self.start + .milliseconds(59)) == [])
        #expect(decoder.timePassed(at: Self.start + .milliseconds(60)) == [KeyPress(.escape)])
        #expect(decoder.deadline == nil)
        #expect(decoder.received(Array("q".utf8), at: Self.later) == [.character("q")])
    }

    @Test(
        "what terminals answer and report is never typed",
        arguments: [
            "\u{1B}[?62;22;52c", "\u{1B}[>41;354;0c", "\u{1B}[24;80R", "\u{1B}[1;2R", "\u{1B}[?2026;2$y",
            "\u{1B}[<0;12;7M\u{1B}[<0;12;7m", "\u{1B}[M !!", "\u{1B}[I\u{1B}[O", "\u{1B}[?0u",
            "\u{1B}[8;24;80t",
            "\u{1B}]11;rgb:1414/1515/1919\u{07}", "\u{1B}]11;rgb:1414/1515/1919\u{1B}\\",
            "\u{1B}P>|kitty(0.35)\u{1B}\\", "\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}^private\u{1B}\\",
            "\u{1B}P1+r524742=38\u{1B}\\", "\u{1B}[" + String(repeating: "1;", count: 400) + "A",
            "\u{1B}[200~q\u{03}\r\u{1B}[A\u{1B}[20\u{1B}[201~", "\u{1B}]0;unfinished", "\u{1B}[12;",
            "\u{1B}O",
        ])
    func dropped(answer: String) {
        Self.expect(answer, [])
        if !answer.hasSuffix("unfinished"), !answer.hasSuffix("12;"), !answer.hasSuffix("\u{1B}O") {
            Self.expect("a" + answer + "n", [.character("a"), .character("n")])
        }
    }

    @Test("Ctrl-C gets through an answer that broke off")
    func brokenOff() {
        Self.expect("\u{1B}]11;rgb\u{03}", [.character("c", .control)])
        Self.expect("\u{1B}[12\u{03}q", [.character("c", .control), .character("q")])
        Self.expect("\u{1B}Pabc\u{1B}[A", [KeyPress(.up)])
    }

    @Test("an unfinished sequence is given up after a second, and keys work again")
    func givenUp() {
        var decoder = KeyDecoder()
        #expect(decoder.received(Array("\u{1B}]0;x".utf8), at: Self.start) == [])
        #expect(decoder.deadline == Self.start + .seconds(1))
        #expect(decoder.timePassed(at: Self.later) == [])
        #expect(decoder.received(Array("n".utf8), at: Self.later) == [.character("n")])
    }

    @Test("bytes that are no UTF-8 type nothing")
    func invalid() {
        let bytes: [UInt8] = [
            0x80, 0xC0, 0xAF, 0xE0, 0x80, 0x80, 0xED, 0xA0, 0x80, 0xF5, 0xC2, 0x9B, 0xC3, 0x6E,
        ]
        #expect(FeedVerifier.disagreements(bytes, expected: [.character("n")], parse: Self.keys).isEmpty)
    }

    @Test("any bytes at all leave the decoder in working order")
    func anything() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<500 {
            var decoder = KeyDecoder()
            let alphabet: [UInt8] =
                Array("\u{1B}\u{1B}\u{1B}[[]OPM_;:<0129~uARq\u{07}\u{9B}\\".utf8) + [0xFF, 0xC3, 0x03]
            let bytes = (0..<40).map { _ in alphabet.randomElement(using: &random) ?? 0 }
            _ = decoder.received(bytes, at: Self.start)
            _ = decoder.timePassed(at: Self.later)
            #expect(decoder.deadline == nil)
            // A mouse report counts bytes, and may still have waited for some: it was given up as well.
            #expect(decoder.received(Array("n".utf8), at: Self.later) == [.character("n")])
        }
    }

    @Test("the standard keys do what the bottom line says")
    func standardKeys() {
        let map = KeyMap.standard
        #expect(map.action(for: .character(" ")) == .command(.toggle))
        #expect(map.action(for: KeyPress(.left)) == .command(.seek(.offset(.seconds(-10)))))
        #expect(map.action(for: .character("=")) == map.action(for: .character("+")))
        #expect(map.action(for: .character("c", .control)) == .quit)
        #expect(map.action(for: .character("z", .control)) == .suspend)
        #expect(map.action(for: .character("x")) == nil)
        #expect(map.action(for: .character("n", .alt)) == nil)
    }

    @Test("of two bindings for one key the later holds")
    func rebound() {
        let map = KeyMap([(.character("n"), .quit), (.character("n"), .redraw)])
        #expect(map.action(for: .character("n")) == .redraw)
    }
}
