@preconcurrency import COgg
import GrooveLogic

/// Unwraps Ogg FLAC (RFC 9639 §10.1): pages in, the bytes of a native FLAC stream out, one logical stream at a time.
///
/// libFLAC before 1.5 cannot follow chained links, so the pages are walked here. Confined to one thread.
final class OggReader: ByteSource {
    /// The present link's serial number; nil before the first.
    private(set) var serial: UInt32?
    /// Pages of FLAC so far.
    private(set) var pages = 0

    private let source: any ByteSource
    private let sync: UnsafeMutablePointer<ogg_sync_state>
    private let stream: UnsafeMutablePointer<ogg_stream_state>
    private var packet: [UInt8] = []
    private var position = 0
    /// The page that begins the next link, when one was met.
    private var isAtNewLink = false
    private var nextPage = ogg_page()

    /// Bytes of the packet that the last page left open.
    private var unfinished = 0

    /// What is asked of the source at a time.
    static let readSize = 8192
    /// A cover in the header has 16 MiB at most (RFC 9639 §8.1), a frame much less; libogg keeps a packet whole.
    static let packetLimit = 17 << 20
    private let packetLimit: Int

    /// Unwraps what `source` brings.
    init(source: any ByteSource, packetLimit: Int = packetLimit) {
        self.packetLimit = packetLimit
        self.source = source
        sync = .allocate(capacity: 1)
        sync.initialize(to: ogg_sync_state())
        ogg_sync_init(sync)
        stream = .allocate(capacity: 1)
        stream.initialize(to: ogg_stream_state())
        ogg_stream_init(stream, 0)
    }

    deinit {
        ogg_stream_clear(stream)
        stream.deallocate()
        ogg_sync_clear(sync)
        sync.deallocate()
    }

    /// The next bytes of the present link, or `.newLink`.
    func read(into buffer: UnsafeMutableBufferPointer<UInt8>) -> ByteSourceResult {
        while position == packet.count {
            if serial != nil, nextPacket() { continue }
            if let interruption = readPage() { return .interrupted(interruption) }
        }
        let count = min(buffer.count, packet.count - position)
        packet.withUnsafeBufferPointer { bytes in
            for index in 0..<count { buffer[index] = bytes[position + index] }
        }
        position += count
        return .bytes(count)
    }

    /// After `.newLink`: goes on with the link that was met.
    func beginLink() {
        guard isAtNewLink else { return }
        isAtNewLink = false
        begin(&nextPage)
    }

    /// True: `packet` holds the next one, which may be empty.
    private func nextPacket() -> Bool {
        var found = ogg_packet()
        while true {
            let result = ogg_stream_packetout(stream, &found)
            guard result != 0 else { return false }
            // Below zero a page was lost; the decoder finds the gap by the frame numbers.
            guard result > 0 else { continue }
            guard let bytes = found.packet else { return false }
            // The first packet carries 0x7F "FLAC", two bytes of version and two of count before the native header.
            let skipped = found.b_o_s != 0 ? min(9, found.bytes) : 0
            packet.removeAll(keepingCapacity: true)
            packet.append(
                contentsOf: UnsafeBufferPointer(start: bytes + skipped, count: found.bytes - skipped))
            position = 0
            return true
        }
    }

    /// Takes in one page, reading as long as it takes.
    private func readPage() -> Interruption? {
        if isAtNewLink { return .newLink }
        var page = ogg_page()
        while ogg_sync_pageout(sync, &page) != 1 {
            guard let room = ogg_sync_buffer(sync, Self.readSize) else {
                return .failed(.broken("out of memory"))
            }
            let result = room.withMemoryRebound(to: UInt8.self, capacity: Self.readSize) { start in
                source.read(into: UnsafeMutableBufferPointer(start: start, count: Self.readSize))
            }
            switch result {
            case .bytes(let count): ogg_sync_wrote(sync, count)
            case .interrupted(let interruption): return interruption
            }
        }
        return accept(&page)
    }

    private func accept(_ page: inout ogg_page) -> Interruption? {
        let number = UInt32(bitPattern: ogg_page_serialno(&page))
        if ogg_page_bos(&page) != 0 {
            guard Self.isFLAC(page) else { return nil }
            guard serial == nil else {
                // The page lies in libogg's buffer, which is not touched before the link begins.
                nextPage = page
                isAtNewLink = true
                return .newLink
            }
            begin(&page)
        } else if number == serial {
            pages += 1
            unfinished = ogg_page_packets(&page) > 0 ? 0 : unfinished + page.body_len
            guard unfinished <= packetLimit else { return .failed(.undecodable) }
            ogg_stream_pagein(stream, &page)
        }
        return nil
    }

    private func begin(_ page: inout ogg_page) {
        let number = ogg_page_serialno(&page)
        serial = UInt32(bitPattern: number)
        pages += 1
        unfinished = 0
        ogg_stream_reset_serialno(stream, number)
        ogg_stream_pagein(stream, &page)
    }

    private static func isFLAC(_ page: ogg_page) -> Bool {
        guard let body = page.body, page.body_len >= 9 else { return false }
        return Array(UnsafeBufferPointer(start: body, count: 5)) == [0x7F] + Array("FLAC".utf8)
    }
}
