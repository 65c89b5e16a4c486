extension Failure {
    /// What happened and what to do, in one sentence without a period: for a line or the screen's notice.
    public var text: String {
        switch self {
        case .usage(let error): error.message
        case .settings(let problems): problems.problems.map(\.description).joined(separator: "; ")
        case .terminal(let reason), .other(let reason): reason
        case .interrupted: "interrupted"
        case .rpcError, .refusedToDo, .noMixer, .emptyQueue, .noTrack, .cannotSeek: refusalText
        case .noSoundDevice, .soundDeviceBusy, .notFLAC, .offAir, .heardNothing, .cannotWrite: listeningText
        case .nameUnknown, .connectionRefused, .unreachable, .deadline, .tls, .brokenConnection: networkText
        case .unauthorized, .forbidden, .httpStatus, .notJSON, .unexpectedAnswer: answerText
        }
    }

    private var refusalText: String {
        switch self {
        case .rpcError(let message): "Mopidy refused: \(Self.firstLine(message))"
        case .refusedToDo(let what): "Mopidy refused to \(what)"
        case .noMixer: "the house has no volume: Mopidy runs without a mixer (audio/mixer in mopidy.conf)"
        case .emptyQueue: "nothing is queued; add music with another client first"
        case .noTrack: "the house has no current track; groove play starts one"
        case .cannotSeek: "this track cannot be sought in; it has no length, as with radio"
        default: ""
        }
    }

    private var listeningText: String {
        switch self {
        case .noSoundDevice(let name, let reason):
            "no sound device \(TerminalText.quoted(name)): \(Self.firstLine(reason)); try --device with a name that "
                + "aplay -L lists, or set listen.device"
        case .soundDeviceBusy(let name):
            "the sound device \(TerminalText.quoted(name)) is in use by another program; close it, or try --device "
                + "default"
        case .notFLAC(let url, let found):
            "what \(url) sends is not FLAC\(found.map { ": \(Self.firstLine($0))" } ?? ""); check server.stream_url"
        case .offAir(let url):
            "the stream is off air: \(url) is not there (404); is its source running, and server.stream_url right?"
        case .heardNothing(let url, let duration, let reason):
            "not a sample came from \(url) within \(DurationText.spoken(duration))"
                + (reason.map { ": " + Self.firstLine($0) } ?? "; does the house play?")
        case .cannotWrite(let path, let reason):
            "cannot write \(TerminalText.quoted(path)): \(Self.firstLine(reason))"
        default: ""
        }
    }

    private var networkText: String {
        switch self {
        case .nameUnknown(let url):
            "the name \(TerminalText.quoted(url.host)) is not known on this network; check --host or server.host"
        case .connectionRefused(let urls):
            "nothing listens at \(Self.list(urls.map(\.authorityWithPort))); is the house on, and --host or "
                + "server.host right?"
        case .unreachable(let url, let reason):
            "\(url.authorityWithPort) cannot be reached: \(Self.firstLine(reason)); is this computer on the house's "
                + "network?"
        case .deadline(let url, let duration, let isConnected):
            isConnected
                ? "\(url) took the request and did not answer within \(DurationText.spoken(duration)); the server hangs "
                    + "or is busy"
                : "no answer from \(url.authorityWithPort) within \(DurationText.spoken(duration)); is the house on, and "
                    + "its address right?"
        case .tls(let url, let reason):
            "no secure connection to \(url.authorityWithPort): \(Self.firstLine(reason)); for a certificate of your own "
                + "set server.ca_file"
        case .brokenConnection(let url, let reason):
            "the connection to \(url) broke: \(Self.firstLine(reason))"
        default: ""
        }
    }

    private var answerText: String {
        switch self {
        case .unauthorized(let service, let url, let advice):
            "\(service.words) wants another name or password (401 from \(url)): \(advice)"
        case .forbidden(let service, let url, let said):
            "\(service.words) refused (403 from \(url))\(said.isEmpty ? "" : ": \(Self.firstLine(said))")"
        case .httpStatus(let status, let service, let url):
            "\(url) answered \(status) where \(service.words) should be; \(Self.cause(of: status, service))"
        case .notJSON(let service, let url, let isHTML):
            "\(url) answered with \(isHTML ? "a web page" : "something that is not JSON"); is it the address of "
                + "\(service.words)? check \(Self.addressSetting(service))"
        case .unexpectedAnswer(let service, let url, let what):
            "\(url) does not answer as \(service.words) does: \(Self.firstLine(what)); check "
                + Self.addressSetting(service)
        default: ""
        }
    }

    /// The likely reason for a status, and what to look at.
    private static func cause(of status: Int, _ service: HouseService) -> String {
        let setting = addressSetting(service)
        switch status {
        case 300...399: return "it has moved; set \(setting) to where it is now"
        case 400: return "something between here and it changed the request; check \(setting) and the proxy"
        case 404: return "the path is wrong, or a proxy does not have it; check \(setting)"
        case 405: return "the path is that of something else, or ends with a slash too many; check \(setting)"
        case 407: return "a proxy wants a password; check http_proxy in the environment"
        case 415: return "something between here and it took the Content-Type away; check the proxy"
        case 429: return "too many requests; try again in a while"
        case 502, 503, 504: return "the proxy is there, the server behind it is not; is it running?"
        case 500...599: return "the server failed; its log says why"
        default: return "check \(setting)"
        }
    }

    private static func addressSetting(_ service: HouseService) -> String {
        switch service {
        case .stream: SettingName.serverStreamURL.rawValue
        case .rpc: SettingName.serverRPCURL.rawValue
        case .events: SettingName.serverEventsURL.rawValue
        case .snapcast: SettingName.serverSnapcastURL.rawValue
        }
    }

    private static func list(_ all: [String]) -> String {
        let words = all.enumerated().filter { index, word in !all[..<index].contains(word) }.map(\.element)
        guard words.count > 1, let last = words.last else { return words.first ?? "the address" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }

    /// Of words from elsewhere the first line, and not too much of it: never a traceback.
    private static func firstLine(_ text: String) -> String {
        let line = TerminalText.safe(String(text.split(whereSeparator: \.isNewline).first ?? ""))
        return line.count <= 160 ? line : line.prefix(159) + "…"
    }
}

extension ServerURL {
    /// Host and port, the port always said: in messages it is what one checks.
    var authorityWithPort: String {
        "\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }
}
