import GrooveLogic

/// Houses to draw: the usual one, and those that break screens.
enum SampleHouses {
    static let now = MonotonicTime(sinceStart: .seconds(1000))

    /// Playing, connected, listening here; 1:23 of 4:56.
    static var playing: HouseModel {
        var model = HouseModel(address: "living-room.local")
        model.link = .connected
        model.house.playback = .playing
        model.house.current = QueuedTrack(
            tlid: 3,
            track: Track(
                uri: "local:track:weightless.flac", name: "Weightless", artists: ["Marconi Union"],
                album: "Ambient Transmissions", date: "2012-04-02", length: .seconds(296)))
        model.house.progress = PlaybackProgress(
            position: .seconds(80), seenAt: now + .seconds(-3), isAdvancing: true)
        model.house.volume = 64
        model.house.isMuted = false
        model.house.options = PlaybackOptions(random: false, repeat: true, single: false, consume: false)
        model.house.queuePosition = 3
        model.house.queueLength = 12
        model.here = listening
        model.cover = .picture(sunset)
        return model
    }

    static var listening: ListenStatus {
        var here = ListenStatus(state: .playing)
        here.container = .flac
        here.sampleRate = 48000
        here.bits = 16
        here.channels = 2
        here.buffer = .milliseconds(1840)
        here.lag = .milliseconds(2310)
        here.framesPlayed = 1_000_000
        return here
    }

    static var paused: HouseModel {
        var model = playing
        model.house.playback = .paused
        model.house.progress?.isAdvancing = false
        model.house.isMuted = true
        model.here?.state = .housePaused
        model.here?.buffer = .zero
        model.cover = .none
        return model
    }

    static var idle: HouseModel {
        var model = HouseModel(address: "192.168.178.100")
        model.link = .connected
        model.house.playback = .stopped
        model.house.options = PlaybackOptions(random: false, repeat: false, single: false, consume: false)
        model.house.queueLength = 0
        return model
    }

    static var lost: HouseModel {
        var model = playing
        model.link = .lost(reason: "connection refused", retryAt: now + .milliseconds(2400))
        model.here?.state = .reconnecting
        model.here?.lastError = "the server closed the stream"
        return model
    }

    static var connecting: HouseModel {
        HouseModel(address: "192.168.178.100")
    }

    static var radio: HouseModel {
        var model = playing
        model.house.current = QueuedTrack(
            tlid: 9, track: Track(uri: "https://radio.example/stream", name: "Radio Paradise"))
        model.house.streamTitle = "Brian Eno – An Ending (Ascent)"
        model.house.queuePosition = 1
        model.house.queueLength = 1
        model.cover = .loading
        return model
    }

    static var long: HouseModel {
        var model = playing
        model.house.current?.track.name =
            "Symphony No. 9 in D minor, Op. 125 \"Choral\": IV. Finale. Presto – Allegro assai – Allegro assai vivace (alla Marcia) – Andante maestoso"
        model.house.current?.track.artists = [
            "Ludwig van Beethoven", "Berliner Philharmoniker", "Herbert von Karajan", "Gundula Janowitz",
            "Hilde Rössel-Majdan",
        ]
        model.house.current?.track.length = .seconds(7380)
        model.here?.underruns = 3
        model.notice = Notice(
            kind: .failure, text: "the house refused: no such track", until: now + .seconds(4))
        return model
    }

    static var foreign: HouseModel {
        var model = playing
        model.house.current?.track.name = "東京の夜 👩‍👩‍👧‍👦 שלום ❤️ naïve"
        model.house.current?.track.artists = ["坂本龍一", "אביתר בנאי", "🇮🇸 Björk 👍🏽"]
        model.house.current?.track.album = "\u{1B}[31mred\u{07}\u{9B}2J\u{202E}evil\n"
        return model
    }

    /// A picture with soft and hard edges and a colour of its own.
    static var sunset: Picture {
        let size = 96
        var pixels: [Picture.Pixel] = []
        for row in 0..<size {
            for column in 0..<size {
                let (x, y) = (Double(column) / 96, Double(row) / 96)
                let distance = ((x - 0.5) * (x - 0.5) + (y - 0.52) * (y - 0.52)).squareRoot()
                let isSun = distance < 0.22 && Int(y * 40) % 4 != 3
                let isSea = y > 0.7
                let wave = isSea && Int(x * 31 + y * 57) % 7 == 0
                let red = isSun ? 250 : isSea ? 24 + 60 * (1 - y) : 60 + 150 * y
                let green = isSun ? 190 - 120 * y : isSea ? 42 : 30 + 60 * y
                let blue = isSun ? 90 : isSea ? 88 - 40 * y : 96 + 20 * (1 - y)
                pixels.append(
                    Picture.Pixel(
                        red: UInt8(min(255, red + (wave ? 30 : 0))),
                        green: UInt8(min(255, green + (wave ? 30 : 0))),
                        blue: UInt8(min(255, blue + (wave ? 30 : 0)))))
            }
        }
        return Picture(width: size, height: size, pixels: pixels) ?? dot
    }

    private static var dot: Picture {
        guard let dot = Picture(width: 1, height: 1, pixels: [Picture.Pixel(red: 0, green: 0, blue: 0)])
        else {
            preconditionFailure("one pixel is a picture")
        }
        return dot
    }

    static let all: [(name: String, model: HouseModel)] = [
        ("playing", playing), ("paused", paused), ("idle", idle), ("lost", lost), ("connecting", connecting),
        ("radio", radio), ("long", long), ("foreign", foreign),
    ]
}
