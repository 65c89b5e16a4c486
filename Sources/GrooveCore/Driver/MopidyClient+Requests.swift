import GrooveLogic

extension MopidyClient {
    /// Carries a session's request out; what comes back is why it was not done, in one line, or nil.
    func carryOut(_ request: HouseRequest, timeout: Duration) async -> String? {
        do throws(MopidyCallError) {
            switch request {
            case .play: try await call(.play(), timeout: timeout)
            case .pause: try await call(.pause, timeout: timeout)
            case .resume: try await call(.resume, timeout: timeout)
            case .stop: try await call(.stop, timeout: timeout)
            case .next: try await call(.next, timeout: timeout)
            case .previous: try await call(.previous, timeout: timeout)
            case .seek(let place):
                return try await call(.seek(place), timeout: timeout) == false ? Failure.cannotSeek.text : nil
            case .setVolume(let volume):
                return try await call(.setVolume(volume), timeout: timeout) == false ? Failure.noMixer.text : nil
            case .setMute(let isMuted):
                let done = try await call(.setMute(isMuted), timeout: timeout)
                return done == false ? "Mopidy's mixer cannot mute" : nil
            }
            return nil
        } catch {
            return Self.words(for: error)
        }
    }

    private static func words(for error: MopidyCallError) -> String {
        switch error {
        case .transport(let failure): failure.reason
        case .answer(.rpc(_, let error)): Failure.rpcError(error.message).text
        case .answer(.unreadable): "Mopidy's answer makes no sense"
        case .closed: "the connection is closed"
        }
    }
}
