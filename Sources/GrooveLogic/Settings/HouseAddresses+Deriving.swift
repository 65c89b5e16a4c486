extension Settings {
    /// Where the servers are to be looked for, in order.
    ///
    /// An address that is set stands in every route and is never guessed over. What is left comes from the host:
    /// first the house's nginx, then each server's own port. Routes that come out alike are one.
    public var addresses: HouseAddresses {
        var routes: [HouseAddresses.Route] = []
        for layout in HouseLayout.layouts(for: server.host) {
            let route = route(layout)
            let isKnown = routes.contains { known in
                known.rpc == route.rpc && known.events == route.events && known.stream == route.stream
                    && known.snapcast == route.snapcast && known.art == route.art
            }
            if !isKnown { routes.append(route) }
        }
        return HouseAddresses(host: server.host.description, routes: routes)
    }

    private func route(_ layout: HouseLayout) -> HouseAddresses.Route {
        let rpc = server.rpcURL ?? layout.rpc
        return HouseAddresses.Route(
            name: server.rpcURL == nil ? layout.name : "the configured address",
            rpc: rpc,
            events: server.eventsURL ?? rpc.followingEvents,
            stream: server.streamURL ?? layout.stream,
            snapcast: server.snapcastURL ?? layout.snapcast,
            art: server.artURL ?? rpc.mopidyRoot)
    }
}

extension HouseAddresses {
    /// Every address at which a service may be, in the order to try them.
    public func candidates(for service: HouseService) -> [ServerURL] {
        var candidates: [ServerURL] = []
        for route in routes {
            let url =
                switch service {
                case .stream: route.stream
                case .rpc: route.rpc
                case .events: route.events
                case .snapcast: route.snapcast
                }
            if !candidates.contains(url) { candidates.append(url) }
        }
        return candidates
    }
}

/// One usual way to put a house's servers on a computer.
struct HouseLayout {
    var name: String
    var rpc: ServerURL
    var stream: ServerURL
    var snapcast: ServerURL

    private static let gatewayPort = 8180
    private static let mopidyPort = 6680

    /// What to try for a host. With a port it is that port's server, whichever of the two it is; the usual ports are
    /// only ever what they usually are.
    static func layouts(for host: HouseHost) -> [HouseLayout] {
        switch host.port {
        case nil: [gateway(host.name, port: gatewayPort), plain(host.name, port: mopidyPort)]
        case mopidyPort: [plain(host.name, port: mopidyPort)]
        case gatewayPort: [gateway(host.name, port: gatewayPort)]
        case let port?: [gateway(host.name, port: port), plain(host.name, port: port)]
        }
    }

    /// nginx, which has everything behind one port.
    private static func gateway(_ host: String, port: Int) -> HouseLayout {
        HouseLayout(
            name: "nginx on port \(port)",
            rpc: ServerURL(scheme: .http, host: host, port: port, path: "/api/mopidy/rpc"),
            stream: ServerURL(scheme: .http, host: host, port: port, path: "/stream.flac"),
            snapcast: ServerURL(scheme: .http, host: host, port: port, path: "/api/snapcast/rpc"))
    }

    /// Each server at its own port.
    private static func plain(_ host: String, port: Int) -> HouseLayout {
        HouseLayout(
            name: "Mopidy on port \(port)",
            rpc: ServerURL(scheme: .http, host: host, port: port, path: "/mopidy/rpc"),
            stream: ServerURL(scheme: .http, host: host, port: 8000, path: "/stream.flac"),
            snapcast: ServerURL(scheme: .http, host: host, port: 1780, path: "/jsonrpc"))
    }
}

extension ServerURL {
    private static let gatewayRPC = "/api/mopidy/rpc"
    private static let plainRPC = "/mopidy/rpc"

    /// The WebSocket that belongs to this RPC address.
    ///
    /// `…/api/mopidy/rpc` has it at `…/ws/mopidy`, `…/mopidy/rpc` at `…/mopidy/ws`; of any other path it is the
    /// neighbour named `ws`, as in Mopidy itself.
    var followingEvents: ServerURL {
        let (path, query) = pathAndQuery
        let events: String
        if path.hasSuffix(Self.gatewayRPC) {
            events = path.dropLast(Self.gatewayRPC.count) + "/ws/mopidy"
        } else {
            events = path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex) + "ws"
        }
        return ServerURL(scheme: scheme.isSecure ? .wss : .ws, host: host, port: port, path: events + query)
    }

    /// The root of Mopidy's web server as this RPC address sees it: what `/local/…` covers are relative to.
    var mopidyRoot: ServerURL {
        let (path, _) = pathAndQuery
        for suffix in [Self.gatewayRPC, Self.plainRPC] where path.hasSuffix(suffix) {
            return ServerURL(scheme: scheme, host: host, port: port, path: path.dropLast(suffix.count) + "/")
        }
        return ServerURL(scheme: scheme, host: host, port: port)
    }

    private var pathAndQuery: (Substring, Substring) {
        let path = path.prefix { $0 != "?" }
        return (path, self.path[path.endIndex...])
    }
}
