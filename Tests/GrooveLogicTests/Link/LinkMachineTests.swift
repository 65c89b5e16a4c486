import GrooveLogic
import GrooveTestSupport
import Testing

@Suite("a link")
struct LinkMachineTests {
    static let start = MonotonicTime(sinceStart: .seconds(50))

    /// The pause that an action asks for.
    static func pause(_ action: LinkMachine.Action, from now: MonotonicTime) -> Duration? {
        if case .wait(let until) = action { return until - now }
        return nil
    }

    @Test("pauses double up to half a minute, with jitter, and one attempt at a time")
    func backOff() throws {
        var generator = SeededGenerator(seed: 1)
        var link = LinkMachine()
        var now = Self.start
        #expect(link.started() == .connect)
        #expect(link.started() == .doNothing)
        var whole = Duration.milliseconds(500)
        for _ in 0..<12 {
            let action = link.failed(isWorthRetry: true, at: now, using: &generator)
            let pause = try #require(Self.pause(action, from: now))
            #expect((whole / 2...whole).contains(pause))
            #expect(link.timePassed(at: now + (pause - .milliseconds(1))) == action)
            now = now + pause
            #expect(link.timePassed(at: now) == .connect)
            #expect(link.timePassed(at: now) == .doNothing)
            #expect(link.retryRequested() == .doNothing)
            whole = min(whole * 2, .seconds(30))
        }
    }

    @Test("two clients that lost the same house do not come back together")
    func jitter() {
        let pauses = (1...20 as ClosedRange<UInt64>).map { seed in
            var generator = SeededGenerator(seed: seed)
            var link = LinkMachine()
            _ = link.started()
            return Self.pause(
                link.failed(isWorthRetry: true, at: Self.start, using: &generator), from: Self.start)
        }
        #expect(Set(pauses).count == 20)
    }

    /// How many attempts a link makes in a while when each connection is cut after `held`.
    static func attempts(in total: Duration, held: Duration) -> Int {
        var generator = SeededGenerator(seed: 2)
        var link = LinkMachine()
        var now = start
        var count = 0
        var action = link.started()
        while now - start < total {
            switch action {
            case .connect:
                count += 1
                link.connected(at: now)
                now = now + held
                action = link.lost(at: now, using: &generator)
            case .wait(let until):
                now = until
                action = link.timePassed(at: now)
            case .giveUp, .doNothing: return count
            }
        }
        return count
    }

    @Test("a server that accepts and closes is not stormed")
    func acceptThenClose() {
        #expect(Self.attempts(in: .seconds(120), held: .zero) < 13)
        #expect(Self.attempts(in: .seconds(120), held: .seconds(9)) < 10)
    }

    @Test("a stable connection starts the pauses anew")
    func stable() {
        #expect(Self.attempts(in: .seconds(120), held: .seconds(10)) >= 11)
    }

    @Test("what is not worth a retry waits for a person")
    func givesUp() {
        var generator = SeededGenerator(seed: 1)
        var link = LinkMachine()
        _ = link.started()
        #expect(link.failed(isWorthRetry: false, at: Self.start, using: &generator) == .giveUp)
        #expect(link.timePassed(at: Self.start + .seconds(3600)) == .doNothing)
        #expect(link.retryRequested() == .connect)
    }

    @Test("a person can shorten a pause")
    func retryNow() {
        var generator = SeededGenerator(seed: 1)
        var link = LinkMachine()
        #expect(link.retryRequested() == .doNothing)
        _ = link.started()
        _ = link.failed(isWorthRetry: true, at: Self.start, using: &generator)
        #expect(link.retryRequested() == .connect)
        #expect(link.retryRequested() == .doNothing)
        link.connected(at: Self.start)
        #expect(link.retryRequested() == .doNothing)
    }

    @Test("a closed link does nothing more")
    func closed() {
        var generator = SeededGenerator(seed: 1)
        var link = LinkMachine()
        _ = link.started()
        link.closeRequested()
        #expect(link.failed(isWorthRetry: true, at: Self.start, using: &generator) == .doNothing)
        #expect(link.lost(at: Self.start, using: &generator) == .doNothing)
        #expect(link.retryRequested() == .doNothing)
        #expect(link.started() == .doNothing)
    }
}
