/// Decides, each time the device has room, what it gets: sound, silence, or nothing yet.
///
/// Fixed in size and free of references, so that the output thread may hold it. It starts with what the server's
/// burst gives, waits for more after the sound ran out once, and keeps what is behind the server below a limit.
public struct JitterPolicy: Sendable {
    /// What the output thread sees.
    public struct Look: Sendable, Hashable {
        /// Frames in the ring.
        public var fill: Int
        /// Frames that the ring could hold.
        public var capacity: Int
        /// Frames the device has and has not sounded.
        public var device: Int
        /// Frames the device would take now.
        public var room: Int
        /// The most frames that arrived at once: a page of Ogg is as long as a second.
        public var largestArrival: Int
        /// Frames of digital silence at the head of the ring, as far as two periods.
        public var silence: Int
        /// The network has been waited for since the join: what comes now is new, not the server's burst.
        public var isCaughtUp: Bool
        /// Connections that have ended while this ring was in use.
        public var cuts: Int
        /// Nothing more will come into this ring.
        public var isFinished: Bool
        /// The device takes time to play; ALSA's `null` does not.
        public var isPaced: Bool

        /// A look at a ring and a device.
        public init(
            fill: Int, capacity: Int = .max, device: Int, room: Int, largestArrival: Int = 0,
            silence: Int = 0, isCaughtUp: Bool = true, cuts: Int = 0, isFinished: Bool = false,
            isPaced: Bool = true
        ) {
            self.fill = fill
            self.capacity = capacity
            self.device = device
            self.room = room
            self.largestArrival = largestArrival
            self.silence = silence
            self.isCaughtUp = isCaughtUp
            self.cuts = cuts
            self.isFinished = isFinished
            self.isPaced = isPaced
        }
    }

    /// What to do next.
    public enum Action: Sendable, Hashable {
        /// Hand so many frames of the ring to the device.
        case play(Int)
        /// Hand the device so many frames of silence.
        case silence(Int)
        /// Forget the oldest so many frames of the ring.
        case skip(Int)
        /// Enough is there: ask again at once.
        case start
        /// The sound ran out although its connection held: ask again at once.
        case rebuffer
        /// The sound ran out because its connection had ended: ask again at once.
        case awaitRejoin
        /// Nothing to do for so long, unless more arrives.
        case wait(Duration)
        /// Silence has lasted: let the device rest.
        case rest
        /// The ring is finished and empty.
        case end
    }

    private enum Phase: Hashable {
        /// Gathering since the first sight of sound.
        case buffering(since: MonotonicTime?)
        /// Gathering while the device runs on silence since then; `before` is what had been grown by then.
        case starved(since: MonotonicTime, before: Duration)
        case playing
    }

    /// A native stream's burst is half a second; less than this leaves no room for a late packet.
    static let smallestStart = Duration.milliseconds(400)
    /// A join looks for the end of the server's burst at most this long.
    static let burstPatience = Duration.milliseconds(300)
    /// A source that never made us wait is not live: it is held back, nothing of it is skipped.
    static let liveTest = Duration.seconds(2)
    /// Silence that the device is given before it may rest. A gap that is longer is a pause or a fault, which no
    /// buffer would have outlasted.
    static let longestSilence = Duration.seconds(2)
    /// Sound beyond what a start needs that is put up with; more is left out where it is silent.
    static let idleLag = Duration.seconds(1)

    private var format: PCMFormat
    private var period: Int
    private let fixed: Duration?
    private let maximum: Duration
    /// What was added to the start level after underruns.
    private var grown = Duration.zero
    private var phase = Phase.buffering(since: nil)
    /// The cuts that the sound now playing has got over.
    private var cuts = 0

    /// A policy for a format, a device's period in frames, a fixed buffer or none, and the limit.
    public init(format: PCMFormat, period: Int, fixedBuffer: Duration?, maximumLatency: Duration) {
        self.format = format
        self.period = max(1, period)
        fixed = fixedBuffer
        maximum = max(maximumLatency, fixedBuffer ?? .zero)
    }

    /// Whether sound is being played.
    public var isPlaying: Bool { phase == .playing }

    /// Another format or device follows; what was learned is kept.
    public mutating func changed(format: PCMFormat, period: Int) {
        self.format = format
        self.period = max(1, period)
    }

    /// Playing was stopped from outside: begin again by gathering.
    public mutating func restart() {
        phase = .buffering(since: nil)
    }

    /// Frames to gather before sound starts.
    public func startLevel(largestArrival: Int) -> Int {
        if let fixed { return format.frames(in: fixed) }
        // A page that fills the whole burst says that the next comes one page later: have half of one to spare.
        let forArrivals = largestArrival + largestArrival / 2
        let level = max(format.frames(in: Self.smallestStart), forArrivals) + format.frames(in: grown)
        return min(level, format.frames(in: maximum))
    }

    /// The next step.
    public mutating func next(_ look: Look, at now: MonotonicTime) -> Action {
        switch phase {
        case .playing: return playing(look, at: now)
        case .starved(let since, let before): return starved(look, since: since, before: before, at: now)
        case .buffering(let since): return buffering(look, since: since, at: now)
        }
    }

    private mutating func buffering(_ look: Look, since: MonotonicTime?, at now: MonotonicTime) -> Action {
        guard look.fill > 0 else { return look.isFinished ? .end : .wait(.milliseconds(500)) }
        guard let since else {
            phase = .buffering(since: now)
            return buffering(look, since: now, at: now)
        }
        if let excess = excess(look, until: maximum), look.isCaughtUp || now - since < Self.liveTest {
            return .skip(excess)
        }
        let isBurstOver = look.isCaughtUp || now - since >= Self.burstPatience
        guard isReady(look), isBurstOver || look.isFinished else { return .wait(.milliseconds(20)) }
        return start(look)
    }

    private mutating func start(_ look: Look) -> Action {
        phase = .playing
        cuts = look.cuts
        return .start
    }

    private mutating func starved(
        _ look: Look, since: MonotonicTime, before: Duration, at now: MonotonicTime
    ) -> Action {
        if isReady(look) { return start(look) }
        guard now - since < Self.longestSilence else {
            grown = before
            phase = .buffering(since: nil)
            return .rest
        }
        if look.device < period, look.room >= period { return .silence(period) }
        return .wait(wait(for: look))
    }

    private mutating func playing(_ look: Look, at now: MonotonicTime) -> Action {
        noteRecovery(look)
        if let frames = staleFrames(look) { return .skip(frames) }
        let isUrgent = look.device < period || !look.isPaced || look.isFinished
        let step = min(look.fill, look.room, period)
        if step >= period / 2 || step > 0 && isUrgent && step == look.fill { return .play(step) }
        // Time, not the device, says when to look again: some plugins' descriptors are ready long before there is room.
        if look.fill > step { return .wait(format.duration(of: period - look.room)) }
        guard look.fill == 0 else { return .wait(wait(for: look)) }
        if look.isFinished { return .end }
        guard look.isPaced else { return .wait(.milliseconds(500)) }
        guard isUrgent else { return .wait(wait(for: look)) }
        phase = .starved(since: now, before: grown)
        // A connection that ended says nothing about how evenly sound arrives.
        guard look.cuts == cuts else { return .awaitRejoin }
        if look.isCaughtUp { grow() }
        return .rebuffer
    }

    /// A rejoin that brought as much as a start needs has made up for the cut before it.
    private mutating func noteRecovery(_ look: Look) {
        guard look.cuts != cuts, look.isCaughtUp else { return }
        if look.fill + look.device >= startLevel(largestArrival: look.largestArrival) { cuts = look.cuts }
    }

    /// What is too old to be kept, or is late without need and silent, so that nobody hears it missing.
    private func staleFrames(_ look: Look) -> Int? {
        guard look.isCaughtUp else { return nil }
        let needed = format.duration(of: startLevel(largestArrival: look.largestArrival))
        if excess(look, until: maximum) != nil { return excess(look, until: max(maximum * 0.75, needed)) }
        // The last period of a silence stays: something may be faded in behind it.
        guard look.isPaced, look.silence >= 2 * period else { return nil }
        return excess(look, until: needed + Self.idleLag).map { min($0, period) }
    }

    /// A ring that is nearly full cannot gather more, whatever the level is.
    private func isReady(_ look: Look) -> Bool {
        if look.isFinished || look.fill >= look.capacity - look.capacity / 8 { return look.fill > 0 }
        return look.fill >= startLevel(largestArrival: look.largestArrival)
    }

    private func excess(_ look: Look, until limit: Duration) -> Int? {
        let excess = look.fill + look.device - format.frames(in: limit)
        return excess > 0 ? min(excess, look.fill) : nil
    }

    /// Until the device is down to its last period, or has room for one.
    private func wait(for look: Look) -> Duration {
        let frames = max(look.device - period * 3 / 4, 0)
        return max(.milliseconds(10), min(.milliseconds(100), format.duration(of: frames)))
    }

    /// Half a second more each time; the start level itself never passes the limit.
    private mutating func grow() {
        guard fixed == nil else { return }
        grown = min(maximum, grown + .milliseconds(500))
    }
}
