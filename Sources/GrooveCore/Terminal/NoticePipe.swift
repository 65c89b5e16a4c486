import CGrooveShims
@preconcurrency import Glibc

/// The pipe through which signal handlers tell of signals, one byte each. Closed with its last owner.
final class NoticePipe: Sendable {
    /// What the reader waits on.
    let readEnd: Int32
    /// What the handlers write to.
    let writeEnd: Int32

    /// Neither end blocks, and no other program inherits them.
    init() throws(TerminalError) {
        var ends: [Int32] = [-1, -1]
        guard groove_notice_pipe(&ends) == 0 else { throw .system(operation: "pipe", code: errno) }
        readEnd = ends[0]
        writeEnd = ends[1]
    }

    deinit {
        Glibc.close(readEnd)
        Glibc.close(writeEnd)
    }

    /// The numbers of the signals that came since; each once.
    func read() -> [Int32] {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = buffer.withUnsafeMutableBytes { Glibc.read(readEnd, $0.baseAddress, $0.count) }
        guard count > 0 else { return [] }
        var signals: [Int32] = []
        for byte in buffer.prefix(count) where !signals.contains(Int32(byte)) { signals.append(Int32(byte)) }
        return signals
    }
}
