import GrooveLogic
import Testing

@Suite("Text that is safe for a terminal")
struct TerminalTextTests {
    @Test(
        "control characters are made harmless",
        arguments: [
            ("plain", "plain"),
            ("esc \u{1B}[31mred", "esc \u{FFFD}[31mred"),
            ("bell\u{07}", "bell\u{FFFD}"),
            ("two\nlines\tand\rmore", "two lines and more"),
            ("crlf\r\nend", "crlf  end"),
            ("del\u{7F}", "del\u{FFFD}"),
            ("c1 csi \u{9B}2J", "c1 csi \u{FFFD}2J"),
            ("nel\u{85}x", "nel x"),
            ("\u{202E}reversed\u{202C}", "reversed"),
            ("\u{2066}isolate\u{2069} \u{200F}mark \u{61C}", "isolate mark "),
            ("line\u{2028}para\u{2029}end", "line para end"),
            ("שלום 日本 👩‍👩‍👧 é", "שלום 日本 👩‍👩‍👧 é"),
        ])
    func safe(text: String, expected: String) {
        #expect(Array(TerminalText.safe(text).unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test("no control or bidi scalar of the whole of Unicode gets through")
    func everyScalar() {
        var text = String.UnicodeScalarView()
        for value in UInt32(0)...0xFFFF { Unicode.Scalar(value).map { text.append($0) } }
        let safe = TerminalText.safe(String(text))
        let bad: [ClosedRange<UInt32>] = [
            0...0x1F, 0x7F...0x9F, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0x61C...0x61C,
        ]
        #expect(!safe.unicodeScalars.contains { scalar in bad.contains { $0.contains(scalar.value) } })
    }

    @Test("quoted words are cut to a length")
    func quoted() {
        #expect(TerminalText.quoted("a\u{1B}b") == "\"a\u{FFFD}b\"")
        #expect(TerminalText.quoted("abcdefgh", limit: 5) == "\"abcd…\"")
    }
}

@Suite("Words for a shell")
struct ShellTextTests {
    @Test(
        "a word is quoted when it must be",
        arguments: [
            ("/etc/groove.conf", "/etc/groove.conf"), ("my file", "'my file'"), ("it's", "'it'\\''s'"),
            ("", "''"), ("$HOME", "'$HOME'"),
        ])
    func quoted(word: String, expected: String) {
        #expect(ShellText.quoted(word) == expected)
    }

    @Test(
        "a line is split as a shell would",
        arguments: [
            ("volume +5", ["volume", "+5"]), ("  a   b ", ["a", "b"]),
            ("a 'b c' \"d e\"", ["a", "b c", "d e"]),
            ("a\\ b", ["a b"]), ("''", [""]), ("", []), ("x'y'z", ["xyz"]),
        ] as [(String, [String])])
    func words(line: String, expected: [String]) {
        #expect(ShellText.words(line) == expected)
    }

    @Test("an open quote is no line", arguments: ["'a", "\"a", "a\\"])
    func openQuote(line: String) {
        #expect(ShellText.words(line) == nil)
    }
}

@Suite("The word that was meant")
struct NearestWordTests {
    private let commands = ["play", "pause", "toggle", "stop", "next", "previous", "status"]

    @Test(
        "a slip is found",
        arguments: [
            ("pley", "play"), ("tpggle", "toggle"), ("nxet", "next"), ("statsu", "status"), ("PLAY", "play"),
            ("previuos", "previous"),
        ])
    func near(word: String, expected: String) {
        #expect(NearestWord.of(word, in: commands) == expected)
    }

    @Test("another word is not", arguments: ["", "bicycle", "xyz", "zzzz"])
    func far(word: String) {
        #expect(NearestWord.of(word, in: commands) == nil)
    }
}
