/// Turns the layers' values into the typed settings, and checks what only holds between several of them.
struct SettingValues {
    private let given: [SettingName: SettingsReader.Assignment]
    private(set) var problems: [SettingsProblem] = []

    /// Begins with what the layers say.
    init(_ given: [SettingName: SettingsReader.Assignment]) {
        self.given = given
    }

    /// Where each setting came from.
    var origins: [SettingName: SettingOrigin] {
        Dictionary(
            uniqueKeysWithValues: SettingName.allCases.map { ($0, given[$0]?.origin ?? .builtIn) })
    }

    /// The value in force: a layer's, else the built-in one.
    private func value(_ name: SettingName) -> SettingValue {
        if let given = given[name] { return given.value }
        let row = SettingTable.row(of: name)
        guard !row.builtIn.isEmpty else { return .none }
        do {
            return try row.kind.read(row.builtIn)
        } catch {
            preconditionFailure("the built-in value of \(name.rawValue) is not good")
        }
    }

    private func url(_ name: SettingName) -> ServerURL? {
        guard case .url(let url) = value(name) else { return nil }
        return url
    }

    private func text(_ name: SettingName) -> String? {
        guard case .text(let text) = value(name) else { return nil }
        return text
    }

    private func flag(_ name: SettingName) -> Bool {
        value(name) == .flag(true)
    }

    private func duration(_ name: SettingName) -> Duration? {
        guard case .duration(let duration) = value(name) else { return nil }
        return duration
    }

    // MARK: Sections

    /// `[server]`.
    func server() -> Settings.Server {
        Settings.Server(
            host: host(), rpcURL: url(.serverRPCURL), eventsURL: url(.serverEventsURL),
            streamURL: url(.serverStreamURL), snapcastURL: url(.serverSnapcastURL),
            artURL: url(.serverArtURL),
            caFile: text(.serverCAFile))
    }

    /// An address without a host says where the house is, too: the built-in host would be someone else's.
    private func host() -> HouseHost {
        if given[.serverHost] == nil {
            let addresses: [SettingName] = [
                .serverRPCURL, .serverStreamURL, .serverEventsURL, .serverSnapcastURL,
            ]
            if let url = addresses.lazy.compactMap({ url($0) }).first { return HouseHost(name: url.host) }
        }
        guard case .host(let host) = value(.serverHost) else {
            preconditionFailure("server.host has no built-in value")
        }
        return host
    }

    /// `[listen]`.
    mutating func listen() -> Settings.Listen {
        let buffer = duration(.listenBuffer)
        let maxLatency = duration(.listenMaxLatency) ?? .seconds(3)
        if let buffer, buffer > maxLatency,
            let origin = (given[.listenBuffer] ?? given[.listenMaxLatency])?.origin
        {
            problems.append(
                SettingsProblem(
                    place: origin.description,
                    message: "listen.buffer (\(DurationText.spoken(buffer))) is more than listen.max_latency "
                        + "(\(DurationText.spoken(maxLatency))); raise listen.max_latency, or lower listen.buffer"
                ))
        }
        var gain = 0.0
        if case .decibels(let decibels) = value(.listenGain) { gain = decibels }
        return Settings.Listen(
            autostart: flag(.listenAutostart), device: text(.listenDevice) ?? "default", buffer: buffer,
            maxLatency: maxLatency, gain: gain,
            drift: text(.listenDrift).flatMap { Settings.Listen.Drift(rawValue: $0) } ?? .silence)
    }

    /// `[screen]`.
    func screen() -> Settings.Screen {
        Settings.Screen(
            theme: text(.screenTheme) ?? "default",
            art: text(.screenArt).flatMap { Settings.Screen.Art(rawValue: $0) } ?? .auto,
            fetchesRemoteArt: flag(.screenRemoteArt), usesMouse: flag(.screenMouse),
            showsMeter: flag(.screenMeter))
    }

    /// `[desktop]`.
    func desktop() -> Settings.Desktop {
        Settings.Desktop(
            offersMPRIS: flag(.desktopMPRIS),
            mediaKeys: text(.desktopMediaKeys).flatMap { Settings.Desktop.MediaKeys(rawValue: $0) } ?? .auto,
            notifies: flag(.desktopNotifications))
    }

    // MARK: Access

    /// `[auth]`, service by service.
    mutating func access() -> [HouseService: ServiceAccess] {
        var access: [HouseService: ServiceAccess] = [:]
        for service in HouseService.allCases {
            let names = SettingNames.of(service)
            var headers: [HTTPHeader] = []
            if case .headers(let given) = value(names.header) { headers = given }
            access[service] = ServiceAccess(service: service, basic: basic(names), headers: headers)
        }
        return access
    }

    private mutating func basic(_ names: SettingNames) -> ServiceAccess.Basic? {
        let username = text(names.username)
        if let username, username.contains(":") {
            report(names.username, "has a colon in it, which HTTP Basic cannot carry; use a name without one")
        }
        guard let (setting, source) = passwordSource(names) else {
            if username != nil, given[names.username] != nil, given[names.password] == nil {
                report(names.username, "is set without a password; set \(names.password.rawValue) too")
            }
            return nil
        }
        guard let username else {
            report(setting, "is set without a name; set \(names.username.rawValue) too")
            return nil
        }
        return ServiceAccess.Basic(
            username: username, password: source, setting: setting, origin: given[setting]?.origin ?? .builtIn
        )
    }

    /// The one way that the layers left to get the password; the built-in one only when none of them says any.
    private func passwordSource(_ names: SettingNames) -> (SettingName, ServiceAccess.PasswordSource)? {
        let isGiven = names.passwords.contains { given[$0] != nil }
        for name in names.passwords where !isGiven || given[name] != nil {
            switch value(name) {
            case .secret(let secret): return (name, .text(secret))
            case .text(let text):
                return (name, name == names.passwordFile ? .file(path: text) : .command(text))
            default: continue
            }
        }
        return nil
    }

    private mutating func report(_ name: SettingName, _ message: String) {
        let place = given[name]?.origin.description ?? "built-in"
        problems.append(SettingsProblem(place: place, message: "\(name.rawValue) \(message)"))
    }
}
