import GrooveTestSupport
import Testing

@testable import GrooveLogic

@Suite("reading JSON")
struct JSONReaderTests {
    @Test("a text of Mopidy's with a Latin-1 file name can be read")
    func latinFileName() throws {
        let text = Array(#"{"name": "caf\udce9.flac", "other": "\ud83d\ude00"}"#.utf8)
        #expect(
            try JSONReader.read([String: String].self, from: text) == [
                "name": "caf\u{FFFD}.flac", "other": "😀",
            ])
    }

    @Test("what is no JSON is told from JSON of another shape")
    func errors() {
        #expect(throws: JSONReadingError(isNoJSON: true)) {
            try JSONReader.read([Int].self, from: Array("<html>".utf8))
        }
        #expect(throws: JSONReadingError(isNoJSON: true)) { try JSONReader.read([Int].self, from: []) }
        #expect(throws: JSONReadingError(isNoJSON: false)) {
            try JSONReader.read([Int].self, from: Array("{}".utf8))
        }
        let deep = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
        #expect(throws: JSONReadingError(isNoJSON: true)) { try JSONReader.read([Int].self, from: deep) }
    }

    @Test("an odd element does not cost the others")
    func lenientList() throws {
        let text = Array(#"[1, "two", 3, null, [4], {"five": 5}, 6.5, 7]"#.utf8)
        let list = try JSONReader.read(LenientList<Int>.self, from: text)
        #expect(list.elements == [1, 3, 7])
        #expect(list.dropped == 5)
    }
}
