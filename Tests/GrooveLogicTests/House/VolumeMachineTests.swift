import GrooveLogic
import Testing

@Suite("The house volume as a person turns it")
struct VolumeMachineTests {
    private func at(_ milliseconds: Int) -> MonotonicTime {
        MonotonicTime(sinceStart: .milliseconds(milliseconds))
    }

    private func machine(at volume: Int?) -> VolumeMachine {
        var machine = VolumeMachine()
        machine.readAgain(volume, at: at(0))
        return machine
    }

    @Test("a first press is sent at once and shown at once")
    func firstPress() {
        var volume = machine(at: 50)
        #expect(volume.turn(by: 5, at: at(1000)) == [.send(55)])
        #expect(volume.shown == 55)
    }

    @Test("a held key sends twenty calls a second and ends on the last value")
    func heldKey() {
        var volume = machine(at: 0)
        var sent: [Int] = []
        for press in 0..<100 {
            let now = at(1000 + press * 10)
            for case .send(let value) in volume.turn(by: 1, at: now) + volume.timePassed(at: now) {
                sent.append(value)
            }
        }
        for case .send(let value) in volume.timePassed(at: at(2100)) { sent.append(value) }
        #expect(volume.shown == 100)
        #expect(sent.last == 100)
        #expect((18...21).contains(sent.count), "\(sent.count) calls in a second")
        #expect(volume.nextWake == nil)
    }

    @Test("what waits is due fifty milliseconds after the last call")
    func wake() {
        var volume = machine(at: 10)
        _ = volume.set(20, at: at(1000))
        #expect(volume.set(30, at: at(1010)) == [])
        #expect(volume.nextWake == at(1050))
        #expect(volume.timePassed(at: at(1049)) == [])
        #expect(volume.timePassed(at: at(1050)) == [.send(30)])
    }

    @Test("the slider never jumps back to an older echo")
    func olderEcho() {
        var volume = machine(at: 50)
        _ = volume.set(60, at: at(1000))
        _ = volume.set(70, at: at(1060))
        volume.heard(60, at: at(1070))
        #expect(volume.shown == 70)
        _ = volume.answered(accepted: true, at: at(1080))
        _ = volume.answered(accepted: true, at: at(1081))
        volume.heard(60, at: at(1090))
        #expect(volume.shown == 70)
        volume.heard(70, at: at(1100))
        #expect(volume.shown == 70)
    }

    @Test("a doubtful echo makes it read the true value in the end")
    func doubt() {
        var volume = machine(at: 50)
        _ = volume.set(60, at: at(1000))
        _ = volume.set(70, at: at(1060))
        _ = volume.answered(accepted: true, at: at(1080))
        _ = volume.answered(accepted: true, at: at(1081))
        volume.heard(60, at: at(1090))
        #expect(volume.nextWake == at(2560))
        #expect(volume.timePassed(at: at(2560)) == [.readAgain])
        volume.readAgain(60, at: at(2570))
        #expect(volume.shown == 60)
        #expect(volume.nextWake == nil)
    }

    @Test("somebody else's value counts at once")
    func somebodyElse() {
        var volume = machine(at: 50)
        _ = volume.set(60, at: at(1000))
        _ = volume.answered(accepted: true, at: at(1010))
        volume.heard(33, at: at(1020))
        #expect(volume.shown == 33)
    }

    @Test("an old value of ours is somebody else's after the window")
    func afterTheWindow() {
        var volume = machine(at: 50)
        _ = volume.set(60, at: at(1000))
        _ = volume.answered(accepted: true, at: at(1010))
        volume.heard(60, at: at(1020))
        volume.heard(80, at: at(1030))
        volume.heard(60, at: at(2501))
        #expect(volume.shown == 60)
    }

    @Test("a refusal goes back to what the house last said")
    func refusal() {
        var volume = machine(at: 50)
        _ = volume.set(60, at: at(1000))
        #expect(volume.answered(accepted: false, at: at(1010)) == [])
        #expect(volume.shown == 50)
    }

    @Test("without a mixer there is nothing to turn", arguments: [-5, 5, Int.max, Int.min])
    func noMixer(step: Int) {
        var volume = machine(at: nil)
        #expect(volume.turn(by: step, at: at(1000)) == [])
        #expect(volume.shown == nil)
    }

    @Test(
        "it is kept within 0 and 100",
        arguments: [(95, 10, 100), (3, -10, 0), (50, Int.max, 100), (50, Int.min, 0)])
    func clamped(start: Int, step: Int, end: Int) {
        var volume = machine(at: start)
        #expect(volume.turn(by: step, at: at(1000)) == [.send(end)])
    }

    @Test("at the end of the scale nothing is sent")
    func atTheEnd() {
        var volume = machine(at: 100)
        #expect(volume.turn(by: 5, at: at(1000)) == [])
    }

    @Test("a lost connection sends nothing later and shows what was known")
    func lostConnection() {
        var volume = machine(at: 50)
        _ = volume.set(60, at: at(1000))
        _ = volume.set(70, at: at(1010))
        volume.disconnected()
        #expect(volume.nextWake == nil)
        #expect(volume.timePassed(at: at(5000)) == [])
        #expect(volume.shown == 50)
    }
}
