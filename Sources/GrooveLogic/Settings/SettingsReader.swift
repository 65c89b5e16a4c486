/// Puts the layers of settings together and gathers everything that is wrong with them.
///
/// Later wins: built-in, files, environment, profile, `--set`, `--host`. Every value is checked, also one that a
/// later layer overrides and those of profiles that are not chosen.
struct SettingsReader {
    /// A value and where it was set.
    struct Assignment: Hashable {
        var value: SettingValue
        var origin: SettingOrigin
    }

    private(set) var problems: [SettingsProblem] = []
    /// What the layers so far say; a setting that none of them names is not in it.
    private(set) var values: [SettingName: Assignment] = [:]
    private(set) var bindings: [String: KeyBinding] = [:]
    /// The profiles' assignments, in the order of the files.
    private(set) var profiles: [String: [Assigned]] = [:]

    /// One assignment on its way into a layer.
    struct Assigned: Hashable {
        var name: SettingName
        var assignment: Assignment
    }

    /// Reads all layers.
    init(_ sources: SettingsSources) {
        for file in sources.files { read(file) }
        readEnvironment(sources.environment)
        if let profile = sources.profile { choose(profile) }
        apply(sources.overrides.compactMap { override($0) })
        if let host = sources.host { readHost(host) }
    }

    // MARK: Layers

    /// Lays one layer over those before it.
    private mutating func apply(_ layer: [Assigned]) {
        var headersHere: Set<SettingName> = []
        for service in HouseService.allCases { settlePassword(of: service, in: layer) }
        for assigned in layer {
            let row = SettingTable.row(of: assigned.name)
            if row.kind == .headers, headersHere.contains(assigned.name),
                case .headers(let earlier) = values[assigned.name]?.value,
                case .headers(let more) = assigned.assignment.value
            {
                values[assigned.name]?.value = .headers(earlier + more)
            } else {
                values[assigned.name] = assigned.assignment
            }
            headersHere.insert(assigned.name)
        }
    }

    /// Of password, password_file and password_command a layer may give one; it replaces those of lower layers.
    private mutating func settlePassword(of service: HouseService, in layer: [Assigned]) {
        let names = SettingNames.of(service).passwords
        let given = layer.filter { names.contains($0.name) && $0.assignment.value != .none }
        if given.count > 1, let last = given.last {
            let list = given.map { $0.name.key }.joined(separator: " and ")
            problems.append(
                SettingsProblem(
                    place: last.assignment.origin.description,
                    message: "\(list) are both set; keep one of them"))
        }
        if layer.contains(where: { names.contains($0.name) }) {
            for name in names { values[name] = nil }
        }
    }

    // MARK: Files

    /// A file with this many mistakes is another kind of file; each of them costs a search for what was meant.
    static let problemLimit = 100

    private mutating func read(_ file: SettingsSources.File) {
        let document = INIDocument(bytes: file.bytes)
        var found = document.problems.map { (line: $0.line, message: $0.message) }
        found += document.headers.compactMap { header in
            unknownSection(header.name).map { (header.line, $0) }
        }
        for header in document.headers {
            if let profile = Self.profileName(header.name) { profiles[profile, default: []] += [] }
        }
        var layer: [Assigned] = []
        var firstLines: [String: Int] = [:]
        for entry in document.entries where unknownSection(entry.section) == nil {
            guard found.count < Self.problemLimit else { break }
            let name = entry.section + "\n" + entry.key
            if let first = firstLines[name], !entry.key.hasSuffix("_header") {
                found.append(
                    (entry.line, "\(entry.key) is set a second time; it is set on line \(first) already"))
            }
            firstLines[name] = firstLines[name] ?? entry.line
            do {
                try read(entry, of: file, into: &layer)
            } catch {
                found.append((entry.line, error.message))
            }
        }
        found.sort { $0.line < $1.line }
        problems += found.prefix(Self.problemLimit).map {
            SettingsProblem(place: "\(file.path):\($0.line)", message: $0.message)
        }
        if found.count >= Self.problemLimit {
            problems.append(
                SettingsProblem(
                    place: file.path, message: "may have more mistakes than these; is it the right file?"))
        }
        apply(layer)
    }

    private mutating func read(
        _ entry: INIDocument.Entry, of file: SettingsSources.File, into layer: inout [Assigned]
    ) throws(SettingTextProblem) {
        let origin = SettingOrigin.file(path: file.path, line: entry.line)
        if entry.section == "keys" {
            bindings[entry.key] = try KeyBinding(key: entry.key, text: entry.value, origin: origin)
        } else if let profile = Self.profileName(entry.section) {
            let inProfile = SettingOrigin.profile(name: profile, path: file.path, line: entry.line)
            let assigned = try assign(entry.key.lowercased(), entry.value, inProfile, file: file)
            profiles[profile, default: []].append(assigned)
        } else {
            layer.append(
                try assign("\(entry.section).\(entry.key.lowercased())", entry.value, origin, file: file))
        }
    }

    private func assign(
        _ name: String, _ text: String, _ origin: SettingOrigin, file: SettingsSources.File? = nil
    ) throws(SettingTextProblem) -> Assigned {
        guard let setting = SettingName(rawValue: name) else {
            throw SettingTextProblem(message: Self.unknown(name))
        }
        let kind = SettingTable.row(of: setting).kind
        let value: SettingValue
        do {
            value = try kind.read(text)
        } catch {
            throw SettingTextProblem(message: "\(setting.rawValue) \(error.message)")
        }
        if let file, file.isReadableByOthers, kind.isSecret, value != .none {
            throw SettingTextProblem(
                message: "\(setting.rawValue) stands in a file that others can read; run "
                    + "chmod 600 \(ShellText.quoted(file.path))")
        }
        if kind == .path, case .text(let path) = value, file != nil, !path.hasPrefix("/"),
            !path.hasPrefix("~/")
        {
            throw SettingTextProblem(
                message: "\(setting.rawValue) is a relative path; write it from / or from ~/")
        }
        return Assigned(name: setting, assignment: Assignment(value: value, origin: origin))
    }

    /// The message for a name that is no setting.
    static func unknown(_ name: String) -> String {
        let names = SettingName.allCases.map(\.rawValue)
        let section = name.contains(".") ? name.prefix { $0 != "." } : ""
        let key = section.isEmpty ? name : String(name.dropFirst(section.count + 1))
        let inSection = names.filter { $0.hasPrefix(section + ".") }
        let near =
            NearestWord.of(key, in: inSection.map { String($0.dropFirst(section.count + 1)) })
            .map { section + "." + $0 }
            ?? names.first { $0.hasSuffix("." + key) && !key.isEmpty }
            ?? NearestWord.of(name, in: names)
        let hint = near.map { "did you mean \($0)?" } ?? "groove help settings lists them"
        return "\(TerminalText.quoted(name)) is not a setting; \(hint)"
    }

    /// The message for a section that does not exist; nil when it does.
    private func unknownSection(_ name: String) -> String? {
        let known = SettingTable.sections + ["keys"]
        guard !known.contains(name), Self.profileName(name) == nil else { return nil }
        let near = NearestWord.of(name, in: known).map { "did you mean [\($0)]?" }
        let list = known.map { "[\($0)]" }.joined(separator: " ") + " [profile NAME]"
        return "[\(TerminalText.safe(name))] is not a section; \(near ?? "there are \(list)")"
    }

    private static func profileName(_ section: String) -> String? {
        guard section.hasPrefix("profile ") else { return nil }
        let name = INIText.trimmed(section.dropFirst("profile ".count))
        return name.isEmpty ? nil : name
    }

    // MARK: Environment, profile, flags

    private mutating func readEnvironment(_ environment: [String: String]) {
        var layer: [Assigned] = []
        for variable in environment.keys.sorted() where variable.hasPrefix("GROOVE_") {
            let rest = variable.dropFirst("GROOVE_".count).lowercased()
            // Other variables of that prefix (a build's, a test's) are none of ours.
            guard let section = SettingTable.sections.first(where: { rest.hasPrefix($0 + "_") }) else {
                continue
            }
            let name = section + "." + rest.dropFirst(section.count + 1)
            do {
                layer.append(try assign(name, environment[variable] ?? "", .environment(variable)))
            } catch {
                problems.append(SettingsProblem(place: variable, message: error.message))
            }
        }
        apply(layer)
    }

    private mutating func choose(_ profile: String) {
        guard let layer = profiles[profile] else {
            let near = NearestWord.of(profile, in: profiles.keys.sorted()).map { "did you mean \($0)?" }
            let hint = near ?? "write a section [profile \(TerminalText.safe(profile))] in the config file"
            problems.append(
                SettingsProblem(
                    place: "--profile",
                    message: "there is no profile \(TerminalText.quoted(profile)); \(hint)"))
            return
        }
        apply(layer)
    }

    /// Reads one `section.key=value`; a problem is kept and nil returned.
    private mutating func override(_ text: String) -> Assigned? {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = INIText.trimmed(parts[0]).lowercased()
        do throws(SettingTextProblem) {
            guard parts.count == 2 else {
                throw SettingTextProblem(message: "a setting is needed as section.key=value")
            }
            if let setting = SettingName(rawValue: name), SettingTable.row(of: setting).kind.isSecret {
                throw SettingTextProblem(
                    message:
                        "\(name) is a secret, and others can read a command line; set it in the config file, "
                        + "in \(setting.environmentVariable), or by a _file or _command setting")
            }
            return try assign(name, INIText.trimmed(parts[1]), .flag("--set"))
        } catch {
            problems.append(SettingsProblem(place: "--set", message: error.message))
            return nil
        }
    }

    private mutating func readHost(_ text: String) {
        do {
            let host = try HouseHost(text)
            for name in SettingName.addresses { values[name] = nil }
            values[.serverHost] = Assignment(value: .host(host), origin: .flag("--host"))
        } catch {
            problems.append(SettingsProblem(place: "--host", message: error.message))
        }
    }
}
