import Testing

@testable import GrooveLogic

@Suite("a volume slider")
struct VolumeMachineTests {
    static let start = MonotonicTime(sinceStart: .seconds(9))

    static func at(_ milliseconds: Int) -> MonotonicTime { start + .milliseconds(milliseconds) }

    @Test("it shows what the house says while nobody touches it")
    func follows() {
        var slider = VolumeMachine(volume: 40)
        slider.told(50)
        #expect(slider.shown == 50)
        slider.told(nil)
        #expect(slider.shown == nil)
        let sent = slider.requested(step: 5, at: Self.start)
        #expect(sent == nil)
    }

    @Test("a held key shows every step, sends one call at a time, and ends on the last value")
    func heldKey() {
        var slider = VolumeMachine(volume: 40)
        var sent: [Int] = []
        var answers: [Int] = []
        // A key that repeats every 10 ms for half a second; each call is answered after 15 ms.
        for tick in 0...100 {
            let time = tick * 10
            if answers.first == time {
                answers.removeFirst()
                if let next = slider.accepted(at: Self.at(time)) {
                    sent.append(next); answers.append(time + 20)
                }
            }
            let next =
                tick < 50
                ? slider.requested(step: 1, at: Self.at(time)) : slider.timePassed(at: Self.at(time))
            if let next { sent.append(next); answers.append(time + 20) }
            #expect(slider.shown == 40 + min(tick + 1, 50))
        }
        #expect(sent.last == 90)
        #expect(sent.count <= 12)
        #expect(sent == sent.sorted())
    }

    @Test("an older echo does not move the slider; what differs in the end does")
    func echoes() {
        var slider = VolumeMachine(volume: 40)
        let first = slider.requested(50, at: Self.at(0))
        #expect(first == 50)
        slider.told(40)
        #expect(slider.shown == 50)
        let nothing = slider.requested(60, at: Self.at(10))
        #expect(nothing == nil)
        let value1 = slider.accepted(at: Self.at(20))
        #expect(value1 == nil)
        #expect(slider.deadline == Self.at(50))
        let value2 = slider.timePassed(at: Self.at(50))
        #expect(value2 == 60)
        slider.told(50)
        #expect(slider.shown == 60)
        let value3 = slider.accepted(at: Self.at(70))
        #expect(value3 == nil)
        slider.told(60)
        slider.told(35)
        #expect(slider.shown == 60)
        #expect(slider.deadline == Self.at(1070))
        let value4 = slider.timePassed(at: Self.at(1069))
        #expect(value4 == nil)
        #expect(slider.shown == 60)
        let value5 = slider.timePassed(at: Self.at(1070))
        #expect(value5 == nil)
        #expect(slider.shown == 35)
        #expect(slider.deadline == nil)
    }

    @Test("a value that no echo confirms stays, since the house took it")
    func noEcho() {
        var slider = VolumeMachine(volume: 40)
        _ = slider.requested(50, at: Self.at(0))
        _ = slider.accepted(at: Self.at(10))
        _ = slider.timePassed(at: Self.at(2000))
        #expect(slider.shown == 50)
        #expect(slider.state == .settled)
    }

    @Test("a refusal takes the slider back to what the house said last")
    func refused() {
        var slider = VolumeMachine(volume: 40)
        _ = slider.requested(50, at: Self.at(0))
        _ = slider.requested(55, at: Self.at(5))
        slider.told(45)
        slider.refused()
        #expect(slider.shown == 45)
        let value6 = slider.timePassed(at: Self.at(3000))
        #expect(value6 == nil)
    }

    @Test("wishes beyond the ends are kept within them")
    func bounds() {
        var slider = VolumeMachine(volume: 98)
        let loud = slider.requested(step: 5, at: Self.at(0))
        #expect(loud == 100)
        _ = slider.accepted(at: Self.at(10))
        let quiet = slider.requested(step: -300, at: Self.at(100))
        #expect(quiet == 0)
    }
}
