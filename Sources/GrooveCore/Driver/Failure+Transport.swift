import GrooveLogic

extension Failure {
    /// What an address's failure means for a person. `tried`: all addresses that were asked.
    init(
        _ failure: TransportFailure, of service: HouseService, tried: [ServerURL] = [], access: ServiceAccess,
        timeout: Duration
    ) {
        let url = failure.url
        self =
            switch failure.kind {
            case .nameNotFound: .nameUnknown(url)
            case .refused: .connectionRefused(tried.isEmpty ? [url] : tried)
            case .unreachable(let reason): .unreachable(url, reason: reason)
            case .connectTimedOut: .deadline(url, after: timeout, isConnected: false)
            case .deadlinePassed: .deadline(url, after: timeout, isConnected: true)
            case .insecure(let reason): .tls(url, reason: reason)
            case .status(401, _): .unauthorized(service, url, advice: access.adviceWhenRefused)
            case .status(403, let info): .forbidden(service, url, said: info.isHTML ? "" : info.bodyStart)
            case .status(let status, _): .httpStatus(status, service, url)
            case .notJSON(let info): .notJSON(service, url, isHTML: info.isHTML)
            case .tooLarge(let limit): .unexpectedAnswer(service, url, what: "more than \(limit >> 20) MiB")
            case .connectionLost(let reason), .badProtocol(let reason): .brokenConnection(url, reason: reason)
            case .other(let reason): .unreachable(url, reason: reason)
            }
    }

    /// What a refused command means for a person.
    init(_ failure: HouseFailure, rpc: ServerURL, access: ServiceAccess, timeout: Duration) {
        self =
            switch failure {
            case .transport(let transport, let tried):
                Failure(transport, of: .rpc, tried: tried, access: access, timeout: timeout)
            case .answer(let answer): Failure(answer, from: rpc)
            case .noMixer: .noMixer
            case .emptyQueue: .emptyQueue
            case .noTrack: .noTrack
            case .cannotSeek: .cannotSeek
            case .refused(let method): .refusedToDo(Self.words(for: method))
            case .notForTheHouse: .other("this command does not concern the house")
            }
    }

    /// What an answer that is no result means for a person.
    init(_ error: MopidyAnswerError, from url: ServerURL) {
        self =
            switch error {
            case .rpc(_, let error) where error.code == RPCError.methodNotFound:
                .unexpectedAnswer(.rpc, url, what: error.message)
            case .rpc(_, let error): .rpcError(error.message)
            case .unreadable(let method):
                .unexpectedAnswer(.rpc, url, what: "the answer to \(method) cannot be read")
            }
    }

    private static func words(for method: String) -> String {
        switch method {
        case "core.mixer.set_volume": "set the volume"
        case "core.mixer.set_mute": "mute: its mixer cannot"
        case "core.playback.seek": "seek there"
        default: method
        }
    }
}
