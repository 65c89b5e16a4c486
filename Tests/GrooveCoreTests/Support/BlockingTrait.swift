import GrooveTestSupport
import Testing

/// Gives each test of a suite a thread of its own, on which it may block.
struct BlockingTrait: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    @concurrent func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(OwnThread(label: test.name)) { try await function() }
    }
}

extension Trait where Self == BlockingTrait {
    /// For tests that wait for programs, sockets, terminals or the sound without `await`.
    static var blocks: Self { Self() }
}
