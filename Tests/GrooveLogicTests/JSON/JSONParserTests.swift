import Foundation
import GrooveTestSupport
import Testing

@testable import GrooveLogic

@Suite("parsing JSON")
struct JSONParserTests {
    private func parse(_ text: String) -> JSONValue? {
        try? JSONParser.parse(Array(text.utf8))
    }

    static let good: [(String, JSONValue)] = [
        ("null", .null), (" true ", .bool(true)), ("\t\r\nfalse\n", .bool(false)), ("\u{FEFF}1", .integer(1)),
        ("0", .integer(0)), ("-0", .integer(0)), ("-12", .integer(-12)),
        ("9223372036854775807", .integer(Int.max)), ("-9223372036854775808", .integer(Int.min)),
        ("9223372036854775808", .number(9_223_372_036_854_775_808)), ("1.5", .number(1.5)),
        ("-0.25e2", .number(-25)), ("1E+2", .number(100)), ("1e-2", .number(0.01)), ("1e400", .null),
        ("-1e400", .null), (#""""#, .string("")), (#""a/b""#, .string("a/b")),
        (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t")), (#""\u00e9\u00E9é""#, .string("ééé")),
        (#""\u0000""#, .string("\0")), (#""\ud83d\ude00😀""#, .string("😀😀")),
        ("\"\u{7F}\u{85}\"", .string("\u{7F}\u{85}")),
        ("[]", .array([])), ("[ ]", .array([])),
        ("[1,[2],{}]", .array([.integer(1), .array([.integer(2)]), .object([:])])),
        ("{}", .object([:])),
        (#"{"a":1,"b":{"c":null}}"#, .object(["a": .integer(1), "b": .object(["c": .null])])),
        (#"{"a":1,"a":2}"#, .object(["a": .integer(2)])),
        (#" { "a" : [ 1 , 2 ] } "#, .object(["a": .array([.integer(1), .integer(2)])])),
    ]

    @Test("reads what is JSON", arguments: good)
    func reads(text: String, value: JSONValue) {
        #expect(parse(text) == value)
    }

    @Test(
        "refuses what is not",
        arguments: [
            "", " ", "nul", "nulll", "True", "tru e", "+1", "01", "-", "-a", "1.", ".5", "1.e2", "1e", "1e+",
            "0x10", "NaN",
            "Infinity", "1 2", "\"", "\"a", "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\ud8\"",
            "\"a\nb\"", "\"\u{1}\"",
            "'a'", "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "]", "[1}", "{", "{\"a\"", "{\"a\":",
            "{\"a\":1", "{\"a\":1,",
            "{\"a\":1,}", "{,}", "{a:1}", "{1:1}", "{\"a\" 1}", "}", "{\"a\":1]", "<html>", "/* */1", "1//",
            "\u{FEFF}",
        ])
    func refuses(text: String) {
        #expect(parse(text) == nil)
    }

    @Test(
        "a surrogate that stands alone is the replacement character, and nothing else is lost",
        arguments: [
            (#""caf\udce9.flac""#, "caf\u{FFFD}.flac"), (#""\udce9\udce8""#, "\u{FFFD}\u{FFFD}"),
            (#""\ud83d""#, "\u{FFFD}"),
            (#""\ud83dx\ude00""#, "\u{FFFD}x\u{FFFD}"), (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"),
            (#""\\udce9""#, "\\udce9"),
            (#""\\\udce9""#, "\\\u{FFFD}"), (#""\ud83d\n""#, "\u{FFFD}\n"), (#""\ud83d\u0041""#, "\u{FFFD}A"),
        ])
    func loneSurrogates(text: String, expected: String) {
        #expect(parse(text) == .string(expected))
    }

    @Test("bytes that are not UTF-8 are replaced within their string")
    func notUTF8() throws {
        let text = Array(#"{"a":"caf"#.utf8) + [0xE9] + Array(#"","b":2}"#.utf8)
        #expect(try JSONParser.parse(text) == .object(["a": .string("caf\u{FFFD}"), "b": .integer(2)]))
    }

    @Test("depth has a limit, and text as deep as the limit is read")
    func depth() throws {
        let limit = JSONParser.depthLimit
        let deepest = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
        #expect(parse(deepest) != nil)
        let error = JSONSyntaxError(offset: limit, kind: .tooDeep)
        #expect(throws: error) {
            try JSONParser.parse([UInt8](repeating: UInt8(ascii: "["), count: 1_000_000))
        }
        let objects = String(repeating: #"{"a":"#, count: limit + 1)
        #expect(parse(objects) == nil)
    }

    @Test("a text cut off anywhere is truncated, never a value")
    func cut() {
        let text = Array(#"{"a": [1.5e3, true, null, "x\n\ud83d\ude00"], "b": {"c": -1}}"#.utf8)
        for count in 0..<text.count {
            #expect(throws: JSONSyntaxError.self, "the first \(count) bytes") {
                try JSONParser.parse(Array(text[..<count]))
            }
        }
    }

    @Test("agrees with Foundation on texts made at random, and on what their mutations are")
    func agreesWithFoundation() throws {
        var generator = SeededGenerator(seed: 8259)
        for _ in 0..<2000 {
            let value = Self.random(depth: 4, using: &generator)
            var text = Array(value.text.utf8)
            #expect(try JSONParser.parse(text) == value)
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<text.count, using: &generator)
                text[place] = Self.alphabet.randomElement(using: &generator) ?? 0
            }
            // Ours reads more: numbers beyond Double, lone surrogates, duplicates. It never refuses what Foundation reads.
            let theirs = try? JSONSerialization.jsonObject(with: Data(text), options: [.fragmentsAllowed])
            let ours = try? JSONParser.parse(text)
            #expect(theirs == nil || ours != nil, "\(String(decoding: text, as: UTF8.self))")
        }
    }

    private static let alphabet = Array("{}[]\",:\\0-.eEtfnu a1".utf8)

    private static func random(depth: Int, using generator: inout SeededGenerator) -> JSONValue {
        switch Int.random(in: 0..<(depth == 0 ? 5 : 7), using: &generator) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &generator))
        case 2: return .integer(Int.random(in: Int.min...Int.max, using: &generator))
        case 3: return .number(Double.random(in: -1e6...1e6, using: &generator) + 0.5)
        case 4:
            let scalars = (0..<Int.random(in: 0..<8, using: &generator)).compactMap { _ in
                Unicode.Scalar(
                    UInt32.random(in: 0..<0x11_0000, using: &generator)
                        >> UInt32.random(in: 0..<16, using: &generator))
            }
            return .string(String(String.UnicodeScalarView(scalars)))
        case 5:
            return .array(
                (0..<Int.random(in: 0..<4, using: &generator)).map { _ in
                    random(depth: depth - 1, using: &generator)
                })
        default:
            let count = Int.random(in: 0..<4, using: &generator)
            return .object(
                Dictionary(
                    (0..<count).map { ("k\($0)\"\\", random(depth: depth - 1, using: &generator)) },
                    uniquingKeysWith: { $1 }))
        }
    }
}
