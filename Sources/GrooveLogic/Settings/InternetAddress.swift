/// An IPv4 or IPv6 address, read from text: what the resolver would take as a number rather than as a name.
public enum InternetAddress: Sendable, Hashable {
    /// Four bytes, most significant first.
    case v4([UInt8])
    /// Eight groups of 16 bits, most significant first. A zone (`%eth0`) is left out.
    case v6([UInt16])

    /// Reads dotted decimals, or RFC 4291 §2.2 text without brackets; nil for anything else.
    public init?(_ text: String) {
        if let bytes = Self.version4(Substring(text)) {
            self = .v4(bytes)
        } else if let groups = Self.version6(text) {
            self = .v6(groups)
        } else {
            return nil
        }
    }

    /// Four decimals of at most 255; leading zeros are refused, since some read them as octal.
    private static func version4(_ text: Substring) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var bytes: [UInt8] = []
        for part in parts {
            guard part.allSatisfy({ $0.isASCII && $0.isNumber }), part.count == 1 || part.first != "0",
                let byte = UInt8(part)
            else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    private static func version6(_ text: String) -> [UInt16]? {
        let zoned = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
        if zoned.count == 2 {
            guard (1...32).contains(zoned[1].count), zoned[1].allSatisfy(isZoneCharacter) else { return nil }
        }
        let address = zoned.first ?? ""
        guard address.contains(":"), !address.holds(":::") else { return nil }
        guard let gap = gap(in: address) else {
            let groups = groups(address)
            return groups?.count == 8 ? groups : nil
        }
        let after = address[address.index(gap, offsetBy: 2)...]
        guard let head = groups(address[..<gap]), let tail = groups(after), head.count + tail.count <= 7
        else {
            return nil
        }
        return head + [UInt16](repeating: 0, count: 8 - head.count - tail.count) + tail
    }

    private static func isZoneCharacter(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "-_.".contains(character))
    }

    /// Where `::` stands.
    private static func gap(in address: Substring) -> Substring.Index? {
        address.indices.first { address[$0...].hasPrefix("::") }
    }

    /// The groups between colons; the last may be an IPv4 address, which is two of them.
    private static func groups(_ text: Substring) -> [UInt16]? {
        guard !text.isEmpty else { return [] }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        var groups: [UInt16] = []
        for (index, part) in parts.enumerated() {
            if index == parts.count - 1, let bytes = version4(part) {
                groups.append(UInt16(bytes[0]) << 8 | UInt16(bytes[1]))
                groups.append(UInt16(bytes[2]) << 8 | UInt16(bytes[3]))
            } else {
                guard (1...4).contains(part.count), part.allSatisfy(\.isHexDigit),
                    let group = UInt16(part, radix: 16)
                else { return nil }
                groups.append(group)
            }
        }
        return groups.count <= 8 ? groups : nil
    }
}
