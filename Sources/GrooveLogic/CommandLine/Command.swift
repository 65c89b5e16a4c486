/// What a person asks groove to do, wherever it was said: argv, a key, later a media key or a timer.
public enum Command: Sendable, Hashable {
    /// The now-playing screen; without a terminal, what `status` prints.
    case screen
    case listen(ListenOptions)
    case status
    case play
    case pause
    case toggle
    case stop
    case next
    case previous
    case seek(SeekTarget)
    /// nil: tell the volume.
    case volume(VolumeChange?)
    case queueList
    case events
    /// nil: all of it; else one command's page.
    case help(String?)
    case version
}

/// Where to seek to.
public enum SeekTarget: Sendable, Hashable {
    /// From the track's start.
    case position(Duration)
    /// From where the house is; may be negative.
    case offset(Duration)
    /// 0-100 of the track's length.
    case percent(Int)
}

/// A change of the house volume.
public enum VolumeChange: Sendable, Hashable {
    /// 0-100.
    case set(Int)
    /// Plus or minus; the result is kept within 0-100.
    case step(Int)
    case mute
    case unmute
    case toggleMute
}

/// What `groove listen` was told on its command line.
public struct ListenOptions: Sendable, Hashable {
    /// Any ALSA name; nil: `listen.device`.
    public var device: String?
    /// A WAV file, or `-`; nil: the sound device.
    public var output: String?
    /// Wall time from the start.
    public var duration: Duration?
    /// nil: `listen.buffer`.
    public var buffer: Duration?
    /// Retry a first connection for ever.
    public var waits = false
    public var printsStats = false

    /// As the settings have it, until stopped.
    public init() {}
}
