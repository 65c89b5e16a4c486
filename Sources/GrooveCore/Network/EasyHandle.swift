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
    private let handle: UnsafeMutableRawPointer

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

    /// Forgets every option; the connection stays.
    func reset() {
        curl_easy_reset(handle)
    }

    /// A number that the last transfer left behind; 0 when there is none.
    func number(_ info: CURLINFO) -> Int {
        var value = 0
        return groove_curl_get_long(handle, info, &value) == CURLE_OK ? value : 0
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
        var list: UnsafeMutablePointer<curl_slist>?
        defer { curl_slist_free_all(list) }
        for header in headers { list = curl_slist_append(list, header.revealed) ?? list }
        groove_curl_set_list(handle, CURLOPT_HTTPHEADER, list)
        return withExtendedLifetime(sink) {
            let user = Unmanaged.passUnretained(sink).toOpaque()
            groove_curl_set_bytes_callback(
                handle, CURLOPT_WRITEFUNCTION, CURLOPT_WRITEDATA, takeBytes, user)
            guard let body else { return curl_easy_perform(handle) }
            return body.withUnsafeBytes { bytes in
                groove_curl_set_long(handle, CURLOPT_POSTFIELDSIZE, bytes.count)
                groove_curl_set_pointer(handle, CURLOPT_POSTFIELDS, bytes.baseAddress)
                return curl_easy_perform(handle)
            }
        }
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
