@preconcurrency import Glibc
import Testing

@testable import GrooveCore

@Suite("Writing all of it", .blocks)
struct WholeWriteTests {
    /// A pipe as small as the system makes them; closed when it is let go.
    private final class Pipe {
        private(set) var ends: [Int32] = [-1, -1]

        init(isNonBlocking: Bool = false) {
            #expect(pipe(&ends) == 0)
            if isNonBlocking { #expect(fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0) }
            #expect(makeSmall(pipe: ends[1]))
        }

        func closeReadEnd() {
            close(ends[0])
            ends[0] = -1
        }

        deinit {
            for end in ends where end >= 0 { close(end) }
        }
    }

    private let bytes = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    @Test(
        "a reader that takes nothing is left when nobody waits for it any longer", arguments: [false, true])
    func abandoned(isNonBlocking: Bool) {
        let pipe = Pipe(isNonBlocking: isNonBlocking)
        var questions = 0
        let outcome = writeWhole(bytes, to: pipe.ends[1]) {
            questions += 1
            return questions == 2
        }
        #expect(outcome == .abandoned)
        #expect(questions == 2)
    }

    @Test(
        "a slow reader gets everything, also where somebody made the descriptor non-blocking",
        arguments: [false, true])
    func slow(isNonBlocking: Bool) {
        let pipe = Pipe(isNonBlocking: isNonBlocking)
        var taken: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        let outcome = writeWhole(bytes, to: pipe.ends[1]) {
            let count = read(pipe.ends[0], &buffer, buffer.count)
            taken += buffer.prefix(max(0, count))
            return false
        }
        #expect(outcome == .written)
        while taken.count < bytes.count, case let count = read(pipe.ends[0], &buffer, buffer.count), count > 0
        {
            taken += buffer.prefix(count)
        }
        #expect(taken.elementsEqual(bytes))
    }

    @Test("a reader that has gone, a full disk and no descriptor at all are told apart")
    func failures() {
        StandardStreams.ignoreBrokenPipes()
        let pipe = Pipe()
        pipe.closeReadEnd()
        #expect(writeWhole(bytes, to: pipe.ends[1]) == .closed)
        let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
        defer { close(full) }
        #expect(writeWhole(bytes, to: full) == .failed(SystemError(code: ENOSPC)))
        for descriptor: Int32 in [99_999, -1] {
            #expect(writeWhole(bytes, to: descriptor) == .failed(SystemError(code: EBADF)))
            #expect(writeWhole([], to: descriptor) == .written)
        }
    }
}
