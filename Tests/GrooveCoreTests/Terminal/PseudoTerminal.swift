import Glibc
import Testing

/// A terminal of our own making, and what its program writes to standard error.
final class PseudoTerminal {
    let main: Int32
    private let name: String

    init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
        // TIOCSPTLCK and TIOCGPTN of <asm-generic/ioctls.h>: the Glibc module has neither them nor posix_openpt.
        main = Glibc.open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (unlocked, number): (Int32, Int32) = (0, 0)
        try #require(ioctl(main, 0x4004_5431, &unlocked) == 0 && ioctl(main, 0x8004_5430, &number) == 0)
        name = "/dev/pts/\(number)"
        resize(columns: columns, rows: rows)
    }

    deinit {
        close(main)
    }

    func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(main, UInt(TIOCSWINSZ), &size)
    }

    /// The program's side of it.
    func open() throws -> Int32 {
        let end = Glibc.open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(end >= 0)
        return end
    }

    /// The settings, as numbers that can be compared.
    func settings() -> [UInt32] {
        var found = termios()
        tcgetattr(main, &found)
        return [found.c_iflag, found.c_oflag, found.c_cflag, found.c_lflag]
    }

    func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(main, bytes, bytes.count)
    }

    /// What the program wrote, until `end` has been seen, or two minutes have passed.
    func read(until end: String) -> String {
        Self.read(from: main, until: end)
    }

    static func read(from descriptor: Int32, until end: String) -> String {
        var text: [UInt8] = []
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while !String(decoding: text, as: UTF8.self).contains(end), poll(&ready, 1, 120_000) == 1 {
            var buffer = [UInt8](repeating: 0, count: 65536)
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            text += buffer.prefix(count)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// A program whose controlling terminal this is, and the other end of its standard error.
    func run(_ arguments: [String]) throws -> (process: pid_t, errors: Int32) {
        var ends: [Int32] = [-1, -1]
        // As a pipe, but closed in the programs of other tests from the beginning.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
        var files = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&files)
        posix_spawnattr_init(&attributes)
        // POSIX_SPAWN_SETSID, which the module lacks. The first terminal that the leader of a session opens becomes its controlling one.
        posix_spawnattr_setflags(&attributes, Int16(0x80 | POSIX_SPAWN_SETSIGMASK))
        posix_spawn_file_actions_addopen(&files, 0, name, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&files, 0, 1)
        posix_spawn_file_actions_adddup2(&files, ends[1], 2)
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        // A program built with a sanitizer is to die of its crash as any other.
        let variables = [
            "TERM=xterm-256color", "SWIFT_BACKTRACE=enable=no", "PATH=/usr/bin:/bin",
            "TSAN_OPTIONS=handle_segv=0", "ASAN_OPTIONS=handle_segv=0",
        ]
        var environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
        var process: pid_t = 0
        let code = posix_spawn(&process, arguments[0], &files, &attributes, &words, &environment)
        for word in words + environment { free(word) }
        posix_spawn_file_actions_destroy(&files)
        posix_spawnattr_destroy(&attributes)
        close(ends[1])
        try #require(code == 0)
        return (process, ends[0])
    }
}

/// How a process ended.
enum Ending: Equatable {
    case exit(Int32)
    case signal(Int32)

    init(of process: pid_t) {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        self = status & 0x7F == 0 ? .exit((status >> 8) & 0xFF) : .signal(status & 0x7F)
    }
}
