/// FLAC's two checksums (RFC 9639 §9.1.8 and §9.3), most significant bit first, starting at zero.
public enum FLACChecksum {
    private static let table8: [UInt8] = (0..<256).map { index in
        (0..<8).reduce(UInt8(index)) { crc, _ in crc & 0x80 != 0 ? (crc << 1) ^ 0x07 : crc << 1 }
    }

    private static let table16: [UInt16] = (0..<256).map { index in
        (0..<8).reduce(UInt16(index) << 8) { crc, _ in crc & 0x8000 != 0 ? (crc << 1) ^ 0x8005 : crc << 1 }
    }

    /// CRC-8 of a frame header without its last byte, which it must equal.
    public static func crc8(_ bytes: some Sequence<UInt8>) -> UInt8 {
        bytes.reduce(0) { crc, byte in table8[Int(crc ^ byte)] }
    }

    /// CRC-16 of a whole frame without its last two bytes, which it must equal, big-endian.
    public static func crc16(_ bytes: some Sequence<UInt8>) -> UInt16 {
        bytes.reduce(0) { crc, byte in (crc << 8) ^ table16[Int(UInt8(crc >> 8) ^ byte)] }
    }
}
