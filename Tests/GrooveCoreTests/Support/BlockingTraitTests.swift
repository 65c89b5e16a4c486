import Dispatch
import Synchronization
import Testing

/// What the suites that block rely on: where tests shared threads, these would wait for each other in vain.
@Suite("Tests that block", .blocks, .timeLimit(.minutes(5)))
struct BlockingTraitTests {
    private static let count = 16
    private static let arrived = Mutex(0)
    private static let gate = DispatchSemaphore(value: 0)

    @Test("they hold each other up no more than they must", arguments: 0..<count)
    func meet(number: Int) {
        let isLast = Self.arrived.withLock { arrived in
            arrived += 1
            return arrived == Self.count
        }
        if isLast { for _ in 0..<Self.count { Self.gate.signal() } }
        #expect(Self.gate.wait(timeout: .now() + 120) == .success)
    }
}
