@preconcurrency import CCurl
public import GrooveLogic
import Synchronization

/// One HTTP request.
public struct HTTPRequest: Sendable {
    public var url: ServerURL
    /// A JSON text to POST; nil: a GET.
    public var json: [UInt8]?
    /// Sent to `url` alone: redirects are not followed.
    public var access: Access
    /// The longest answer that is taken.
    public var limit: Int
    /// The time by which the whole answer has to be there.
    public var deadline: MonotonicTime
    /// Certificates to trust instead of the system's.
    public var caFile: String?

    /// A GET, or a POST of JSON.
    public init(
        url: ServerURL, json: [UInt8]? = nil, access: Access = Access(), limit: Int = 64 << 20,
        deadline: MonotonicTime, caFile: String? = nil
    ) {
        self.url = url
        self.json = json
        self.access = access
        self.limit = limit
        self.deadline = deadline
        self.caFile = caFile
    }
}

/// A good answer.
public struct HTTPAnswer: Sendable, Hashable {
    public var body: [UInt8]
    public var contentType: String?

    /// What it looked like, for when it was not what was wanted.
    var info: HTTPAnswerInfo {
        HTTPAnswerInfo(
            contentType: contentType, bodyStart: String(decoding: body.prefix(200), as: UTF8.self))
    }
}

/// Blocking HTTP over libcurl: for one-shots, or on a queue that may wait.
///
/// Requests go one after the other over one handle, which keeps its connection open between them.
public final class HTTPClient: Sendable {
    private let handle: Mutex<EasyHandle?>

    /// A client without a connection.
    public init() {
        handle = Mutex(EasyHandle())
    }

    /// Sends `request` and waits for its answer, which is good when the status is 200.
    ///
    /// The lock is held meanwhile, on purpose: the handle can do one thing at a time.
    public func send(_ request: HTTPRequest) throws(TransportFailure) -> HTTPAnswer {
        let outcome: Result<HTTPAnswer, TransportFailure> = handle.withLock { handle in
            guard let transfer = Transfer(request: request) else {
                return .failure(TransportFailure(url: request.url, kind: .deadlinePassed))
            }
            return handle?.perform(transfer)
                ?? .failure(TransportFailure(url: request.url, kind: .other("libcurl could not be set up")))
        }
        return try outcome.get()
    }
}

/// A request and the time that is left for it.
private struct Transfer {
    let request: HTTPRequest
    /// At least one: libcurl takes 0 for "for ever".
    let milliseconds: Int

    /// nil when no time is left.
    init?(request: HTTPRequest) {
        self.request = request
        milliseconds = (request.deadline - .now).wholeMilliseconds
        guard milliseconds > 0 else { return nil }
    }

    var headers: [Secret] {
        let type = request.json == nil ? [] : [Secret("Content-Type: application/json")]
        // libcurl would wait a second for "100 Continue" before a large body.
        return type + [Secret("Expect:")] + request.access.headerLines
    }
}

extension EasyHandle {
    /// Carries out a transfer and says what came of it.
    fileprivate func perform(_ transfer: Transfer) -> Result<HTTPAnswer, TransportFailure> {
        let request = transfer.request
        prepare(transfer)
        let sink = BodySink(limit: request.limit)
        let code = perform(headers: transfer.headers, body: request.json, into: sink)
        let type = text(CURLINFO_CONTENT_TYPE)
        let status = number(CURLINFO_RESPONSE_CODE)
        let kind: TransportFailure.Kind
        if sink.isOverfull {
            kind = .tooLarge(limit: request.limit)
        } else if code != CURLE_OK {
            kind = failure(code)
        } else if status != 200 {
            kind = .status(status, info(type, sink.bytes))
        } else {
            return .success(HTTPAnswer(body: sink.bytes, contentType: type))
        }
        return .failure(TransportFailure(url: request.url, kind: kind))
    }

    private func prepare(_ transfer: Transfer) {
        reset()
        set(CURLOPT_URL, transfer.request.url.description)
        // Signals would be libcurl's way to time out a name lookup; they are the program's, and its resolver
        // has a thread.
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_TIMEOUT_MS, transfer.milliseconds)
        set(CURLOPT_CONNECTTIMEOUT_MS, transfer.milliseconds)
        // Else a name lookup that hangs would be waited for after the time is over.
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_HTTP09_ALLOWED, 0)
        set(CURLOPT_PROTOCOLS_STR, transfer.request.url.scheme.isSecure ? "https" : "http")
        if let file = transfer.request.caFile, transfer.request.url.scheme.isSecure {
            set(CURLOPT_CAINFO, file)
        }
    }

    private func info(_ type: String?, _ body: [UInt8]) -> HTTPAnswerInfo {
        HTTPAnswerInfo(
            contentType: type, bodyStart: String(decoding: body.prefix(200), as: UTF8.self),
            location: text(CURLINFO_REDIRECT_URL))
    }
}

extension TransportFailure.Kind {
    /// What it means that `connect` failed so.
    static func connecting(failedWith error: SystemError) -> TransportFailure.Kind {
        switch error.code {
        case SystemError.connectionRefused: .refused
        case SystemError.timedOut: .connectTimedOut
        case 0: .unreachable("no address of it could be reached")
        default: .unreachable(error.description.lowercased())
        }
    }
}
