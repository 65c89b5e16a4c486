/// Where a house's servers may be found. When only the host is known there are two ways to try, in order.
public struct HouseAddresses: Sendable, Hashable {
    /// One complete set of addresses.
    public struct Route: Sendable, Hashable {
        /// What to call it when it answered: "nginx on port 8180", "Mopidy on port 6680", "the configured address".
        public var name: String
        public var rpc: ServerURL
        public var events: ServerURL
        public var stream: ServerURL
        public var snapcast: ServerURL
        /// What relative cover URIs (`/local/…`) are relative to.
        public var art: ServerURL

        public init(
            name: String, rpc: ServerURL, events: ServerURL, stream: ServerURL, snapcast: ServerURL,
            art: ServerURL
        ) {
            self.name = name
            self.rpc = rpc
            self.events = events
            self.stream = stream
            self.snapcast = snapcast
            self.art = art
        }
    }

    /// The host's name as a person said it.
    public var host: String
    /// In the order to try them: a later one only if the one before it refused the connection. Never empty.
    public var routes: [Route]

    public init(host: String, routes: [Route]) {
        self.host = host
        self.routes = routes
    }
}
