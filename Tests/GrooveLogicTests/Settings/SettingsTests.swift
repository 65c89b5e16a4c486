import Testing

@testable import GrooveLogic

/// Settings from texts, as a run would put them together.
private func settings(
    _ files: String..., mode: UInt32 = 0o600, environment: [String: String] = [:], profile: String? = nil,
    set: [String] = [], host: String? = nil
) throws(SettingsProblems) -> Settings {
    var sources = SettingsSources()
    sources.files = files.enumerated().map { index, text in
        SettingsSources.File(path: "file\(index + 1)", bytes: Array(text.utf8), mode: mode)
    }
    sources.environment = environment
    sources.profile = profile
    sources.overrides = set
    sources.host = host
    return try Settings(sources)
}

/// What is said about settings that are wrong.
private func problems(
    _ file: String = "", mode: UInt32 = 0o600, environment: [String: String] = [:], profile: String? = nil,
    set: [String] = [], host: String? = nil
) -> [String] {
    do {
        _ = try settings(file, mode: mode, environment: environment, profile: profile, set: set, host: host)
        return []
    } catch {
        return error.problems.map(\.description)
    }
}

@Suite("The layers of settings")
struct SettingsLayerTests {
    @Test("of a file that is something else a hundred mistakes are told")
    func wrongFile() {
        let told = problems("[server]\n" + String(repeating: "hots = x\n", count: 200))
        #expect(told.count == SettingsReader.problemLimit + 1)
        #expect(told.last == "file1: may have more mistakes than these; is it the right file?")
    }

    @Test("without any layer the built-in values hold")
    func builtIn() {
        let settings = Settings.builtIn
        #expect(settings.server == .init(host: HouseHost(name: "192.168.178.100")))
        #expect(
            settings.listen
                == .init(
                    autostart: false, device: "default", buffer: nil, maxLatency: .seconds(3), gain: 0,
                    drift: .silence))
        #expect(
            settings.screen
                == .init(
                    theme: "default", art: .auto, fetchesRemoteArt: true, usesMouse: true, showsMeter: true))
        #expect(settings.desktop == .init(offersMPRIS: true, mediaKeys: .auto, notifies: false))
        #expect(settings.keys.isEmpty)
        #expect(!settings.isConfigured)
        #expect(settings.warnings(for: HouseService.allCases).isEmpty)
        #expect(settings.origins.values.allSatisfy { $0 == .builtIn })
    }

    @Test("every setting has one row in the table, with a good built-in value, and a section that exists")
    func table() {
        #expect(Set(SettingTable.rows.map(\.name)) == Set(SettingName.allCases))
        #expect(SettingTable.rows.count == SettingName.allCases.count)
        #expect(Set(SettingName.allCases.map(\.section)) == Set(SettingTable.sections))
        #expect(SettingTable.rows.allSatisfy { !$0.summary.isEmpty && !$0.summary.contains("\n") })
    }

    @Test("each layer wins over those before it")
    func order() throws {
        let system = "[listen]\ndevice = system\n"
        let user = "[listen]\ndevice = user\n[profile p]\nlisten.device = profile\n"
        let environment = ["GROOVE_LISTEN_DEVICE": "environment"]
        #expect(try settings(system).listen.device == "system")
        #expect(try settings(system, user).listen.device == "user")
        #expect(try settings(system, user, environment: environment).listen.device == "environment")
        #expect(try settings(system, user, environment: environment, profile: "p").listen.device == "profile")
        let all = try settings(
            system, user, environment: environment, profile: "p",
            set: ["listen.device=a", "listen.device = set"])
        #expect(all.listen.device == "set")
        #expect(all.origins[.listenDevice] == .flag("--set"))
    }

    @Test("--host drops every address that a layer below it set")
    func hostDropsAddresses() throws {
        let file = """
            [server]
            host = old
            rpc_url = http://old:6680/mopidy/rpc
            events_url = ws://old:6680/mopidy/ws
            stream_url = http://old:8000/x
            snapcast_url = http://old:1780/jsonrpc
            art_url = http://old/
            ca_file = /ca.pem
            """
        let server = try settings(file, set: ["server.stream_url=http://set/"], host: "new:8280").server
        #expect(server == .init(host: HouseHost(name: "new", port: 8280), caFile: "/ca.pem"))
    }

    @Test("an empty value takes a lower layer's away")
    func emptyValue() throws {
        let system = "[server]\nstream_url = http://a/"
        #expect(try settings(system, "[server]\nstream_url =").server.streamURL == nil)
    }

    @Test("values are read as a person would write them")
    func values() throws {
        let file = """
            [listen]
            autostart = Yes
            buffer = 500ms ; a comment
            max_latency: 1.5s
            gain = -3.5 dB
            drift = OFF
            [screen]
            art = sixel
            mouse = false
            """
        let settings = try settings(file)
        #expect(
            settings.listen
                == .init(
                    autostart: true, device: "default", buffer: .milliseconds(500),
                    maxLatency: .milliseconds(1500), gain: -3.5, drift: .off))
        #expect(settings.screen.art == .sixel)
        #expect(!settings.screen.usesMouse)
    }

    @Test("a person who said nothing of a house is asked; one who did is not")
    func isConfigured() throws {
        #expect(try !settings("[listen]\ndevice = hw:1").isConfigured)
        #expect(try settings("[server]\nhost = nas").isConfigured)
        #expect(try settings(environment: ["GROOVE_AUTH_USERNAME": "me"]).isConfigured)
        #expect(try settings(host: "nas").isConfigured)
    }

    @Test("variables that are none of groove's are left alone")
    func foreignVariables() {
        #expect(problems(environment: ["GROOVE_TEST_HOUSE": "x", "GROOVE": "y", "HOME": "z"]) == [])
    }

    @Test("keys are bound to commands and to what the screen itself can do")
    func keys() throws {
        let keys = try settings("[keys]\nN = next\n+ = volume +10\nctrl-l = redraw\nx =\n").keys
        #expect(keys.map(\.key) == ["+", "N", "ctrl-l", "x"])
        #expect(keys.map(\.action) == [.command(.volume(.step(10))), .command(.next), .redraw, nil])
    }

    @Test("what is bound holds over the usual keys, and leaves the others")
    func keyMap() throws {
        let file = "[keys]\nn = previous\nspace =\nctrl-page-up = volume +10\nf5 = redraw\nhash = stop\n"
        let map = KeyMap.standard.rebound(by: try settings(file).keys)
        #expect(map.action(for: .character("n")) == .command(.previous))
        #expect(map.action(for: .character(" ")) == nil)
        #expect(map.action(for: KeyPress(.pageUp, .control)) == .command(.volume(.step(10))))
        #expect(map.action(for: KeyPress(.function(5))) == .redraw)
        #expect(map.action(for: .character("#")) == .command(.stop))
        #expect(map.action(for: .character("p")) == .command(.previous))
    }
}

@Suite("What is wrong with the settings")
struct SettingsProblemTests {
    @Test("all of it is said at once, in order, with its place")
    func everything() {
        let file = """
            [server]
            host = http://nas/
            rpc_url = nas:6680
            hots = x
            [sever]
            host = y
            [listen]
            buffer = 2 seconds
            buffer = 1s
            no delimiter
            [keys]
            spcae = next
            n = nxet
            [profile p]
            listen.gain = +3
            """
        let found = problems(
            file, environment: ["GROOVE_LISTEN_GAIN": "loud"], profile: "q", set: ["x"], host: "a b")
        #expect(
            found == [
                "file1:2: server.host is a whole address; write the host alone here, and addresses as server.rpc_url "
                    + "and server.stream_url",
                "file1:3: server.rpc_url has no scheme; write http://, https://, ws:// or wss:// before it",
                "file1:4: \"server.hots\" is not a setting; did you mean server.host?",
                "file1:5: [sever] is not a section; did you mean [server]?",
                "file1:8: listen.buffer is \"2 seconds\"; write a time such as 500ms, 2s or 1m, or auto",
                "file1:9: buffer is set a second time; it is set on line 8 already",
                "file1:10: this line is no setting; write key = value",
                "file1:12: \"spcae\" is not a key; did you mean space?",
                "file1:13: the key n is bound to \"nxet\", which is no groove command and none of quit, redraw, "
                    + "suspend, toggle-listening",
                "file1:15: listen.gain is \"+3\"; write decibels from -60 to 0",
                "GROOVE_LISTEN_GAIN: listen.gain is \"loud\"; write decibels from -60 to 0",
                "--profile: there is no profile \"q\"; did you mean p?",
                "--set: a setting is needed as section.key=value",
                "--host: names the host \"a b\", which is neither a host name nor an IP address",
            ])
    }

    @Test(
        "a value that is not good is said with what would be",
        arguments: [
            ("listen.max_latency=1ms", "it may be 200 ms to 60 s"), ("listen.max_latency=auto", "500ms, 2s"),
            ("listen.buffer=2s # two", "begins with ;"), ("listen.autostart=maybe", "write on or off"),
            ("screen.art=braille", "auto, kitty, sixel"),
            ("server.rpc_url=ws://nas/", "http:// or https:// is needed"),
            ("server.events_url=http://nas/", "ws:// or wss:// is needed"), ("listen.gain=nan", "decibels"),
            ("listen.buffer=5s", "more than listen.max_latency"), ("auth.username=a:b", "colon"),
            ("auth.rpc_username=me", "set auth.rpc_password too"), ("server.host=", "is empty"),
            ("gain=1", "did you mean listen.gain?"), ("listen.device=a\u{1B}", "control character"),
        ])
    func badValue(setting: String, expected: String) {
        let found = problems(set: [setting])
        #expect(found.count == 1)
        #expect(found.first?.contains(expected) == true, "\(found)")
    }

    @Test("a second line that was meant to be a setting is noticed")
    func indentedByMistake() {
        let found = problems("[listen]\ndevice = a\n  gain = 0")
        #expect(
            found == [
                "file1:2: listen.device goes on over several lines; is the next line indented by mistake?"
            ])
    }

    @Test("a relative path in a config file is refused, on the command line it is good")
    func relativePath() throws {
        #expect(problems("[server]\nca_file = ca.pem").count == 1)
        #expect(problems("[server]\nca_file = ~/ca.pem") == [])
        #expect(try settings(set: ["server.ca_file=ca.pem"]).server.caFile == "ca.pem")
    }

    @Test("control characters in a file reach no message")
    func controlCharacters() {
        let found = problems("[s\u{1B}x]\n[listen]\nbu\u{9B}f = 1\ndrift = \u{1B}[2J\n")
        #expect(found.count == 3)
        #expect(!found.joined().unicodeScalars.contains { TerminalText.isControl($0) })
    }
}

@Suite("Secrets in the settings")
struct SettingsSecretTests {
    private let secret = "[auth]\npassword = hunter2\n"

    @Test(
        "a file that holds one and can be read by others is refused with the cure",
        arguments: [0o644, 0o640, 0o604])
    func readableByOthers(mode: UInt32) {
        #expect(
            problems(secret, mode: mode) == [
                "file1:2: auth.password stands in a file that others can read; run chmod 600 file1"
            ])
        #expect(problems("[auth]\nrpc_header = X-Key: hunter2", mode: mode).count == 1)
    }

    @Test("without a secret, or kept from others, it is good", arguments: [0o600, 0o400, 0o622])
    func good(mode: UInt32) {
        #expect(problems(secret, mode: mode) == [])
        #expect(problems("[auth]\nusername = me\npassword =\npassword_command = pass x", mode: 0o644) == [])
    }

    @Test("none is taken from the command line")
    func commandLine() {
        for name in ["auth.password", "auth.rpc_header", "AUTH.Password"] {
            let found = problems(set: ["\(name)=hunter2"])
            #expect(found.count == 1)
            #expect(found.first?.contains("others can read a command line") == true)
            #expect(!found.joined().contains("hunter2"))
        }
    }

    @Test("no message and no description holds one")
    func descriptions() throws {
        let settings = try settings(secret + "rpc_header = Authorization: Bearer hunter2\n")
        #expect(!"\(settings)".contains("hunter2"))
        #expect(!String(reflecting: settings).contains("hunter2"))
        var dumped = ""
        dump(settings, to: &dumped)
        #expect(!dumped.contains("hunter2"))
        let found = problems(
            "[auth]\nrpc_header = hunter2\npassword = hunter2\n  hunter2\nevents_password = hunter2")
        #expect(found.count == 3)
        #expect(!found.joined().contains("hunter2"))
    }

    @Test("the stream's password is the house's published one until another is set")
    func streamPassword() throws {
        let access = Settings.builtIn.access(to: .stream)
        #expect(
            access.basic
                == .init(
                    username: "listener", password: .text(Secret("groove_listen")), setting: .streamPassword,
                    origin: .builtIn))
        #expect(!access.sendsSecret)
        #expect(access.adviceWhenRefused == "set auth.password; the house does not have its usual one")
        #expect(try settings("[auth]\npassword =").access(to: .stream).basic == nil)
    }

    @Test("where a password came from is kept")
    func origins() throws {
        #expect(
            try settings(secret).access(to: .stream).adviceWhenRefused
                == "check auth.password in file1:2, and auth.username")
        let environment = ["GROOVE_AUTH_PASSWORD": "x"]
        #expect(
            try settings(environment: environment).access(to: .stream).adviceWhenRefused
                == "check GROOVE_AUTH_PASSWORD in the environment, and auth.username")
        #expect(
            Settings.builtIn.access(to: .rpc).adviceWhenRefused
                == "set auth.rpc_username and auth.rpc_password")
    }

    @Test("of the three ways to give a password the highest layer's holds")
    func ways() throws {
        let command = "[auth]\npassword_command = pass groove"
        #expect(try settings(secret, command).access(to: .stream).basic?.password == .command("pass groove"))
        #expect(
            try settings(command, environment: ["GROOVE_AUTH_PASSWORD_FILE": "/p"]).access(to: .stream).basic?
                .password
                == .file(path: "/p"))
        #expect(
            problems(secret + "password_file = /p") == [
                "file1:3: password and password_file are both set; keep one of them"
            ])
    }

    @Test("the other services are sent nothing until it is set, and each its own")
    func otherServices() throws {
        for service in [HouseService.rpc, .events, .snapcast] {
            #expect(Settings.builtIn.access(to: service) == .init(service: service, basic: nil, headers: []))
        }
        let settings = try settings(
            "[auth]\nrpc_username = me\nrpc_password = x\nevents_header = A: b\nevents_header = C: d\n  E: f")
        #expect(settings.access(to: .rpc).basic?.username == "me")
        #expect(settings.access(to: .rpc).headers == [])
        #expect(settings.access(to: .events).basic == nil)
        #expect(settings.access(to: .events).headers.map(\.name) == ["A", "C", "E"])
        #expect(settings.access(to: .events).headers.map(\.value.revealed) == ["b", "d", "f"])
    }

    @Test(
        "headers that the protocol needs are refused",
        arguments: ["Host: x", "content-length: 1", "no colon", ": x", "a b: c"])
    func badHeader(text: String) {
        #expect(problems("[auth]\nrpc_header = \(text)").count == 1)
    }

    @Test("plain http to an address outside the local network is warned about, once for each computer")
    func warnings() throws {
        let all = HouseService.allCases
        let text =
            "music.example.org is outside the local network and reached unencrypted: what is sent can be read "
        #expect(try settings(secret, host: "nas.local").warnings(for: all).isEmpty)
        #expect(
            try settings(host: "music.example.org").warnings(for: all) == [
                text + "on the way; use https and wss if that server can"
            ])
        #expect(
            try settings(secret, host: "music.example.org").warnings(for: all) == [
                text + "on the way, the password of the stream too; use https and wss if that server can"
            ])
        let rpc = secret + "rpc_username = u\nrpc_password = p\n"
        #expect(
            try settings(rpc, host: "music.example.org").warnings(for: all) == [
                text
                    + "on the way, the password of the stream and Mopidy too; use https and wss if that server can"
            ])
    }

    @Test("only those that are spoken to are warned about, and not those that are spoken to in secret")
    func warningsForSome() throws {
        let stream = secret + "[server]\nhost = nas\nstream_url = http://music.example.org/s"
        #expect(try settings(stream).warnings(for: [.rpc, .events]).isEmpty)
        #expect(try settings(stream).warnings(for: [.stream]).count == 1)
        let safe = secret + "[server]\nhost = nas\nstream_url = https://music.example.org/s"
        #expect(try settings(safe).warnings(for: HouseService.allCases).isEmpty)
    }
}
