/// The settings of one run: every layer put together, every value found good.
public struct Settings: Sendable, Hashable {
    /// Where the house's servers are.
    public struct Server: Sendable, Hashable {
        public var host: HouseHost
        public var rpcURL: ServerURL?
        public var eventsURL: ServerURL?
        public var streamURL: ServerURL?
        public var snapcastURL: ServerURL?
        public var artURL: ServerURL?
        /// A PEM file, as it was written: `~/` is not expanded.
        public var caFile: String?
    }

    /// How this computer listens.
    public struct Listen: Sendable, Hashable {
        /// Where the difference between the house's clock and the sound device's is made up for.
        public enum Drift: String, Sendable, Hashable, CaseIterable {
            /// Nowhere: the buffer grows or runs dry.
            case off
            /// Where nothing is to be heard.
            case silence
            /// By a slight change of speed.
            case resample
        }

        public var autostart: Bool
        public var device: String
        /// nil: adaptive.
        public var buffer: Duration?
        public var maxLatency: Duration
        /// dB; 0 is bit-exact.
        public var gain: Double
        public var drift: Drift
    }

    /// How the screen looks.
    public struct Screen: Sendable, Hashable {
        /// How covers are drawn.
        public enum Art: String, Sendable, Hashable, CaseIterable {
            case auto, kitty, sixel, iterm2, halfblocks, off
        }

        public var theme: String
        public var art: Art
        public var fetchesRemoteArt: Bool
        public var usesMouse: Bool
        public var showsMeter: Bool
    }

    /// What the desktop is told.
    public struct Desktop: Sendable, Hashable {
        /// What play and pause keys mean.
        public enum MediaKeys: String, Sendable, Hashable, CaseIterable {
            case auto, here, house
        }

        public var offersMPRIS: Bool
        public var mediaKeys: MediaKeys
        public var notifies: Bool
    }

    public var server: Server
    public var listen: Listen
    public var screen: Screen
    public var desktop: Desktop
    /// The lines under `[keys]`, sorted by key.
    public var keys: [KeyBinding]
    /// What each service is sent.
    public var access: [HouseService: ServiceAccess]
    /// Where each setting came from.
    public var origins: [SettingName: SettingOrigin]

    /// Puts the layers together, or throws everything that is wrong with them.
    public init(_ sources: SettingsSources) throws(SettingsProblems) {
        let reader = SettingsReader(sources)
        var values = SettingValues(reader.values)
        self.server = values.server()
        self.listen = values.listen()
        self.screen = values.screen()
        self.desktop = values.desktop()
        self.access = values.access()
        self.keys = reader.bindings.values.sorted { $0.key < $1.key }
        self.origins = values.origins
        let problems = reader.problems + values.problems
        guard problems.isEmpty else { throw SettingsProblems(problems) }
    }

    /// The built-in settings alone.
    public static let builtIn: Settings = {
        do {
            return try Settings(SettingsSources())
        } catch {
            preconditionFailure("the built-in settings are not good: \(error)")
        }
    }()

    /// Whether a person has said where a house is, or how to get in: else a first run may ask.
    public var isConfigured: Bool {
        origins.contains { name, origin in
            origin != .builtIn && (name.section == "server" || name.section == "auth")
        }
    }

    /// What one service is sent.
    public func access(to service: HouseService) -> ServiceAccess {
        access[service] ?? ServiceAccess(service: service, basic: nil, headers: [])
    }

    /// Lines to say once, one for each computer outside the local network that is reached unencrypted on behalf of
    /// these services.
    public func warnings(for services: [HouseService]) -> [String] {
        let addresses = addresses
        var hosts: [(name: String, secretsOf: [HouseService])] = []
        for service in services {
            for url in addresses.candidates(for: service)
            where !url.scheme.isSecure && !LocalNetwork.contains(url.host) {
                let index = hosts.firstIndex { $0.name == url.host } ?? hosts.count
                if index == hosts.count { hosts.append((url.host, [])) }
                guard access(to: service).sendsSecret, !hosts[index].secretsOf.contains(service) else {
                    continue
                }
                hosts[index].secretsOf.append(service)
            }
        }
        return hosts.map { host in
            let owners = host.secretsOf.map(\.words).joined(separator: " and ")
            let secrets = owners.isEmpty ? "" : ", the password of \(owners) too"
            return
                "\(host.name) is outside the local network and reached unencrypted: what is sent can be read on the "
                + "way\(secrets); use https and wss if that server can"
        }
    }
}
