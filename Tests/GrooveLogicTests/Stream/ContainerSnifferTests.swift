import GrooveTestSupport
import Testing

@testable import GrooveLogic

@Suite("Container sniffing")
struct ContainerSnifferTests {
    /// The verdict on bytes given whole, one by one, and in pieces of every kind; all must agree.
    private func verdict(_ bytes: [UInt8]) -> ContainerSniffer.Verdict {
        var whole = ContainerSniffer()
        whole.received(bytes)
        var single = ContainerSniffer()
        for byte in bytes { single.received([byte]) }
        #expect(single.verdict == whole.verdict)
        var random = SeededGenerator(seed: 7)
        for _ in 0..<20 {
            var split = ContainerSniffer()
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...min(rest.count, 97), using: &random)
                split.received(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            #expect(split.verdict == whole.verdict)
        }
        return whole.verdict
    }

    private func oggPage(_ body: [UInt8], flags: UInt8 = 2) -> [UInt8] {
        Array("OggS".utf8) + [0, flags] + [UInt8](repeating: 0, count: 20) + [1, UInt8(body.count)] + body
    }

    @Test("a native stream from its start")
    func nativeStart() {
        #expect(verdict(FLACSample.bytes) == .found(.flac, offset: 0))
    }

    @Test("a native stream joined anywhere begins at the first whole frame", arguments: [1, 40, 85])
    func nativeJoin(at offset: Int) {
        let joined = Array(FLACSample.bytes[offset...])
        #expect(verdict(joined) == .found(.flac, offset: FLACSample.firstFrame - offset))
    }

    @Test("after one damaged frame the next is taken")
    func damagedFrame() {
        var bytes = Array(FLACSample.bytes[FLACSample.firstFrame...])
        bytes[60] ^= 0x40
        guard case .found(.flac, let offset) = verdict(bytes) else {
            Issue.record("not found")
            return
        }
        #expect(FLACFrameHeader.parse(bytes, at: offset) != .invalid)
        #expect(offset > 60)
    }

    @Test("Ogg is FLAC only with FLAC's first packet in it")
    func ogg() {
        let flac = oggPage([0x7F] + Array("FLAC".utf8) + [1, 0, 0, 1] + Array("fLaC".utf8))
        let vorbis = oggPage([1] + Array("vorbis".utf8) + [0, 0, 0, 0])
        #expect(verdict(flac) == .found(.oggFLAC, offset: 0))
        #expect(verdict(vorbis + flac) == .found(.oggFLAC, offset: 0))
        #expect(
            verdict(vorbis + oggPage([1, 2, 3], flags: 0))
                == .notFLAC(reason: "it is Ogg, but no FLAC is in it"))
    }

    @Test(
        "a page that ends is named for what it is",
        arguments: [
            ("<!DOCTYPE html><html>", "it is a web page"), ("\n  <html>", "it is a web page"),
            ("404 not here", "it is text"), ("ID3\u{4}", "it begins like an MP3"),
        ])
    func other(text: String, reason: String) {
        var sniffer = ContainerSniffer()
        sniffer.received(text.utf8)
        #expect(sniffer.verdict == .needsMore)
        sniffer.ended()
        #expect(sniffer.verdict == .notFLAC(reason: reason))
    }

    @Test("noise is given up after a bounded number of bytes")
    func bounded() {
        var random = SeededGenerator(seed: 1)
        var sniffer = ContainerSniffer()
        var given = 0
        while sniffer.verdict == .needsMore, given < 2_000_000 {
            sniffer.received((0..<1000).map { _ in UInt8.random(in: 0...255, using: &random) })
            given += 1000
        }
        #expect(sniffer.verdict == .notFLAC(reason: "no FLAC frame was found in it"))
        #expect(given <= 513 * 1024)
    }
}
