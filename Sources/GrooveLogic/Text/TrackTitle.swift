/// What a track is called where it has no title of its own.
public enum TrackTitle {
    /// The last part of a URI, decoded: `local:track:a/b%20c.flac` gives `b c.flac`. Never empty unless `uri` is.
    ///
    /// Bytes that are not UTF-8 are taken for Latin-1, which is what old file names are.
    public static func lastPart(of uri: String) -> String {
        let isWeb = uri.hasPrefix("http://") || uri.hasPrefix("https://")
        // By bytes and from the end: whoever names a URI may make it as long as an answer can be.
        var rest = Array((isWeb ? uri.prefix { $0 != "?" && $0 != "#" } : uri[...]).utf8)[...]
        let slash = UInt8(ascii: "/")
        while rest.count > 1, rest.last == slash { rest.removeLast() }
        let separator = rest.contains(slash) ? slash : UInt8(ascii: ":")
        guard let end = rest.lastIndex(where: { $0 != separator }) else { return decoded(rest) }
        let start = rest[..<end].lastIndex(of: separator).map { $0 + 1 } ?? rest.startIndex
        return decoded(rest[start...end])
    }

    /// The track's title, else the last part of its URI.
    public static func title(of track: Track) -> String {
        if let name = track.name, !name.isEmpty { return name }
        return lastPart(of: track.uri)
    }

    /// Percent-decodes; what is no escape stays as it is.
    private static func decoded(_ text: ArraySlice<UInt8>) -> String {
        guard text.contains(UInt8(ascii: "%")) else { return String(decoding: text, as: UTF8.self) }
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, let high = hex(rest[rest.startIndex]),
                let low = hex(rest[rest.startIndex + 1])
            {
                bytes.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: bytes.map { Unicode.Scalar($0) })
        return String(scalars)
    }

    private static func hex(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension HouseState {
    /// What is on: the track's title, else what the stream says, else the last part of the URI, decoded.
    /// nil only without a track.
    public var title: String? {
        guard let track = current?.track else { return nil }
        if let name = track.name, !name.isEmpty { return name }
        if let streamTitle, !streamTitle.isEmpty { return streamTitle }
        return TrackTitle.lastPart(of: track.uri)
    }
}
