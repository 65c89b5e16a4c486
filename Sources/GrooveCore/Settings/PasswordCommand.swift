@preconcurrency internal import Glibc
import GrooveLogic

/// Runs a password command: `/bin/sh -c`, standard input closed off, standard error the user's own.
enum PasswordCommand {
    /// What the command printed, when it ended well within the deadline.
    ///
    /// It stays in groove's process group: one that asks for a passphrase at the terminal must be in the foreground.
    static func output(of command: String, deadline: Duration) throws(FileProblem) -> [UInt8] {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw FileProblem(message: "cannot make a pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let (readEnd, writeEnd) = (ends[0], ends[1])
        defer { close(readEnd) }
        let child: pid_t
        do {
            defer { close(writeEnd) }
            child = try spawn(command, output: writeEnd)
        }
        let end = MonotonicTime.now + deadline
        let result = read(readEnd, until: end)
        guard case .ended(let bytes) = result, let status = wait(for: child, until: end) else {
            kill(child, SIGKILL)
            var ignored: Int32 = 0
            while waitpid(child, &ignored, 0) < 0, errno == EINTR {}
            throw FileProblem(message: failure(result, deadline: deadline))
        }
        guard status & 0x7F == 0, status >> 8 & 0xFF == 0 else {
            let how = status & 0x7F == 0 ? "ended with code \(status >> 8 & 0xFF)" : "was ended by a signal"
            throw FileProblem(message: "the command \(how)")
        }
        return bytes
    }

    private enum Reading {
        case ended([UInt8])
        case tooMuch
        case tooLate
        case failed
    }

    private static func failure(_ result: Reading, deadline: Duration) -> String {
        switch result {
        case .tooMuch: "the command printed more than \(PasswordLine.limit >> 10) KiB"
        case .failed: "what the command printed cannot be read"
        case .ended, .tooLate: "the command did not end within \(DurationText.spoken(deadline))"
        }
    }

    private static func spawn(_ command: String, output: Int32) throws(FileProblem) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        let words = ["/bin/sh", "-c", command]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        let code = posix_spawn(&child, "/bin/sh", &actions, nil, &arguments, environ)
        guard code == 0 else {
            throw FileProblem(message: "cannot start /bin/sh: \(String(cString: strerror(code)))")
        }
        return child
    }

    private static func read(_ descriptor: Int32, until end: MonotonicTime) -> Reading {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            do throws(SystemError) {
                guard try waitUntilReady(descriptor, for: POLLIN, until: end) else { return .tooLate }
            } catch {
                return .failed
            }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return .failed }
            guard count > 0 else { return .ended(bytes) }
            bytes += buffer[..<count]
            guard bytes.count <= PasswordLine.limit else { return .tooMuch }
        }
    }

    /// The exit status, or nil when the command goes on after its output has ended.
    private static func wait(for child: pid_t, until end: MonotonicTime) -> Int32? {
        while true {
            var status: Int32 = 0
            let ended = waitpid(child, &status, WNOHANG)
            if ended == child { return status }
            if ended < 0, errno != EINTR { return 0 }
            guard MonotonicTime.now < end else { return nil }
            usleep(2000)
        }
    }
}
