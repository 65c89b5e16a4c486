import GrooveLogic
import GrooveRealtime
import Synchronization

/// What the owner has told about the house.
final class HouseKnowledge: Sendable {
    private struct Known {
        var state: PlaybackState?
        var since: MonotonicTime
    }

    /// Guarded by itself.
    private let known = Mutex(Known(state: nil, since: MonotonicTime(sinceStart: .zero)))

    /// nil: nobody knows.
    func changed(to state: PlaybackState?, at now: MonotonicTime) {
        known.withLock { $0 = Known(state: state, since: now) }
    }

    /// Whether the house is known not to play.
    var isPaused: Bool {
        known.withLock { $0.state == .paused || $0.state == .stopped }
    }

    /// From when on a lack of sound is a fault; nil: none is due.
    var soundIsExpectedSince: MonotonicTime? {
        known.withLock { $0.state == .paused || $0.state == .stopped ? nil : $0.since }
    }
}

/// What the listen thread keeps count of, for the status.
struct SessionReport {
    /// Known from the first bytes of a connection.
    var container: ListenStatus.Container?
    /// What last went wrong, in words.
    var lastError: String?
    /// Frames that were damaged or lost.
    var badFrames: UInt64 = 0
    /// Frames that went to a WAV.
    var framesWritten: UInt64 = 0
    /// When the next status is due.
    var nextTick = MonotonicTime.now
    /// The state that was told last.
    var told: ListenStatus.State?
    /// The last connect or whole frame.
    private(set) var lastProgressAt = MonotonicTime.now
    /// A frame came on the connection that is open.
    private(set) var hasFrame = false
    /// A frame came on any connection.
    private(set) var hasStreamed = false

    private var hasCaughtUp = false
    private var joined: ListenStatus.Joined?
    private var format: PCMFormat?
    private var links: UInt64 = 0
    /// Of the connections that are over.
    private var bytesBefore: UInt64 = 0
    private var bytesAtFrame: UInt64 = 0
    private var rate = ReceivedRate()

    /// A connection was opened.
    mutating func connected(at now: MonotonicTime) {
        lastProgressAt = now
        bytesAtFrame = 0
        hasFrame = false
        hasCaughtUp = false
    }

    /// A connection is over, after so many bytes.
    mutating func disconnected(bytes: UInt64) {
        bytesBefore += bytes
        hasFrame = false
    }

    /// The first frame of a connection or link was decoded.
    mutating func joined(atStart: Bool) {
        joined = atStart ? .start : .midStream
        links += 1
    }

    /// A frame was decoded.
    mutating func decoded(_ format: PCMFormat, connectionBytes: UInt64, at now: MonotonicTime) {
        self.format = format
        hasStreamed = true
        hasFrame = true
        bytesAtFrame = connectionBytes
        lastProgressAt = now
    }

    /// Bytes that came without completing a frame.
    func bytesSinceFrame(connectionBytes: UInt64) -> UInt64 {
        connectionBytes - min(bytesAtFrame, connectionBytes)
    }

    /// The server's burst has been taken: from here on the rate that bytes come at is the stream's own.
    mutating func caughtUp(connectionBytes: UInt64) {
        guard !hasCaughtUp else { return }
        hasCaughtUp = true
        rate = ReceivedRate()
        rate.add(total: bytesBefore + connectionBytes, at: .now)
    }

    /// A second is over.
    mutating func ticked(connectionBytes: UInt64, at now: MonotonicTime) {
        if hasCaughtUp { rate.add(total: bytesBefore + connectionBytes, at: now) }
        nextTick = nextTick + .seconds(1)
        if nextTick <= now { nextTick = now + .seconds(1) }
    }

    /// What this part knows, put into a status.
    func fill(_ status: inout ListenStatus, connectionBytes: UInt64) {
        status.container = container
        status.joined = joined
        status.sampleRate = format?.sampleRate
        status.bits = format?.bits
        status.channels = format?.channels
        status.badFrames = badFrames
        status.links = links
        status.bytesReceived = bytesBefore + connectionBytes
        status.bitrateKbps = rate.kilobits
        status.lastError = lastError
    }

    /// How long so many bytes of the stream sound, about.
    func duration(ofBytes bytes: Int) -> Duration {
        guard let kilobits = rate.kilobits, kilobits > 0 else { return .zero }
        return .milliseconds(bytes * 8 / kilobits)
    }
}

/// The mean rate over the last seconds.
struct ReceivedRate {
    private var samples: [(total: UInt64, at: MonotonicTime)] = []

    /// Ogg pages come a second apart: fewer seconds would show that.
    static let window = 6

    /// Bytes so far, once a second.
    mutating func add(total: UInt64, at now: MonotonicTime) {
        if samples.count == Self.window { samples.removeFirst() }
        samples.append((total, now))
    }

    /// kbit/s; nil: not known yet.
    var kilobits: Int? {
        guard let first = samples.first, let last = samples.last, last.at > first.at else { return nil }
        return Int(Double(last.total - first.total) * 8 / 1000 / (last.at - first.at).inSeconds)
    }
}
