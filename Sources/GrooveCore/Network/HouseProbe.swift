import Dispatch
public import GrooveLogic

/// Asks whether a house's other servers are there, for a status; each question in a second or less.
public enum HouseProbe {
    /// Whether Mopidy's events can be had.
    public static func events(
        _ url: ServerURL, access: Access = Access(), timeout: Duration = .seconds(1), caFile: String? = nil
    ) async -> Bool {
        let executor = QueueExecutor(label: "groove.probe")
        do throws(TransportFailure) {
            let connection = try await WebSocketConnection.open(
                url, access: access, timeout: timeout, caFile: caFile, on: executor)
            await connection.abort()
            return true
        } catch {
            return false
        }
    }

    /// Whether the stream is on air, by Icecast's public status: asking for the stream itself would use up a login.
    /// nil when the status cannot be had there, as behind most proxies.
    public static func stream(
        _ url: ServerURL, timeout: Duration = .seconds(1), caFile: String? = nil
    ) async -> Bool? {
        var page = url
        page.path = "/status-json.xsl"
        let request = HTTPRequest(url: page, limit: 1 << 20, deadline: .now + timeout, caFile: caFile)
        let path = String(url.path.prefix { $0 != "?" })
        return await answer(to: request) { answer in
            let status = try? JSONReader.read(IcecastStatus.self, from: answer.body)
            return status.map { $0.mounts.contains(path) }
        }
    }

    /// Whether Snapcast answers.
    public static func snapcast(
        _ url: ServerURL, access: Access = Access(), timeout: Duration = .seconds(1), caFile: String? = nil
    ) async -> Bool {
        let question = RPCRequest.json(id: .integer(1), method: "Server.GetRPCVersion", params: [:])
        let request = HTTPRequest(
            url: url, json: Array(question.text.utf8), access: access, limit: 1 << 16,
            deadline: .now + timeout,
            caFile: caFile)
        return await answer(to: request) { answer in
            (try? JSONReader.read(RPCResponse.self, from: answer.body)) != nil
        } ?? false
    }

    /// What `read` makes of a good answer; nil without one.
    private static func answer(
        to request: HTTPRequest, read: @escaping @Sendable (HTTPAnswer) -> Bool?
    ) async -> Bool? {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "groove.probe").async {
                let answer = try? HTTPClient().send(request)
                continuation.resume(returning: answer.flatMap(read))
            }
        }
    }
}
