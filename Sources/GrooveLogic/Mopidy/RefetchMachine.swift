/// Keeps reading of the house's state in order: one batch under way, never an older answer over a newer event.
public struct RefetchMachine: Sendable, Equatable {
    /// Parts that have to be read.
    private var wanted: Set<HousePart> = []
    /// Parts that are being read; nil when none is.
    private var reading: Set<HousePart>?
    /// Parts that events have told of since the reading began.
    private var told: Set<HousePart> = []

    /// Nothing to read.
    public init() {}

    /// Parts have to be read, beside what was asked for before.
    public mutating func requested(_ parts: Set<HousePart>) {
        wanted.formUnion(parts)
    }

    /// An event came.
    public mutating func received(_ event: MopidyEvent) {
        if reading != nil { told.formUnion(event.tells) }
    }

    /// The parts to read now; nil when there are none, or when a reading is under way.
    public mutating func next() -> Set<HousePart>? {
        guard reading == nil, !wanted.isEmpty else { return nil }
        reading = wanted
        wanted = []
        told = []
        return reading
    }

    /// The reading was answered: which of its parts are not to be believed, since something newer is known or
    /// will be read.
    public mutating func answered() -> Set<HousePart> {
        let stale = told.union(wanted)
        reading = nil
        told = []
        return stale
    }

    /// The connection is gone, and with it every reading.
    public mutating func connectionLost() {
        self = RefetchMachine()
    }
}
