import Testing

@testable import GrooveCore

@Suite("Ogg pages")
struct OggReaderTests {
    /// Gives the same bytes again and again after a beginning, and counts them.
    private final class EndlessSource: ByteSource {
        private(set) var given = 0
        private let beginning: [UInt8]
        private let page: (_ number: UInt32) -> [UInt8]
        private var waiting: ArraySlice<UInt8>
        private var number: UInt32 = 1

        init(beginning: [UInt8], page: @escaping (_ number: UInt32) -> [UInt8]) {
            self.beginning = beginning
            self.page = page
            waiting = beginning[...]
        }

        func read(into buffer: UnsafeMutableBufferPointer<UInt8>) -> ByteSourceResult {
            if waiting.isEmpty {
                waiting = page(number)[...]
                number += 1
            }
            let count = min(buffer.count, waiting.count)
            for (index, byte) in waiting.prefix(count).enumerated() { buffer[index] = byte }
            waiting = waiting.dropFirst(count)
            given += count
            return .bytes(count)
        }
    }

    /// A page (RFC 3533 §6) with one packet, or a part of one that goes on in the next page.
    private func page(_ body: [UInt8], number: UInt32, flags: UInt8, isOpen: Bool = false) -> [UInt8] {
        var lacing = [UInt8](repeating: 255, count: body.count / 255)
        if !isOpen { lacing.append(UInt8(body.count % 255)) }
        var page = Array("OggS".utf8) + [0, flags] + [UInt8](repeating: 0, count: 8) + [7, 0, 0, 0]
        page += (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        page += [0, 0, 0, 0, UInt8(lacing.count)] + lacing + body
        let checksum = Self.checksum(page)
        for index in 0..<4 { page[22 + index] = UInt8(truncatingIfNeeded: checksum >> UInt32(index * 8)) }
        return page
    }

    /// CRC-32 with the polynomial 0x04C11DB7, neither reflected nor inverted.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.reduce(UInt32(0)) { sum, byte in table[Int(sum >> 24) ^ Int(byte)] ^ (sum << 8) }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index) << 24) { sum, _ in sum >> 31 == 1 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
    }

    @Test("a packet that never ends does not take all memory")
    func endlessPacket() {
        let head = page([0x7F] + Array("FLAC".utf8) + [1, 0, 0, 1, 1, 2, 3], number: 0, flags: 2)
        let limit = 1 << 19
        let body = [UInt8](repeating: 9, count: 255 * 255)
        let source = EndlessSource(beginning: head) { number in
            page(body, number: number, flags: number == 1 ? 0 : 1, isOpen: true)
        }
        let reader = OggReader(source: source, packetLimit: limit)
        var buffer = [UInt8](repeating: 0, count: 16)
        let results = buffer.withUnsafeMutableBufferPointer { buffer in
            [reader.read(into: buffer), reader.read(into: buffer)]
        }
        #expect(results == [.bytes(3), .interrupted(.failed(.undecodable))])
        // A page more than fits, and what libogg has read ahead.
        #expect((limit...limit + 3 * 65_307).contains(source.given))
    }
}
