/// What a frame is for (RFC 6455 §5.2, §11.8). Other opcodes are reserved and fail the connection.
enum WebSocketOpcode: UInt8, Sendable {
    case continuation = 0x0
    case text = 0x1
    case binary = 0x2
    case close = 0x8
    case ping = 0x9
    case pong = 0xA

    /// Close, ping and pong may come in the middle of a message, and are never fragmented (RFC 6455 §5.5).
    var isControl: Bool { rawValue >= 0x8 }
}

/// The largest payload of a control frame (RFC 6455 §5.5).
let webSocketControlPayloadLimit = 125

/// Frames as a client sends them: whole, masked, with the shortest form of their length.
enum WebSocketFrame {
    /// A frame's bytes, under a fresh masking key (RFC 6455 §5.3).
    static func encode(
        _ opcode: WebSocketOpcode, payload: some Collection<UInt8>,
        using generator: inout some RandomNumberGenerator
    ) -> [UInt8] {
        var frame: [UInt8] = []
        frame.reserveCapacity(payload.count + 14)
        frame.append(0x80 | opcode.rawValue)
        appendLength(payload.count, to: &frame)
        let key = generator.next() as UInt32
        for shift in [24, 16, 8, 0] as [UInt32] { frame.append(UInt8(truncatingIfNeeded: key >> shift)) }
        var turned = key
        for byte in payload {
            turned = turned << 8 | turned >> 24
            frame.append(byte ^ UInt8(truncatingIfNeeded: turned))
        }
        return frame
    }

    /// Seven bits, or 126 and sixteen, or 127 and sixty-four: always the shortest (RFC 6455 §5.2).
    private static func appendLength(_ length: Int, to frame: inout [UInt8]) {
        let isMasked: UInt8 = 0x80
        switch length {
        case 0...125:
            frame.append(isMasked | UInt8(length))
        case 126...0xFFFF:
            frame.append(isMasked | 126)
            frame.append(UInt8(truncatingIfNeeded: length >> 8))
            frame.append(UInt8(truncatingIfNeeded: length))
        default:
            frame.append(isMasked | 127)
            for shift in stride(from: 56, through: 0, by: -8) {
                frame.append(UInt8(truncatingIfNeeded: length >> shift))
            }
        }
    }
}
