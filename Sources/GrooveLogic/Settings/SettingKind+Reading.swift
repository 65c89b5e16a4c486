/// Why a setting's text is not good: to stand after the setting's name.
struct SettingTextProblem: Error, Hashable {
    /// What is wrong, and what would be right.
    var message: String
}

extension SettingKind {
    /// Reads what was written for a setting of this kind. The messages never hold a secret's text.
    func read(_ text: String) throws(SettingTextProblem) -> SettingValue {
        guard !text.contains("\n") || self == .headers else {
            throw SettingTextProblem(
                message: "goes on over several lines; is the next line indented by mistake?")
        }
        let isClean = text.unicodeScalars.allSatisfy {
            $0 == "\n" || $0 == "\t" || !TerminalText.isControl($0)
        }
        guard isClean else {
            throw SettingTextProblem(message: "has a control character in it; remove it")
        }
        switch self {
        case .host: return try readHost(text)
        case .url(let schemes): return try text.isEmpty ? .none : .url(readURL(text, schemes: schemes))
        case .text, .shellCommand, .path: return text.isEmpty ? .none : .text(text)
        case .secret: return text.isEmpty ? .none : .secret(Secret(text))
        case .headers: return try readHeaders(text)
        case .flag: return try readFlag(text)
        case .duration(let shortest, let longest, let allowsAuto):
            return try readDuration(text, shortest: shortest, longest: longest, allowsAuto: allowsAuto)
        case .decibels(let lowest, let highest):
            return try readDecibels(text, lowest: lowest, highest: highest)
        case .choice(let words): return try readChoice(text, words: words)
        }
    }

    private func readHost(_ text: String) throws(SettingTextProblem) -> SettingValue {
        do {
            return .host(try HouseHost(text))
        } catch {
            throw SettingTextProblem(message: error.message)
        }
    }

    private func readURL(_ text: String, schemes: [ServerURL.Scheme]) throws(SettingTextProblem) -> ServerURL
    {
        let url: ServerURL
        do {
            url = try ServerURL(text)
        } catch {
            throw SettingTextProblem(message: error.message)
        }
        guard schemes.contains(url.scheme) else {
            let wanted = schemes.map { "\($0.rawValue)://" }.joined(separator: " or ")
            throw SettingTextProblem(
                message: "begins with \(url.scheme.rawValue)://; \(wanted) is needed here")
        }
        return url
    }

    private func readHeaders(_ text: String) throws(SettingTextProblem) -> SettingValue {
        var headers: [HTTPHeader] = []
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0]
            guard parts.count == 2, !name.isEmpty, name.allSatisfy(Self.isTokenCharacter) else {
                throw SettingTextProblem(message: "is not a header; write Name: value")
            }
            guard !["host", "content-length", "transfer-encoding", "connection"].contains(name.lowercased())
            else {
                throw SettingTextProblem(message: "sets \(name), which the protocol itself needs; remove it")
            }
            headers.append(HTTPHeader(name: String(name), value: Secret(INIText.trimmed(parts[1]))))
        }
        return headers.isEmpty ? .none : .headers(headers)
    }

    private func readFlag(_ text: String) throws(SettingTextProblem) -> SettingValue {
        switch text.lowercased() {
        case "on", "true", "yes", "1": .flag(true)
        case "off", "false", "no", "0": .flag(false)
        default: throw SettingTextProblem(message: "is \(TerminalText.quoted(text)); write on or off")
        }
    }

    private func readDuration(
        _ text: String, shortest: Duration, longest: Duration, allowsAuto: Bool
    ) throws(SettingTextProblem) -> SettingValue {
        if allowsAuto, text.lowercased() == "auto" { return .automatic }
        let orAuto = allowsAuto ? ", or auto" : ""
        guard let duration = DurationText.parse(text) else {
            let hint = Self.commentHint(in: text) ?? "write a time such as 500ms, 2s or 1m\(orAuto)"
            throw SettingTextProblem(message: "is \(TerminalText.quoted(text)); \(hint)")
        }
        guard (shortest...longest).contains(duration) else {
            let range = "\(DurationText.spoken(shortest)) to \(DurationText.spoken(longest))"
            throw SettingTextProblem(
                message: "is \(TerminalText.quoted(text)); it may be \(range)\(orAuto)")
        }
        return .duration(duration)
    }

    private func readDecibels(
        _ text: String, lowest: Double, highest: Double
    ) throws(SettingTextProblem) -> SettingValue {
        let number = text.lowercased().hasSuffix("db") ? INIText.trimmed(text.dropLast(2)) : text
        let isPlain = number.allSatisfy { $0.isASCII && ($0.isNumber || "+-.".contains($0)) }
        guard isPlain, let decibels = Double(number), (lowest...highest).contains(decibels) else {
            let hint = Self.commentHint(in: text) ?? "write decibels from \(Int(lowest)) to \(Int(highest))"
            throw SettingTextProblem(message: "is \(TerminalText.quoted(text)); \(hint)")
        }
        return .decibels(decibels)
    }

    private func readChoice(_ text: String, words: [String]) throws(SettingTextProblem) -> SettingValue {
        let word = text.lowercased()
        guard words.contains(word) else {
            let list = words.joined(separator: ", ")
            let hint = Self.commentHint(in: text) ?? "it may be \(list)"
            throw SettingTextProblem(message: "is \(TerminalText.quoted(text)); \(hint)")
        }
        return .text(word)
    }

    /// A `#` after a value is part of it, as in mopidy.conf.
    private static func commentHint(in text: String) -> String? {
        text.holds(" #") ? "a comment after a value begins with ; and not with #" : nil
    }

    private static func isTokenCharacter(_ character: Character) -> Bool {
        character.isASCII
            && (character.isLetter || character.isNumber || "!#$%&'*+-.^_`|~".contains(character))
    }
}
