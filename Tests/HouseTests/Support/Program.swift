import Foundation

/// What a program left behind.
struct ProgramResult: Sendable {
    var status: Int32
    var output: String
    var errors: String

    /// The lines of its standard output that are not empty.
    var lines: [String] { output.split(separator: "\n").map(String.init) }
}

/// A program that runs beside the test; it is ended with it at the latest.
///
/// Its output goes to files, so that it can never block on a full pipe.
final class Program: Sendable {
    private let process: Process
    private let folder: URL
    private let ended: AsyncStream<Void>

    /// Starts the program at `path` with `arguments`; `environment` is added to this process's own.
    init(_ path: String, _ arguments: [String] = [], environment: [String: String] = [:]) throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("groove-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try Self.file(folder.appendingPathComponent("output"))
        process.standardError = try Self.file(folder.appendingPathComponent("errors"))
        let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
        self.ended = ended
        process.terminationHandler = { _ in continuation.finish() }
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Its process id.
    var identifier: Int32 { process.processIdentifier }
    var isRunning: Bool { process.isRunning }
    /// What it has written to standard output so far.
    var output: String { text("output") }
    /// What it has written to standard error so far.
    var errors: String { text("errors") }

    /// Sends a signal to it.
    func signal(_ number: Int32) {
        kill(process.processIdentifier, number)
    }

    /// Waits for its end; past the deadline it is killed, which shows as status 9 of a signal.
    func end(within deadline: Duration) async -> ProgramResult {
        let process = process
        let guardian = Task {
            try await Task.sleep(for: deadline)
            kill(process.processIdentifier, SIGKILL)
        }
        for await _ in ended {}
        guardian.cancel()
        process.waitUntilExit()
        let killed = process.terminationReason == .uncaughtSignal
        let status = killed ? 128 + process.terminationStatus : process.terminationStatus
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

    private static func file(_ place: URL) throws -> FileHandle {
        _ = FileManager.default.createFile(atPath: place.path, contents: nil)
        return try FileHandle(forWritingTo: place)
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
