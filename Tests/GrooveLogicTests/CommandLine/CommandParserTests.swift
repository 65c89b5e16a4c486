import GrooveLogic
import GrooveTestSupport
import Testing

@Suite("The command line")
struct CommandParserTests {
    private func parse(_ line: String) throws(UsageError) -> Invocation {
        try CommandParser.parse(ShellText.words(line) ?? [])
    }

    /// What is said about a line that is wrong; nil when it is not.
    private func problem(_ line: String) -> String? {
        do {
            _ = try parse(line)
            return nil
        } catch {
            return error.message
        }
    }

    @Test(
        "commands",
        arguments: [
            ("", .screen), ("status", .status), ("play", .play), ("pause", .pause), ("toggle", .toggle),
            ("stop", .stop), ("next", .next), ("previous", .previous), ("queue", .queueList),
            ("queue list", .queueList), ("events", .events), ("help", .help(nil)), ("--help", .help(nil)),
            ("-h", .help(nil)), ("help listen", .help("listen")), ("listen --help", .help("listen")),
            ("seek --help", .help("seek")), ("help queue list", .help("queue")), ("help --help", .help(nil)),
            ("help settings", .help("settings")), ("--version", .version), ("play --version", .version),
            ("-- status", .status), ("status --", .status),
        ] as [(String, Command)])
    func commands(line: String, expected: Command) throws {
        #expect(try parse(line) == Invocation(command: expected))
    }

    @Test(
        "places to seek to",
        arguments: [
            ("1:30", .position(.seconds(90))), ("90", .position(.seconds(90))),
            ("2m", .position(.seconds(120))),
            ("+10", .offset(.seconds(10))), ("-10", .offset(.seconds(-10))),
            ("-1:30", .offset(.seconds(-90))),
            ("-500ms", .offset(.milliseconds(-500))), ("50%", .percent(50)), ("0%", .percent(0)),
            ("100%", .percent(100)),
        ] as [(String, SeekTarget)])
    func seek(word: String, expected: SeekTarget) throws {
        #expect(try parse("seek \(word)").command == .seek(expected))
    }

    @Test(
        "volumes",
        arguments: [
            ("", nil), ("60", .set(60)), ("0", .set(0)), ("100", .set(100)), ("+5", .step(5)),
            ("-5", .step(-5)),
            ("mute", .mute), ("unmute", .unmute), ("toggle", .toggleMute), ("-- -5", .step(-5)),
        ] as [(String, VolumeChange?)])
    func volume(word: String, expected: VolumeChange?) throws {
        #expect(try parse("volume \(word)").command == .volume(expected))
    }

    @Test("listen and its flags")
    func listen() throws {
        var options = ListenOptions()
        #expect(try parse("listen").command == .listen(options))
        options.device = "hw:1,0"
        options.duration = .seconds(12)
        options.buffer = .milliseconds(1500)
        options.waits = true
        options.printsStats = true
        #expect(
            try parse("listen --device hw:1,0 --for 12s --buffer=1.5s --wait --stats").command
                == .listen(options))
        var recording = ListenOptions()
        recording.output = "-"
        #expect(try parse("--output - listen").command == .listen(recording))
    }

    @Test("flags of every command, before and after it")
    func globals() throws {
        var globals = GlobalOptions()
        globals.host = "nas"
        globals.profile = "cabin"
        globals.configFile = "a b.conf"
        globals.overrides = ["listen.device=hw:1", "screen.art=off"]
        globals.printsJSON = true
        globals.timeout = .milliseconds(500)
        globals.isVerbose = true
        globals.usesColor = false
        globals.isPlain = true
        let expected = Invocation(command: .volume(.step(-5)), globals: globals)
        let line =
            "--host nas --profile=cabin --set listen.device=hw:1 volume -v --json -5 --config 'a b.conf' "
            + "--timeout 500ms --set=screen.art=off --no-color --plain"
        #expect(try parse(line) == expected)
        #expect(try parse("-q play").globals.isQuiet)
        #expect(try parse("play --host a --host b").globals.host == "b")
    }

    @Test(
        "what is wrong is said with what would be right",
        arguments: [
            ("pley", "there is no command \"pley\"; did you mean groove play?"),
            ("bicycle", "there is no command \"bicycle\"; groove help lists the commands"),
            ("--jsn status", "there is no flag \"--jsn\"; did you mean --json?"),
            ("-x", "there is no flag \"-x\"; groove help lists them"),
            ("-5 volume", "there is no flag \"-5\"; a value stands after its command"),
            ("--host", "--host needs a value: --host HOST"),
            ("--host --json", "--host needs a value: --host HOST"),
            ("--host= play", "--host needs a value"), ("--json=yes status", "--json takes no value"),
            ("seek", "groove seek needs a word after it: POSITION | +TIME | -TIME | PERCENT%"),
            ("seek 1:30 2:00", "\"2:00\" may not follow groove seek; groove help seek says what may"),
            ("play it", "\"it\" may not follow groove play; groove help play says what may"),
            ("queue lsit", "\"lsit\" may not follow groove queue; did you mean groove queue list?"),
            ("help pley", "there is no command \"pley\"; did you mean groove play?"),
            ("status --stats", "--stats belongs to groove listen"),
            ("--wait", "--wait belongs to groove listen"),
            ("play --timeout 0", "--timeout \"0\" is not a duration; write 500ms, 2s, 30m or 1h"),
            ("listen --buffer 1h", "--buffer may be 50 ms to 30 s"),
            ("listen --buffer 20ms", "--buffer may be 50 ms to 30 s"),
            ("listen --for soon", "--for \"soon\" is not a duration; write 500ms, 2s, 30m or 1h"),
            (
                "listen --device a --output b",
                "--device and --output exclude each other; the sound goes to one of them"
            ),
            ("play -q -v", "--quiet and --verbose exclude each other; give one of them"),
            ("play -qv", "--quiet and --verbose exclude each other; give one of them"),
            ("'p\u{1B}lay'", "there is no command \"p\u{FFFD}lay\"; did you mean groove play?"),
        ])
    func problems(line: String, expected: String) {
        #expect(problem(line) == expected)
    }

    @Test(
        "no place in a track", arguments: ["1:60", "101%", "-5%", "%", "+", "x", "1:30:00:00", "++5", "1.5%"])
    func noPlace(word: String) {
        #expect(
            problem("seek \(word)")?.hasSuffix("is no place in a track; write 1:30, +10, -10 or 50%") == true)
    }

    @Test("no volume", arguments: ["101", "+101", "-101", "5.5", "loud", "60%", "+", "9999999999999999999"])
    func noVolume(word: String) {
        #expect(
            problem("volume \(word)")?.hasSuffix("write 0 to 100, +5, -5, mute, unmute or toggle") == true)
    }

    @Test("there is no flag for a password, and the message says where it goes without repeating it")
    func password() {
        for line in ["--password hunter2 listen", "listen --password=hunter2", "--passwd hunter2"] {
            #expect(problem(line)?.contains("set auth.password") == true)
            #expect(problem(line)?.contains("hunter2") == false)
        }
    }

    @Test("random lines never trap")
    func random() {
        var random = SeededGenerator(seed: 3)
        let words = [
            "listen", "seek", "volume", "queue", "list", "help", "--", "-", "--set", "--host", "--json", "=",
            "-5",
            "+5", "--for=", "--timeout", "5s", "-qv", "--output=-", "é", "", "---", "--=x", "-=", "%", ":",
        ]
        for _ in 0..<5000 {
            let line = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                words.randomElement(using: &random) ?? ""
            }
            _ = try? CommandParser.parse(line)
        }
    }
}

@Suite("Help")
struct HelpTextTests {
    @Test("the overview has every command, every flag and every exit code")
    func overview() {
        let text = HelpText.page(nil)
        for command in CommandTable.commands { #expect(text.contains("\n  \(command.name)")) }
        for flag in CommandTable.globalFlags { #expect(text.contains(flag.usage)) }
        for code in ExitCode.allCases { #expect(text.contains("  \(code.rawValue) ")) }
    }

    @Test("each command has a page with its flags, and examples that can be typed")
    func pages() throws {
        for command in CommandTable.commands {
            let page = HelpText.page(command.name)
            #expect(page.hasPrefix("usage: groove \(command.name)"))
            for flag in command.flags { #expect(page.contains(flag.usage)) }
            for example in command.examples {
                let words = try #require(ShellText.words(example.line))
                #expect(words.first == "groove")
                _ = try CommandParser.parse(Array(words.dropFirst()))
            }
        }
    }

    @Test("the page of the settings has every one of them")
    func settings() {
        let text = HelpText.page("settings")
        for row in SettingTable.rows { #expect(text.contains("  \(row.name.key) ")) }
    }

    @Test("every page fits a terminal of 110 columns")
    func width() {
        for topic in [nil, "settings"] + CommandTable.commands.map({ $0.name as String? }) {
            for line in HelpText.page(topic).split(separator: "\n") { #expect(line.count <= 110, "\(line)") }
        }
    }
}
