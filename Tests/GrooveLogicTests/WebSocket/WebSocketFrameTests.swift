import GrooveTestSupport
import Testing

@testable import GrooveLogic

/// A server's frame, made by other means than the code under test.
func serverFrame(
    _ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true, reserved: UInt8 = 0
) -> [UInt8] {
    var frame = [(isFinal ? 0x80 : 0) | reserved | opcode]
    switch payload.count {
    case ..<126: frame.append(UInt8(payload.count))
    case ..<65_536: frame += [126, UInt8(payload.count / 256), UInt8(payload.count % 256)]
    default:
        frame += [127, 0, 0, 0, 0]
        for shift in [24, 16, 8, 0] { frame.append(UInt8(payload.count >> shift & 0xFF)) }
    }
    return frame + payload
}

@Suite("WebSocket frames")
struct WebSocketFrameTests {
    /// What a parser makes of bytes: each frame's header and payload, and its failure.
    struct Parsed: Equatable {
        var frames: [WebSocketFrameHeader] = []
        var payloads: [[UInt8]] = []
        var failure: WebSocketFailure?
    }

    static func parse(_ pieces: [[UInt8]], limit: Int = 1 << 20) -> Parsed {
        var parser = WebSocketFrameParser(limit: limit)
        var parsed = Parsed()
        var payload: [UInt8] = []
        for piece in pieces {
            parser.append(piece)
            steps: while parsed.failure == nil {
                switch parser.next() {
                case .needMore: break steps
                case .header(let header): parsed.frames.append(header)
                case .payload(let bytes): payload += bytes
                case .end:
                    parsed.payloads.append(payload)
                    payload = []
                case .failed(let failure): parsed.failure = failure
                }
            }
        }
        return parsed
    }

    @Test(
        "a frame is encoded with its shortest length, and comes back",
        arguments: [0, 1, 125, 126, 65_535, 65_536])
    func encode(count: Int) {
        var generator = SeededGenerator(seed: 11)
        let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let frame = WebSocketFrame.encode(.binary, payload: payload, using: &generator)
        #expect(frame[0] == 0x82)
        let extra = count < 126 ? 0 : count < 65_536 ? 2 : 8
        #expect(frame.count == 2 + extra + 4 + count)
        #expect(frame[1] & 0x80 == 0x80)
        #expect(Int(frame[1] & 0x7F) == (extra == 0 ? count : extra == 2 ? 126 : 127))
        let length = frame[2..<2 + extra].reduce(0) { $0 << 8 | Int($1) }
        #expect(extra == 0 || length == count)
        let key = Array(frame[2 + extra..<6 + extra])
        let plain = frame[(6 + extra)...].enumerated().map { $1 ^ key[$0 % 4] }
        #expect(plain == payload)
    }

    @Test("each frame has a fresh masking key")
    func freshKeys() {
        var generator = SeededGenerator(seed: 1)
        let keys = (0..<50).map { _ in
            Array(WebSocketFrame.encode(.text, payload: [1], using: &generator)[2..<6])
        }
        #expect(Set(keys).count == 50)
    }

    @Test("frames of every length form are the same however they are cut", arguments: [0, 1, 125, 126, 300])
    func splits(count: Int) {
        let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let input =
            serverFrame(1, payload, isFinal: false) + serverFrame(9, [1, 2]) + serverFrame(0, payload)
        let expected = Parsed(
            frames: [
                WebSocketFrameHeader(opcode: .text, isFinal: false, length: count),
                WebSocketFrameHeader(opcode: .ping, isFinal: true, length: 2),
                WebSocketFrameHeader(opcode: .continuation, isFinal: true, length: count),
            ], payloads: [payload, [1, 2], payload])
        #expect(FeedVerifier.disagreements(input, expected: expected) { Self.parse($0) } == [])
    }

    @Test("lengths at the edges are read right", arguments: [65_535, 65_536])
    func longFrames(count: Int) {
        let payload = [UInt8](repeating: 5, count: count)
        #expect(Self.parse([serverFrame(2, payload)]).payloads == [payload])
    }

    static let broken: [([UInt8], WebSocketFailure)] = [
        ([0xC1], .protocolError("a reserved bit is set")),
        ([0xA1], .protocolError("a reserved bit is set")),
        ([0x91], .protocolError("a reserved bit is set")),
        ([0x83], .protocolError("a reserved opcode")),
        ([0x8B], .protocolError("a reserved opcode")),
        ([0x09], .protocolError("a control frame in pieces")),
        ([0x08], .protocolError("a control frame in pieces")),
        ([0x81, 0x80], .protocolError("a masked frame from the server")),
        ([0x89, 126], .protocolError("a control frame of more than 125 bytes")),
        ([0x88, 127], .protocolError("a control frame of more than 125 bytes")),
        ([0x81, 126, 0, 125], .protocolError("a length that is not in its shortest form")),
        (
            [0x81, 127, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF],
            .protocolError("a length that is not in its shortest form")
        ),
        ([0x81, 127, 0x80, 0, 0, 0, 0, 1, 0, 0], .protocolError("a length with its top bit set")),
        ([0x81, 127, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .tooLarge(limit: 1 << 20)),
        ([0x81, 127, 0, 0, 0, 0, 0, 0x10, 0, 1], .tooLarge(limit: 1 << 20)),
    ]

    @Test("a broken header fails at its last byte, before any payload", arguments: broken)
    func brokenHeaders(input: [UInt8], failure: WebSocketFailure) {
        #expect(
            FeedVerifier.disagreements(input, expected: Parsed(failure: failure)) { Self.parse($0) } == [])
        #expect(Self.parse([Array(input.dropLast())]).failure == nil)
    }
}
