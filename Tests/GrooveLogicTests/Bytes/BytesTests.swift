import GrooveTestSupport
import Testing

@testable import GrooveLogic

@Suite("bytes")
struct BytesTests {
    @Test(
        "Base64 gives the vectors of RFC 4648 §10",
        arguments: zip(
            ["", "f", "fo", "foo", "foob", "fooba", "foobar"],
            ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]))
    func base64(plain: String, encoded: String) {
        #expect(Base64.encode(Array(plain.utf8)) == encoded)
    }

    @Test("Base64 uses the whole alphabet")
    func base64Alphabet() {
        let bytes: [UInt8] = [0xFB, 0xEF, 0xBE, 0xFF, 0xFF, 0xFF, 0x00, 0x10, 0x83]
        #expect(Base64.encode(bytes) == "++++////ABCD")
    }

    @Test(
        "SHA-1 gives the vectors of FIPS 180",
        arguments: zip(
            [
                "", "abc", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrs"
                    + "mnopqrstnopqrstu",
            ],
            [
                "da39a3ee5e6b4b0d3255bfef95601890afd80709", "a9993e364706816aba3e25717850c26c9cd0d89d",
                "84983e441c3bd26ebaae4aa1f95129e5e54670f1", "a49b2446a02c645bf419f995b67091253a04a259",
            ]))
    func sha1(message: String, digest: String) {
        let hex = SHA1.digest(of: Array(message.utf8)).map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }
        #expect(hex.joined() == digest)
    }

    @Test("a queue gives back what went in, in order, whatever the sizes")
    func queue() {
        var generator = SeededGenerator(seed: 7)
        var queue = ByteQueue()
        var expected: [UInt8] = []
        for _ in 0..<500 {
            let more = (0..<Int.random(in: 0...50, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            queue.append(more)
            expected += more
            let used = Int.random(in: 0...queue.count, using: &generator)
            #expect(Array(queue.bytes.prefix(used)) == Array(expected.prefix(used)))
            queue.drop(used)
            expected.removeFirst(used)
            #expect(queue.count == expected.count)
        }
        #expect(Array(queue.bytes) == expected)
    }

    @Test("UTF-8 is told from what is not, as the standard library tells it, at every cut")
    func utf8() {
        var generator = SeededGenerator(seed: 3)
        // First bytes and continuations that lie next to the limits are what goes wrong.
        let edges: [UInt8] = [
            0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC,
            0xED,
            0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
        ]
        for _ in 0..<20_000 {
            let count = Int.random(in: 1...6, using: &generator)
            let bytes = (0..<count).map { _ in edges.randomElement(using: &generator) ?? 0 }
            let isValid = String(validating: bytes, as: UTF8.self) != nil
            let cut = Int.random(in: 0...count, using: &generator)
            var validator = UTF8Validator()
            let told =
                validator.accept(bytes[..<cut]) && validator.accept(bytes[cut...]) && validator.isComplete
            #expect(told == isValid, "\(bytes)")
        }
    }

    @Test("a wrong byte is told at once")
    func utf8FailsFast() {
        var validator = UTF8Validator()
        let isGoodSoFar = validator.accept([0xCE, 0xBA, 0xED])
        let isComplete = validator.isComplete
        let isGoodAfterwards = validator.accept([0xA0])
        #expect([isGoodSoFar, isComplete, isGoodAfterwards] == [true, false, false])
    }
}

@Suite("reading Base64")
struct Base64DecodingTests {
    @Test(
        "RFC 4648's own examples, with and without padding",
        arguments: [
            ("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob"),
            ("Zm9vYmE=", "fooba"),
            ("Zm9vYmFy", "foobar"), ("Zm9vYg", "foob"), ("Zm9v\r\n YmFy", "foobar"),
        ])
    func examples(text: String, expected: String) {
        #expect(Base64.decode(text).map { String(decoding: $0, as: UTF8.self) } == expected)
    }

    @Test(
        "what is not Base64 is nothing",
        arguments: ["Z", "Zm9vY", "Zg==Zg", "Zm9-", "Zm9_", "é", "Zg=\u{0}="])
    func refused(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test("what was written is read")
    func roundTrip() {
        for count in 0..<100 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
            #expect(Base64.decode(Base64.encode(bytes)) == bytes)
        }
    }
}
