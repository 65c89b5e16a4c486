/// The house volume as a person turns it: what is shown, what is sent and when, and which echoes are old.
///
/// A held key sends at most twenty calls a second and always ends on the last value. Mopidy tells every
/// change to everybody, the one who asked included, sometimes twice and up to a second late, so a value that
/// was sent from here a moment ago is an echo and moves nothing; any other value is somebody else's and
/// counts at once. When an echo was passed over that differs from what is shown, the true value is asked
/// for in the end.
public struct VolumeMachine: Sendable, Hashable {
    /// What the driver is to do.
    public enum Action: Sendable, Hashable {
        /// Call `core.mixer.set_volume` with this value.
        case send(Int)
        /// Call `core.mixer.get_volume`, and hand the answer to `readAgain`.
        case readAgain
    }

    /// Twenty calls a second.
    public static let sendInterval: Duration = .milliseconds(50)
    /// How long after a value was sent it may come back as an echo ([seen]: 0.7 s after a mute).
    public static let echoWindow: Duration = .milliseconds(1500)

    private struct Sent: Sendable, Hashable {
        var value: Int
        var at: MonotonicTime
    }

    /// The value that waits for its turn; nil when everything was sent.
    private var waiting: Int?
    /// Values sent within the echo window, oldest first.
    private var sent: [Sent] = []
    /// Calls that have no answer yet.
    private var unanswered = 0
    /// Whether a value was passed over as an echo that was not the last one sent.
    private var isDoubtful = false
    /// What the house last said for certain, to go back to when it refuses.
    private var confirmed: Int?

    /// What to show; nil when the house has no mixer or nothing is known.
    public private(set) var shown: Int?

    /// A volume of which nothing is known.
    public init() {}

    /// When `timePassed` is next of use.
    public var nextWake: MonotonicTime? {
        if waiting != nil { return sent.last.map { $0.at + Self.sendInterval } }
        guard isDoubtful, unanswered == 0 else { return nil }
        return sent.last.map { $0.at + Self.echoWindow }
    }

    /// A person set the volume to `value`; it is kept within 0-100.
    public mutating func set(_ value: Int, at now: MonotonicTime) -> [Action] {
        let value = min(max(value, 0), 100)
        guard value != shown || waiting != nil else { return [] }
        shown = value
        waiting = value
        return timePassed(at: now)
    }

    /// A person turned the volume by `step`; without a known volume there is nothing to turn.
    public mutating func turn(by step: Int, at now: MonotonicTime) -> [Action] {
        guard let shown else { return [] }
        return set(shown + min(max(step, -100), 100), at: now)
    }

    /// Sends what waits, or asks again, when it is time.
    public mutating func timePassed(at now: MonotonicTime) -> [Action] {
        if let value = waiting {
            if let last = sent.last, now - last.at < Self.sendInterval { return [] }
            waiting = nil
            forgetOld(at: now)
            sent.append(Sent(value: value, at: now))
            unanswered += 1
            return [.send(value)]
        }
        guard let due = nextWake, now >= due else { return [] }
        isDoubtful = false
        return [.readAgain]
    }

    /// The house answered one `send`; `accepted` false is its refusal (no mixer, an error).
    ///
    /// After the last refusal what is shown goes back to what the house last said.
    public mutating func answered(accepted: Bool, at now: MonotonicTime) -> [Action] {
        unanswered = max(0, unanswered - 1)
        guard !accepted, unanswered == 0, waiting == nil else { return [] }
        sent.removeAll()
        shown = confirmed
        return []
    }

    /// The house told a change of the volume.
    public mutating func heard(_ value: Int?, at now: MonotonicTime) {
        confirmed = value
        forgetOld(at: now)
        let isEcho = sent.contains { $0.value == value }
        guard waiting == nil, unanswered == 0, !isEcho else {
            if value != shown { isDoubtful = true }
            return
        }
        shown = value
        isDoubtful = false
    }

    /// The answer to `readAgain`, or the whole state read anew: true, unless a newer change is under way.
    public mutating func readAgain(_ value: Int?, at now: MonotonicTime) {
        confirmed = value
        guard waiting == nil, unanswered == 0 else { return }
        shown = value
        isDoubtful = false
    }

    /// The connection is gone: answers that were due will not come, nothing is sent by itself later.
    public mutating func disconnected() {
        waiting = nil
        unanswered = 0
        sent.removeAll()
        isDoubtful = false
        shown = confirmed
    }

    private mutating func forgetOld(at now: MonotonicTime) {
        sent.removeAll { now - $0.at > Self.echoWindow }
    }
}
