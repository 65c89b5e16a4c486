/// Bytes that come in at one end and are used up at the other.
///
/// Used bytes are only stepped over; the room they took is given back when they are the larger part, so that
/// both ends cost constant time a byte.
struct ByteQueue: Sendable, Equatable {
    private var storage: [UInt8] = []
    private var head = 0

    /// How many bytes wait.
    var count: Int { storage.count - head }

    /// Whether none waits.
    var isEmpty: Bool { head == storage.count }

    /// What waits, first byte first.
    var bytes: ArraySlice<UInt8> { storage[head...] }

    /// Adds at the end.
    mutating func append(_ bytes: some Sequence<UInt8>) {
        if head > 0, head * 2 >= storage.count {
            storage.removeFirst(head)
            head = 0
        }
        storage.append(contentsOf: bytes)
    }

    /// Uses up the first `count` bytes, of which there must be that many.
    mutating func drop(_ count: Int) {
        precondition(count <= self.count, "more bytes were dropped than there were")
        head += count
        if head == storage.count {
            storage.removeAll(keepingCapacity: head <= 1 << 16)
            head = 0
        }
    }

    /// Uses up the first byte and returns it.
    mutating func popFirst() -> UInt8? {
        guard let first = bytes.first else { return nil }
        drop(1)
        return first
    }
}
