import GrooveLogic
import GrooveRealtime

extension ListenSession {
    /// Tells the status if its state changed, or in any case.
    func publish(always: Bool) {
        let now = MonotonicTime.now
        let state = facts(at: now).state
        guard always || state != report.told else { return }
        let bytes = transfer?.bytesReceived ?? 0
        if now >= report.nextTick { report.ticked(connectionBytes: bytes, at: now) }
        report.told = state
        surroundings.publisher.publish(status(state))
    }

    /// The status at the end.
    func publishEnd(_ outcome: ListenOutcome) {
        if case .refused = outcome {
            surroundings.publisher.publish(status(.unauthorized))
        }
        surroundings.publisher.publish(status(.stopped))
    }

    private func facts(at now: MonotonicTime) -> ListenFacts {
        var facts = ListenFacts()
        let phase = surroundings.playback?.meter.phase
        facts.isUnauthorized = machine.unresolved?.isRefusal ?? false
        facts.isDeviceLost = phase == .deviceLost
        facts.isSounding =
            phase.map { $0 == .playing } ?? (report.hasFrame && now - report.lastProgressAt < .seconds(2))
        facts.isHousePaused = surroundings.house.isPaused
        facts.isOffAir = machine.unresolved?.isOffAir ?? false
        facts.isReconnecting = machine.unresolved != nil
        facts.isConnected = transfer.map { $0.bytesReceived > 0 } ?? false
        facts.hasStreamed = report.hasStreamed
        return facts
    }

    private func status(_ state: ListenStatus.State) -> ListenStatus {
        var status = ListenStatus(state: state)
        report.fill(&status, connectionBytes: transfer?.bytesReceived ?? 0)
        status.reconnects = machine.reconnects
        status.gainDB = surroundings.control.gainDB
        status.framesPlayed = report.framesWritten
        fillPlayback(&status)
        return status
    }

    private func fillPlayback(_ status: inout ListenStatus) {
        guard let playback = surroundings.playback else { return }
        let meter = playback.meter
        status.framesPlayed = meter.framesPlayed.value
        status.underruns = meter.underruns.value
        status.deviceXruns = meter.deviceXruns.value
        status.silenceFramesAdded = meter.silenceFrames.value
        status.framesDropped = meter.framesDropped.value
        status.isBitExact = meter.isBitExact
        status.lastError = playback.deviceTrouble.reason.map { "sound device: \($0)" } ?? status.lastError
        guard let pipe else { return }
        let buffer = pipe.format.duration(of: pipe.ring.fill)
        let delay = pipe.format.duration(of: meter.deviceDelay)
        status.buffer = buffer
        status.deviceDelay = delay
        guard status.state == .playing else { return }
        status.lag = buffer + delay + report.duration(ofBytes: transfer?.queued ?? 0)
    }
}
