@preconcurrency import Glibc

/// A file descriptor that is closed when the last one who holds it lets go.
///
/// A class, since a dispatch source must hold its descriptor open until it has been cancelled.
final class FileDescriptor: Sendable {
    /// The number; valid for as long as this object lives.
    let number: Int32

    /// Takes over an open descriptor.
    init(owning number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Reads into `buffer`; 0 is the end, nil that nothing is there yet.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int? {
        try orWouldBlock { Glibc.read(number, buffer.baseAddress, buffer.count) }
    }

    /// Writes to a socket as much as it takes, without a SIGPIPE; nil when it takes nothing yet.
    func send(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int? {
        try orWouldBlock {
            bytes.withUnsafeBytes { Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        }
    }

    private func orWouldBlock(_ call: () -> Int) throws(SystemError) -> Int? {
        do throws(SystemError) {
            return try retrying(call)
        } catch  where error.code == EAGAIN || error.code == EWOULDBLOCK {
            return nil
        }
    }
}
