/// Calls that wait for their answers, and how long they may.
public struct PendingCalls: Sendable, Equatable {
    /// Calls sent as one message, and answered as one.
    public struct Group: Sendable, Hashable {
        /// The first call's id.
        public let first: Int
        /// How many calls.
        public let count: Int

        /// The calls' ids, in order.
        public var ids: [RPCID] { (first..<first + count).map { .integer($0) } }
    }

    private var nextID = 1
    private var deadlines: [Group: MonotonicTime] = [:]
    private var groups: [Int: Group] = [:]

    /// Nothing waits.
    public init() {}

    /// The earliest time at which a call's time is over.
    public var deadline: MonotonicTime? { deadlines.values.min() }

    /// `count` calls are being sent; their answers have to come by `deadline`.
    public mutating func issued(count: Int, deadline: MonotonicTime) -> Group {
        let group = Group(first: nextID, count: count)
        nextID += count
        deadlines[group] = deadline
        for id in group.first..<nextID { groups[id] = group }
        return group
    }

    /// The calls that an answer belongs to; nil when nobody waits for it.
    public mutating func answered(_ id: RPCID?) -> Group? {
        guard case .integer(let number) = id, let group = groups[number] else { return nil }
        forget(group)
        return group
    }

    /// The calls whose time is over, oldest first.
    public mutating func expired(at now: MonotonicTime) -> [Group] {
        let late = deadlines.filter { $0.value <= now }.keys.sorted { $0.first < $1.first }
        late.forEach { forget($0) }
        return late
    }

    /// Nothing will be answered any more; all that waited, oldest first. None of it may be sent again unasked:
    /// `next` and `add` done twice are not done once.
    public mutating func connectionLost() -> [Group] {
        let all = deadlines.keys.sorted { $0.first < $1.first }
        all.forEach { forget($0) }
        return all
    }

    private mutating func forget(_ group: Group) {
        deadlines[group] = nil
        for id in group.first..<group.first + group.count { groups[id] = nil }
    }
}
