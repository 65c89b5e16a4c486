@preconcurrency import CCurl
@preconcurrency import Glibc
import GrooveLogic
import Synchronization

/// A TLS connection that libcurl makes and then only carries bytes over.
final class TLSChannel: ByteChannel {
    let number: Int32
    /// Whole TLS records are decrypted at once.
    let mayHoldBytes = true
    private let handle: Mutex<EasyHandle>

    private init(number: Int32, handle: consuming sending EasyHandle) {
        self.number = number
        self.handle = Mutex(handle)
    }

    /// Connects, with the certificate checked. Blocks.
    static func connect(
        to url: ServerURL, deadline: MonotonicTime, caFile: String?
    ) -> Result<TLSChannel, SocketConnector.Problem> {
        let milliseconds = (deadline - .now).wholeMilliseconds
        guard milliseconds > 0 else { return .failure(.init(kind: .connectTimedOut)) }
        guard let handle = EasyHandle() else {
            return .failure(.init(kind: .other("libcurl could not be set up")))
        }
        var address = url
        address.scheme = .https
        handle.set(CURLOPT_URL, address.description)
        handle.set(CURLOPT_CONNECT_ONLY, 1)
        handle.set(CURLOPT_NOSIGNAL, 1)
        handle.set(CURLOPT_PROTOCOLS_STR, "https")
        // Otherwise a server may choose HTTP/2, over which there is no such handshake.
        handle.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        handle.set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds)
        handle.set(CURLOPT_TCP_NODELAY, 1)
        if let caFile { handle.set(CURLOPT_CAINFO, caFile) }
        let code = handle.connect()
        guard code == CURLE_OK, let number = handle.socket else {
            return .failure(.init(kind: handle.failure(code)))
        }
        return .success(TLSChannel(number: number, handle: handle))
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int? {
        let limit = buffer.count
        let (code, bytes) = handle.withLock { $0.receive(limit: limit) }
        buffer.copyBytes(from: bytes)
        return try count((code, bytes.count))
    }

    func send(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int? {
        try count(handle.withLock { $0.send(bytes) })
    }

    /// TLS's own goodbye cannot be sent through libcurl without ending both directions.
    func finishSending() {}

    private func count(_ outcome: (code: CURLcode, count: Int)) throws(SystemError) -> Int? {
        switch outcome.code {
        case CURLE_OK: return outcome.count
        case CURLE_AGAIN: return nil
        default: throw SystemError(code: ECONNRESET)
        }
    }
}
