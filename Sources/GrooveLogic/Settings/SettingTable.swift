/// What is to be known of one setting.
public struct SettingDescription: Sendable, Hashable {
    public var name: SettingName
    public var kind: SettingKind
    /// The built-in value, as it would stand in a config file; empty when there is none.
    public var builtIn: String
    /// What it does: one line for the config file, the man page and the README.
    public var summary: String
}

/// The one table of settings. Reading, defaults, config/groove.conf and the documents come from it or are tested
/// against it.
public enum SettingTable {
    /// In the order in which they stand in config/groove.conf.
    public static let rows: [SettingDescription] = server + auth + listen + screen + desktop

    /// The sections with fixed keys, in order.
    public static let sections = ["server", "auth", "listen", "screen", "desktop"]

    /// The row of a setting.
    public static func row(of name: SettingName) -> SettingDescription {
        guard let row = rows.first(where: { $0.name == name }) else {
            preconditionFailure("a setting without a row in the table")
        }
        return row
    }

    /// The house's published default; not a secret of anyone's.
    private static let houseDefaultPassword = "groove_listen"

    private static let server = [
        row(
            .serverHost, .host, "192.168.178.100",
            "the computer that Mopidy runs on: a name or address, with :PORT if unusual"),
        row(.serverRPCURL, .url([.http, .https]), "", "Mopidy's JSON-RPC; empty: found on the host"),
        row(.serverEventsURL, .url([.ws, .wss]), "", "Mopidy's WebSocket; empty: follows from rpc_url"),
        row(.serverStreamURL, .url([.http, .https]), "", "the FLAC stream; empty: found on the host"),
        row(.serverSnapcastURL, .url([.http, .https]), "", "Snapcast's JSON-RPC; empty: found on the host"),
        row(
            .serverArtURL, .url([.http, .https]), "",
            "what /local/... covers are relative to; empty: the root of Mopidy's own web server"),
        row(.serverCAFile, .path, "", "certificates (PEM) to trust for https and wss; empty: the system's"),
    ]

    private static let auth =
        [
            row(.streamUsername, .text, "listener", "name for the stream (HTTP Basic)"),
            row(.streamPassword, .secret, houseDefaultPassword, "password for the stream; empty: send none"),
            row(.streamPasswordFile, .path, "", "a file whose first line is that password"),
            row(.streamPasswordCommand, .shellCommand, "", "a shell command that prints that password"),
            row(
                .streamHeader, .headers, "",
                "a header (Name: value) to send to the stream; may stand more than once"),
        ]
        + access(
            "Mopidy's JSON-RPC",
            (.rpcUsername, .rpcPassword, .rpcPasswordFile, .rpcPasswordCommand, .rpcHeader))
        + access(
            "Mopidy's WebSocket",
            (.eventsUsername, .eventsPassword, .eventsPasswordFile, .eventsPasswordCommand, .eventsHeader))
        + access(
            "Snapcast's JSON-RPC",
            (
                .snapcastUsername, .snapcastPassword, .snapcastPasswordFile, .snapcastPasswordCommand,
                .snapcastHeader
            ))

    private static let listen = [
        row(.listenAutostart, .flag, "off", "whether the screen begins to listen by itself"),
        row(.listenDevice, .text, "default", "any ALSA device name"),
        row(
            .listenBuffer, .duration(from: .milliseconds(50), to: .seconds(30), allowsAuto: true), "auto",
            "sound to gather before it starts; auto: start early, grow after a gap"),
        row(
            .listenMaxLatency, .duration(from: .milliseconds(200), to: .seconds(60), allowsAuto: false), "3s",
            "most sound to keep waiting here; what is older is skipped"),
        row(
            .listenGain, .decibels(from: -60, to: 0), "0", "this computer's own volume in dB; 0 is bit-exact"),
        row(
            .listenDrift, .choice(["off", "silence", "resample"]), "silence",
            "where the difference between two clocks is made up for"),
    ]

    private static let screen = [
        row(.screenTheme, .choice(["default"]), "default", "the colours"),
        row(
            .screenArt, .choice(["auto", "kitty", "sixel", "iterm2", "halfblocks", "off"]), "auto",
            "how covers are drawn"),
        row(.screenRemoteArt, .flag, "on", "whether covers that the house names elsewhere are fetched"),
        row(.screenMouse, .flag, "on", "whether the mouse works"),
        row(.screenMeter, .flag, "on", "whether the level meter is shown"),
    ]

    private static let desktop = [
        row(.desktopMPRIS, .flag, "on", "whether media keys, lock screens and playerctl see groove"),
        row(
            .desktopMediaKeys, .choice(["auto", "here", "house"]), "auto",
            "what play and pause keys mean; auto: here while this computer listens, else the house"),
        row(.desktopNotifications, .flag, "off", "whether each new track is announced"),
    ]

    private static func row(
        _ name: SettingName, _ kind: SettingKind, _ builtIn: String, _ summary: String
    ) -> SettingDescription {
        SettingDescription(name: name, kind: kind, builtIn: builtIn, summary: summary)
    }

    private static func access(
        _ what: String,
        _ names: (SettingName, SettingName, SettingName, SettingName, SettingName)
    ) -> [SettingDescription] {
        [
            row(names.0, .text, "", "name for \(what)"),
            row(names.1, .secret, "", "password for it"),
            row(names.2, .path, "", "a file whose first line is that password"),
            row(names.3, .shellCommand, "", "a shell command that prints that password"),
            row(names.4, .headers, "", "a header (Name: value) to send to it; may stand more than once"),
        ]
    }
}
