/// Where a cover is to be had from, by the name that the house gives it.
///
/// Mopidy names covers absolutely, relative to its own HTTP root (`/local/…` of mopidy-local), or as `data:`.
public enum CoverSource: Sendable, Hashable {
    /// A GET. `isTrusted`: the RPC's own origin, which alone gets the RPC's credentials.
    case fetch(ServerURL, isTrusted: Bool)
    /// The text after `base64,` of a `data:` URI (RFC 2397).
    case inline(base64: String)

    /// nil: a cover that cannot be had from here, such as a `file:` of the server, or one that may not be fetched.
    ///
    /// `base`: what relative names are relative to. `fetchesRemote`: whether covers of other servers are fetched.
    public init?(_ uri: String, base: ServerURL, rpc: ServerURL, fetchesRemote: Bool) {
        let start = uri.prefix(16).lowercased()
        if start.hasPrefix("data:") {
            guard let mark = uri.firstPlace(of: ";base64,") else { return nil }
            self = .inline(base64: String(uri[mark.upperBound...]))
            return
        }
        if start.hasPrefix("http:") || start.hasPrefix("https:") {
            guard let url = try? ServerURL(uri) else { return nil }
            let isTrusted = url.hasSameOrigin(as: rpc)
            guard isTrusted || url.hasSameOrigin(as: base) || fetchesRemote else { return nil }
            self = .fetch(url, isTrusted: isTrusted)
            return
        }
        // Any other scheme, and an address without one (`//host/…`), is nothing that groove can fetch.
        let firstPart = uri.prefix { $0 != "/" }
        guard !uri.isEmpty, !uri.hasPrefix("//"), !firstPart.contains(":") else { return nil }
        let root = base.path.hasSuffix("/") ? String(base.path.dropLast()) : base.path
        let path = uri.hasPrefix("/") ? root + uri : root + "/" + uri
        var address = base
        address.path = ""
        // Read as a whole, so that what does not belong into a path is escaped or refused as in any address.
        guard let url = try? ServerURL(address.description + path) else { return nil }
        self = .fetch(url, isTrusted: url.hasSameOrigin(as: rpc))
    }
}
