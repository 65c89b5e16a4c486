import GrooveTestSupport
import Testing

@testable import GrooveLogic

@Suite("Rejoining")
struct RejoinMachineTests {
    private var random = SeededGenerator(seed: 3)

    private func at(_ seconds: Double) -> MonotonicTime { MonotonicTime(sinceStart: .seconds(seconds)) }

    /// The pause that a failure leads to; nil: none.
    private func pause(
        _ machine: inout RejoinMachine, _ failure: StreamFailure, at seconds: Double,
        _ random: inout SeededGenerator
    ) -> Double? {
        guard case .wait(let until) = machine.failed(failure, at: at(seconds), using: &random) else {
            return nil
        }
        return (until - at(seconds)).inSeconds
    }

    @Test("a wrong password ends it at once, without another try", arguments: [401, 403])
    mutating func refusal(status: Int) {
        var machine = RejoinMachine(candidates: 2, firstConnectionLimit: nil)
        #expect(machine.started(at: at(0)) == .connect(candidate: 0))
        let failure = StreamFailure.status(status, "")
        #expect(machine.failed(failure, at: at(0.1), using: &random) == .giveUp(failure))
        #expect(machine.waitEnded(at: at(9)) == .doNothing)
        #expect(machine.state == .stopped(failure))
    }

    @Test("after it has worked, the same refusal is waited out")
    mutating func laterRefusal() {
        var machine = RejoinMachine(candidates: 1, firstConnectionLimit: .seconds(15))
        _ = machine.started(at: at(0))
        machine.soundArrived(at: at(1))
        let wait = pause(&machine, .status(401, ""), at: 30, &random)
        #expect(wait.map { (0.24...0.36).contains($0) } == true)
        #expect(machine.unresolved == .status(401, ""))
        #expect(machine.waitEnded(at: at(31)) == .connect(candidate: 0))
        #expect(machine.reconnects == 1)
        machine.soundArrived(at: at(32))
        #expect(machine.unresolved == nil)
    }

    @Test("the next address is tried at once when one refuses, and only then")
    mutating func candidates() {
        var machine = RejoinMachine(candidates: 2, firstConnectionLimit: nil)
        _ = machine.started(at: at(0))
        #expect(machine.failed(.refused(""), at: at(0), using: &random) == .connect(candidate: 1))
        #expect(pause(&machine, .refused(""), at: 0, &random) != nil)
        #expect(machine.waitEnded(at: at(1)) == .connect(candidate: 0))
        #expect(pause(&machine, .status(404, ""), at: 1, &random) != nil)
        #expect(machine.waitEnded(at: at(3)) == .connect(candidate: 0))
        #expect(machine.failed(.refused(""), at: at(3), using: &random) == .connect(candidate: 1))
        machine.soundArrived(at: at(4))
        #expect(pause(&machine, .refused(""), at: 30, &random) != nil)
        #expect(machine.waitEnded(at: at(31)) == .connect(candidate: 1))
    }

    @Test("pauses double from 0.3 to 5 s, and begin again after ten good seconds")
    mutating func backOff() {
        var machine = RejoinMachine(candidates: 1, firstConnectionLimit: nil)
        _ = machine.started(at: at(0))
        var now = 0.0
        for expected in [0.3, 0.6, 1.2, 2.4, 4.8, 5, 5] {
            let wait = pause(&machine, .ended, at: now, &random) ?? 0
            #expect(wait >= expected * 0.799 && wait <= expected * 1.201)
            now += wait + 0.001
            #expect(machine.waitEnded(at: at(now)) == .connect(candidate: 0))
        }
        machine.soundArrived(at: at(now))
        #expect((pause(&machine, .ended, at: now + 9.9, &random) ?? 0) > 3.9)
        _ = machine.waitEnded(at: at(now + 20))
        machine.soundArrived(at: at(now + 20))
        #expect((pause(&machine, .ended, at: now + 30, &random) ?? 9) < 0.37)
    }

    @Test("a first connection is given up before its limit, a later one never")
    mutating func limit() {
        var machine = RejoinMachine(candidates: 1, firstConnectionLimit: .seconds(15))
        _ = machine.started(at: at(100))
        #expect(machine.deadline == at(115))
        var now = 100.0
        var end: RejoinMachine.Action?
        for _ in 0..<50 where end == nil {
            switch machine.failed(.status(404, ""), at: at(now), using: &random) {
            case .wait(let until):
                now = until.sinceStart.inSeconds
                _ = machine.waitEnded(at: until)
            case let other: end = other
            }
        }
        #expect(end == .giveUp(.status(404, "")))
        #expect(now > 105 && now < 115)
    }

    @Test("waking early only waits on")
    mutating func earlyWake() {
        var machine = RejoinMachine(candidates: 1, firstConnectionLimit: nil)
        _ = machine.started(at: at(0))
        let action = machine.failed(.stalled, at: at(0), using: &random)
        #expect(machine.waitEnded(at: at(0.1)) == action)
    }
}

@Suite("Where a link goes on")
struct LinkPositionTests {
    private func at(_ seconds: Double) -> MonotonicTime { MonotonicTime(sinceStart: .seconds(seconds)) }

    private func position(serial: UInt32?, seconds: Double) -> LinkPosition {
        LinkPosition(
            serial: serial, sampleRate: 48_000, nextSample: UInt64(seconds * 48_000), seenAt: at(1000))
    }

    private func isContinued(
        _ position: LinkPosition, bySecond second: Double, serial: UInt32? = nil, rate: Int = 48_000,
        after gap: Double
    ) -> Bool {
        position.isContinued(
            bySample: UInt64(second * 48_000), serial: serial, sampleRate: rate, at: at(1000 + gap))
    }

    @Test("an Ogg link is known by its serial")
    func ogg() {
        let here = position(serial: 5, seconds: 100)
        #expect(isContinued(here, bySecond: 99, serial: 5, after: 1))
        #expect(!isContinued(here, bySecond: 99, serial: 6, after: 1))
        #expect(!isContinued(here, bySecond: 99, serial: 5, rate: 44_100, after: 1))
    }

    @Test("a native stream must stand where it would be by now")
    func native() {
        let here = position(serial: nil, seconds: 100)
        #expect(isContinued(here, bySecond: 100, after: 1))
        #expect(isContinued(here, bySecond: 92, after: 1))
        #expect(!isContinued(here, bySecond: 80, after: 1))
        #expect(!isContinued(here, bySecond: 110, after: 1))
    }

    @Test("a native stream that may have begun since is another one")
    func young() {
        #expect(!isContinued(position(serial: nil, seconds: 3), bySecond: 3, after: 2))
        #expect(!isContinued(position(serial: nil, seconds: 100), bySecond: 95, after: 94))
    }
}
