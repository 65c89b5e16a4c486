// What the words after a command mean.
extension CommandTable {
    /// `groove listen`.
    @Sendable
    static func listen(_ words: ParsedWords) throws(UsageError) -> Command {
        var options = ListenOptions()
        options.device = words.flags["--device"]
        options.output = words.flags["--output"]
        options.duration = try words.duration("--for")
        options.buffer = try buffer(words.duration("--buffer"))
        options.waits = words.has("--wait")
        options.printsStats = words.has("--stats")
        if options.device != nil, options.output != nil {
            throw UsageError("--device and --output exclude each other; the sound goes to one of them")
        }
        for (flag, value) in [("--device", options.device), ("--output", options.output)] where value == "" {
            throw UsageError("\(flag) needs a value")
        }
        return .listen(options)
    }

    /// More than the setting allows would be waited for in vain.
    private static func buffer(_ time: Duration?) throws(UsageError) -> Duration? {
        guard let time,
            case .duration(let shortest, let longest, _) = SettingTable.row(of: .listenBuffer).kind,
            !(shortest...longest).contains(time)
        else { return time }
        throw UsageError(
            "--buffer may be \(DurationText.spoken(shortest)) to \(DurationText.spoken(longest))")
    }

    /// `groove help`.
    @Sendable
    static func help(_ words: ParsedWords) throws(UsageError) -> Command {
        guard let name = words.words.first else { return .help(nil) }
        guard name == "settings" || command(named: name) != nil else {
            throw UsageError(unknownCommand(name))
        }
        return .help(name)
    }

    /// `1:30`, `+10`, `-10`, `50%`.
    static func seekTarget(_ text: String) throws(UsageError) -> SeekTarget {
        let problem = UsageError(
            "\(TerminalText.quoted(text)) is no place in a track; write 1:30, +10, -10 or 50%")
        if text.hasSuffix("%") {
            let digits = text.dropLast()
            guard let percent = number(digits), percent <= 100 else { throw problem }
            return .percent(percent)
        }
        guard let sign = text.first, sign == "+" || sign == "-" else {
            guard let position = DurationText.parsePosition(text) else { throw problem }
            return .position(position)
        }
        guard let offset = DurationText.parsePosition(String(text.dropFirst())) else { throw problem }
        return .offset(sign == "+" ? offset : .zero - offset)
    }

    /// `60`, `+5`, `-5`, `mute`, `unmute`, `toggle`.
    @Sendable
    static func volumeChange(_ text: String) throws(UsageError) -> VolumeChange {
        switch text {
        case "mute": return .mute
        case "unmute": return .unmute
        case "toggle": return .toggleMute
        default: break
        }
        let problem = UsageError(
            "\(TerminalText.quoted(text)) is no volume; write 0 to 100, +5, -5, mute, unmute or toggle")
        if let sign = text.first, sign == "+" || sign == "-" {
            guard let step = number(text.dropFirst()), step <= 100 else { throw problem }
            return .step(sign == "+" ? step : -step)
        }
        guard let volume = number(text[...]), volume <= 100 else { throw problem }
        return .set(volume)
    }

    /// Digits alone, few enough to be meant.
    private static func number(_ text: Substring) -> Int? {
        guard (1...6).contains(text.count), text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return Int(text)
    }

    /// The message for a command that does not exist.
    static func unknownCommand(_ name: String) -> String {
        let near = NearestWord.of(name, in: commands.map(\.name))
        let hint = near.map { "did you mean groove \($0)?" } ?? "groove help lists the commands"
        return "there is no command \(TerminalText.quoted(name)); \(hint)"
    }

    /// The message for a word that a command does not take.
    static func unknownWord(_ word: String, of command: String, in words: [String]) -> String {
        let near = NearestWord.of(word, in: words)
        let hint =
            near.map { "did you mean groove \(command) \($0)?" } ?? "groove help \(command) says what may"
        return "\(TerminalText.quoted(word)) may not follow groove \(command); \(hint)"
    }
}
