public import GrooveLogic

/// Where a listener's sound goes.
public enum ListenOutput: Sendable, Hashable {
    /// An ALSA PCM, by any name that ALSA knows.
    case device(String)
    /// A WAV file; a change of format goes on in `NAME-2.wav`.
    case file(String)
    /// A WAV of unknown length on standard output.
    case standardOutput
}

/// All that a listener must be told.
public struct ListenerConfiguration: Sendable {
    /// The stream's addresses in the order to try them: a later one only if the one before it refused.
    public var streams: [ServerURL]
    /// Sent to the stream's own origin only.
    public var credentials: Credentials?
    /// More request header lines (`Name: value`). With any of them no redirect is followed.
    public var headers: [Secret] = []
    /// A PEM file with the authorities to trust instead of the system's.
    public var caFile: String?
    public var output: ListenOutput = .device("default")
    /// What to gather before sound starts; nil: start early and adapt.
    public var buffer: Duration?
    /// What is older than this is skipped.
    public var maxLatency: Duration = .seconds(3)
    public var gainDB: Double = 0
    /// How long the first connection may take to bring sound; nil: for ever, and a wrong password alone ends it.
    public var firstConnectionLimit: Duration?
    /// How long a device that never opened may stay busy; nil: for ever, whatever is wrong with it.
    public var deviceLimit: Duration?

    /// A listener as the screen uses it: it never gives up by itself on the stream or the device.
    public init(streams: [ServerURL], credentials: Credentials? = nil) {
        self.streams = streams
        self.credentials = credentials
    }
}

/// How listening ended.
public enum ListenOutcome: Sendable, Hashable {
    /// As asked, by `stop()`.
    case stopped
    /// 401 or 403 before any sound.
    case refused(StreamFailure)
    /// The address serves something else.
    case notFLAC(StreamFailure)
    /// No sound within the first connection's limit.
    case noAnswer(StreamFailure)
    /// The device cannot be used.
    case noDevice(name: String, reason: String)
    /// The reader of standard output has gone.
    case outputClosed
    /// The file cannot be written.
    case outputFailed(String)
}
