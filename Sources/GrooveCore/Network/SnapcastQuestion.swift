import GrooveLogic

/// One question to Snapcast: which rooms there are.
struct SnapcastQuestion {
    /// Where Snapcast may be, in the order to ask.
    let candidates: [ServerURL]
    let access: Access
    let caFile: String?

    /// Asks at each address in turn, as long as nobody is there or somebody who knows nothing of Snapcast. Blocks.
    func ask(before deadline: MonotonicTime) -> Result<SnapcastStatus, TransportFailure> {
        let client = HTTPClient()
        var failures: [TransportFailure] = []
        for url in candidates {
            let request = HTTPRequest(
                url: url, json: Array(SnapcastStatus.request.utf8), access: access, limit: 4 << 20,
                deadline: deadline, caFile: caFile)
            do throws(TransportFailure) {
                let answer = try client.send(request)
                if let status = SnapcastStatus.read(answer.body) { return .success(status) }
                failures.append(TransportFailure(url: url, kind: .notJSON(answer.info)))
            } catch {
                failures.append(error)
                if !error.pointsElsewhere { break }
            }
        }
        return .failure(.mostTelling(of: failures))
    }
}
