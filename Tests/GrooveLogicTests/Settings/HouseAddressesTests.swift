import GrooveLogic
import Testing

@Suite("Where a house's servers are looked for")
struct HouseAddressesTests {
    /// Every route as one line.
    private func routes(_ overrides: String..., host: String? = nil) throws -> [String] {
        var sources = SettingsSources()
        if let host { sources.overrides.append("server.host=\(host)") }
        sources.overrides += overrides.map { "server." + $0 }
        return try Settings(sources).addresses.routes.map { route in
            [
                route.name, route.rpc.description, route.events.description, route.stream.description,
                route.snapcast.description, route.art.description,
            ].joined(separator: " ")
        }
    }

    @Test("with a host alone: first nginx, then each server's own port")
    func hostAlone() throws {
        #expect(
            try routes(host: "nas") == [
                "nginx on port 8180 http://nas:8180/api/mopidy/rpc ws://nas:8180/ws/mopidy http://nas:8180/stream.flac "
                    + "http://nas:8180/api/snapcast/rpc http://nas:8180/",
                "Mopidy on port 6680 http://nas:6680/mopidy/rpc ws://nas:6680/mopidy/ws http://nas:8000/stream.flac "
                    + "http://nas:1780/jsonrpc http://nas:6680/",
            ])
    }

    @Test("a port is that of nginx or of Mopidy, whichever answers; the usual ones are what they are")
    func port() throws {
        #expect(
            try routes(host: "nas:9000").map { $0.prefix(20) } == [
                "nginx on port 9000 h", "Mopidy on port 9000 ",
            ])
        #expect(try routes(host: "nas:6680").map { $0.prefix(20) } == ["Mopidy on port 6680 "])
        #expect(
            try routes(host: "[::1]:8180").map { $0.prefix(48) } == [
                "nginx on port 8180 http://[::1]:8180/api/mopidy/"
            ])
    }

    @Test("an address that is set is never guessed over; the others still have two places")
    func someSet() throws {
        #expect(
            try routes("rpc_url=http://nas:6690/mopidy/rpc", host: "nas") == [
                "the configured address http://nas:6690/mopidy/rpc ws://nas:6690/mopidy/ws http://nas:8180/stream.flac "
                    + "http://nas:8180/api/snapcast/rpc http://nas:6690/",
                "the configured address http://nas:6690/mopidy/rpc ws://nas:6690/mopidy/ws http://nas:8000/stream.flac "
                    + "http://nas:1780/jsonrpc http://nas:6690/",
            ])
    }

    @Test("when everything is set there is one route")
    func allSet() throws {
        #expect(
            try routes(
                "rpc_url=https://a/x/api/mopidy/rpc", "events_url=wss://b/e", "stream_url=http://c/s",
                "snapcast_url=http://d/j", "art_url=http://e/art/")
                == [
                    "the configured address https://a/x/api/mopidy/rpc wss://b/e http://c/s http://d/j http://e/art/"
                ])
    }

    @Test(
        "the WebSocket and the covers follow from the RPC address",
        arguments: [
            ("http://a:6680/mopidy/rpc", "ws://a:6680/mopidy/ws", "http://a:6680/"),
            ("https://a/p/mopidy/rpc", "wss://a/p/mopidy/ws", "https://a/p/"),
            ("https://a/p/api/mopidy/rpc", "wss://a/p/ws/mopidy", "https://a/p/"),
            ("http://a/api/mopidy/rpc?k=1", "ws://a/ws/mopidy?k=1", "http://a/"),
            ("http://a/other", "ws://a/ws", "http://a/"),
        ])
    func following(rpc: String, events: String, art: String) throws {
        let route = try #require(try routes("rpc_url=\(rpc)").first)
        let words = route.split(separator: " ").map(String.init)
        #expect(words.contains(events))
        #expect(words.last == art)
    }

    @Test("without a host, an address that is set says where the house is")
    func hostFromAddress() throws {
        var sources = SettingsSources()
        sources.overrides = ["server.stream_url=http://radio.local:8000/s"]
        let addresses = try Settings(sources).addresses
        #expect(addresses.host == "radio.local")
        #expect(addresses.candidates(for: .stream).map(\.description) == ["http://radio.local:8000/s"])
        #expect(addresses.candidates(for: .rpc).map(\.port) == [8180, 6680])
    }

    @Test(
        "what answered is said with the setting that saves it, unless it is what is asked first",
        arguments: [
            ([], "nas", [nil, "the house answers at nas:6680; save that as server.host = nas:6680"]),
            (
                [], "[fe80::1]:9000",
                [
                    nil,
                    "the house answers at [fe80::1]:9000; save that as server.rpc_url = "
                        + "http://[fe80::1]:9000/mopidy/rpc",
                ]
            ),
            ([], "nas:6680", [nil]),
            (["rpc_url=http://nas:6690/mopidy/rpc"], "nas", [nil, nil]),
        ])
    func advice(overrides: [String], host: String, said: [String?]) throws {
        var sources = SettingsSources()
        sources.overrides = overrides.map { "server." + $0 } + ["server.host=\(host)"]
        let addresses = try Settings(sources).addresses
        #expect(addresses.routes.map(addresses.advice) == said)
    }

    @Test("what is saved leads straight to the same address")
    func savedAdvice() throws {
        var sources = SettingsSources()
        for host in ["nas", "nas:9000", "fe80::1"] {
            sources.overrides = ["server.host=\(host)"]
            let found = try #require(try Settings(sources).addresses.routes.last)
            let advice = try #require(try Settings(sources).addresses.advice(whenFoundBy: found))
            let setting = try #require(advice.rest(after: "save that as "))
            sources.overrides.append(setting)
            #expect(try Settings(sources).addresses.candidates(for: .rpc) == [found.rpc])
        }
    }
}

extension String {
    /// What follows a text in this one.
    fileprivate func rest(after text: String) -> String? {
        firstRange(of: text).map { String(self[$0.upperBound...]) }
    }
}
