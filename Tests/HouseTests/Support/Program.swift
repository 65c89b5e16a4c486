import Foundation
import Synchronization

/// What a program left behind.
struct ProgramResult: Sendable {
    /// Its exit status; 128 and the signal's number when a signal ended it.
    var status: Int32
    var output: String
    var errors: String

    /// The lines of its standard output that are not empty.
    var lines: [String] { output.split(separator: "\n").map(String.init) }
}

/// A program that runs beside the test; it is ended with it at the latest.
///
/// Its output goes to files, so that it can never block on a full pipe. Foundation's `Process` will not do: it
/// takes a program for running as long as anything that it started, such as tmux's server, runs.
final class Program: Sendable {
    /// Its process id.
    let identifier: pid_t
    private let folder: URL
    private let ended: AsyncStream<Int32>
    private let status = Mutex<Int32?>(nil)

    /// Starts the program at `path` with `arguments`; `environment` is added to this process's own.
    init(_ path: String, _ arguments: [String] = [], environment: [String: String] = [:]) throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("groove-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        identifier = try Self.spawn(
            [path] + arguments, environment: all.map { "\($0.key)=\($0.value)" },
            output: folder.path + "/output",
            errors: folder.path + "/errors")
        let (ended, continuation) = AsyncStream.makeStream(of: Int32.self)
        self.ended = ended
        let child = identifier
        Thread.detachNewThread { [weak self] in
            var code: Int32 = 0
            while waitpid(child, &code, 0) < 0, errno == EINTR {}
            let status = code & 0x7F == 0 ? code >> 8 & 0xFF : 128 + code & 0x7F
            self?.status.withLock { $0 = status }
            continuation.yield(status)
            continuation.finish()
        }
    }

    deinit {
        if isRunning { kill(identifier, SIGKILL) }
        try? FileManager.default.removeItem(at: folder)
    }

    var isRunning: Bool { status.withLock { $0 == nil } }
    /// What it has written to standard output so far.
    var output: String { text("output") }
    /// What it has written to standard error so far.
    var errors: String { text("errors") }

    /// Sends a signal to it.
    func signal(_ number: Int32) {
        if isRunning { kill(identifier, number) }
    }

    /// Waits for its end; past the deadline it is killed.
    func end(within deadline: Duration) async -> ProgramResult {
        let identifier = identifier
        let guardian = Task {
            try await Task.sleep(for: deadline)
            kill(identifier, SIGKILL)
        }
        let status = await ended.first { _ in true } ?? self.status.withLock { $0 } ?? -1
        guardian.cancel()
        return ProgramResult(status: status, output: output, errors: errors)
    }

    /// Starts a program and waits for its end.
    static func run(
        _ path: String, _ arguments: [String] = [], environment: [String: String] = [:],
        within deadline: Duration = .seconds(30)
    ) async throws -> ProgramResult {
        try await Program(path, arguments, environment: environment).end(within: deadline)
    }

    private func text(_ name: String) -> String {
        let bytes = (try? Data(contentsOf: folder.appendingPathComponent(name))) ?? Data()
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func spawn(
        _ arguments: [String], environment: [String], output: String, errors: String
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        // glibc passes over those that are not open.
        for descriptor in Int32(3)..<256 { posix_spawn_file_actions_addclose(&actions, descriptor) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A test runner may ignore or block signals that the program under test is to be tried with.
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let words = arguments.map { strdup($0) } + [nil]
        let variables = environment.map { strdup($0) } + [nil]
        defer { for text in words + variables { free(text) } }
        var child = pid_t()
        let code = posix_spawn(&child, arguments[0], &actions, &attributes, words, variables)
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
        return child
    }
}

/// Asks `condition` again and again until it holds or the deadline is over.
func eventually(within deadline: Duration, _ condition: () async throws -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + deadline
    while ContinuousClock.now < end {
        if try await condition() { return true }
        try await Task.sleep(for: .milliseconds(50))
    }
    return try await condition()
}
