@preconcurrency import Glibc

/// A connected stream of bytes, both ways, that never blocks.
protocol ByteChannel: AnyObject, Sendable {
    /// The descriptor whose readiness tells when to read and write. It is open for as long as this object lives.
    var number: Int32 { get }
    /// Whether bytes may wait inside, where the descriptor's readiness does not tell of them.
    var mayHoldBytes: Bool { get }
    /// Reads into `buffer`; 0 is the end, nil that nothing is there yet.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int?
    /// Writes as much as it takes, without a SIGPIPE; nil when it takes nothing yet.
    func send(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int?
    /// Says that nothing more will be sent; what comes in can still be read.
    func finishSending()
}

/// A file descriptor that is closed when the last one who holds it lets go.
///
/// A class, since a dispatch source must hold its descriptor open until it has been cancelled.
final class FileDescriptor: ByteChannel {
    /// The number; valid for as long as this object lives.
    let number: Int32
    let mayHoldBytes = false

    /// Takes over an open descriptor.
    init(owning number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int? {
        try orWouldBlock { Glibc.read(number, buffer.baseAddress, buffer.count) }
    }

    /// For sockets alone.
    func send(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int? {
        try orWouldBlock {
            bytes.withUnsafeBytes { Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        }
    }

    func finishSending() {
        shutdown(number, Int32(SHUT_WR))
    }

    private func orWouldBlock(_ call: () -> Int) throws(SystemError) -> Int? {
        do throws(SystemError) {
            return try retrying(call)
        } catch  where error.code == EAGAIN || error.code == EWOULDBLOCK {
            return nil
        }
    }
}
