public import GrooveLogic

/// What a `MopidyClient` tells.
public enum MopidyUpdate: Sendable {
    /// An attempt begins at this address.
    case connecting(HouseAddresses.Route)
    /// The connection is up and the house's state is whole. `missed`: what happened since the connection before.
    case connected(HouseState, route: HouseAddresses.Route, missed: [MopidyEvent], at: MonotonicTime)
    /// There is no connection; the next attempt comes at `retryAt`, or only when `retryNow` is called (nil):
    /// the house refused who we are.
    case lost(TransportFailure, retryAt: MonotonicTime?)
    /// Mopidy told something; the state is the one after it.
    case event(MopidyEvent, HouseState, at: MonotonicTime)
    /// Something was read again: the state with it.
    case refetched(HouseState, at: MonotonicTime)

    /// The events in it, as `groove events` prints them.
    public var events: [HouseEvent] {
        switch self {
        case .event(let event, _, let at): [HouseEvent(event: event, at: at, isMissed: false)]
        case .connected(_, _, let missed, let at):
            missed.map { HouseEvent(event: $0, at: at, isMissed: true) }
        case .connecting, .lost, .refetched: []
        }
    }
}

/// An event and when it was heard of.
public struct HouseEvent: Sendable, Hashable {
    public var event: MopidyEvent
    public var at: MonotonicTime
    /// Whether it is a difference found after a cut.
    public var isMissed: Bool
}

/// Why a call has no result.
public enum MopidyCallError: Error, Sendable, Hashable {
    /// No usable answer came from the address.
    case transport(TransportFailure)
    /// The house answered, and refused or was not understood.
    case answer(MopidyAnswerError)
    /// The client has been closed.
    case closed
}

/// Where the house is, who we are to it, and how long to wait for it.
public struct MopidyAccess: Sendable, Hashable {
    public var addresses: HouseAddresses
    /// For JSON-RPC by POST, and for covers on the same origin.
    public var rpc: Access
    /// For the WebSocket.
    public var events: Access
    /// Certificates to trust instead of the system's.
    public var caFile: String?

    /// A house that may want to know who we are.
    public init(
        addresses: HouseAddresses, rpc: Access = Access(), events: Access = Access(), caFile: String? = nil
    ) {
        self.addresses = addresses
        self.rpc = rpc
        self.events = events
        self.caFile = caFile
    }
}
