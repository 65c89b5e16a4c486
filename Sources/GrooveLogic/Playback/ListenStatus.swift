/// What a listener does at one moment: the keys of `groove listen --stats --json`, typed.
public struct ListenStatus: Sendable, Hashable {
    /// The first of these that holds.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// The server refused the name or the password.
        case unauthorized
        /// The sound device is away or busy.
        case deviceLost = "device-lost"
        /// Sound is left to play.
        case playing
        /// The house is known not to play.
        case housePaused = "house-paused"
        /// The server is there, the stream is not (404).
        case offAir = "off-air"
        /// Waiting to connect again, or a stall of more than five seconds.
        case reconnecting
        /// Connected, gathering sound before it starts.
        case buffering
        /// The first connection.
        case connecting
        /// Ended.
        case stopped
    }

    /// How the FLAC frames are wrapped.
    public enum Container: String, Sendable, Hashable {
        case flac
        case oggFLAC = "ogg-flac"
    }

    /// Where in the logical stream the listener came in.
    public enum Joined: String, Sendable, Hashable {
        /// At frame 0.
        case start
        case midStream = "mid-stream"
    }

    public var state: State
    public var container: Container?
    public var joined: Joined?
    /// Hz.
    public var sampleRate: Int?
    /// Bits a sample, as decoded.
    public var bits: Int?
    public var channels: Int?
    /// Decoded sound waiting in the ring.
    public var buffer: Duration?
    /// Sound handed to the device and not yet heard.
    public var deviceDelay: Duration?
    /// Estimate of how far here is behind the server's newest sound.
    public var lag: Duration?
    public var framesPlayed: UInt64 = 0
    /// Times the ring was empty while playing, though the connection held. What a cut takes is in `reconnects`.
    public var underruns: UInt64 = 0
    public var deviceXruns: UInt64 = 0
    public var badFrames: UInt64 = 0
    public var reconnects: UInt64 = 0
    /// Logical streams so far: each Ogg begin-of-stream, each native join.
    public var links: UInt64 = 0
    public var silenceFramesAdded: UInt64 = 0
    public var framesDropped: UInt64 = 0
    /// Plus: the house's clock is faster. Nil until it is measured.
    public var driftPPM: Double?
    public var bytesReceived: UInt64 = 0
    public var bitrateKbps: Int?
    public var gainDB: Double = 0
    /// Every sample handed to the device is the decoded one.
    public var isBitExact = true
    public var lastError: String?

    /// A listener that has just come to this state.
    public init(state: State) {
        self.state = state
    }
}
