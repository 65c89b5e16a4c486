/// The house's state, or parts of it, read by one batch of calls.
public struct HouseSnapshot: Sendable {
    /// The calls to send.
    public private(set) var batch = MopidyBatch()
    private var slots = Slots()

    private struct Slots: Sendable {
        var state: MopidyBatch.Slot<PlaybackState?>?
        var track: MopidyBatch.Slot<QueuedTrack?>?
        var streamTitle: MopidyBatch.Slot<String?>?
        var position: MopidyBatch.Slot<Duration?>?
        var volume: MopidyBatch.Slot<Int?>?
        var mute: MopidyBatch.Slot<Bool?>?
        var random: MopidyBatch.Slot<Bool?>?
        var `repeat`: MopidyBatch.Slot<Bool?>?
        var single: MopidyBatch.Slot<Bool?>?
        var consume: MopidyBatch.Slot<Bool?>?
        var index: MopidyBatch.Slot<Int?>?
        var length: MopidyBatch.Slot<Int?>?
        var version: MopidyBatch.Slot<String?>?
    }

    /// Everything but the cover, for which the track has to be known first.
    public static let everything: Set<HousePart> = Set(HousePart.allCases).subtracting([.art])

    /// The parts this reads.
    public let parts: Set<HousePart>

    /// A reading of `parts`.
    public init(of parts: Set<HousePart> = HouseSnapshot.everything) {
        self.parts = parts
        // A position means nothing without knowing whether time passes.
        if parts.contains(.playback) || parts.contains(.position) { slots.state = batch.add(.state) }
        if parts.contains(.current) {
            slots.track = batch.add(.currentTrack)
            slots.streamTitle = batch.add(.streamTitle)
        }
        if parts.contains(.position) { slots.position = batch.add(.position) }
        if parts.contains(.volume) { slots.volume = batch.add(.volume) }
        if parts.contains(.mute) { slots.mute = batch.add(.mute) }
        if parts.contains(.options) { addOptions() }
        if parts.contains(.queue) {
            slots.index = batch.add(.index)
            slots.length = batch.add(.queueLength)
        }
        if parts.contains(.version) { slots.version = batch.add(.version) }
    }

    private mutating func addOptions() {
        slots.random = batch.add(.random)
        slots.repeat = batch.add(.repeat)
        slots.single = batch.add(.single)
        slots.consume = batch.add(.consume)
    }

    /// Puts what was answered into `house`, except for `stale` parts, of which something newer is known.
    ///
    /// A call that failed leaves its part unknown; it throws only when the house's very state is refused.
    public func apply(
        _ results: MopidyBatchResults, to house: inout HouseState, except stale: Set<HousePart> = [],
        at now: MonotonicTime
    ) throws(MopidyAnswerError) {
        let fresh = parts.subtracting(stale)
        if let slot = slots.state {
            let state = try results.value(slot)
            if fresh.contains(.playback) { house.playback = state }
        }
        if fresh.contains(.current) { applyTrack(results, to: &house) }
        if fresh.contains(.position), let slot = slots.position {
            house.progress = results.optional(slot).map { position in
                PlaybackProgress(position: position, seenAt: now, isAdvancing: house.playback == .playing)
            }
        }
        if fresh.contains(.volume), let slot = slots.volume {
            house.volume = results.optional(slot).map { min(max($0, 0), 100) }
        }
        if fresh.contains(.mute), let slot = slots.mute { house.isMuted = results.optional(slot) }
        if fresh.contains(.options) { applyOptions(results, to: &house) }
        if fresh.contains(.queue), let index = slots.index, let length = slots.length {
            house.queuePosition = results.optional(index).map { $0 + 1 }
            house.queueLength = results.optional(length)
        }
        if fresh.contains(.version), let slot = slots.version { house.mopidyVersion = results.optional(slot) }
    }

    private func applyTrack(_ results: MopidyBatchResults, to house: inout HouseState) {
        guard let track = slots.track, let title = slots.streamTitle else { return }
        let current = results.optional(track)
        if current?.track.uri != house.current?.track.uri { house.art = nil }
        house.current = current
        house.streamTitle = results.optional(title).flatMap { $0.isEmpty ? nil : $0 }
    }

    private func applyOptions(_ results: MopidyBatchResults, to house: inout HouseState) {
        house.options = PlaybackOptions(
            random: slots.random.flatMap { results.optional($0) },
            repeat: slots.repeat.flatMap { results.optional($0) },
            single: slots.single.flatMap { results.optional($0) },
            consume: slots.consume.flatMap { results.optional($0) })
    }
}
