import GrooveTestSupport
import Testing

@testable import GrooveLogic

@Suite("a WebSocket connection")
struct WebSocketMachineTests {
    static let start = MonotonicTime(sinceStart: .seconds(100))

    /// A machine, a clock and a random source; masked frames are shown unmasked, as (opcode, payload).
    final class Rig {
        enum Seen: Equatable {
            case sent(UInt8, [UInt8])
            case request
            case opened
            case text(String)
            case binary([UInt8])
            case finished(WebSocketClosure)
            case failed(WebSocketFailure)
        }

        var machine = WebSocketMachine(handshake: WebSocketHandshakeTests.handshake, at: start)
        var generator = SeededGenerator(seed: 9)
        var now = start

        /// Everything that is to be done now.
        func drain() -> [Seen] {
            var seen: [Seen] = []
            while let action = machine.next(at: now, using: &generator) { seen.append(show(action)) }
            return seen
        }

        func received(_ bytes: [UInt8]) -> [Seen] {
            machine.received(bytes, at: now)
            return drain()
        }

        func passed(_ time: Duration) -> [Seen] {
            now = now + time
            machine.timePassed(at: now, using: &generator)
            return drain()
        }

        private func show(_ action: WebSocketMachine.Action) -> Seen {
            switch action {
            case .send(let bytes) where bytes.starts(with: Array("GET ".utf8)): .request
            case .send(let bytes): .sent(bytes[0] & 0x0F, Self.unmasked(bytes))
            case .opened: .opened
            case .deliver(.text(let bytes)): .text(String(decoding: bytes, as: UTF8.self))
            case .deliver(.binary(let bytes)): .binary(bytes)
            case .finish(let closure): .finished(closure)
            case .fail(let failure): .failed(failure)
            }
        }

        static func unmasked(_ frame: [UInt8]) -> [UInt8] {
            let key = Array(frame[2..<6])
            return frame[6...].enumerated().map { $1 ^ key[$0 % 4] }
        }
    }

    static let answer = Array((WebSocketHandshakeTests.good + "\r\n").utf8)

    static func opened() -> Rig {
        let rig = Rig()
        _ = rig.drain()
        _ = rig.received(answer)
        return rig
    }

    @Test("a session from the request to the server's close")
    func session() {
        let rig = Rig()
        #expect(rig.drain() == [.request])
        #expect(rig.received(Self.answer + serverFrame(1, Array("one".utf8))) == [.opened, .text("one")])
        #expect(rig.received(serverFrame(2, [1, 2])) == [.binary([1, 2])])
        #expect(rig.received(serverFrame(9, [7])) == [.sent(0xA, [7])])
        #expect(rig.received(serverFrame(0xA, [7])) == [])
        let closing = serverFrame(8, [0x03, 0xE9] + Array("bye".utf8))
        let closure = WebSocketClosure(code: .goingAway, reason: "bye")
        #expect(rig.received(closing) == [.sent(8, [0x03, 0xE9]), .finished(closure)])
        #expect(rig.received(serverFrame(1, [65])) == [])
        #expect(rig.machine.deadline == nil)
    }

    @Test("the same session, cut up in every way")
    func splits() {
        let input =
            Self.answer + serverFrame(1, Array("h\u{E9}".utf8.prefix(2)), isFinal: false)
            + serverFrame(9, [1])
            + serverFrame(0, Array("h\u{E9}".utf8.suffix(1))) + serverFrame(1, [])
            + serverFrame(8, [0x03, 0xE8])
        let expected: [Rig.Seen] = [
            .request, .opened, .sent(0xA, [1]), .text("hé"), .text(""), .sent(8, [0x03, 0xE8]),
            .finished(WebSocketClosure(code: .normal)),
        ]
        let disagreements = FeedVerifier.disagreements(input, expected: expected) { pieces in
            let rig = Rig()
            return rig.drain() + pieces.flatMap { rig.received($0) }
        }
        #expect(disagreements == [])
    }

    static let violations: [([UInt8], [UInt8], WebSocketFailure)] = [
        (serverFrame(0, [65]), [0x03, 0xEA], .protocolError("a continuation of nothing")),
        (
            serverFrame(1, [65], isFinal: false) + serverFrame(1, [65]), [0x03, 0xEA],
            .protocolError("a new message inside a fragmented one")
        ),
        (serverFrame(8, [3]), [0x03, 0xEA], .protocolError("a close frame with half a code")),
        (serverFrame(1, [0xFF]), [0x03, 0xEF], .invalidText),
        (serverFrame(1, [0xCE], isFinal: false) + serverFrame(0, []), [0x03, 0xEF], .invalidText),
        (serverFrame(8, [0x03, 0xE8, 0xFF]), [0x03, 0xEF], .invalidText),
        (serverFrame(3, []), [0x03, 0xEA], .protocolError("a reserved opcode")),
        ([0x81, 127, 0, 0, 0, 0, 0x7F, 0, 0, 0], [0x03, 0xF1], .tooLarge(limit: 32 << 20)),
    ]

    @Test("a violation is answered with its close code, and ends the connection", arguments: violations)
    func violation(input: [UInt8], code: [UInt8], failure: WebSocketFailure) {
        let rig = Self.opened()
        #expect(rig.received(input) == [.sent(8, code), .failed(failure)])
        #expect(rig.received(serverFrame(1, [65])) == [])
    }

    @Test("wrong text is told at its first wrong byte, in the middle of a frame")
    func failsFast() {
        let rig = Self.opened()
        #expect(rig.received([0x81, 100, 65, 66]) == [])
        #expect(rig.received([0xC0]) == [.sent(8, [0x03, 0xEF]), .failed(.invalidText)])
    }

    @Test(
        "close codes that may not be sent are refused",
        arguments: [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535])
    func wrongCloseCodes(code: Int) {
        let rig = Self.opened()
        let failure = WebSocketFailure.protocolError("a close code that may not be sent")
        let frame = serverFrame(8, [UInt8(code >> 8), UInt8(code & 0xFF)])
        #expect(rig.received(frame) == [.sent(8, [0x03, 0xEA]), .failed(failure)])
    }

    @Test(
        "close codes that may be sent are answered in kind",
        arguments: [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1014, 3000, 3999, 4000, 4999])
    func rightCloseCodes(code: UInt16) {
        let rig = Self.opened()
        let payload = [UInt8(code >> 8), UInt8(code & 0xFF)]
        let closure = WebSocketClosure(code: WebSocketCloseCode(rawValue: code))
        #expect(rig.received(serverFrame(8, payload)) == [.sent(8, payload), .finished(closure)])
    }

    @Test("a message before a broken frame is delivered before the frame is looked at")
    func messageFirst() {
        let rig = Self.opened()
        rig.machine.received(serverFrame(1, [65]) + [0xC1], at: rig.now)
        let first = rig.machine.next(at: rig.now, using: &rig.generator)
        #expect(first == .deliver(.text([65])))
        #expect(rig.machine.isOpen)
        #expect(rig.machine.frame(text: [65], using: &rig.generator) != nil)
        let failure = WebSocketFailure.protocolError("a reserved bit is set")
        #expect(rig.drain() == [.sent(8, [0x03, 0xEA]), .failed(failure)])
        #expect(rig.machine.frame(text: [65], using: &rig.generator) == nil)
    }

    @Test("fragments that together are too long are refused before the last is taken")
    func tooLong() {
        var limits = WebSocketMachine.Limits()
        limits.message = 10
        let rig = Rig()
        rig.machine = WebSocketMachine(
            handshake: WebSocketHandshakeTests.handshake, limits: limits, at: Self.start)
        _ = rig.received(Self.answer)
        _ = rig.received(serverFrame(2, [UInt8](repeating: 0, count: 6), isFinal: false))
        #expect(rig.received([0x80, 5]) == [.sent(8, [0x03, 0xF1]), .failed(.tooLarge(limit: 10))])
    }

    @Test("silence is answered with a ping, and more silence with the end")
    func pings() {
        let rig = Self.opened()
        #expect(rig.passed(.seconds(19)) == [])
        #expect(rig.received([0x81]) == [])
        #expect(rig.passed(.seconds(19)) == [])
        #expect(rig.passed(.seconds(1)) == [.sent(9, [])])
        #expect(rig.received([1, 65]) == [.text("A")])
        #expect(rig.passed(.seconds(20)) == [.sent(9, [])])
        #expect(rig.passed(.seconds(9)) == [])
        #expect(rig.passed(.seconds(1)) == [.failed(.silent)])
    }

    @Test("a handshake that is not answered ends in time")
    func handshakeDeadline() {
        let rig = Rig()
        _ = rig.drain()
        #expect(rig.received(Array("HTTP/1.1 101".utf8)) == [])
        #expect(rig.passed(.seconds(5)) == [.failed(.handshakeTimedOut)])
    }

    @Test("a close that we begin waits for the peer's, but not for ever")
    func ownClose() {
        let rig = Self.opened()
        rig.machine.closeRequested(code: .normal, at: rig.now, using: &rig.generator)
        #expect(rig.drain() == [.sent(8, [0x03, 0xE8])])
        #expect(rig.received(serverFrame(9, [1])) == [])
        #expect(rig.received(serverFrame(1, [65])) == [.text("A")])
        let late = Rig()
        (late.machine, late.now) = (rig.machine, rig.now)
        #expect(
            rig.received(serverFrame(8, [0x03, 0xE8])) == [.finished(WebSocketClosure(code: .normal))])
        #expect(late.passed(.seconds(10)) == [.failed(.connectionLost)])
    }

    @Test("what came before the end of the stream is still handed out")
    func endOfStream() {
        let rig = Self.opened()
        rig.machine.received(serverFrame(1, [65]) + serverFrame(1, [66]), at: rig.now)
        rig.machine.endOfStream()
        #expect(rig.drain() == [.text("A"), .text("B"), .failed(.connectionLost)])
        let early = Rig()
        _ = early.drain()
        early.machine.endOfStream()
        #expect(early.drain() == [.failed(.connectionLost)])
    }

    @Test("interim answers before the 101 are passed over")
    func interim() {
        let rig = Rig()
        _ = rig.drain()
        #expect(
            rig.received(Array("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n".utf8) + Self.answer) == [.opened]
        )
    }
}
