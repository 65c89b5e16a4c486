import GrooveLogic
import GrooveRealtime

/// The listen thread's work: connect, unwrap, decode, and hand the sound on, until there is a reason to end.
///
/// Confined to that thread; made there.
final class ListenSession {
    /// What the session shares with the output thread and the owner.
    struct Surroundings: Sendable {
        var configuration: ListenerConfiguration
        var control: PlaybackControl
        /// nil: the sound goes to a WAV.
        var playback: PlaybackThread?
        /// Wakes this thread.
        var wake: WakeUp
        /// Wakes the output thread.
        var playbackWake: WakeUp
        var publisher: StatusPublisher
        var house: HouseKnowledge
    }

    /// What it was given.
    let surroundings: Surroundings
    /// When to connect, wait and give up.
    var machine: RejoinMachine
    /// What it counts.
    var report = SessionReport()
    /// The connection that is open.
    var transfer: StreamTransfer?
    /// Unwraps the connection, if it is Ogg.
    var ogg: OggReader?
    /// How it ends, if not by a failure of the stream.
    var ending: ListenOutcome?

    /// The stretch of sound that is being written to.
    var pipe: SoundPipe?
    /// Where the last sound stood.
    var position: LinkPosition?
    /// The next frame is the first of its connection or link.
    var isJoining = true
    /// Samples before this one were taken already.
    var skipBefore: UInt64 = 0
    /// When the first frame of this connection or link came.
    var joinedAt = MonotonicTime.now
    /// The page that the last frame lay in, and the frames of it so far.
    var pageAtLastFrame = 0
    var framesOfPage = 0
    /// The network was left alone since it last ran dry: the next wait is for its next byte.
    var hasRested = false

    private var wav: WAVOutput?
    private let isFile: Bool
    private var random = SystemRandomNumberGenerator()

    /// Bytes without a whole frame after which a stream counts as undecodable, together with the time.
    static let undecodableBytes: UInt64 = 64 * 1024
    static let undecodableTime = Duration.seconds(10)

    /// A session that has not begun.
    init(_ surroundings: Surroundings) {
        self.surroundings = surroundings
        machine = RejoinMachine(
            candidates: surroundings.configuration.streams.count,
            firstConnectionLimit: surroundings.configuration.firstConnectionLimit)
        let isAbandoned = { [control = surroundings.control] in control.isProducerStopped }
        switch surroundings.configuration.output {
        case .device: break
        case .file(let path): wav = WAVOutput(path: path, isAbandoned: isAbandoned)
        case .standardOutput: wav = WAVOutput(path: nil, isAbandoned: isAbandoned)
        }
        isFile = wav != nil
    }

    /// Listens until stopped or until nothing more can be done.
    func run() -> ListenOutcome {
        publish(always: true)
        let outcome = follow(machine.started(at: .now))
        pipe?.finish()
        surroundings.playbackWake.signal()
        do throws(OutputFailure) {
            try wav?.finish()
            return outcome
        } catch {
            return outcome == .stopped ? Self.outcome(of: error) : outcome
        }
    }

    private func follow(_ first: RejoinMachine.Action) -> ListenOutcome {
        var action = first
        while true {
            switch action {
            case .connect(let candidate):
                guard let failure = stream(from: candidate) else { return ending ?? .stopped }
                report.lastError = failure.text
                action = machine.failed(failure, at: .now, using: &random)
                if case .giveUp = action { continue }
                publish(always: false)
            case .wait(let until):
                guard sleep(until: until) else { return ending ?? .stopped }
                action = machine.waitEnded(at: .now)
            case .giveUp(let failure): return Self.outcome(of: failure)
            case .doNothing: return .stopped
            }
        }
    }

    private static func outcome(of failure: StreamFailure) -> ListenOutcome {
        if failure.isRefusal { return .refused(failure) }
        if case .notFLAC = failure { return .notFLAC(failure) }
        return .noAnswer(failure)
    }

    private static func outcome(of failure: OutputFailure) -> ListenOutcome {
        switch failure {
        case .abandoned: .stopped
        case .closed: .outputClosed
        case .failed(let reason): .outputFailed(reason)
        }
    }

    /// False: asked to end.
    private func sleep(until moment: MonotonicTime) -> Bool {
        while true {
            let now = MonotonicTime.now
            if interruption(at: now) == .stopped { return false }
            guard now < moment else { return true }
            surroundings.wake.wait(min(moment - now, longestSleep(at: now)))
        }
    }
}

// MARK: - One connection

extension ListenSession {
    /// Plays one connection to its end; nil: asked to end.
    private func stream(from candidate: Int) -> StreamFailure? {
        let streams = surroundings.configuration.streams
        guard streams.indices.contains(candidate) else { return .unreachable("no address is set") }
        guard
            let transfer = StreamTransfer(
                url: streams[candidate], configuration: surroundings.configuration, wake: surroundings.wake,
                watch: self)
        else { return .broken("out of memory") }
        self.transfer = transfer
        report.connected(at: .now)
        defer {
            report.disconnected(bytes: transfer.bytesReceived)
            pipe?.cut()
            self.transfer = nil
            ogg = nil
        }
        switch decode(transfer) {
        case .failed(let failure): return failure
        case .stopped, .newLink: return nil
        }
    }

    private func decode(_ transfer: StreamTransfer) -> Interruption {
        var sniffer = ContainerSniffer()
        if let interruption = sniff(transfer, with: &sniffer) { return interruption }
        switch sniffer.verdict {
        case .needsMore: return .failed(.ended)
        case .notFLAC(let reason): return .failed(.notFLAC(reason))
        case .found(let container, let offset):
            report.container = container
            let source = PrefixedSource(prefix: sniffer.bytes, offset: offset, rest: transfer)
            return container == .flac ? decodeLink(source) : decodeOgg(source)
        }
    }

    /// Reads until it is known what the stream is; not nil: it came to its end before.
    private func sniff(_ transfer: StreamTransfer, with sniffer: inout ContainerSniffer) -> Interruption? {
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 8192)
        defer { buffer.deallocate() }
        while sniffer.verdict == .needsMore {
            switch transfer.read(into: buffer) {
            case .bytes(let count): sniffer.received(buffer[..<count])
            case .interrupted(.failed(.ended)) where !sniffer.bytes.isEmpty: sniffer.ended()
            case .interrupted(let interruption): return interruption
            }
        }
        return nil
    }

    private func decodeOgg(_ source: any ByteSource) -> Interruption {
        let reader = OggReader(source: source)
        ogg = reader
        while true {
            let interruption = decodeLink(reader)
            guard interruption == .newLink else { return interruption }
            reader.beginLink()
        }
    }

    private func decodeLink(_ source: any ByteSource) -> Interruption {
        isJoining = true
        guard let decoder = FLACDecoder(source: source, receiver: self) else {
            return .failed(.broken("out of memory"))
        }
        return decoder.run()
    }
}

// MARK: - Frames

extension ListenSession: FrameReceiver {
    func received(_ frame: DecodedFrame) -> Interruption? {
        let now = MonotonicTime.now
        if isJoining { join(at: frame, now) }
        report.decoded(frame.format, connectionBytes: transfer?.bytesReceived ?? 0, at: now)
        notePage(frames: frame.count)
        let end = frame.firstSample + UInt64(frame.count)
        position = LinkPosition(
            serial: ogg?.serial, sampleRate: frame.format.sampleRate, nextSample: max(end, skipBefore),
            seenAt: now)
        guard end > skipBefore else { return interruption(at: now) }
        let offset = skipBefore > frame.firstSample ? Int(skipBefore - frame.firstSample) : 0
        return !isFile ? push(frame, from: offset) : write(frame, from: offset)
    }

    func metBadFrame() {
        report.badFrames += 1
    }

    private func join(at frame: DecodedFrame, _ now: MonotonicTime) {
        isJoining = false
        joinedAt = now
        framesOfPage = 0
        pageAtLastFrame = ogg?.pages ?? 0
        let isSame =
            position?.isContinued(
                bySample: frame.firstSample, serial: ogg?.serial, sampleRate: frame.format.sampleRate, at: now
            ) ?? false
        skipBefore = isSame ? position?.nextSample ?? 0 : 0
        report.joined(atStart: frame.firstSample == 0)
        machine.soundArrived(at: now)
        publish(always: false)
    }

    /// An Ogg page arrives at once and is as long as a second: the buffer must outlast it.
    private func notePage(frames: Int) {
        guard let ogg else { return }
        if ogg.pages != pageAtLastFrame {
            pageAtLastFrame = ogg.pages
            framesOfPage = 0
        }
        framesOfPage += frames
        pipe?.noteArrival(frames: framesOfPage)
    }

    private func write(_ frame: DecodedFrame, from offset: Int) -> Interruption? {
        do throws(OutputFailure) {
            try wav?.write(
                planes: frame.planes, offset: offset, frames: frame.count - offset, format: frame.format)
            report.framesWritten += UInt64(frame.count - offset)
            return interruption(at: .now)
        } catch {
            ending = Self.outcome(of: error)
            return .stopped
        }
    }

    private func push(_ frame: DecodedFrame, from start: Int) -> Interruption? {
        let pipe = pipe(for: frame.format)
        var offset = start
        while offset < frame.count {
            offset += pipe.ring.push(planes: frame.planes, offset: offset, frames: frame.count - offset)
            if surroundings.control.takeWakeUp() { surroundings.playbackWake.signal() }
            guard offset < frame.count else { break }
            let now = MonotonicTime.now
            if let reason = interruption(at: now) { return reason }
            surroundings.wake.wait(min(pauseForRoom(in: pipe, at: now), longestSleep(at: now)))
        }
        return nil
    }

    /// While the server's burst is being skipped the ring empties at once; later half of it takes its time.
    private func pauseForRoom(in pipe: SoundPipe, at now: MonotonicTime) -> Duration {
        guard now - joinedAt > .seconds(3) else { return .milliseconds(10) }
        return pipe.format.duration(of: pipe.ring.capacity / 2)
    }

    private func pipe(for format: PCMFormat) -> SoundPipe {
        if let pipe, pipe.format == format { return pipe }
        pipe?.finish()
        let configuration = surroundings.configuration
        // The device's own buffer holds the rest of the limit.
        let held = max(configuration.maxLatency - ALSADevice.bufferTime * 0.75, configuration.buffer ?? .zero)
        let next = SoundPipe(format: format, frames: format.frames(in: held))
        pipe = next
        surroundings.playback?.offer(next)
        return next
    }
}

// MARK: - Watching

extension ListenSession: TransferWatch {
    func interruption(at now: MonotonicTime) -> Interruption? {
        publish(always: now >= report.nextTick)
        if surroundings.control.isProducerStopped { return .stopped }
        if let trouble = surroundings.playback?.deviceTrouble, trouble.isFinal,
            case .device(let name) = surroundings.configuration.output
        {
            ending = .noDevice(name: name, reason: trouble.reason ?? "it cannot be opened")
            return .stopped
        }
        if let deadline = machine.deadline, now >= deadline {
            return .failed(
                report.bytesSinceFrame(connectionBytes: transfer?.bytesReceived ?? 0) > 0
                    ? .undecodable : .silent)
        }
        let isUndecodable =
            report.bytesSinceFrame(connectionBytes: transfer?.bytesReceived ?? 0) > Self.undecodableBytes
            && now - report.lastProgressAt > Self.undecodableTime
        return isUndecodable ? .failed(.undecodable) : nil
    }

    func longestSleep(at now: MonotonicTime) -> Duration {
        max(.milliseconds(1), min(report.nextTick, machine.deadline ?? report.nextTick) - now)
    }

    func stallClockStart() -> MonotonicTime? {
        surroundings.house.soundIsExpectedSince
    }

    /// Icecast sends a listener some thirty small pieces a second; with sound in hand they can gather in the socket.
    func rest() -> Duration {
        guard let pipe, surroundings.playback?.meter.phase == .playing, !hasRested else {
            hasRested = false
            return .zero
        }
        hasRested = true
        return pipe.ring.fill > pipe.format.frames(in: .milliseconds(200)) ? .milliseconds(100) : .zero
    }

    func networkRanDry() {
        // Before that, what the ring holds came from the connection before.
        guard report.hasFrame, let transfer else { return }
        report.caughtUp(connectionBytes: transfer.bytesReceived)
        pipe?.catchUp()
    }
}
