@preconcurrency import Glibc
import GrooveLogic
import GrooveRealtime

/// One pipe on one opened device, from its first frame to its last, a lost device, or the wish to stop.
struct PlaybackLoop: ~Copyable {
    /// Why the loop ended.
    enum End: Equatable {
        /// The pipe is finished and its sound was heard.
        case drained
        case stopped
        case lost(String)
    }

    /// What was learned about the stream's jitter.
    private(set) var policy: JitterPolicy

    private let pipe: SoundPipe
    private let device: ALSADevice
    private var kernel: RenderKernel
    private let control: PlaybackControl
    private let meter: PlaybackMeter
    private let wake: WakeUp
    private let notice: WakeUp
    private var isPaced = true
    private var gain: Double
    private var firstXrunAt = MonotonicTime(sinceStart: .zero)
    private var xruns = 0

    /// A buffer of 400 ms that is refilled can run dry no more often.
    static let xrunsPerSecond = 4

    /// A loop that goes on with what an earlier one learned.
    init(
        pipe: SoundPipe, device: consuming ALSADevice, policy: JitterPolicy?,
        configuration: ListenerConfiguration, control: PlaybackControl, meter: PlaybackMeter, wake: WakeUp,
        notice: WakeUp
    ) {
        self.pipe = pipe
        var learned =
            policy
            ?? JitterPolicy(
                format: pipe.format, period: device.period, fixedBuffer: configuration.buffer,
                maximumLatency: configuration.maxLatency)
        learned.changed(format: pipe.format, period: device.period)
        learned.restart()
        self.policy = learned
        gain = control.gain
        kernel = RenderKernel(
            format: pipe.format, encoding: device.encoding, period: device.period, buffer: device.buffer,
            gain: gain)
        self.control = control
        self.meter = meter
        self.wake = wake
        self.notice = notice
        self.device = device
    }

    /// Plays until there is a reason not to.
    mutating func run() -> End {
        become(.buffering)
        meter.sampleRate = pipe.format.sampleRate
        defer {
            meter.deviceDelay = 0
            meter.sampleRate = 0
        }
        while true {
            do throws(DeviceFault) {
                if let end = try turn() { return end }
            } catch {
                guard case .lost(let reason) = error else {
                    meter.deviceXruns.add(1)
                    if isHopeless(at: .now) { return .lost("it stops again and again") }
                    continue
                }
                return .lost(reason)
            }
        }
    }

    /// Whether it ran dry so often within a second that it cannot be playing: the server behind a plugin is gone.
    private mutating func isHopeless(at now: MonotonicTime) -> Bool {
        if now - firstXrunAt > .seconds(1) {
            firstXrunAt = now
            xruns = 0
        }
        xruns += 1
        return xruns > Self.xrunsPerSecond
    }

    /// One look and one step; nil: go on.
    private mutating func turn() throws(DeviceFault) -> End? {
        switch control.wish {
        case .stop:
            fadeOut()
            return .stopped
        case .hold:
            fadeOut()
            hold()
            return pipe.isFinished && pipe.ring.fill == 0 ? .drained : nil
        case .play: break
        }
        followGain()
        let room = try device.room()
        let delay = device.delay()
        meter.deviceDelay = delay
        let look = JitterPolicy.Look(
            fill: pipe.ring.fill, capacity: pipe.ring.capacity, device: delay, room: room,
            largestArrival: pipe.largestArrival, silence: pipe.ring.silence(upTo: 2 * device.period),
            isCaughtUp: pipe.isCaughtUp, cuts: pipe.cuts, isFinished: pipe.isFinished, isPaced: isPaced)
        return try carryOut(policy.next(look, at: .now))
    }

    private mutating func carryOut(_ action: JitterPolicy.Action) throws(DeviceFault) -> End? {
        switch action {
        case .play(let frames): try play(frames)
        case .silence(let frames): try silence(frames)
        case .skip(let frames): meter.framesDropped.add(pipe.ring.skip(frames: frames))
        case .start: become(.playing)
        case .rebuffer:
            meter.underruns.add(1)
            become(.buffering)
        case .awaitRejoin: become(.buffering)
        case .wait(let limit): sleep(limit)
        case .rest: device.silenceAndPrepare()
        case .end:
            drain()
            return .drained
        }
        return nil
    }

    private mutating func play(_ frames: Int) throws(DeviceFault) {
        var peak = 0.0
        let (bytes, count) = kernel.render(from: pipe.ring, frames: frames, peak: &peak)
        let written = try device.write(bytes, frames: count)
        meter.framesPlayed.add(written)
        meter.framesDropped.add(count - written)
        meter.notePeak(peak)
        meter.isBitExact = kernel.isExact
        // A device that has nothing left right after it took a period does not take time to play.
        isPaced = device.delay() > 0
    }

    private mutating func silence(_ frames: Int) throws(DeviceFault) {
        let (bytes, count) = kernel.silence(frames: frames)
        meter.silenceFrames.add(try device.write(bytes, frames: count))
    }

    private mutating func followGain() {
        let wished = control.gain
        guard wished != gain else { return }
        gain = wished
        kernel.setGain(wished)
    }

    /// Sleeps until the wish changes or the time is over; when the ring is empty, also until something is pushed.
    private func sleep(_ limit: Duration) {
        guard pipe.ring.fill == 0 else { return wake.wait(limit) }
        control.consumerWillWait()
        if pipe.ring.fill == 0, !pipe.isFinished { wake.wait(limit) }
        control.consumerWoke()
    }

    private func become(_ phase: PlaybackMeter.Phase) {
        guard meter.phase != phase else { return }
        meter.phase = phase
        notice.signal()
    }
}

// MARK: - Endings

extension PlaybackLoop {
    /// Lets what was handed over sound to its end, then makes the device ready.
    private func drain() {
        device.startIfPrepared()
        while control.wish == .play, device.isRunning {
            let left = device.delay()
            guard left > 0 else { break }
            wake.wait(min(.milliseconds(100), pipe.format.duration(of: left) + .milliseconds(1)))
        }
    }

    /// Takes back what has not sounded, lays a fade over its beginning and drops the rest.
    private mutating func fadeOut() {
        defer {
            device.silenceAndPrepare()
            meter.deviceDelay = 0
        }
        guard isPaced, device.isRunning, policy.isPlaying else { return }
        let margin = pipe.format.frames(in: PlaybackThread.fadeMargin)
        let back = device.rewind(frames: device.delay() - margin)
        let length = min(back, pipe.format.frames(in: PlaybackThread.fade))
        guard length > 0 else { return }
        var passed = 0
        while passed < length {
            let (bytes, count) = kernel.fading(
                ago: back - passed, frames: length - passed, passed: passed, length: length)
            guard let written = try? device.write(bytes, frames: count), written > 0 else { return }
            passed += written
        }
        let until = MonotonicTime.now + .milliseconds(100)
        while device.isRunning, MonotonicTime.now < until {
            let left = device.delay()
            guard left > 0 else { return }
            usleep(useconds_t(min(100_000, left * 1_000_000 / pipe.format.sampleRate + 1000)))
        }
    }

    /// Drops whatever comes until sound is wished again.
    private mutating func hold() {
        become(.idle)
        policy.restart()
        while control.wish == .hold, !pipe.isFinished {
            meter.framesDropped.add(pipe.ring.skip(frames: pipe.ring.fill))
            wake.wait(.milliseconds(500))
        }
        meter.framesDropped.add(pipe.ring.skip(frames: pipe.ring.fill))
        if control.wish == .play { become(.buffering) }
    }
}
