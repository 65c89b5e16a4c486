import GrooveLogic

/// Whether the stream is on air, by Icecast's public status page: never by a GET of the stream itself, which would
/// use up a listener's login.
struct StreamStatus {
    /// Where the stream may be, in the order to ask.
    let candidates: [ServerURL]
    let caFile: String?

    /// Asks at each address in turn until one knows. Blocks. nil: not known, as where a proxy passes on the stream
    /// and not the page.
    func isOnAir(before deadline: MonotonicTime) -> Bool? {
        let client = HTTPClient()
        var isAnyoneThere = false
        for stream in candidates {
            let page = ServerURL(
                scheme: stream.scheme, host: stream.host, port: stream.port, path: "/status-json.xsl")
            do throws(TransportFailure) {
                let answer = try client.send(
                    HTTPRequest(url: page, limit: 1 << 20, deadline: deadline, caFile: caFile))
                if let status = IcecastStatus.read(answer.body) { return status.has(mount: stream.path) }
                isAnyoneThere = true
            } catch {
                isAnyoneThere = isAnyoneThere || !error.meansNobodyIsThere
            }
        }
        return isAnyoneThere ? nil : false
    }
}

extension TransportFailure {
    /// Whether there surely is no server at the address, or none behind the proxy there.
    fileprivate var meansNobodyIsThere: Bool {
        switch kind {
        case .nameNotFound, .refused, .unreachable: true
        case .status(let status, _): [502, 503, 504].contains(status)
        default: false
        }
    }
}
