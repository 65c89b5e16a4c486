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
    /// Enough for any honest server.
    static let redirectLimit = 5
    /// Enough for the first line of an error page.
    static let errorBodyLimit = 512

    private let easy: UnsafeMutableRawPointer
    private let multi: UnsafeMutableRawPointer
    private let wake: WakeUp
    private unowned let watch: any TransferWatch
    private var aliases: UnsafeMutablePointer<curl_slist>?
    private var headers: UnsafeMutablePointer<curl_slist>?
    private let host: String

    private var queue: [UInt8] = []
    private var position = 0
    private var isPaused = false
    private var status: Int?
    private var errorBody: [UInt8] = []
    private var end: StreamFailure?
    private let startedAt = MonotonicTime.now
    private var lastByteAt: MonotonicTime?

    /// Prepares a GET; nil if libcurl is out of memory. Nothing is sent before the first read.
    init?(url: ServerURL, configuration: ListenerConfiguration, wake: WakeUp, watch: any TransferWatch) {
        _ = Self.library
        guard let easy = curl_easy_init() else { return nil }
        guard let multi = curl_multi_init() else {
            curl_easy_cleanup(easy)
            return nil
        }
        self.easy = easy
        self.multi = multi
        self.wake = wake
        self.watch = watch
        host = url.host
        queue.reserveCapacity(Self.queueLimit)
        setAddress(url, configuration)
        setCredentials(configuration)
        setCallback()
        curl_multi_add_handle(multi, easy)
    }

    deinit {
        curl_multi_remove_handle(multi, easy)
        curl_easy_cleanup(easy)
        curl_multi_cleanup(multi)
        curl_slist_free_all(aliases)
        curl_slist_free_all(headers)
    }

    /// CURL_GLOBAL_DEFAULT; libcurl counts how often.
    private static let library = curl_global_init(3)

    /// Runs the transfer until there are bytes, an end, or a reason of the watch's.
    func read(into buffer: UnsafeMutableBufferPointer<UInt8>) -> ByteSourceResult {
        while true {
            let now = MonotonicTime.now
            if let reason = watch.interruption(at: now) { return .interrupted(reason) }
            if queued > 0 { return .bytes(take(into: buffer)) }
            if let end { return .interrupted(.failed(end)) }
            resume()
            perform()
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

    private func resume() {
        guard isPaused else { return }
        isPaused = false
        // CURLPAUSE_CONT.
        curl_easy_pause(easy, 0)
    }

    private func perform() {
        var running: Int32 = 0
        curl_multi_perform(multi, &running)
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            if message.pointee.msg == CURLMSG_DONE { finish(message.pointee.data.result) }
        }
    }

    private func sleep(_ limit: Duration) {
        let rest = min(limit, watch.rest())
        if rest > .zero {
            wake.wait(rest)
            return
        }
        var extra = curl_waitfd(fd: wake.descriptor, events: Int16(CURL_WAIT_POLLIN), revents: 0)
        curl_multi_poll(multi, &extra, 1, pollMilliseconds(limit), nil)
        if extra.revents != 0 { wake.clear() }
    }

    private func overdue(at now: MonotonicTime) -> StreamFailure? {
        guard let lastByteAt else {
            return now - startedAt > Self.answerLimit + Self.connectLimit ? .silent : nil
        }
        guard let since = watch.stallClockStart() else { return nil }
        return now - max(lastByteAt, since) > Self.stallLimit ? .stalled : nil
    }

    /// Called by libcurl's write callback: only copies, or pauses. The bytes are taken all or none.
    fileprivate func received(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let isFirst = status == nil
        if isFirst { status = responseCode() }
        lastByteAt = MonotonicTime.now
        guard status == 200 else {
            errorBody.append(contentsOf: bytes.prefix(Self.errorBodyLimit - errorBody.count))
            return bytes.count
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
        return bytes.count
    }

    private func responseCode() -> Int {
        var code = 0
        groove_curl_get_long(easy, CURLINFO_RESPONSE_CODE, &code)
        return code
    }
}

// MARK: - Options

extension StreamTransfer {
    private func setAddress(_ url: ServerURL, _ configuration: ListenerConfiguration) {
        groove_curl_set_string(easy, CURLOPT_URL, url.description)
        groove_curl_set_string(easy, CURLOPT_PROTOCOLS_STR, "http,https")
        // From https nothing may lead down to http.
        groove_curl_set_string(
            easy, CURLOPT_REDIR_PROTOCOLS_STR, url.scheme.isSecure ? "https" : "http,https")
        // Header lines of our own would go along with a redirect; libcurl holds back the credentials only.
        groove_curl_set_long(easy, CURLOPT_FOLLOWLOCATION, configuration.headers.isEmpty ? 1 : 0)
        groove_curl_set_long(easy, CURLOPT_MAXREDIRS, Self.redirectLimit)
        groove_curl_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        groove_curl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, Self.connectLimit.wholeMilliseconds)
        groove_curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
        // Else a name lookup that hangs would be waited for by whoever wants to stop.
        groove_curl_set_long(easy, CURLOPT_QUICK_EXIT, 1)
        groove_curl_set_long(easy, CURLOPT_TCP_KEEPALIVE, 1)
        groove_curl_set_long(easy, CURLOPT_TCP_KEEPIDLE, 30)
        groove_curl_set_long(easy, CURLOPT_TCP_KEEPINTVL, 10)
        groove_curl_set_string(easy, CURLOPT_USERAGENT, "groove")
        if let file = configuration.caFile { groove_curl_set_string(easy, CURLOPT_CAINFO, file) }
        // Shoutcast's and old Icecasts' answer.
        aliases = curl_slist_append(nil, "ICY 200 OK")
        groove_curl_set_list(easy, CURLOPT_HTTP200ALIASES, aliases)
    }

    private func setCredentials(_ configuration: ListenerConfiguration) {
        if let credentials = configuration.credentials {
            groove_curl_set_long(easy, CURLOPT_HTTPAUTH, 1)
            groove_curl_set_string(easy, CURLOPT_USERNAME, credentials.username)
            groove_curl_set_string(easy, CURLOPT_PASSWORD, credentials.password.revealed)
        }
        guard !configuration.headers.isEmpty else { return }
        for header in configuration.headers {
            headers = curl_slist_append(headers, header.revealed) ?? headers
        }
        groove_curl_set_list(easy, CURLOPT_HTTPHEADER, headers)
    }

    private func setCallback() {
        groove_curl_set_bytes_callback(
            easy, CURLOPT_WRITEFUNCTION, CURLOPT_WRITEDATA, receiveBytes,
            Unmanaged.passUnretained(self).toOpaque())
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
        let status = status ?? responseCode()
        if code == CURLE_OK, status != 200 {
            end = (300..<400).contains(status) ? .redirect("status \(status)") : .status(status, firstLine())
            return
        }
        end = failure(for: code)
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
        case CURLE_COULDNT_RESOLVE_HOST: .unresolved(host)
        case CURLE_COULDNT_CONNECT: isRefused ? .refused("") : .unreachable(Self.text(code))
        case CURLE_OPERATION_TIMEDOUT where lastByteAt == nil: .unreachable("no answer to the connect")
        case CURLE_TOO_MANY_REDIRECTS: .redirect("more than \(Self.redirectLimit)")
        case CURLE_UNSUPPORTED_PROTOCOL:
            status == nil && responseCode() == 0
                ? .notFLAC("the answer is not HTTP") : .redirect("to an address that is not safe")
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR:
            .tls(Self.text(code))
        default: .broken(Self.text(code))
        }
    }

    private var isRefused: Bool {
        var number = 0
        groove_curl_get_long(easy, CURLINFO_OS_ERRNO, &number)
        return number == Int(ECONNREFUSED)
    }

    private static func text(_ code: CURLcode) -> String {
        String(cString: curl_easy_strerror(code))
    }
}
