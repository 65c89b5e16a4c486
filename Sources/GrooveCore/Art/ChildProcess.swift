import CGrooveShims
@preconcurrency import Glibc
import GrooveLogic

/// A child with one socket for its standard input and output, no environment, and nothing else of ours.
struct ChildProcess: ~Copyable {
    private let process: pid_t
    private let socket: Int32

    /// nil when it cannot be started.
    init?(executable: String, arguments: [String]) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            return nil
        }
        let started = spawn(executable, arguments, theirEnd: ends[1])
        Glibc.close(ends[1])
        guard let started else {
            Glibc.close(ends[0])
            return nil
        }
        process = started
        socket = ends[0]
    }

    deinit {
        Glibc.close(socket)
    }

    /// Sends everything, then takes everything, until the deadline. nil if that failed.
    func exchange(_ bytes: [UInt8], answerLimit: Int, deadline: MonotonicTime) -> [UInt8]? {
        guard send(bytes, deadline: deadline) else { return nil }
        shutdown(socket, Int32(SHUT_WR))
        return receive(limit: answerLimit, deadline: deadline)
    }

    /// Ends the child if it has not ended by the deadline, and returns its exit code; nil if it ended otherwise.
    consuming func finish(deadline: MonotonicTime) -> Int32? {
        // The child that has written all, or closed its end, is about to exit by itself: its code is wanted.
        shutdown(socket, Int32(SHUT_RDWR))
        var status: Int32 = 0
        repeat {
            if waitpid(process, &status, WNOHANG) == process { return Self.code(of: status) }
            poll(nil, 0, 1)
        } while .now < deadline
        kill(process, SIGKILL)
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return Self.code(of: status)
    }

    private static func code(of status: Int32) -> Int32? {
        status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
    }

    private func send(_ bytes: [UInt8], deadline: MonotonicTime) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard wait(for: POLLOUT, deadline: deadline) else { return false }
            let count = rest.prefix(1 << 16).withUnsafeBytes {
                Glibc.send(
                    socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            // It stopped reading: it may have said why with its exit code.
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private func receive(limit: Int, deadline: MonotonicTime) -> [UInt8]? {
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while wait(for: POLLIN, deadline: deadline) {
            let count = buffer.withUnsafeMutableBytes {
                recv(socket, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
            }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count >= 0 else { return nil }
            if count == 0 { return answer }
            answer += buffer.prefix(count)
            guard answer.count <= limit else { return nil }
        }
        return nil
    }

    private func wait(for events: Int32, deadline: MonotonicTime) -> Bool {
        (try? waitUntilReady(socket, for: events, until: deadline)) ?? false
    }
}

/// The program's process, with the socket as its standard input and output.
private func spawn(_ executable: String, _ arguments: [String], theirEnd: Int32) -> pid_t? {
    var words: [UnsafeMutablePointer<CChar>?] = (["groove"] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    return groove_spawn(executable, words, theirEnd, &process) == 0 ? process : nil
}
