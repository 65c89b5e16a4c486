@preconcurrency import CCurl
@preconcurrency import CGrooveShims
@preconcurrency import Glibc
import GrooveLogic

/// Whoever runs a transfer: it is asked whether to go on, and told how the network does.
protocol TransferWatch: AnyObject {
    /// Called on each turn; nil: go on.
    func interruption(at now: MonotonicTime) -> Interruption?
    /// How long the transfer may sleep before it has to call again.
    func longestSleep(at now: MonotonicTime) -> Duration
    /// Since when a lack of bytes counts; nil: the source is known to be quiet.
    func stallClockStart() -> MonotonicTime?
    /// Everything that the server had has been taken.
    func networkRanDry()
    /// How long the network may be left alone, because enough was received; zero: take each byte as it comes.
    func rest() -> Duration
}

/// One GET of the stream by libcurl, pulled by the decoder: the thread that reads runs the transfer.
///
/// Confined to the thread that made it, except `bytesReceived`'s reader, which is the same.
final class StreamTransfer: ByteSource {
    /// Body bytes so far.
    private(set) var bytesReceived: UInt64 = 0
    /// Bytes that wait for the decoder.
    var queued: Int { queue.count - position }

    /// About a second of the stream. More waits in the socket, from which the server learns that we are slow.
    static let queueLimit = 128 * 1024
    /// A house's server answers a connect at once or not at all.
    static let connectLimit = Duration.seconds(5)
    /// Icecast needs up to half a second for its answer; a loaded one more.
    static let answerLimit = Duration.seconds(8)
    /// Ogg pages come as far as a second apart.
    static let stallLimit = Duration.seconds(5)
    /// Fewer bytes than this within that time are as good as none; digital silence takes more.
    static let stallBytes: UInt64 = 64
    /// How long an error page may take: what is wanted of it is its first line.
    static let errorBodyTime = Duration.seconds(1)
    /// Enough for any honest server.
    static let redirectLimit = 5
    /// Enough for the first line of an error page.
    static let errorBodyLimit = 512

    private let transfer: SteppedTransfer
    private let wake: WakeUp
    private unowned let watch: any TransferWatch
    /// Shoutcast's and old Icecasts' answer.
    private let aliases = CurlList(["ICY 200 OK"])
    private let headers: CurlList
    private let host: String

    private var queue: [UInt8] = []
    private var position = 0
    private var isPaused = false
    private var status: Int?
    private var errorBody: [UInt8] = []
    private var end: StreamFailure?
    private let startedAt = MonotonicTime.now
    /// When the last `stallBytes` were complete; at first, when the first byte came.
    private var lastProgressAt: MonotonicTime?
    private var bytesAtProgress: UInt64 = 0

    /// Prepares a GET; nil if libcurl is out of memory. Nothing is sent before the first read.
    init?(url: ServerURL, configuration: ListenerConfiguration, wake: WakeUp, watch: any TransferWatch) {
        guard let stepped = SteppedTransfer() else { return nil }
        transfer = stepped
        headers = CurlList(Access(headers: configuration.headers).headerLines.map(\.revealed))
        self.wake = wake
        self.watch = watch
        host = url.host
        queue.reserveCapacity(Self.queueLimit)
        setAddress(url, configuration)
        setCredentials(configuration)
        transfer.easy.setReceiver(receiveBytes, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Runs the transfer until there are bytes, an end, or a reason of the watch's.
    func read(into buffer: UnsafeMutableBufferPointer<UInt8>) -> ByteSourceResult {
        while true {
            let now = MonotonicTime.now
            if let reason = watch.interruption(at: now) { return .interrupted(reason) }
            if queued > 0 { return .bytes(take(into: buffer)) }
            if let end { return .interrupted(.failed(end)) }
            if isPaused {
                isPaused = false
                transfer.resume()
            }
            if let code = transfer.step() { finish(code) }
            guard queued == 0, end == nil else { continue }
            if status == 200 { watch.networkRanDry() }
            if let failure = overdue(at: now) { return .interrupted(.failed(failure)) }
            sleep(watch.longestSleep(at: now))
        }
    }

    private func take(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let count = min(buffer.count, queued)
        queue.withUnsafeBufferPointer { bytes in
            for index in 0..<count { buffer[index] = bytes[position + index] }
        }
        position += count
        if position == queue.count {
            queue.removeAll(keepingCapacity: true)
            position = 0
        }
        return count
    }

    private func sleep(_ limit: Duration) {
        let rest = min(limit, watch.rest())
        guard rest == .zero else { return wake.wait(rest) }
        if transfer.wait(limit, or: wake.descriptor) { wake.clear() }
    }

    private func overdue(at now: MonotonicTime) -> StreamFailure? {
        guard let lastProgressAt else {
            return now - startedAt > Self.answerLimit + Self.connectLimit ? .silent : nil
        }
        if let status, status != 200 {
            return now - lastProgressAt > Self.errorBodyTime ? failure(forStatus: status) : nil
        }
        guard let since = watch.stallClockStart() else { return nil }
        return now - max(lastProgressAt, since) > Self.stallLimit ? .stalled : nil
    }

    /// Called by libcurl's write callback: only copies, or pauses. The bytes are taken all or none.
    fileprivate func received(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let isFirst = status == nil
        if isFirst {
            status = responseCode()
            lastProgressAt = MonotonicTime.now
        }
        guard status == 200 else {
            errorBody.append(contentsOf: bytes.prefix(Self.errorBodyLimit - errorBody.count))
            // Less than was given ends the transfer: an error page may go on for ever.
            return errorBody.count < Self.errorBodyLimit ? bytes.count : 0
        }
        guard queued < Self.queueLimit else {
            isPaused = true
            return Int(CURL_WRITEFUNC_PAUSE)
        }
        if position > 0, queue.count + bytes.count > Self.queueLimit {
            queue.removeFirst(position)
            position = 0
        }
        queue.append(contentsOf: bytes)
        bytesReceived &+= UInt64(bytes.count)
        if bytesReceived &- bytesAtProgress >= Self.stallBytes {
            bytesAtProgress = bytesReceived
            lastProgressAt = MonotonicTime.now
        }
        return bytes.count
    }

    private func responseCode() -> Int { transfer.easy.number(CURLINFO_RESPONSE_CODE) }
}

// MARK: - Options

extension StreamTransfer {
    private func setAddress(_ url: ServerURL, _ configuration: ListenerConfiguration) {
        transfer.easy.set(CURLOPT_URL, url.description)
        transfer.easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
        // From https nothing may lead down to http.
        transfer.easy.set(CURLOPT_REDIR_PROTOCOLS_STR, url.scheme.isSecure ? "https" : "http,https")
        // Header lines of our own would go along with a redirect; libcurl holds back the credentials only.
        transfer.easy.set(CURLOPT_FOLLOWLOCATION, configuration.headers.isEmpty ? 1 : 0)
        transfer.easy.set(CURLOPT_MAXREDIRS, Self.redirectLimit)
        transfer.easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        transfer.easy.set(CURLOPT_CONNECTTIMEOUT_MS, Self.connectLimit.wholeMilliseconds)
        transfer.easy.set(CURLOPT_NOSIGNAL, 1)
        // Else a name lookup that hangs would be waited for by whoever wants to stop.
        transfer.easy.set(CURLOPT_QUICK_EXIT, 1)
        transfer.easy.set(CURLOPT_TCP_KEEPALIVE, 1)
        transfer.easy.set(CURLOPT_TCP_KEEPIDLE, 30)
        transfer.easy.set(CURLOPT_TCP_KEEPINTVL, 10)
        transfer.easy.set(CURLOPT_USERAGENT, "groove")
        if let file = configuration.caFile { transfer.easy.set(CURLOPT_CAINFO, file) }
        transfer.easy.set(CURLOPT_HTTP200ALIASES, aliases)
    }

    private func setCredentials(_ configuration: ListenerConfiguration) {
        if let credentials = configuration.credentials {
            transfer.easy.set(CURLOPT_HTTPAUTH, 1)
            transfer.easy.set(CURLOPT_USERNAME, credentials.username)
            transfer.easy.set(CURLOPT_PASSWORD, credentials.password.revealed)
        }
        transfer.easy.set(CURLOPT_HTTPHEADER, headers)
    }
}

/// libcurl's write callback.
private let receiveBytes: groove_curl_bytes_callback = { bytes, size, count, user in
    guard let user else { return 0 }
    return bytes.withMemoryRebound(to: UInt8.self, capacity: size * count) { start in
        Unmanaged<StreamTransfer>.fromOpaque(user).takeUnretainedValue()
            .received(UnsafeBufferPointer(start: start, count: size * count))
    }
}

// MARK: - Ends

extension StreamTransfer {
    private func finish(_ code: CURLcode) {
        let answered = status ?? responseCode()
        // Once an error's body has begun, it does not matter how it ends.
        let isError = (code == CURLE_OK || status != nil) && answered != 200
        end = isError ? failure(forStatus: answered) : failure(for: code)
    }

    private func failure(forStatus status: Int) -> StreamFailure {
        (300..<400).contains(status) ? .redirect("status \(status)") : .status(status, firstLine())
    }

    /// The first line of an error's body without its markup, for people.
    private func firstLine() -> String {
        let text = String(decoding: errorBody, as: UTF8.self)
        var shown = ""
        var isInTag = false
        for scalar in text.unicodeScalars {
            if scalar == "<" { isInTag = true }
            if !isInTag, scalar.value >= 0x20, scalar.value != 0x7F, !(0x80..<0xA0).contains(scalar.value) {
                shown.unicodeScalars.append(scalar)
            } else if scalar == "\n", !shown.allSatisfy(\.isWhitespace) {
                break
            }
            if scalar == ">" { isInTag = false }
        }
        return String(shown.drop(while: \.isWhitespace).prefix(120))
    }

    private func failure(for code: CURLcode) -> StreamFailure {
        switch code {
        case CURLE_OK: .ended
        case CURLE_TOO_MANY_REDIRECTS: .redirect("more than \(Self.redirectLimit)")
        case CURLE_UNSUPPORTED_PROTOCOL:
            status == nil && responseCode() == 0
                ? .notFLAC("the answer is not HTTP") : .redirect("to an address that is not safe")
        default: StreamFailure(transfer.easy.failure(code), host: host)
        }
    }
}

extension StreamFailure {
    /// What ended a transfer, in the stream's own terms.
    fileprivate init(_ kind: TransportFailure.Kind, host: String) {
        switch kind {
        case .nameNotFound: self = .unresolved(host)
        case .refused: self = .refused("")
        case .unreachable(let reason): self = .unreachable(reason)
        case .connectTimedOut: self = .unreachable("no answer to the connect")
        case .deadlinePassed: self = .silent
        case .insecure(let reason): self = .tls(reason)
        case .connectionLost(let reason), .badProtocol(let reason), .other(let reason):
            self = .broken(reason)
        // These are made of answers, which a stream's transfer looks at itself.
        case .status, .notJSON, .tooLarge: self = .broken("an answer that is no stream")
        }
    }
}
