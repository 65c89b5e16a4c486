/// Every setting that groove has, by the name `section.key` that `--set` and messages use.
///
/// What each one means stands in `SettingTable`.
public enum SettingName: String, CaseIterable, Sendable, Hashable {
    case serverHost = "server.host"
    case serverRPCURL = "server.rpc_url"
    case serverEventsURL = "server.events_url"
    case serverStreamURL = "server.stream_url"
    case serverSnapcastURL = "server.snapcast_url"
    case serverArtURL = "server.art_url"
    case serverCAFile = "server.ca_file"

    case streamUsername = "auth.username"
    case streamPassword = "auth.password"
    case streamPasswordFile = "auth.password_file"
    case streamPasswordCommand = "auth.password_command"
    case streamHeader = "auth.stream_header"
    case rpcUsername = "auth.rpc_username"
    case rpcPassword = "auth.rpc_password"
    case rpcPasswordFile = "auth.rpc_password_file"
    case rpcPasswordCommand = "auth.rpc_password_command"
    case rpcHeader = "auth.rpc_header"
    case eventsUsername = "auth.events_username"
    case eventsPassword = "auth.events_password"
    case eventsPasswordFile = "auth.events_password_file"
    case eventsPasswordCommand = "auth.events_password_command"
    case eventsHeader = "auth.events_header"
    case snapcastUsername = "auth.snapcast_username"
    case snapcastPassword = "auth.snapcast_password"
    case snapcastPasswordFile = "auth.snapcast_password_file"
    case snapcastPasswordCommand = "auth.snapcast_password_command"
    case snapcastHeader = "auth.snapcast_header"

    case listenAutostart = "listen.autostart"
    case listenDevice = "listen.device"
    case listenBuffer = "listen.buffer"
    case listenMaxLatency = "listen.max_latency"
    case listenGain = "listen.gain"
    case listenDrift = "listen.drift"

    case screenTheme = "screen.theme"
    case screenArt = "screen.art"
    case screenRemoteArt = "screen.remote_art"
    case screenMouse = "screen.mouse"
    case screenMeter = "screen.meter"

    case desktopMPRIS = "desktop.mpris"
    case desktopMediaKeys = "desktop.media_keys"
    case desktopNotifications = "desktop.notifications"

    /// `server`, `auth`, `listen`, `screen` or `desktop`.
    public var section: String {
        String(rawValue.prefix { $0 != "." })
    }

    /// The name within its section, as it stands in a config file.
    public var key: String {
        String(rawValue.drop { $0 != "." }.dropFirst())
    }

    /// The environment variable that sets it: `GROOVE_SERVER_HOST`.
    public var environmentVariable: String {
        "GROOVE_\(section.uppercased())_\(key.uppercased())"
    }

    /// The addresses, which `--host` drops.
    static let addresses: [SettingName] = [
        .serverRPCURL, .serverEventsURL, .serverStreamURL, .serverSnapcastURL, .serverArtURL,
    ]
}
