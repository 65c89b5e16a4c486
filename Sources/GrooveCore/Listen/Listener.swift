public import GrooveLogic
import GrooveRealtime
import Synchronization

/// This computer's listening: plays the house stream until it is stopped, and comes back after every cut.
///
/// It runs on two threads of its own, never ends the process, and keeps no reference to who made it. Dropping it
/// stops it.
public final class Listener: Sendable {
    /// Each second and at each change of state; ends after `stopped`. For one reader.
    public var statuses: AsyncStream<ListenStatus> { publisher.stream }
    /// The last of `statuses`.
    public var status: ListenStatus { publisher.latest }

    private let configuration: ListenerConfiguration
    private let control = PlaybackControl()
    private let house = HouseKnowledge()
    private let publisher = StatusPublisher()
    private let wake = WakeUp()
    private let playbackWake = WakeUp()
    private let finish = ListenFinish()

    /// A listener that does nothing yet.
    public init(configuration: ListenerConfiguration) {
        self.configuration = configuration
        control.gainDB = configuration.gainDB
    }

    deinit {
        requestStop()
    }

    /// Begins to listen; once.
    public func start() {
        guard finish.begin() else { return }
        let playback = makePlayback()
        let surroundings = ListenSession.Surroundings(
            configuration: configuration, control: control, playback: playback, wake: wake,
            playbackWake: playbackWake, publisher: publisher, house: house)
        let finish = finish
        if let playback {
            let started = PlainThread.start("groove-output") {
                playback.run()
                finish.outputEnded()
            }
            guard started else { return endAtOnce(.outputFailed("no thread could be started")) }
        } else {
            finish.outputEnded()
        }
        let started = PlainThread.start("groove-listen") { Self.listen(surroundings, finish) }
        if !started { endAtOnce(.outputFailed("no thread could be started")) }
    }

    /// Stops within about a tenth of a second, fading out; returns how it ended.
    @discardableResult
    public func stop() async -> ListenOutcome {
        if finish.begin() { endAtOnce(.stopped) }
        requestStop()
        return await finish.outcome()
    }

    /// How it ended, once it has.
    public func outcome() async -> ListenOutcome {
        await finish.outcome()
    }

    /// What the house does, as far as it is known. Paused or stopped: the sound here fades out and what is buffered
    /// is dropped; a quiet stream is no fault then. Playing: it starts again, live.
    public func houseChanged(to state: PlaybackState?) {
        house.changed(to: state, at: .now)
        control.wish(house.isPaused ? .hold : .play)
        playbackWake.signal()
        wake.signal()
    }

    /// A new gain here; 0 leaves every sample as it was decoded.
    public func setGain(decibels: Double) {
        control.gainDB = decibels
    }

    /// The largest sample since the last call, 0-1: what a level meter shows.
    public func takePeak() -> Double {
        finish.meter()?.takePeak() ?? 0
    }

    private func makePlayback() -> PlaybackThread? {
        guard case .device(let name) = configuration.output else { return nil }
        let playback = PlaybackThread(
            device: name, configuration: configuration, control: control, wake: playbackWake, notice: wake)
        finish.use(playback.meter)
        return playback
    }

    /// Stops without waiting for it; `outcome()` does.
    func requestStop() {
        control.wish(.stop)
        control.stopProducer()
        wake.signal()
        playbackWake.signal()
    }

    /// There is no thread that would tell the end.
    private func endAtOnce(_ outcome: ListenOutcome) {
        requestStop()
        publisher.publish(ListenStatus(state: .stopped))
        publisher.finish()
        finish.ended(outcome)
    }

    private static func listen(_ surroundings: ListenSession.Surroundings, _ finish: ListenFinish) {
        let session = ListenSession(surroundings)
        let outcome = session.run()
        surroundings.control.wish(.stop)
        surroundings.playbackWake.signal()
        finish.waitForOutput()
        session.publishEnd(outcome)
        surroundings.publisher.finish()
        finish.ended(outcome)
    }
}
