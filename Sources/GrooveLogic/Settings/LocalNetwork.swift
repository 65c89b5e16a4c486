/// Tells apart the addresses at which plain http stays at home.
public enum LocalNetwork {
    /// Whether `host` (a name or an address, without brackets) is in the local network as far as its text says.
    ///
    /// Loopback, RFC 1918, link-local, unique local (RFC 4193) and shared addresses (100.64/10), `*.local`, and
    /// names of a single label. A name is not looked up.
    public static func contains(_ host: String) -> Bool {
        switch InternetAddress(host) {
        case .v4(let bytes): return isLocal(bytes)
        case .v6(let groups): return isLocal(groups)
        case nil: return isLocalName(host.lowercased())
        }
    }

    private static func isLocal(_ bytes: [UInt8]) -> Bool {
        switch (bytes[0], bytes[1]) {
        case (0, 0): bytes == [0, 0, 0, 0]
        case (127, _), (10, _), (192, 168), (169, 254): true
        case (172, 16...31), (100, 64...127): true
        default: false
        }
    }

    private static func isLocal(_ groups: [UInt16]) -> Bool {
        if groups[..<5].allSatisfy({ $0 == 0 }) {
            let bytes = [groups[6] >> 8, groups[6] & 0xFF, groups[7] >> 8, groups[7] & 0xFF]
            switch (groups[5], groups[6], groups[7]) {
            case (0xFFFF, _, _): return isLocal(bytes.map { UInt8($0) })  // ::ffff:10.0.0.1
            case (0, 0, 0), (0, 0, 1): return true
            default: return false
            }
        }
        return groups[0] & 0xFFC0 == 0xFE80 || groups[0] & 0xFE00 == 0xFC00
    }

    private static func isLocalName(_ host: String) -> Bool {
        let name = host.hasSuffix(".") ? host.dropLast() : host[...]
        // The resolver reads `134744072` and `0x8080808` as 8.8.8.8.
        guard !name.isEmpty, !name.hasPrefix("0x"), !name.allSatisfy(\.isNumber) else { return false }
        return !name.contains(".") || name.hasSuffix(".local") || name.hasSuffix(".localhost")
    }
}
