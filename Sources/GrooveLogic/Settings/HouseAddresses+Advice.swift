extension HouseAddresses {
    /// What to say once when the house was found otherwise than where it is looked for first, with the setting that
    /// saves it; nil when there is nothing to say.
    public func advice(whenFoundBy route: Route) -> String? {
        guard let first = routes.first, first.rpc != route.rpc else { return nil }
        return "the house answers at \(route.rpc.authorityWithPort); save that as \(setting(for: route))"
    }

    /// A host with a port says it all, where that port leads to this address alone.
    private func setting(for route: Route) -> String {
        let host = HouseHost(name: route.rpc.host, port: route.rpc.port)
        let layouts = HouseLayout.layouts(for: host)
        guard layouts.count == 1, layouts[0].rpc == route.rpc else {
            return "\(SettingName.serverRPCURL.rawValue) = \(route.rpc)"
        }
        return "\(SettingName.serverHost.rawValue) = \(host)"
    }
}
