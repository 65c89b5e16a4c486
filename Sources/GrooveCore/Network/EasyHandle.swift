@preconcurrency import CCurl
import CGrooveShims
import GrooveLogic

/// libcurl, set up once for the whole program. `CURL_GLOBAL_DEFAULT` minus what no request of ours needs.
enum CurlLibrary {
    /// Whether it could be set up. The first use does it; libcurl from 7.84 on lets any thread.
    static let isReady = curl_global_init(Int(CURL_GLOBAL_NOTHING)) == CURLE_OK
}

/// One libcurl easy handle: a connection that is kept for the next request to the same place.
struct EasyHandle: ~Copyable {
    fileprivate let handle: UnsafeMutableRawPointer

    /// nil when libcurl has no memory.
    init?() {
        guard CurlLibrary.isReady, let made = curl_easy_init() else { return nil }
        handle = UnsafeMutableRawPointer(made)
    }

    deinit {
        curl_easy_cleanup(handle)
    }

    /// Sets a text option; libcurl keeps a copy.
    func set(_ option: CURLoption, _ value: String?) {
        groove_curl_set_string(handle, option, value)
    }

    /// Sets a number or a switch.
    func set(_ option: CURLoption, _ value: Int) {
        groove_curl_set_long(handle, option, value)
    }

    /// Sets a list, which has to live as long as the option.
    func set(_ option: CURLoption, _ list: borrowing CurlList) {
        groove_curl_set_list(handle, option, list.first)
    }

    /// Where an answer's body goes; `user` is what the callback gets.
    func setReceiver(_ receive: @escaping groove_curl_bytes_callback, _ user: UnsafeMutableRawPointer) {
        groove_curl_set_bytes_callback(handle, CURLOPT_WRITEFUNCTION, CURLOPT_WRITEDATA, receive, user)
    }

    /// Forgets every option; the connection stays.
    func reset() {
        curl_easy_reset(handle)
    }

    /// A number that the last transfer left behind; 0 when there is none.
    func number(_ info: CURLINFO) -> Int {
        var value = 0
        return groove_curl_get_long(handle, info, &value) == CURLE_OK ? value : 0
    }

    /// The socket of a connection that was made with `CURLOPT_CONNECT_ONLY`.
    var socket: Int32? {
        var value: curl_socket_t = -1
        let code = groove_curl_get_socket(handle, CURLINFO_ACTIVESOCKET, &value)
        return code == CURLE_OK && value >= 0 ? value : nil
    }

    /// Connects, and no more; blocks.
    func connect() -> CURLcode {
        curl_easy_perform(handle)
    }

    /// Reads at most `limit` bytes from such a connection.
    func receive(limit: Int) -> (code: CURLcode, bytes: [UInt8]) {
        var code = CURLE_OK
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            code = curl_easy_recv(handle, buffer.baseAddress, buffer.count, &count)
        }
        return (code, bytes)
    }

    /// Writes to such a connection.
    func send(_ bytes: ArraySlice<UInt8>) -> (code: CURLcode, count: Int) {
        var count = 0
        let code = bytes.withUnsafeBytes { curl_easy_send(handle, $0.baseAddress, $0.count, &count) }
        return (code, count)
    }

    /// A time in microseconds that the last transfer left behind.
    func microseconds(_ info: CURLINFO) -> Int {
        var value: curl_off_t = 0
        return groove_curl_get_offset(handle, info, &value) == CURLE_OK ? Int(value) : 0
    }

    /// A text that the last transfer left behind.
    func text(_ info: CURLINFO) -> String? {
        var value: UnsafeMutablePointer<CChar>?
        guard groove_curl_get_string(handle, info, &value) == CURLE_OK, let value else { return nil }
        return String(cString: value)
    }

    /// Sends `body` (nil: a GET) with `headers`, and gathers the answer. Blocks.
    func perform(headers: [Secret], body: [UInt8]?, into sink: BodySink) -> CURLcode {
        let list = CurlList(headers.map(\.revealed))
        set(CURLOPT_HTTPHEADER, list)
        // The handle keeps the list's address after the transfer; it may not lead anywhere then.
        defer { groove_curl_set_list(handle, CURLOPT_HTTPHEADER, nil) }
        return withExtendedLifetime(sink) {
            setReceiver(takeBytes, Unmanaged.passUnretained(sink).toOpaque())
            guard let body else { return curl_easy_perform(handle) }
            return body.withUnsafeBytes { bytes in
                groove_curl_set_long(handle, CURLOPT_POSTFIELDSIZE, bytes.count)
                groove_curl_set_pointer(handle, CURLOPT_POSTFIELDS, bytes.baseAddress)
                return curl_easy_perform(handle)
            }
        }
    }
}

extension EasyHandle {
    /// libcurl's code, in the words of the network.
    func failure(_ code: CURLcode) -> TransportFailure.Kind {
        let words = String(cString: curl_easy_strerror(code))
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: return .nameNotFound
        case CURLE_COULDNT_CONNECT:
            let cause = SystemError(code: Int32(number(CURLINFO_OS_ERRNO)))
            return .connecting(failedWith: cause)
        case CURLE_OPERATION_TIMEDOUT:
            // Not the connect time, which stays 0 when an open connection is used again.
            return microseconds(CURLINFO_PRETRANSFER_TIME_T) == 0 ? .connectTimedOut : .deadlinePassed
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR:
            return .insecure(words)
        case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE:
            return .connectionLost(words)
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY: return .badProtocol(words)
        default: return .other(words)
        }
    }
}

/// A list of lines, as libcurl takes headers.
struct CurlList: ~Copyable {
    fileprivate let first: UnsafeMutablePointer<curl_slist>?

    /// A copy of these lines.
    init(_ lines: [String]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines { list = curl_slist_append(list, line) ?? list }
        first = list
    }

    deinit {
        curl_slist_free_all(first)
    }
}

/// A transfer that is carried on bit by bit, by whoever waits for its bytes. Confined to one thread.
struct SteppedTransfer: ~Copyable {
    /// What is transferred, and how. To be set up before the first step.
    let easy: EasyHandle
    private let multi: UnsafeMutableRawPointer

    /// nil when libcurl has no memory.
    init?() {
        guard let handle = EasyHandle(), let multi = curl_multi_init() else { return nil }
        easy = handle
        self.multi = multi
        curl_multi_add_handle(multi, self.easy.handle)
    }

    deinit {
        curl_multi_remove_handle(multi, easy.handle)
        curl_multi_cleanup(multi)
    }

    /// Does what can be done without waiting; not nil when the transfer is over.
    func step() -> CURLcode? {
        var running: Int32 = 0
        curl_multi_perform(multi, &running)
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            if message.pointee.msg == CURLMSG_DONE { return message.pointee.data.result }
        }
        return nil
    }

    /// Goes on after the write callback has paused it.
    func resume() {
        // CURLPAUSE_CONT, a macro.
        curl_easy_pause(easy.handle, 0)
    }

    /// Waits until there is something to do, or another descriptor can be read; whether it can.
    func wait(_ limit: Duration, or descriptor: Int32) -> Bool {
        var extra = curl_waitfd(fd: descriptor, events: Int16(CURL_WAIT_POLLIN), revents: 0)
        curl_multi_poll(multi, &extra, 1, pollMilliseconds(limit), nil)
        return extra.revents != 0
    }
}

/// Where an answer's body goes, up to a limit.
final class BodySink {
    private(set) var bytes: [UInt8] = []
    /// Whether there was more than the limit.
    private(set) var isOverfull = false
    private let limit: Int

    /// An empty sink.
    init(limit: Int) {
        self.limit = limit
    }

    /// Takes bytes; false when they are too many.
    func take(_ more: UnsafeBufferPointer<UInt8>) -> Bool {
        guard more.count <= limit - bytes.count else {
            isOverfull = true
            return false
        }
        bytes.append(contentsOf: more)
        return true
    }
}

/// libcurl's write callback: anything but the count stops the transfer.
private func takeBytes(
    _ bytes: UnsafeMutablePointer<CChar>, _ size: Int, _ count: Int, _ user: UnsafeMutableRawPointer?
) -> Int {
    guard let user else { return 0 }
    let sink = Unmanaged<BodySink>.fromOpaque(user).takeUnretainedValue()
    let length = size * count
    let isTaken = bytes.withMemoryRebound(to: UInt8.self, capacity: length) {
        sink.take(UnsafeBufferPointer(start: $0, count: length))
    }
    return isTaken ? length : 0
}
