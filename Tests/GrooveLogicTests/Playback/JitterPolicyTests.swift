import Testing

@testable import GrooveLogic

@Suite("Jitter policy")
struct JitterPolicyTests {
    private typealias Look = JitterPolicy.Look

    private func at(_ milliseconds: Int) -> MonotonicTime {
        MonotonicTime(sinceStart: .milliseconds(milliseconds))
    }

    /// 1,000 frames a second: one frame is a millisecond; a period is 100.
    private func policy(fixed: Duration? = nil, maximum: Duration = .seconds(3)) throws -> JitterPolicy {
        let format = try #require(PCMFormat(sampleRate: 1000, bits: 16, channels: 2))
        return JitterPolicy(format: format, period: 100, fixedBuffer: fixed, maximumLatency: maximum)
    }

    @Test("it starts with the burst, plays, waits for room, and runs out once")
    func transcript() throws {
        var policy = try policy()
        #expect(policy.next(Look(fill: 0, device: 0, room: 400), at: at(0)) == .wait(.milliseconds(500)))
        #expect(policy.next(Look(fill: 399, device: 0, room: 400), at: at(1)) == .wait(.milliseconds(20)))
        #expect(policy.next(Look(fill: 500, device: 0, room: 400), at: at(2)) == .start)
        #expect(policy.next(Look(fill: 500, device: 0, room: 400), at: at(2)) == .play(100))
        #expect(policy.next(Look(fill: 400, device: 360, room: 40), at: at(3)) == .wait(.milliseconds(60)))
        #expect(policy.next(Look(fill: 30, device: 300, room: 100), at: at(4)) == .wait(.milliseconds(100)))
        #expect(policy.next(Look(fill: 30, device: 90, room: 310), at: at(5)) == .play(30))
        #expect(policy.next(Look(fill: 0, device: 120, room: 280), at: at(6)) == .wait(.milliseconds(45)))
        #expect(policy.next(Look(fill: 0, device: 80, room: 320), at: at(7)) == .rebuffer)
        #expect(policy.next(Look(fill: 0, device: 80, room: 320), at: at(7)) == .silence(100))
        // Half a second more is gathered after that.
        #expect(policy.next(Look(fill: 899, device: 180, room: 220), at: at(8)) == .wait(.milliseconds(100)))
        #expect(policy.next(Look(fill: 900, device: 180, room: 220), at: at(9)) == .start)
    }

    @Test("silence is not given for ever")
    func rest() throws {
        var policy = try policy()
        _ = policy.next(Look(fill: 500, device: 0, room: 400), at: at(0))
        #expect(policy.next(Look(fill: 0, device: 0, room: 400), at: at(10)) == .rebuffer)
        #expect(policy.next(Look(fill: 0, device: 0, room: 400), at: at(1900)) == .silence(100))
        #expect(policy.next(Look(fill: 0, device: 0, room: 400), at: at(2010)) == .rest)
        #expect(policy.next(Look(fill: 0, device: 0, room: 400), at: at(2011)) == .wait(.milliseconds(500)))
    }

    @Test("a join keeps at most the limit, and waits for the burst's end to know it")
    func join() throws {
        var policy = try policy()
        let burst = Look(fill: 2000, device: 0, room: 400, isCaughtUp: false)
        #expect(policy.next(burst, at: at(0)) == .wait(.milliseconds(20)))
        let more = Look(fill: 4500, device: 0, room: 400, isCaughtUp: false)
        #expect(policy.next(more, at: at(20)) == .skip(1500))
        let all = Look(fill: 3000, device: 0, room: 400, isCaughtUp: true)
        #expect(policy.next(all, at: at(40)) == .start)
    }

    @Test("what never makes us wait is not live and is not skipped")
    func notLive() throws {
        var policy = try policy()
        let fast = Look(fill: 4500, device: 0, room: 400, isCaughtUp: false)
        #expect(policy.next(fast, at: at(0)) == .skip(1500))
        #expect(policy.next(fast, at: at(2000)) == .start)
        #expect(policy.next(fast, at: at(2001)) == .play(100))
    }

    @Test("sound that piles up while playing is cut back below the limit")
    func pileUp() throws {
        var policy = try policy()
        _ = policy.next(Look(fill: 500, device: 0, room: 400), at: at(0))
        #expect(policy.next(Look(fill: 2600, device: 400, room: 0), at: at(1)) == .wait(.milliseconds(100)))
        #expect(policy.next(Look(fill: 2700, device: 400, room: 0), at: at(2)) == .skip(850))
    }

    @Test("a page of Ogg must be outlasted by half of one")
    func pages() throws {
        let policy = try policy()
        #expect(policy.startLevel(largestArrival: 0) == 400)
        #expect(policy.startLevel(largestArrival: 650) == 975)
        #expect(policy.startLevel(largestArrival: 9000) == 3000)
    }

    @Test("a fixed buffer is waited for and never grows")
    func fixed() throws {
        var policy = try policy(fixed: .seconds(2))
        #expect(policy.next(Look(fill: 1999, device: 0, room: 400), at: at(0)) == .wait(.milliseconds(20)))
        #expect(policy.next(Look(fill: 2000, device: 0, room: 400), at: at(1)) == .start)
        #expect(policy.next(Look(fill: 0, device: 0, room: 400), at: at(2)) == .rebuffer)
        #expect(policy.startLevel(largestArrival: 650) == 2000)
    }

    @Test("a ring that is nearly full starts whatever the level is")
    func full() throws {
        var policy = try policy(fixed: .seconds(3))
        #expect(policy.next(Look(fill: 2700, capacity: 3000, device: 0, room: 400), at: at(0)) == .start)
    }

    @Test("a finished pipe is played to its last frame")
    func finished() throws {
        var policy = try policy()
        let rest = Look(fill: 70, device: 0, room: 400, isFinished: true)
        #expect(policy.next(rest, at: at(0)) == .start)
        #expect(policy.next(rest, at: at(0)) == .play(70))
        #expect(policy.next(Look(fill: 0, device: 70, room: 330, isFinished: true), at: at(1)) == .end)
    }

    @Test("a device without a clock gets sound and no silence, and an empty ring is no underrun there")
    func unpaced() throws {
        var policy = try policy()
        _ = policy.next(Look(fill: 500, device: 0, room: 400, isPaced: false), at: at(0))
        #expect(policy.next(Look(fill: 20, device: 0, room: 400, isPaced: false), at: at(1)) == .play(20))
        #expect(
            policy.next(Look(fill: 0, device: 0, room: 400, isPaced: false), at: at(2))
                == .wait(.milliseconds(500)))
    }

    @Test("an empty ring within the server's burst does not make later starts slower")
    func withinBurst() throws {
        var policy = try policy()
        _ = policy.next(Look(fill: 500, device: 0, room: 400), at: at(0))
        #expect(policy.next(Look(fill: 0, device: 0, room: 400, isCaughtUp: false), at: at(1)) == .rebuffer)
        #expect(policy.startLevel(largestArrival: 0) == 400)
    }

    @Test("the end of a connection is no jitter: neither before the next one nor when that comes too late")
    func cut() throws {
        for isRejoined in [false, true] {
            var policy = try policy()
            _ = policy.next(Look(fill: 500, device: 0, room: 400, cuts: 3), at: at(0))
            // A rejoin with little does not make up for the cut.
            let late = Look(fill: 40, device: 300, room: 100, isCaughtUp: isRejoined, cuts: 4)
            #expect(policy.next(late, at: at(1)) == .wait(.milliseconds(100)))
            let empty = Look(fill: 0, device: 0, room: 400, isCaughtUp: isRejoined, cuts: 4)
            #expect(policy.next(empty, at: at(2)) == .awaitRejoin)
            #expect(policy.next(empty, at: at(3)) == .silence(100))
            let full = Look(fill: 400, device: 100, room: 300, cuts: 4)
            #expect(policy.next(full, at: at(4)) == .start)
            // From here on the next connection answers for itself.
            #expect(policy.next(Look(fill: 0, device: 0, room: 400, cuts: 4), at: at(5)) == .rebuffer)
            #expect(policy.startLevel(largestArrival: 0) == 900)
        }
    }

    @Test("a rejoin that nobody heard answers for the gaps after it")
    func unheardRejoin() throws {
        var policy = try policy()
        _ = policy.next(Look(fill: 500, device: 0, room: 400), at: at(0))
        _ = policy.next(Look(fill: 300, device: 400, room: 0, isCaughtUp: true, cuts: 1), at: at(1))
        #expect(policy.next(Look(fill: 0, device: 0, room: 400, cuts: 1), at: at(9)) == .rebuffer)
        #expect(policy.startLevel(largestArrival: 0) == 900)
    }

    @Test("a gap that no buffer outlasts is a pause, and teaches nothing")
    func pause() throws {
        var policy = try policy()
        let quiet = Look(fill: 0, device: 0, room: 400)
        _ = policy.next(Look(fill: 500, device: 0, room: 400), at: at(0))
        #expect(policy.next(quiet, at: at(10)) == .rebuffer)
        #expect(policy.startLevel(largestArrival: 0) == 900)
        #expect(policy.next(quiet, at: at(2010)) == .rest)
        #expect(policy.startLevel(largestArrival: 0) == 400)
    }

    @Test("sound that is late without need is left out where it is silent, a period at a time")
    func silentSkip() throws {
        var policy = try policy()
        func look(_ fill: Int, silence: Int, isPaced: Bool = true, isCaughtUp: Bool = true) -> Look {
            Look(
                fill: fill, device: 400, room: 0, silence: silence, isCaughtUp: isCaughtUp, isPaced: isPaced)
        }
        _ = policy.next(Look(fill: 500, device: 0, room: 400), at: at(0))
        // A start needs 400; a second more is put up with.
        #expect(policy.next(look(1050, silence: 200), at: at(1)) == .skip(50))
        #expect(policy.next(look(2000, silence: 200), at: at(2)) == .skip(100))
        #expect(policy.next(look(1000, silence: 200), at: at(3)) == .wait(.milliseconds(100)))
        #expect(policy.next(look(2000, silence: 199), at: at(4)) == .wait(.milliseconds(100)))
        #expect(
            policy.next(look(2000, silence: 200, isCaughtUp: false), at: at(5)) == .wait(.milliseconds(100)))
        #expect(policy.next(look(2000, silence: 200, isPaced: false), at: at(6)) == .wait(.milliseconds(100)))
    }
}
