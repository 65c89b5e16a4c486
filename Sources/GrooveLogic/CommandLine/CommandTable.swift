/// The one table of commands: parsing, help, completions and the man page come from it.
public enum CommandTable {
    /// In the order in which help lists them.
    public static let commands: [CommandDescription] = listening + transport + queue + about

    /// The command of that name.
    public static func command(named name: String) -> CommandDescription? {
        commands.first { $0.name == name }
    }

    /// The flags that every command takes.
    public static let globalFlags = [
        FlagDescription(
            "--host", value: "HOST", "the house: a name or address, HOST:PORT if the port is unusual"),
        FlagDescription("--profile", value: "NAME", "settings of [profile NAME] in the config file"),
        FlagDescription("--config", value: "FILE", "the config file, instead of your own"),
        FlagDescription(
            "--set", value: "KEY=VALUE", "one setting, such as listen.device=hw:1; may be repeated"),
        FlagDescription("--json", "one JSON object a line, instead of text"),
        FlagDescription("--timeout", value: "TIME", "how long the command may take (5s)"),
        FlagDescription("--quiet", short: "q", "say nothing but failures"),
        FlagDescription("--verbose", short: "v", "say more: addresses tried, what answered"),
        FlagDescription("--no-color", "no colours (NO_COLOR does the same)"),
        FlagDescription("--plain", "plain signs instead of symbols"),
        FlagDescription("--help", short: "h", "help on groove, or on the command"),
        FlagDescription("--version", "groove's version"),
    ]

    /// Whether a key may be bound to a command: what ends by itself and prints nothing.
    static func canBeBound(_ command: Command) -> Bool {
        switch command {
        case .play, .pause, .toggle, .stop, .next, .previous, .seek: true
        case .volume(let change): change != nil
        case .screen, .listen, .status, .queueList, .events, .help, .version: false
        }
    }

    private static let listening = [
        CommandDescription(
            name: "listen", synopsis: "",
            summary: "play the house stream here, without a screen, until stopped",
            details: """
                The first connection is tried for 15 seconds, for ever with --wait; a busy sound device for 10.
                With --output the sound goes to a WAV file as it comes, in the stream's own depth, instead of
                to the sound device; - is standard output.
                --stats --json prints one object each second and at each change of state.
                """,
            flags: [
                FlagDescription("--device", value: "PCM", "an ALSA device instead of listen.device"),
                FlagDescription(
                    "--output", value: "FILE.wav|-", "write the sound there instead of playing it"),
                FlagDescription("--for", value: "TIME", "stop after that time, counted from the start"),
                FlagDescription(
                    "--buffer", value: "TIME", "sound to gather before it starts, instead of listen.buffer"),
                FlagDescription("--wait", "go on trying for ever while nothing answers"),
                FlagDescription("--stats", "print what is going on, each second"),
            ],
            examples: [
                CommandExample(
                    line: "groove --host nas listen", meaning: "play the stream of the house at nas"),
                CommandExample(
                    line: "groove listen --output song.wav --for 3m", meaning: "record three minutes"),
            ],
            make: listen)
    ]

    private static let transport = [
        simple("play", "let the house play, or go on", .play),
        simple("pause", "pause the house: the music stops in every room", .pause),
        simple("toggle", "pause if the house plays, else play", .toggle),
        simple("stop", "stop the house", .stop),
        simple("next", "the next track", .next),
        simple("previous", "the track before", .previous),
        CommandDescription(
            name: "seek", synopsis: "POSITION | +TIME | -TIME | PERCENT%", arity: 1...1,
            summary: "go to another place in the track",
            details: "Positions are 1:30, 1:02:03, or times such as 90, 90s or 2m.",
            examples: [
                CommandExample(line: "groove seek 1:30", meaning: "to one minute thirty"),
                CommandExample(line: "groove seek -10", meaning: "ten seconds back"),
                CommandExample(line: "groove seek 50%", meaning: "to the middle"),
            ],
            make: { words throws(UsageError) in .seek(try seekTarget(words.words[0])) }),
        CommandDescription(
            name: "volume", synopsis: "[NUMBER | +STEP | -STEP | mute | unmute | toggle]",
            words: ["mute", "unmute", "toggle"], arity: 0...1,
            summary: "tell or change the house volume, 0 to 100",
            examples: [
                CommandExample(line: "groove volume", meaning: "tell it"),
                CommandExample(line: "groove volume 60", meaning: "set it"),
                CommandExample(line: "groove volume -5", meaning: "a little quieter"),
            ],
            make: { words throws(UsageError) in .volume(try words.words.first.map(volumeChange)) }),
    ]

    private static let queue = [
        CommandDescription(
            name: "queue", synopsis: "[list]", words: ["list"], arity: 0...1,
            summary: "list what is queued, numbered from 1",
            make: { words throws(UsageError) in
                if let word = words.words.first, word != "list" {
                    throw UsageError(unknownWord(word, of: "queue", in: ["list"]))
                }
                return .queueList
            })
    ]

    private static let about = [
        simple(
            "status", "one look: state, track, position, volume, options, rooms, and what can be reached",
            .status,
            details: "Exit code 0 exactly when Mopidy answered, else 3; the JSON is printed in either case."),
        simple(
            "events", "print every change of the house, one line each, until stopped", .events,
            details: """
                The house has to be there within --timeout when it begins; later it reconnects by itself.
                It ends quietly when the pipe it writes to is closed.
                """),
        CommandDescription(
            name: "help", synopsis: "[COMMAND | settings]", words: ["settings"], arity: 0...2,
            summary: "this, one command's page, or all settings", make: help),
    ]

    private static func simple(
        _ name: String, _ summary: String, _ command: Command, details: String = ""
    ) -> CommandDescription {
        CommandDescription(
            name: name, synopsis: "", summary: summary, details: details, make: { _ in command })
    }
}
