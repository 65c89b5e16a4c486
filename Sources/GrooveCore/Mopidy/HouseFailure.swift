public import GrooveLogic

/// Why a command was not done.
public enum HouseFailure: Error, Sendable, Hashable {
    /// No usable answer came; `tried` are the addresses that were asked, in order.
    case transport(TransportFailure, tried: [ServerURL])
    /// The house answered, and refused or was not understood.
    case answer(MopidyAnswerError)
    /// The house has no mixer, or one without volume.
    case noMixer
    /// There is nothing to play.
    case emptyQueue
    /// There is no track to seek in.
    case noTrack
    /// The track has no length: a live stream.
    case cannotSeek
    /// The house said no, and not why.
    case refused(method: String)
    /// The command does not concern the house.
    case notForTheHouse
}

/// What a command led to.
public enum HouseAnswer: Sendable, Hashable {
    case done
    case status(HouseState, route: HouseAddresses.Route, at: MonotonicTime)
    case volume(Int?, isMuted: Bool?)
    case position(Duration?)
    case queue(QueueListing, currentTlid: Int?)
}

/// One try to reach the house.
public struct HouseAttempt: Sendable, Hashable {
    public var route: HouseAddresses.Route
    /// Why nothing came of it; nil: the house answered.
    public var failure: TransportFailure?
}
