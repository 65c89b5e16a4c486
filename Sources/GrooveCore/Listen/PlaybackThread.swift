@preconcurrency import CGrooveShims
@preconcurrency import Glibc
import GrooveLogic
import GrooveRealtime
import Synchronization

/// The output thread: takes sound out of pipes, one after the other, and hands it to the device.
///
/// Between the borders of a pipe it neither locks, allocates, logs nor awaits.
final class PlaybackThread: Sendable {
    /// What is wished of it.
    let control: PlaybackControl
    /// What it has done.
    let meter = PlaybackMeter()

    private let device: String
    private let configuration: ListenerConfiguration
    /// Signalled by the listen thread and by the owner.
    private let wake: WakeUp
    /// Signalled here when the meter's phase changed.
    private let notice: WakeUp
    /// Guarded by itself; looked at between two pipes only.
    private let pipes = Mutex<[SoundPipe]>([])
    /// Why the device is not there. Guarded by itself; never touched while sound runs.
    private let trouble = Mutex<DeviceTrouble>(DeviceTrouble())

    /// What is wrong with the device.
    struct DeviceTrouble: Sendable {
        /// The present or last failure.
        var reason: String?
        /// The limit has passed or the failure is of a kind that will not pass.
        var isFinal = false
    }

    /// A device that plays no more because of a pause in the house fades for so long.
    static let fade = Duration.milliseconds(60)
    /// What the device will have fetched before a change to it arrives.
    static let fadeMargin = Duration.milliseconds(20)
    /// Between two attempts to open a device.
    static let reopenPause = Duration.seconds(1)
    /// More than a start gathers, an Ogg page included.
    static let keptWithoutDevice = Duration.milliseconds(1200)

    /// A thread's body for one device; `run` is called once.
    init(
        device: String, configuration: ListenerConfiguration, control: PlaybackControl, wake: WakeUp,
        notice: WakeUp
    ) {
        self.device = device
        self.configuration = configuration
        self.control = control
        self.wake = wake
        self.notice = notice
    }

    /// What is wrong with the device, if anything.
    var deviceTrouble: DeviceTrouble { trouble.withLock { $0 } }

    /// Queues a pipe behind those that are being played.
    func offer(_ pipe: SoundPipe) {
        pipes.withLock { $0.append(pipe) }
        wake.signal()
    }

    /// The thread's body; returns when `stop` is wished.
    func run() {
        _ = groove_ask_for_realtime()
        var policy: JitterPolicy?
        while control.wish != .stop, let pipe = nextPipe() {
            playOpening(pipe, policy: &policy)
        }
        become(.ended)
    }

    private func nextPipe() -> SoundPipe? {
        while control.wish != .stop {
            if let pipe = pipes.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return pipe }
            become(.idle)
            wake.wait(.seconds(10))
        }
        return nil
    }

    private func become(_ phase: PlaybackMeter.Phase) {
        guard meter.phase != phase else { return }
        meter.phase = phase
        notice.signal()
    }

    // MARK: Opening

    /// Opens the device as often as it takes to play the pipe to its end.
    private func playOpening(_ pipe: SoundPipe, policy: inout JitterPolicy?) {
        let begun = MonotonicTime.now
        while control.wish != .stop {
            do throws(DeviceFailure) {
                let opened = try ALSADevice(name: device, format: pipe.format)
                trouble.withLock { $0.reason = nil }
                var step = PlaybackLoop(
                    pipe: pipe, device: opened, policy: policy, configuration: configuration,
                    control: control, meter: meter, wake: wake, notice: notice)
                let end = step.run()
                policy = step.policy
                guard case .lost(let reason) = end else { return }
                fail(.absent(reason), begun: begun, hasPlayed: true)
            } catch {
                fail(error, begun: begun, hasPlayed: meter.framesPlayed.value > 0)
            }
            keepDraining(pipe, for: Self.reopenPause)
            if pipe.isFinished, pipe.ring.fill == 0 { return }
        }
    }

    private func fail(_ failure: DeviceFailure, begun: MonotonicTime, hasPlayed: Bool) {
        trouble.withLock { trouble in
            trouble.reason = failure.text
            guard let limit = configuration.deviceLimit, !hasPlayed else { return }
            trouble.isFinal = failure != .busy || MonotonicTime.now - begun >= limit
        }
        meter.deviceDelay = 0
        meter.sampleRate = 0
        if meter.phase == .deviceLost { notice.signal() }
        become(.deviceLost)
    }

    /// Without a device the stream still flows: what is older than a start needs goes, so that sound is live again
    /// as soon as the device is.
    private func keepDraining(_ pipe: SoundPipe, for pause: Duration) {
        let until = MonotonicTime.now + pause
        while control.wish != .stop, MonotonicTime.now < until {
            let kept = min(configuration.maxLatency, configuration.buffer ?? Self.keptWithoutDevice)
            let keep = control.wish == .hold ? 0 : pipe.format.frames(in: kept)
            meter.framesDropped.add(pipe.ring.skip(frames: pipe.ring.fill - keep))
            wake.wait(.milliseconds(100))
        }
    }
}
