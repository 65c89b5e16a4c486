@preconcurrency import Glibc
import GrooveTestSupport
import Testing

@testable import GrooveCore

@Suite("Listener", .blocks, .timeLimit(.minutes(5)))
struct ListenerTests {
    private let folder = TemporaryFolder()

    private func configuration(_ servers: StreamServer..., path: String = "/stream.flac")
        -> ListenerConfiguration
    {
        var configuration = ListenerConfiguration(
            streams: servers.map { ServerURL(scheme: .http, host: "127.0.0.1", port: $0.port, path: path) },
            credentials: Credentials(username: "listener", password: Secret("p#ä:@%+\"\\")))
        configuration.firstConnectionLimit = .ample
        return configuration
    }

    /// A server that has this for the first to ask, and no answer for those after it.
    private func once(_ answer: [UInt8]) -> StreamServer {
        StreamServer { number, _ in number == 0 ? answer : nil }
    }

    /// Listens to a file until the stream that the server gives is over; returns the last status before that.
    private func record(_ configuration: ListenerConfiguration, to path: String, frames: UInt64) async
        -> ListenStatus
    {
        var configuration = configuration
        configuration.output = .file(path)
        return await listen(configuration) { $0.framesPlayed >= frames && $0.state == .reconnecting }
    }

    private func listen(
        _ configuration: ListenerConfiguration, until isEnough: (ListenStatus) -> Bool
    ) async -> ListenStatus {
        let listener = Listener(configuration: configuration)
        listener.start()
        var found = listener.status
        for await status in listener.statuses where isEnough(status) {
            found = status
            break
        }
        await listener.stop()
        #expect(listener.status.state == .stopped)
        return found
    }

    /// Without the list of differences, which takes minutes for sound.
    private func areSame(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
        !left.isEmpty && left.elementsEqual(right)
    }

    /// Sound after a WAV's head, which is 88 bytes for plain PCM and 112 for the extensible kind.
    private func sound(_ path: String, head: Int) -> [UInt8] { Array(contents(path).dropFirst(head)) }

    @Test(
        "native FLAC and Ogg FLAC come out as flac decodes them",
        arguments: [
            ("noise-48-16", "flac", 12_000 as UInt64, 80), ("noise-48-16", "oga", 12_000, 80),
            ("noise-96-24", "flac", 9600, 104), ("noise-96-24", "oga", 9600, 104),
        ])
    func whole(name: String, kind: String, frames: UInt64, head: Int) async {
        let body = fixture("\(name).\(kind)")
        let server = once(response(body))
        let path = folder.path + "/out.wav"
        let status = await record(configuration(server), to: path, frames: frames)
        #expect(areSame(sound(path, head: head), fixture("\(name).raw")))
        #expect(status.container == (kind == "flac" ? .flac : .oggFLAC))
        #expect(status.joined == .start)
        #expect(status.badFrames == 0)
    }

    @Test("a native stream joined in the middle is played from its next whole frame")
    func joined() async {
        let body = Array(fixture("noise-48-16.flac").dropFirst(1000))
        let server = once(response(body, headers: "Content-Type: audio/ogg\r\n"))
        let path = folder.path + "/out.wav"
        let status = await record(configuration(server), to: path, frames: 7000)
        let heard = sound(path, head: 80)
        #expect(heard.count == 7904 * 4)
        #expect(areSame(heard, Array(fixture("noise-48-16.raw").suffix(heard.count))))
        #expect(status.joined == .midStream)
        #expect(status.badFrames == 0)
    }

    @Test("chained Ogg goes on over a change of format, in a second file")
    func chained() async {
        let body = fixture("noise-48-16.oga") + fixture("noise-96-24.oga") + fixture("noise-48-16.oga")
        let server = once(response(body))
        let folder = folder.path
        let status = await record(configuration(server), to: folder + "/out.wav", frames: 33_600)
        #expect(areSame(sound(folder + "/out.wav", head: 80), fixture("noise-48-16.raw")))
        #expect(areSame(sound(folder + "/out-2.wav", head: 104), fixture("noise-96-24.raw")))
        #expect(areSame(sound(folder + "/out-3.wav", head: 80), fixture("noise-48-16.raw")))
        #expect(status.links == 3)
    }

    @Test(
        "what the device gets is what was decoded",
        .enabled(if: capturePCM != nil, "needs ALSA's file and null PCM"))
    func device() async {
        for name in ["noise-48-16", "noise-96-24"] {
            let body = fixture("\(name).flac")
            let server = once(response(body))
            let path = "\(folder.path)/\(name).raw"
            var configuration = configuration(server)
            configuration.output = .device("groove_capture:\(path)")
            configuration.buffer = .milliseconds(50)
            let expected = fixture("\(name).raw")
            let frames = UInt64(expected.count / (name == "noise-48-16" ? 4 : 6))
            let status = await listen(configuration) { $0.framesPlayed >= frames }
            #expect(status.framesPlayed == frames)
            #expect(status.isBitExact)
            #expect(status.underruns == 0)
            #expect(areSame(narrowed(contents(path), bytes: name == "noise-48-16" ? 2 : 3), expected))
        }
    }

    /// The top bytes of 32-bit samples; empty if the bytes below are not zero.
    private func narrowed(_ wide: [UInt8], bytes: Int) -> [UInt8] {
        var out: [UInt8] = []
        for sample in stride(from: 0, to: wide.count - 3, by: 4) {
            guard wide[sample..<sample + 4 - bytes].allSatisfy({ $0 == 0 }) else { return [] }
            out += wide[sample + 4 - bytes..<sample + 4]
        }
        return out
    }

    @Test("a stream of which a byte a second comes has stalled")
    func dripping() async throws {
        let sound = response(fixture("noise-48-16.flac"))
        let drip = repeatElement([ScriptedServer.Step.pause(milliseconds: 500), .write([0])], count: 60)
        let server = try ScriptedServer([.readRequest, .write(sound)] + drip.joined() + [.hang])
        defer { server.stop() }
        var configuration = configuration()
        configuration.streams = [server.url()]
        configuration.output = .file(folder.path + "/out.wav")
        let status = await listen(configuration) { $0.state == .reconnecting }
        #expect(status.lastError == StreamFailure.stalled.text)
        #expect(status.framesPlayed > 0)
    }

    @Test("a rejoin of the same link leaves out what was taken already")
    func rejoin() async {
        let body = fixture("noise-48-16.oga")
        let server = StreamServer { _, _ in response(body) }
        let path = folder.path + "/out.wav"
        var configuration = configuration(server)
        configuration.output = .file(path)
        let status = await listen(configuration) {
            $0.reconnects >= 1 && $0.links >= 2 && $0.state == .reconnecting
        }
        #expect(status.framesPlayed == 12_000)
        #expect(areSame(sound(path, head: 80), fixture("noise-48-16.raw")))
    }

    @Test(
        "a pause of the house drops what is buffered; a quiet stream is no fault then",
        .enabled(if: capturePCM != nil, "needs ALSA's file and null PCM"))
    func housePaused() async {
        let body = fixture("noise-48-16.flac")
        let server = StreamServer(keepsOpen: true) { _, _ in response(body) }
        var configuration = configuration(server)
        configuration.output = .device("groove_capture:\(folder.path)/captured.raw")
        configuration.buffer = .milliseconds(50)
        let listener = Listener(configuration: configuration)
        listener.start()
        var states: [ListenStatus.State] = []
        for await status in listener.statuses where states.last != status.state {
            states.append(status.state)
            switch status.state {
            case .playing: listener.houseChanged(to: .paused)
            case .housePaused: listener.houseChanged(to: .playing)
            default: break
            }
            if states.contains(.housePaused), status.state == .buffering { break }
        }
        #expect(await listener.stop() == .stopped)
        #expect(states.suffix(3) == [.playing, .housePaused, .buffering])
        #expect(server.requests.count == 1)
    }

    @Test("it stops although nobody reads what it writes")
    func stuckReader() async throws {
        let body = fixture("noise-96-24.flac")
        let server = StreamServer(keepsOpen: true) { _, _ in response(body) }
        let path = folder.path + "/fifo"
        try #require(mkfifo(path, 0o600) == 0)
        let reader = open(path, O_RDWR | O_CLOEXEC)
        defer { close(reader) }
        try #require(makeSmall(pipe: reader))
        var configuration = configuration(server)
        configuration.output = .file(path)
        let listener = Listener(configuration: configuration)
        listener.start()
        for await status in listener.statuses where status.state == .buffering || status.state == .playing {
            break
        }
        #expect(await listener.stop() == .stopped)
    }

    @Test("damaged bytes are counted and passed over")
    func damaged() async {
        var body = fixture("noise-48-16.flac")
        for index in stride(from: 3000, to: 3400, by: 40) { body[index] ^= 0x55 }
        let server = once(response(body))
        let path = folder.path + "/out.wav"
        let status = await record(configuration(server), to: path, frames: 4000)
        #expect(status.badFrames > 0)
        #expect(areSame(sound(path, head: 80).suffix(400), fixture("noise-48-16.raw").suffix(400)))
    }
}

private let captureFolder = TemporaryFolder()

/// A PCM that writes down what it is given; set up once for the process, before ALSA reads its configuration.
let capturePCM: String? = {
    let path = captureFolder.path + "/asound.conf"
    atexit { captureFolder.remove() }
    let text = """
        </usr/share/alsa/alsa.conf>
        pcm.groove_capture {
            @args [ FILE ]
            @args.FILE { type string }
            type file
            slave.pcm "null"
            file $FILE
            format "raw"
        }
        """
    guard let file = fopen(path, "w") else { return nil }
    fputs(text, file)
    fclose(file)
    setenv("ALSA_CONFIG_PATH", path, 1)
    return access("/usr/share/alsa/alsa.conf", R_OK) == 0 ? path : nil
}()
