import Glibc
import GrooveTestSupport
import Synchronization
import Testing

@testable import GrooveCore

@Suite("writing to what others read", .blocks, .timeLimit(.minutes(1)))
struct WholeWriteTests {
    private let bytes = [UInt8](repeating: 0x61, count: 1 << 20)

    init() {
        signal(SIGPIPE, SIG_IGN)
    }

    @Test("a pipe that nobody empties is waited for only as long as wanted")
    func stuck() throws {
        let (reading, writing) = try makePipe()
        defer { for end in [reading, writing] { close(end) } }
        var asked = 0
        let outcome = WholeWrite.write(bytes, to: writing) {
            asked += 1
            return asked < 3
        }
        #expect(outcome == .brokenOff)
        #expect(asked == 3)
    }

    @Test("a pipe that is emptied gets all of it")
    func read() async throws {
        let (reading, writing) = try makePipe()
        let reader = Task.detached {
            var count = 0
            var buffer = [UInt8](repeating: 0, count: 10_000)
            while case let more = Glibc.read(reading, &buffer, buffer.count), more > 0 { count += more }
            return count
        }
        #expect(WholeWrite.write(bytes, to: writing) { true } == .written)
        close(writing)
        #expect(await reader.value == bytes.count)
        close(reading)
    }

    @Test("a reader that has gone, a full disk and a closed descriptor are told apart")
    func failures() throws {
        let (reading, writing) = try makePipe()
        close(reading)
        #expect(WholeWrite.write(bytes, to: writing) { true } == .closed)
        close(writing)
        let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
        #expect(WholeWrite.write(bytes, to: full) { true } == .failed(SystemError(code: ENOSPC)))
        close(full)
        #expect(WholeWrite.write(bytes, to: 99_999) { true } == .failed(SystemError(code: EBADF)))
    }
}

/// A pipe that the programs that other tests start do not inherit.
func makePipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
}
