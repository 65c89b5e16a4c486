import GrooveLogic
import GrooveTestSupport
import Testing

@Suite("Config files in Mopidy's dialect")
struct INIDocumentTests {
    private func read(_ text: String) -> INIDocument {
        INIDocument(bytes: Array(text.utf8))
    }

    /// `line section/key=value`, for comparing whole files.
    private func entries(_ text: String) -> [String] {
        read(text).entries.map { "\($0.line) \($0.section)/\($0.key)=\($0.value)" }
    }

    @Test("sections, keys, both delimiters, comments")
    func basics() {
        let text = """
            # a comment
            ; another

            [server]
            host = nas
              # indented comment
            rpc_url: http://nas:6680/mopidy/rpc
            [ listen ]
            device=hw:1,0
            empty =
            """
        #expect(
            entries(text) == [
                "5 server/host=nas", "7 server/rpc_url=http://nas:6680/mopidy/rpc", "9 listen/device=hw:1,0",
                "10 listen/empty=",
            ])
        #expect(read(text).problems.isEmpty)
        #expect(read(text).headers.map(\.name) == ["server", "listen"])
    }

    @Test(
        "a comment after a value needs white space and a semicolon",
        arguments: [
            ("nas ; the server", "nas"), ("nas;x", "nas;x"), ("nas # x", "nas # x"), ("nas\t;x", "nas"),
            ("a;b ;c", "a;b"), ("; all of it", ""), ("\"quoted\"", "\"quoted\""), ("100%", "100%"),
            ("a=b", "a=b"),
        ])
    func inlineComments(text: String, expected: String) {
        #expect(entries("[s]\nk = \(text)") == ["2 s/k=\(expected)"])
    }

    @Test("a more deeply indented line goes on with the value")
    func continuation() {
        #expect(entries("[s]\nk = a\n  b\n  c ; d\n\n  e\nl = f") == ["2 s/k=a\nb\nc\n\ne", "7 s/l=f"])
        #expect(entries("[s]\n  k = a\n  l = b") == ["2 s/k=a", "3 s/l=b"])
        #expect(entries("[s]\nk = a\n# x\n  b") == ["2 s/k=a\nb"])
    }

    @Test("a byte-order mark and CRLF are good")
    func windows() {
        #expect(entries("\u{FEFF}[s]\r\nk = a\r\n\r\nl = b\r\n") == ["2 s/k=a", "4 s/l=b"])
    }

    @Test("every line that is wrong is told, and the others are still read")
    func problems() {
        let text = "early = 1\n[s]\nno delimiter\n= nothing\n[open\nk = v\n[]\nl = w"
        #expect(read(text).problems.map(\.line) == [1, 3, 4, 5, 7])
        #expect(entries(text) == ["6 s/k=v", "8 s/l=w"])
    }

    @Test("what is not UTF-8 is told by its line")
    func notUTF8() {
        let document = INIDocument(bytes: Array("[s]\nk = caf".utf8) + [0xE9, 0x0A] + Array("l = b".utf8))
        #expect(document.problems.map(\.line) == [2])
        #expect(document.entries.map(\.key) == ["l"])
    }

    @Test("no message repeats a line, which may hold a password")
    func noSecrets() {
        let document = read("hunter2\n[auth]\npassword hunter2\n= hunter2\n[hunter2\n")
        #expect(document.problems.count == 4)
        #expect(!document.problems.contains { $0.message.contains("hunter2") })
    }

    @Test("random bytes never trap, and every line number is in the file")
    func random() {
        var random = SeededGenerator(seed: 7)
        let alphabet: [UInt8] = Array("[]=:;# \t\r\n\nabk".utf8) + [0xEF, 0xBB, 0xBF, 0xC3, 0xA9, 0x00]
        for _ in 0..<5000 {
            let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
                alphabet.randomElement(using: &random) ?? 0
            }
            let document = INIDocument(bytes: bytes)
            let lines = bytes.count { $0 == 0x0A } + 1
            #expect(document.entries.allSatisfy { (1...lines).contains($0.line) })
            #expect(document.problems.allSatisfy { (1...lines).contains($0.line) })
        }
    }
}
