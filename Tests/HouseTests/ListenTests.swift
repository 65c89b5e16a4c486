import Foundation
import Testing

extension HouseTests {
    @Suite("Listening")
    struct ListenTests {
        /// By which door the stream is reached.
        enum Door: String, CaseIterable, Sendable { case icecast, nginx }

        @Test(
            "what the sound device gets is, sample for sample, what the reference decoder makes of the bytes",
            arguments: House.Container.allCases, Door.allCases)
        func sampleExact(container: House.Container, door: Door) async throws {
            let house = try House(container)
            try await house.startMusic()
            let folder = NSTemporaryDirectory() + "groove-exact-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }

            let port = door == .icecast ? house["HOUSE_PORT_ICECAST"] : house["HOUSE_PORT_NGINX"]
            let relay = try Relay(to: try #require(Int(port)))
            let result = try await house.groove(
                "listen", "--device", "tap", "--for", "14s", "--stats", "--json",
                environment: [
                    "GROOVE_SERVER_STREAM_URL": "http://127.0.0.1:\(relay.port)/stream.flac",
                    "ALSA_CONFIG_PATH": try Self.tap(
                        into: folder + "/heard.wav", at: folder + "/asound.conf"),
                ].merging(try House().soundDevice) { $1 })
            #expect(result.status == 0, "\(result.errors)")

            let isChunked = relay.head.contains("transfer-encoding: chunked")
            #expect(isChunked == (door == .nginx), "nginx chunks, Icecast does not: \(relay.head)")
            let body = isChunked ? withoutChunks(relay.body) : relay.body
            let decoded = try await Self.reference(body, container, in: folder)
            let heard = try Sound(
                wav: Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/heard.wav"))))

            let start = try #require(heard.firstSound, "nothing but silence was heard")
            let place = try #require(
                decoded.place(of: heard, from: start, count: 4096), "what was heard is not in what was sent")
            let agreed = heard.agreement(from: start, with: decoded, from: place)
            #expect(
                agreed >= 480_000, "\(agreed) of \(heard.frameCount - start) frames agree, from \(place) on")
        }

        @Test("twelve seconds on a real device are whole", arguments: House.Container.allCases)
        func plays(container: House.Container) async throws {
            let house = try House(container)
            try await house.startMusic()
            let result = try await house.groove(
                "listen", "--for", "12s", "--stats", "--json", environment: try House().soundDevice)
            #expect(result.status == 0, "\(result.errors)")
            let last = try JSON(try #require(result.lines.last { $0.contains("\"playing\"") }))
            #expect(last["container"] == .string(container == .native ? "flac" : "ogg-flac"))
            #expect(last["sample_rate"] == .number(48000))
            #expect(last["underruns"] == .number(0))
            #expect(last["device_xruns"] == .number(0))
            #expect(last["bad_frames"]?.int ?? 9 <= 1, "the frame that a join falls into is the only bad one")
            #expect(last["bit_exact"] == .bool(true))
            #expect(try #require(last["frames_played"]?.int) > 9 * 48000)
            let lag = try #require(last["lag_ms"]?.int)
            #expect((100...3500).contains(lag), "\(lag) ms")
        }

        @Test("a wrong password is one line that names the setting, exit 4, and a single request")
        func wrongPassword() async throws {
            let house = try House()
            let relay = try Relay(to: try #require(Int(house["HOUSE_PORT_ICECAST"])))
            let result = try await house.groove(
                "listen", "--output", "/dev/null", "--for", "6s",
                environment: [
                    "GROOVE_AUTH_PASSWORD": "not-the-password", "GROOVE_AUTH_PASSWORD_FILE": "",
                    "GROOVE_SERVER_STREAM_URL": "http://127.0.0.1:\(relay.port)/stream.flac",
                ])
            #expect(result.status == 4)
            #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
            #expect(result.errors.contains("GROOVE_AUTH_PASSWORD"), "\(result.errors)")
            #expect(!result.errors.contains("not-the-password"))
            #expect(relay.head.contains(" 401 "))
        }

        @Test("without a sound device it says what to try and exits with 5")
        func noDevice() async throws {
            let house = try House()
            let result = try await house.groove("listen", "--device", "hw:77,7", "--for", "20s")
            #expect(result.status == 5)
            #expect(result.errors.contains("hw:77,7"))
            #expect(result.errors.split(separator: "\n").count <= 2, "\(result.errors)")
        }

        @Test("it comes back after the stream's source was restarted, and plays on")
        func sourceRestarted() async throws {
            let house = try House()
            try await house.startMusic()
            let listener = try house.startGroove("listen", "--stats", "--json")
            defer { listener.signal(SIGKILL) }
            func frames() -> Int {
                let last = listener.output.split(separator: "\n").last { $0.hasSuffix("}") }
                return last.flatMap { try? JSON(String($0)) }?["frames_played"]?.int ?? 0
            }
            #expect(try await eventually(within: .seconds(15)) { frames() > 48000 }, "\(listener.errors)")
            try await house.manage("kill", "ffmpeg")
            try await Task.sleep(for: .seconds(1))
            let before = frames()
            let isBack = try await eventually(within: .seconds(25)) { frames() > before + 3 * 48000 }
            #expect(isBack, "\(listener.errors)\n\(listener.output.suffix(2000))")
            listener.signal(SIGINT)
            #expect(await listener.end(within: .seconds(5)).status == 130)
        }

        /// An ALSA configuration whose device `tap` writes to a WAV file all that it passes on to a real device.
        private static func tap(into file: String, at path: String) throws -> String {
            let text = """
                </usr/share/alsa/alsa.conf>
                pcm.tap {
                    type file
                    slave.pcm "default"
                    file "\(file)"
                    format "wav"
                }
                """
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            return path
        }

        /// What `flac` (native, from the middle) or `ffmpeg` (Ogg) decodes from the bytes: 16 bit stereo.
        private static func reference(
            _ body: [UInt8], _ container: House.Container, in folder: String
        ) async throws -> Sound {
            let source = folder + "/body", target = folder + "/decoded.raw"
            try Data(body).write(to: URL(fileURLWithPath: source))
            let result =
                switch container {
                case .native:
                    try await Program.run(
                        "/usr/bin/flac",
                        [
                            "-s", "-d", "-f", "-F", "--force-raw-format", "--endian=little", "--sign=signed",
                            "-o", target, source,
                        ])
                case .ogg:
                    try await Program.run(
                        "/usr/bin/ffmpeg",
                        ["-v", "error", "-y", "-i", source, "-f", "s16le", "-c:a", "pcm_s16le", target])
                }
            let decoded = try? Data(contentsOf: URL(fileURLWithPath: target))
            let data = try #require(decoded, "\(result.errors)")
            return Sound(pcm: Array(data), bytes: 2, channels: 2)
        }
    }
}

extension House {
    /// The variables that lead to its sound device: a house without one borrows another's.
    var soundDevice: [String: String] {
        variables.filter { Self.soundVariables.contains($0.key) && $0.key != "ALSA_CONFIG_PATH" }
    }
}
