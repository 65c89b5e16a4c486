/// The servers that may ask for a name and a password.
public enum HouseService: String, Sendable, Hashable, CaseIterable {
    case stream, rpc, events, snapcast

    /// What to call it in a sentence.
    public var words: String {
        switch self {
        case .stream: "the stream"
        case .rpc: "Mopidy"
        case .events: "Mopidy's WebSocket"
        case .snapcast: "Snapcast"
        }
    }
}

/// What is sent to one service, and where it was set. A password that a file or a command holds is not read yet.
public struct ServiceAccess: Sendable, Hashable {
    /// Where the password is.
    public enum PasswordSource: Sendable, Hashable {
        case text(Secret)
        /// The first line of a file.
        case file(path: String)
        /// The first line that a shell command prints.
        case command(String)
    }

    /// Name and password source; nil: no Basic authentication.
    public struct Basic: Sendable, Hashable {
        public var username: String
        public var password: PasswordSource
        /// The setting that gave the password.
        public var setting: SettingName
        /// Where it was set.
        public var origin: SettingOrigin

        /// `auth.password in FILE:12`: what to check when the password is refused.
        public var whereSet: String { origin.naming(setting) }
    }

    public var service: HouseService
    public var basic: Basic?
    public var headers: [HTTPHeader]

    /// Whether anything is sent that a person set: the built-in default is the house's published one, no secret.
    public var sendsSecret: Bool {
        !headers.isEmpty || (basic.map { $0.origin != .builtIn } ?? false)
    }

    /// What to do when the service answers 401: `check auth.username and auth.password in FILE:12`.
    public var adviceWhenRefused: String {
        let names = SettingNames.of(service)
        guard let basic else { return "set \(names.username.rawValue) and \(names.password.rawValue)" }
        guard basic.origin != .builtIn else {
            return "set \(names.password.rawValue); the house does not have its usual one"
        }
        return "check \(basic.whereSet), and \(names.username.rawValue)"
    }
}

/// The settings that belong to one service's access.
struct SettingNames {
    var username: SettingName
    var password: SettingName
    var passwordFile: SettingName
    var passwordCommand: SettingName
    var header: SettingName

    /// The three ways to give a password.
    var passwords: [SettingName] { [password, passwordFile, passwordCommand] }

    /// The settings of a service.
    static func of(_ service: HouseService) -> SettingNames {
        switch service {
        case .stream:
            SettingNames(
                username: .streamUsername, password: .streamPassword, passwordFile: .streamPasswordFile,
                passwordCommand: .streamPasswordCommand, header: .streamHeader)
        case .rpc:
            SettingNames(
                username: .rpcUsername, password: .rpcPassword, passwordFile: .rpcPasswordFile,
                passwordCommand: .rpcPasswordCommand, header: .rpcHeader)
        case .events:
            SettingNames(
                username: .eventsUsername, password: .eventsPassword, passwordFile: .eventsPasswordFile,
                passwordCommand: .eventsPasswordCommand, header: .eventsHeader)
        case .snapcast:
            SettingNames(
                username: .snapcastUsername, password: .snapcastPassword, passwordFile: .snapcastPasswordFile,
                passwordCommand: .snapcastPasswordCommand, header: .snapcastHeader)
        }
    }
}
