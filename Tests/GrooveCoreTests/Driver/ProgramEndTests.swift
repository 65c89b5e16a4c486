import Glibc
import GrooveTestSupport
import Testing

@testable import GrooveCore

/// The program itself, with standard streams that cannot be used, and with signals.
@Suite("how the program ends", .blocks, .timeLimit(.minutes(2)))
struct ProgramEndTests {
    static let program = CoverDecoderTests.program

    /// What standard output is to be.
    enum Output: String, Sendable {
        /// Nobody reads from it, and it is full.
        case stuck
        case full = "/dev/full"
        case closed
    }

    /// Runs the program until its end; `signal` is sent when `isReady`.
    private func end(
        _ arguments: [String], output: Output, signal: Int32? = nil, when isReady: () -> Bool = { true }
    ) throws -> Ending {
        let (reading, writing) = try makePipe()
        defer { for end in [reading, writing] { close(end) } }
        var files = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&files)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&files)
            posix_spawnattr_destroy(&attributes)
        }
        // A test runner may block or ignore what the program is to be tried with.
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0)
        switch output {
        case .stuck:
            fill(writing)
            posix_spawn_file_actions_adddup2(&files, writing, 1)
        case .full: posix_spawn_file_actions_addopen(&files, 1, output.rawValue, O_WRONLY, 0)
        case .closed: posix_spawn_file_actions_addclose(&files, 1)
        }
        posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0)
        var words: [UnsafeMutablePointer<CChar>?] = ([Self.program] + arguments).map { strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] = [strdup("HOME=/nonexistent"), nil]
        defer { for word in words + environment { free(word) } }
        var process = pid_t()
        let code = posix_spawn(&process, Self.program, &files, &attributes, &words, &environment)
        try #require(code == 0)
        if let signal {
            while !isReady() { usleep(5000) }
            kill(process, signal)
        }
        return Ending(of: process)
    }

    private func fill(_ pipe: Int32) {
        let flags = fcntl(pipe, F_GETFL)
        _ = fcntl(pipe, F_SETFL, flags | O_NONBLOCK)
        let bytes = [UInt8](repeating: 0, count: 4096)
        while write(pipe, bytes, bytes.count) > 0 {}
        _ = fcntl(pipe, F_SETFL, flags)
    }

    @Test("a full or closed standard output is a failure", arguments: [Output.full, .closed])
    func unwritable(output: Output) throws {
        #expect(try end(["--version"], output: output) == .exit(1))
        #expect(try end(["help"], output: output) == .exit(1))
        let house = try ScriptedServer([.answerPosts { _ in "[]" }])
        defer { house.stop() }
        let url = "server.rpc_url=\(house.url())"
        #expect(try end(["--set", url, "status"], output: output) == .exit(1))
        // The descriptor's number did not become that of the connection.
        #expect(house.requests.allSatisfy { $0.hasPrefix("POST ") || $0.hasPrefix("GET ") })
    }

    @Test(
        "a reader that takes nothing does not keep the program from ending",
        arguments: [["--output", "-"], ["--device", "null", "--stats"]])
    func stuck(options: [String]) throws {
        let server = StreamServer(keepsOpen: true) { _, _ in response(fixture("noise-96-24.flac")) }
        let set = ["--set", "server.stream_url=http://127.0.0.1:\(server.port)/"]
        let arguments = set + ["listen"] + options
        for (signal, code) in [(SIGTERM, Int32(0)), (SIGINT, 130)] {
            let before = server.requests.count
            let isPlaying = { server.requests.count > before }
            #expect(try end(arguments, output: .stuck, signal: signal, when: isPlaying) == .exit(code))
        }
        let ended = try end(arguments + ["--for", "500ms"], output: .stuck)
        #expect([.exit(0), .exit(3)].contains(ended))
    }

    @Test("a command that waits for its answer ends at SIGTERM with 0, at SIGINT by it")
    func oneShot() throws {
        let house = try ScriptedServer([.readRequest, .hang])
        defer { house.stop() }
        let arguments = ["--set", "server.rpc_url=\(house.url())", "--timeout", "60", "next"]
        let seen = { house.connectionCount }
        var before = seen()
        #expect(try end(arguments, output: .full, signal: SIGTERM, when: { seen() > before }) == .exit(0))
        before = seen()
        #expect(
            try end(arguments, output: .full, signal: SIGINT, when: { seen() > before }) == .signal(SIGINT))
    }
}

/// A pipe that the programs that other tests start do not inherit.
private func makePipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
}
