@preconcurrency import CGrooveShims
@preconcurrency internal import Glibc

/// What a write came to.
enum WriteOutcome: Sendable, Hashable {
    case written
    /// Nobody reads any more: to end quietly.
    case closed
    /// Given up before the reader had taken everything.
    case abandoned
    /// Such as a full disk.
    case failed(SystemError)
}

/// Writes bytes to a descriptor until all are taken. While the reader takes nothing, `isAbandoned` is asked ten times a
/// second whether to give up: a write that waited inside the system could not be ended by a signal that is watched.
///
/// The descriptor may be non-blocking: it is shared with others, who may have made it so.
func writeWhole(
    _ bytes: [UInt8], to descriptor: Int32, unless isAbandoned: () -> Bool = { false }
) -> WriteOutcome {
    // A pipe that is ready takes this much without waiting (pipe(7), PIPE_BUF).
    let pieceSize = 4096
    var rest = bytes[...]
    // `poll` passes over a negative descriptor: it would be waited for for ever.
    guard descriptor >= 0 || rest.isEmpty else { return .failed(SystemError(code: EBADF)) }
    while !rest.isEmpty {
        if groove_poll(descriptor, POLLOUT, 100) == 0 {
            if isAbandoned() { return .abandoned }
            continue
        }
        // After an error of `poll` the write is tried all the same: it says what is wrong.
        let count = rest.prefix(pieceSize).withUnsafeBytes {
            Glibc.write(descriptor, $0.baseAddress, $0.count)
        }
        if count >= 0 {
            rest = rest.dropFirst(count)
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
