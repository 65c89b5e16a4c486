import CGrooveShims
@preconcurrency internal import Glibc

/// Writes to descriptors that others made, and that may block: a pipe that nobody empties must not keep groove from
/// ending.
enum WholeWrite {
    /// What a write came to.
    enum Outcome: Sendable, Hashable {
        case written
        /// Nobody reads any more: to end quietly.
        case closed
        /// It was not to go on any longer.
        case brokenOff
        /// Such as a full disk.
        case failed(SystemError)
    }

    /// What a pipe takes without blocking, once it takes anything (PIPE_BUF).
    private static let pieceSize = 4096
    /// How often a blocked writer asks whether it is to go on.
    private static let patience: Int32 = 100

    /// Writes all bytes; while the descriptor takes none, `goesOn` is asked now and then.
    static func write(_ bytes: [UInt8], to descriptor: Int32, while goesOn: () -> Bool) -> Outcome {
        let isFile = isRegularFile(descriptor)
        var done = 0
        while done < bytes.count {
            if !isFile, groove_poll(descriptor, POLLOUT, patience) == 0 {
                guard goesOn() else { return .brokenOff }
                continue
            }
            let piece = isFile ? bytes.count - done : min(pieceSize, bytes.count - done)
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress?.advanced(by: done), piece)
            }
            if count >= 0 {
                done += count
                continue
            }
            switch errno {
            case EINTR, EAGAIN: continue
            case EPIPE: return .closed
            default: return .failed(SystemError.last)
            }
        }
        return .written
    }

    private static func isRegularFile(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
