import GrooveLogic
import Testing

@Suite("JSON text")
struct JSONValueTests {
    static let texts: [(JSONValue, String)] = [
        (.null, "null"), (.bool(true), "true"), (.bool(false), "false"), (.integer(-5), "-5"),
        (.integer(.max), "9223372036854775807"), (.number(0.5), "0.5"), (.number(-2), "-2.0"),
        (.number(.infinity), "null"), (.number(.nan), "null"), (.string("a/b"), "\"a/b\""),
        ([1, "x", nil, true], "[1,\"x\",null,true]"), ([:], "{}"), ([], "[]"),
        (["b": 1, "a": ["z": [], "y": 2]], "{\"a\":{\"y\":2,\"z\":[]},\"b\":1}"),
    ]

    @Test("each kind of value has its text", arguments: texts)
    func text(value: JSONValue, expected: String) {
        #expect(value.text == expected)
    }

    @Test("quotes, backslashes and line ends are escaped")
    func escapes() {
        #expect(JSONValue.string("\"\\\n\r\t").text == #""\"\\\n\r\t""#)
        #expect(JSONValue.object(["a\"b": 1]).text == #"{"a\"b":1}"#)
    }

    @Test(
        "what could move a cursor or turn the line round is escaped",
        arguments: [
            0x00, 0x07, 0x1B, 0x1F, 0x7F, 0x80, 0x9B, 0x9F, 0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A,
            0x202E, 0x2066, 0x2069,
        ])
    func controls(value: Int) throws {
        let scalar = try #require(Unicode.Scalar(UInt32(value)))
        let digits = String(value, radix: 16)
        let padded = String(repeating: "0", count: 4 - digits.count) + digits
        #expect(JSONValue.string("a\(Character(scalar))b").text == "\"a\\u\(padded)b\"")
    }

    @Test("other scripts and emoji stay as they are")
    func otherScripts() {
        #expect(JSONValue.string("日本語 עברית é 👩🏽‍🚀\u{A0}").text == "\"日本語 עברית é 👩🏽‍🚀\u{A0}\"")
    }

    @Test("a missing value is null")
    func optionals() {
        #expect(JSONValue(nil as String?) == .null)
        #expect(JSONValue(5 as Int?) == .integer(5))
        #expect(JSONValue(nil as Bool?) == .null)
        #expect(JSONValue(0.5 as Double?) == .number(0.5))
    }
}
