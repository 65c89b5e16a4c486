/// Finds out from a stream's first bytes how its FLAC frames are wrapped. The bytes decide: servers say
/// `audio/ogg`, `audio/flac`, anything or nothing for the same sound.
///
/// A native stream that is joined in the middle has no header. It is known by two frames in a row that agree, the
/// first with a right CRC-16: one sync code alone also turns up in music.
public struct ContainerSniffer: Sendable {
    /// What the bytes so far say.
    public enum Verdict: Sendable, Hashable {
        case needsMore
        /// FLAC begins at `offset` of `bytes`.
        case found(ListenStatus.Container, offset: Int)
        /// Why this cannot be played.
        case notFLAC(reason: String)
    }

    /// Everything received until the verdict: the decoder starts with it.
    public private(set) var bytes: [UInt8] = []
    public private(set) var verdict = Verdict.needsMore

    private var scanned = 0
    private var candidates: [(offset: Int, header: FLACFrameHeader)] = []
    private var sawHeaderNeedingStreamInfo = false

    /// Enough for every usual frame twice over, and reached within a few seconds by any stream of music.
    static let limitWithoutHeader = 96 * 1024
    /// Once a frame header was seen, the next one may be a whole large frame away.
    static let limitWithHeader = 512 * 1024
    /// Frame headers remembered while looking for one that follows.
    static let candidateLimit = 64

    /// Nothing received yet.
    public init() {}

    /// Takes in more of the stream. After the verdict nothing more is kept.
    public mutating func received(_ more: some Sequence<UInt8>) {
        guard verdict == .needsMore else { return }
        bytes.append(contentsOf: more)
        verdict = judge()
    }

    /// The stream ended before it was known.
    public mutating func ended() {
        guard verdict == .needsMore else { return }
        verdict = .notFLAC(reason: bytes.isEmpty ? "it ended without a byte" : Self.describe(bytes))
    }

    private mutating func judge() -> Verdict {
        if Self.begins(bytes, with: "fLaC") != .no {
            return Self.begins(bytes, with: "fLaC") == .yes ? .found(.flac, offset: 0) : .needsMore
        }
        switch Self.begins(bytes, with: "OggS") {
        case .yes: return judgeOgg()
        case .perhaps: return .needsMore
        case .no: return judgeFrames()
        }
    }

    /// Looks through the pages that begin logical streams (RFC 3533 §6) for Ogg FLAC's first packet (RFC 9639 §10.1).
    private func judgeOgg() -> Verdict {
        var page = 0
        while true {
            guard bytes.count >= page + 27 else { return .needsMore }
            guard Array(bytes[page..<page + 4]) == Array("OggS".utf8), bytes[page + 5] & 0x02 != 0 else {
                return .notFLAC(reason: "it is Ogg, but no FLAC is in it")
            }
            let segments = Int(bytes[page + 26])
            let body = page + 27 + segments
            guard bytes.count >= body else { return .needsMore }
            let length = bytes[page + 27..<body].reduce(0) { $0 + Int($1) }
            guard bytes.count >= body + min(length, 5) else { return .needsMore }
            if Array(bytes[body..<body + min(length, 5)]) == [0x7F] + Array("FLAC".utf8) {
                return .found(.oggFLAC, offset: 0)
            }
            page = body + length
            guard page < Self.limitWithoutHeader else {
                return .notFLAC(reason: "it is Ogg, but no FLAC is in it")
            }
        }
    }

    private mutating func judgeFrames() -> Verdict {
        while scanned + 1 < bytes.count {
            guard bytes[scanned] == 0xFF, bytes[scanned + 1] & 0xFE == 0xF8 else {
                scanned += 1
                continue
            }
            switch FLACFrameHeader.parse(bytes, at: scanned) {
            case .needsMore: return .needsMore
            case .invalid: break
            case .header(let header):
                if let start = startOfFrame(before: header) { return .found(.flac, offset: start) }
                remember(header)
            }
            scanned += 1
        }
        return bytes.count > limit
            ? .notFLAC(reason: Self.describe(bytes, needsHeader: sawHeaderNeedingStreamInfo)) : .needsMore
    }

    private var limit: Int { candidates.isEmpty ? Self.limitWithoutHeader : Self.limitWithHeader }

    private func startOfFrame(before header: FLACFrameHeader) -> Int? {
        candidates.last { candidate in
            guard candidate.header.isFollowed(by: header) else { return false }
            let end = scanned - 2
            guard end > candidate.offset + candidate.header.length else { return false }
            let stored = UInt16(bytes[end]) << 8 | UInt16(bytes[end + 1])
            return FLACChecksum.crc16(bytes[candidate.offset..<end]) == stored
        }?.offset
    }

    private mutating func remember(_ header: FLACFrameHeader) {
        guard header.isSelfContained else {
            sawHeaderNeedingStreamInfo = true
            return
        }
        if candidates.count == Self.candidateLimit { candidates.removeFirst() }
        candidates.append((scanned, header))
    }

    private enum Match {
        case yes, perhaps, no
    }

    private static func begins(_ bytes: [UInt8], with magic: StaticString) -> Match {
        let wanted = Array(magic.description.utf8)
        guard zip(bytes, wanted).allSatisfy({ $0 == $1 }) else { return .no }
        return bytes.count >= wanted.count ? .yes : .perhaps
    }

    private static func describe(_ bytes: [UInt8], needsHeader: Bool = false) -> String {
        if needsHeader { return "its frames leave rate and depth to a header that is only sent at the start" }
        let beginning = bytes.prefix(64)
        if beginning.drop(while: { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }).first
            == UInt8(ascii: "<")
        {
            return "it is a web page"
        }
        if Array(bytes.prefix(3)) == Array("ID3".utf8) { return "it begins like an MP3" }
        let isText = beginning.allSatisfy {
            $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A || $0 == 0x0D || $0 == 0x09
        }
        return isText ? "it is text" : "no FLAC frame was found in it"
    }
}
