import GrooveLogic
import Testing

@Suite("Durations as people write them")
struct DurationTextTests {
    @Test(
        "spans of time are read",
        arguments: [
            ("500ms", .milliseconds(500)), ("2s", .seconds(2)), ("30m", .seconds(1800)),
            ("1h", .seconds(3600)), ("5", .seconds(5)), ("0", .zero), ("1.5s", .milliseconds(1500)),
            ("0.3", .milliseconds(300)), ("1h30m", .seconds(5400)), ("2m5s", .seconds(125)),
            ("1.000001s", .microseconds(1_000_001)), ("10min", .seconds(600)),
        ] as [(String, Duration)])
    func spans(text: String, expected: Duration) {
        #expect(DurationText.parse(text) == expected)
    }

    @Test(
        "anything else is not",
        arguments: [
            "", "s", "5x", "-5", "+5", "1 s", "1s30m", "1s1s", "1h30", ".5", "5.", "1..5", "٣s", "9999999999",
            "1e3", "999999h", "1.0000001s", "5s ",
        ])
    func noSpan(text: String) {
        #expect(DurationText.parse(text) == nil)
    }

    @Test(
        "places in a track are read",
        arguments: [
            ("1:30", .seconds(90)), ("1:02:03", .seconds(3723)), ("0:05", .seconds(5)),
            ("90", .seconds(90)), ("90:00", .seconds(5400)), ("2m", .seconds(120)), ("1:5", .seconds(65)),
        ] as [(String, Duration)])
    func positions(text: String, expected: Duration) {
        #expect(DurationText.parsePosition(text) == expected)
    }

    @Test(
        "and others are not", arguments: ["1:60", ":30", "1:", "1:2:3:4", "1:-5", "a:b", "1:030", "12345:00"])
    func noPosition(text: String) {
        #expect(DurationText.parsePosition(text) == nil)
    }

    @Test(
        "a place is shown as on a clock",
        arguments: [
            (.seconds(7), "0:07"), (.seconds(90), "1:30"), (.seconds(3723), "1:02:03"),
            (.milliseconds(59_999), "0:59"), (.seconds(-5), "0:00"),
        ] as [(Duration, String)])
    func clock(duration: Duration, expected: String) {
        #expect(DurationText.clock(duration) == expected)
    }

    @Test("what is shown is read as the same place", arguments: [0, 1, 59, 60, 61, 599, 3599, 3600, 36_001])
    func roundTrip(seconds: Int) {
        #expect(DurationText.parsePosition(DurationText.clock(.seconds(seconds))) == .seconds(seconds))
    }

    @Test(
        "a span is said in words",
        arguments: [
            (.milliseconds(350), "350 ms"), (.milliseconds(2100), "2.1 s"), (.seconds(2), "2 s"),
            (.seconds(12), "12 s"), (.seconds(180), "3 min"), (.seconds(5400), "1 h 30 min"),
            (.seconds(7200), "2 h"), (.seconds(-1), "0 ms"), (.milliseconds(2050), "2 s"),
        ] as [(Duration, String)])
    func spoken(duration: Duration, expected: String) {
        #expect(DurationText.spoken(duration) == expected)
    }
}
