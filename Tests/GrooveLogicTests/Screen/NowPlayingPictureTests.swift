import Testing

@testable import GrooveLogic

/// Screens as pictures, without their colours.
@Suite struct NowPlayingPictureTests {
    private func lines(_ model: HouseModel, _ columns: Int, _ rows: Int) -> [String] {
        var model = model
        // Half blocks without colours show nothing.
        if case .picture = model.cover { model.cover = .none }
        var painter = ScreenPainter(level: .full)
        return painter.picture(
            of: model, size: ScreenSize(columns: columns, rows: rows), now: SampleHouses.now
        )
        .lines
    }

    @Test("everything has its place on a usual terminal")
    func playingAt80x24() {
        let expected = [
            "",
            "  groove   living-room.local                                                 ●",
            "",
            "  ╭──────────────────────╮",
            "  │                      │    Weightless",
            "  │                      │    Marconi Union",
            "  │                      │    Ambient Transmissions · 2012",
            "  │                      │",
            "  │          ♪           │",
            "  │                      │    ▶ playing   3 of 12",
            "  │                      │",
            "  │                      │    volume  ━━━━━━━━━━━━━━━━━●──────────  64",
            "  │                      │",
            "  │                      │    ○ random   ● repeat   ○ single   ○ consume",
            "  ╰──────────────────────╯",
            "",
            "  1:23  █████████████████▉──────────────────────────────────────────────  4:56",
            "",
            "  here  ● listening   48 kHz 16 bit FLAC   buffer ███▋── 1.8 s   lag 2.3 s",
            "",
            "",
            "",
            "  space pause  n next  p back  ←→ seek  +− volume  m mute  l stop here  q quit",
            "",
        ]
        #expect(lines(SampleHouses.playing, 80, 24) == expected)
    }

    @Test("a lost house says what is tried, and when")
    func lostAt40x10() {
        let expected = [
            " ╭────╮  Weightless",
            " │ ♪  │  Marconi Union",
            " ╰────╯  Ambient Transmissions · 2012",
            "",
            " 1:23  ███████▎──────────────────  4:56",
            "",
            " ▶ playing   3 of 12    vol ━━━━●─── 64",
            " here  ● reconnecting: the server clos…",
            " ○ connection refused · retry in 3 s",
            " space pause  l stop here  q quit",
        ]
        #expect(lines(SampleHouses.lost, 40, 10) == expected)
    }

    @Test("a long title takes two lines; a failure is told")
    func longAt80x24() {
        let expected = [
            "",
            "  groove   living-room.local                                                 ●",
            "",
            "  ╭──────────────────────╮    Symphony No. 9 in D minor, Op. 125 \"Choral\": IV.",
            "  │                      │    Finale. Presto – Allegro assai – Allegro assai…",
            "  │                      │    Ludwig van Beethoven, Berliner Philharmoniker,…",
            "  │                      │    Ambient Transmissions · 2012",
            "  │                      │",
            "  │          ♪           │",
            "  │                      │    ▶ playing   3 of 12",
            "  │                      │",
            "  │                      │    volume  ━━━━━━━━━━━━━━━━━●──────────  64",
            "  │                      │",
            "  │                      │    ○ random   ● repeat   ○ single   ○ consume",
            "  ╰──────────────────────╯",
            "",
            "  1:23     ▋─────────────────────────────────────────────────────────  2:03:00",
            "",
            "  here  ● listening   3 drop-outs   48 kHz 16 bit FLAC   buffer ███▋── 1.8 s",
            "",
            "  the house refused: no such track",
            "",
            "  space pause  n next  p back  ←→ seek  +− volume  m mute  l stop here  q quit",
            "",
        ]
        #expect(lines(SampleHouses.long, 80, 24) == expected)
    }

    @Test("a stream has no length, and its own title stands first")
    func radioAt80x18() {
        let expected = [
            "  groove   living-room.local                                                 ●",
            "",
            "  ╭──────────────────╮",
            "  │                  │    Brian Eno – An Ending (Ascent)",
            "  │                  │    Radio Paradise",
            "  │                  │",
            "  │       ···        │",
            "  │                  │    ▶ playing   1 of 1",
            "  │                  │    volume  ━━━━━━━━━━━━━━━━━━━●────────────  64",
            "  │                  │    ○ random   ● repeat   ○ single   ○ consume",
            "  │                  │",
            "  ╰──────────────────╯",
            "",
            "  1:23     ──────────────────────────────────────────────────────────     live",
            "",
            "  here  ● listening   48 kHz 16 bit FLAC   buffer ███▋── 1.8 s   lag 2.3 s",
            "",
            "  space pause  n next  p back  ←→ seek  +− volume  m mute  l stop here  q quit",
        ]
        #expect(lines(SampleHouses.radio, 80, 18) == expected)
    }

    @Test("a house without a queue")
    func idleAt40x10() {
        let expected = [
            " ╭────╮  Nothing is playing",
            " │ ♪  │  The queue is empty.",
            " ╰────╯",
            "",
            " –:––  ──────────────────────────  –:––",
            "",
            " ■ stopped             volume  no mixer",
            " here  ○ not listening · l to listen",
            "",
            " space play  n next  l listen  q quit",
        ]
        #expect(lines(SampleHouses.idle, 40, 10) == expected)
    }

    @Test("a tall terminal has the cover on top; muted and paused are told")
    func pausedAt50x30() {
        let expected = [
            "  groove   living-room.local                   ●",
            "",
            "            ╭────────────────────────╮",
            "            │                        │",
            "            │                        │",
            "            │                        │",
            "            │                        │",
            "            │                        │",
            "            │           ♪            │",
            "            │                        │",
            "            │                        │",
            "            │                        │",
            "            │                        │",
            "            │                        │",
            "            ╰────────────────────────╯",
            "",
            "                    Weightless",
            "                  Marconi Union",
            "           Ambient Transmissions · 2012",
            "",
            "  1:20  █████████▏────────────────────────  4:56",
            "",
            "               ❚❚ paused   3 of 12",
            "  volume  ━━━━━━━━━━━━━━━━○─────────  64  muted",
            "",
            "    ○ random   ● repeat   ○ single   ○ consume",
            "",
            "           here  ● the house is paused",
            "",
            "     space play  n next  l stop here  q quit",
        ]
        #expect(lines(SampleHouses.paused, 50, 30) == expected)
    }

    @Test("wide and joined characters keep the columns; controls are harmless")
    func foreignAt40x10() {
        let expected = [
            " ╭────╮  東京の夜 👩‍👩‍👧‍👦 שלום ❤️ naïve",
            " │ ♪  │  坂本龍一, אביתר בנאי, 🇮🇸 Björ…",
            " ╰────╯  �[31mred��2Jevil  · 2012",
            "",
            " 1:23  ███████▎──────────────────  4:56",
            "",
            " ▶ playing   3 of 12    vol ━━━━●─── 64",
            " here  ● listening  48 kHz 16 bit FLAC",
            "",
            " space pause  l stop here  q quit",
        ]
        #expect(lines(SampleHouses.foreign, 40, 10) == expected)
    }

    @Test("a few lines")
    func playingAt20x5() {
        let expected = [
            "Weightless",
            "Marconi Union",
            "1:23  ██▏─────  4:56",
            "▶ playing   3 of 12",
            "here  ● listening",
        ]
        #expect(lines(SampleHouses.playing, 20, 5) == expected)
    }

    @Test("one line, with the time")
    func playingAt30x1() {
        let expected = [
            "▶ Weightless · M…  1:23 / 4:56"
        ]
        #expect(lines(SampleHouses.playing, 30, 1) == expected)
    }

    @Test("one short line")
    func playingAt12x1() {
        let expected = [
            "▶ Weightless"
        ]
        #expect(lines(SampleHouses.playing, 12, 1) == expected)
    }

    @Test("one cell")
    func playingAt1x1() {
        let expected = [
            "▶"
        ]
        #expect(lines(SampleHouses.playing, 1, 1) == expected)
    }

    @Test("two lines")
    func playingAt20x2() {
        let expected = [
            "Weightless",
            "1:23  ██▏─────  4:56",
        ]
        #expect(lines(SampleHouses.playing, 20, 2) == expected)
    }

    @Test("before the first answer")
    func connectingAt40x10() {
        let expected = [
            " ╭────╮  Looking for the house",
            " │ ♪  │  192.168.178.100",
            " ╰────╯",
            "",
            " –:––  ──────────────────────────  –:––",
            "",
            " · not known                  volume  –",
            " here  ○ not listening · l to listen",
            " connecting…",
            " space play  n next  l listen  q quit",
        ]
        #expect(lines(SampleHouses.connecting, 40, 10) == expected)
    }
}
