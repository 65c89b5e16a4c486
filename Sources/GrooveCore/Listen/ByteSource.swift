import GrooveLogic

/// Where a decoder pulls its bytes from.
protocol ByteSource: AnyObject {
    /// Fills the beginning of `buffer`, waiting until there is at least one byte.
    func read(into buffer: UnsafeMutableBufferPointer<UInt8>) -> ByteSourceResult
}

/// What a read brought.
enum ByteSourceResult: Equatable {
    /// At least one.
    case bytes(Int)
    case interrupted(Interruption)
}

/// Why no more bytes come.
enum Interruption: Equatable {
    /// The listener was asked to end.
    case stopped
    case failed(StreamFailure)
    /// A new logical stream begins: the decoder must be a new one.
    case newLink
}

/// Bytes that were read already, then the rest of a source.
final class PrefixedSource: ByteSource {
    private let prefix: [UInt8]
    private var position: Int
    private let rest: any ByteSource

    /// `prefix` from `offset` on, then `rest`.
    init(prefix: [UInt8], offset: Int, rest: any ByteSource) {
        self.prefix = prefix
        position = offset
        self.rest = rest
    }

    func read(into buffer: UnsafeMutableBufferPointer<UInt8>) -> ByteSourceResult {
        guard position < prefix.count else { return rest.read(into: buffer) }
        let count = min(buffer.count, prefix.count - position)
        for index in 0..<count { buffer[index] = prefix[position + index] }
        position += count
        return .bytes(count)
    }
}
