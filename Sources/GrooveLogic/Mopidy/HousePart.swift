/// A part of the house's state that can be read again on its own.
public enum HousePart: Sendable, Hashable, CaseIterable {
    /// Playing, paused or stopped.
    case playback
    /// The current track, and what its radio stream calls itself.
    case current
    /// Where in the track the house is.
    case position
    /// The current track's cover.
    case art
    case volume
    case mute
    case options
    /// The queue's length, and the current track's place in it.
    case queue
    /// Which Mopidy it is.
    case version
}
