import Dispatch
import GrooveLogic

/// Fetches and decodes covers: each once, as long as it is among the last few.
actor CoverLoader {
    /// Why there is no picture.
    enum Failure: Error, Sendable, Hashable {
        /// It cannot be had from here, or may not be fetched: nothing to tell anybody.
        case notOffered
        case transport(TransportFailure)
        case picture(PictureFailure)
    }

    /// A cover is small; what is larger is something else.
    private static let byteLimit = 16 << 20
    private static let patience = Duration.seconds(10)
    /// An album's cover comes again with each of its tracks.
    private static let kept = 4

    private let access: MopidyAccess
    private let fetchesRemote: Bool
    private let decoder = CoverDecoder()
    private let client = HTTPClient()
    private let queue = DispatchQueue(label: "groove.covers", qos: .utility)
    private var recent: [(uri: String, picture: Picture)] = []

    /// A loader for one house. `fetchesRemote`: whether covers of other servers are fetched.
    init(access: MopidyAccess, fetchesRemote: Bool) {
        self.access = access
        self.fetchesRemote = fetchesRemote
    }

    /// The cover that the house names `uri`, by the route that the house was reached on.
    func load(_ uri: String, route: HouseAddresses.Route) async throws(Failure) -> Picture {
        if let known = recent.first(where: { $0.uri == uri }) { return known.picture }
        let source = CoverSource(uri, base: route.art, rpc: route.rpc, fetchesRemote: fetchesRemote)
        let bytes: [UInt8]
        switch source {
        case nil: throw .notOffered
        case .inline(let base64)?:
            guard base64.utf8.count <= 2 * Self.byteLimit, let data = Base64.decode(base64) else {
                throw .picture(.damaged)
            }
            bytes = data
        case .fetch(let url, let isTrusted)?: bytes = try await fetch(url, isTrusted: isTrusted)
        }
        switch await decoder.decode(bytes) {
        case .success(let picture):
            recent.append((uri, picture))
            if recent.count > Self.kept { recent.removeFirst() }
            return picture
        case .failure(let failure): throw .picture(failure)
        }
    }

    private func fetch(_ url: ServerURL, isTrusted: Bool) async throws(Failure) -> [UInt8] {
        let request = HTTPRequest(
            url: url, access: isTrusted ? access.rpc : Access(), limit: Self.byteLimit,
            deadline: .now + Self.patience, caFile: access.caFile)
        let outcome = await withCheckedContinuation { continuation in
            queue.async { [client] in
                continuation.resume(
                    returning: Result { () throws(TransportFailure) in try client.send(request) })
            }
        }
        switch outcome {
        case .success(let answer): return answer.body
        case .failure(let failure): throw .transport(failure)
        }
    }
}
