import Dispatch
import GrooveLogic
import Synchronization

/// Whether the stream is on air, by Icecast's public status page: never by a GET of the stream itself, which would
/// use up a listener's login.
struct StreamStatus {
    private let stream: ServerURL
    private let caFile: String?

    /// The status of the stream on a house's first route.
    init(_ addresses: HouseAddresses, caFile: String?) {
        stream = addresses.routes[0].stream
        self.caFile = caFile
    }

    /// An answer that is on its way.
    final class Answer: Sendable {
        private let isOnAir = Mutex<Bool?>(nil)
        private let done = DispatchSemaphore(value: 0)
        private let deadline: MonotonicTime

        fileprivate init(deadline: MonotonicTime) {
            self.deadline = deadline
        }

        fileprivate func give(_ isOnAir: Bool?) {
            self.isOnAir.withLock { $0 = isOnAir }
            done.signal()
        }

        /// Waits for it until its deadline; nil: not known.
        func wait() -> Bool? {
            let left = max(.zero, deadline - .now)
            _ = done.wait(timeout: .now() + left.inSeconds)
            return isOnAir.withLock { $0 }
        }
    }

    /// Asks on a queue of its own.
    func ask(before deadline: MonotonicTime) -> Answer {
        let answer = Answer(deadline: deadline)
        let request = HTTPRequest(
            url: page, limit: 1 << 20, deadline: deadline, caFile: caFile)
        let path = stream.path
        DispatchQueue(label: "groove.stream-status").async {
            answer.give(Self.read(try? HTTPClient().send(request), path: path))
        }
        return answer
    }

    private var page: ServerURL {
        ServerURL(scheme: stream.scheme, host: stream.host, port: stream.port, path: "/status-json.xsl")
    }

    /// nil when the page is not Icecast's.
    static func read(_ answer: HTTPAnswer?, path: String) -> Bool? {
        guard let answer else { return nil }
        return IcecastStatus.read(answer.body)?.has(mount: path)
    }
}
