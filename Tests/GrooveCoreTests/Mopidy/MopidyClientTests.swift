import GrooveLogic
import GrooveTestSupport
import Testing

@testable import GrooveCore

/// A house whose every address is one server's, or the first's and the second's.
func access(_ servers: ScriptedServer..., events: Access = Access()) -> MopidyAccess {
    let routes = servers.map { server in
        HouseAddresses.Route(
            name: "port \(server.port)", rpc: server.url(), events: server.url(.ws, "/mopidy/ws"),
            stream: server.url(.http, "/stream"), snapcast: server.url(.http, "/jsonrpc"),
            art: server.url(.http, "/"))
    }
    return MopidyAccess(addresses: HouseAddresses(host: "127.0.0.1", routes: routes), events: events)
}

@Suite("the client of a house", .blocks, .timeLimit(.minutes(5)))
struct MopidyClientTests {
    static let quick = {
        var policy = LinkMachine.Policy()
        policy.first = .milliseconds(20)
        return policy
    }()

    static func fake() -> FakeMopidy {
        FakeMopidy([
            "core.playback.get_state": "\"playing\"", "core.mixer.get_volume": "40",
            "core.tracklist.get_length": "2", "core.get_version": "\"3.4.1\"",
            "core.playback.get_current_tl_track":
                #"{"tlid":1,"track":{"uri":"local:track:a","name":"A","length":60000}}"#,
            "core.library.get_images": #"{"local:track:a":[{"uri":"/local/a.jpeg"}]}"#,
        ])
    }

    /// A script that serves one WebSocket with `mopidy`; what `before` and `after` give is sent round its answers.
    static func serving(
        _ mopidy: FakeMopidy, before: @escaping @Sendable (String) -> [String] = { _ in [] },
        after: @escaping @Sendable (String) -> [String] = { _ in [] }
    ) -> [ScriptedServer.Step] {
        [
            .acceptWebSocket(bytewise: false),
            .answerFrames { text in before(text) + [mopidy.answer(text)] + after(text) },
        ]
    }

    static func isWhole(_ text: String) -> Bool { text.contains("core.get_version") }

    /// A short name for each update, with what matters of it.
    static func show(_ update: MopidyUpdate) -> String {
        switch update {
        case .connecting: "connecting"
        case .connected(let house, _, let missed, _):
            "connected \(house.current?.track.name ?? "-") \(house.volume ?? -1) missed \(missed.map(\.name))"
        case .lost(let failure, let retryAt):
            "lost \(failure.kind) \(retryAt == nil ? "for good" : "for now")"
        case .event(let event, let house, _): "\(event.name) \(house.volume ?? -1)"
        case .refetched(let house, _): "refetched \(house.art ?? "-") \(house.options.random ?? false)"
        }
    }

    /// The next `count` updates.
    static func take(_ count: Int, from client: MopidyClient) async -> [String] {
        var shown: [String] = []
        guard count > 0 else { return [] }
        for await update in client.updates {
            shown.append(show(update))
            if shown.count == count { break }
        }
        return shown
    }

    /// Why `next` was not done; nil when it was.
    static func failureOfNext(_ client: MopidyClient, timeout: Duration = .ample) async
        -> MopidyCallError?
    {
        do throws(MopidyCallError) {
            try await client.call(.next, timeout: timeout)
            return nil
        } catch {
            return error
        }
    }

    @Test("the state is whole before events are told, and what they do not carry is read again")
    func session() async throws {
        let mopidy = Self.fake()
        let server = try ScriptedServer(
            Self.serving(
                mopidy,
                before: { Self.isWhole($0) ? [#"{"event":"volume_changed","volume":41}"#] : [] },
                after: { text in
                    guard text.contains("get_images") else { return [] }
                    mopidy.set("core.tracklist.get_random", to: "true")
                    return [#"{"event":"options_changed"}"#]
                }))
        defer { server.stop() }
        let client = MopidyClient(access: access(server), patience: .ample)
        await client.start()
        let shown = await Self.take(6, from: client)
        #expect(
            shown == [
                "connecting", "connected A 40 missed []", "volume_changed 41",
                "refetched /local/a.jpeg false",
                "options_changed 41", "refetched /local/a.jpeg true",
            ])
        #expect(mopidy.messages.map(\.count) == [13, 1, 4])
        await client.close()
    }

    @Test("after a cut everything is read again, and what was missed is told")
    func reconnects() async throws {
        let mopidy = Self.fake()
        let server = try ScriptedServer(
            [
                .acceptWebSocket(bytewise: false),
                .answerFrames { text in
                    guard Self.isWhole(text) else { return [] }
                    let answer = mopidy.answer(text)
                    mopidy.set("core.mixer.get_volume", to: "70")
                    return [answer]
                },
            ], Self.serving(mopidy))
        defer { server.stop() }
        let client = MopidyClient(access: access(server), policy: Self.quick, patience: .ample)
        await client.start()
        let first = await Self.take(2, from: client)
        server.cut()
        let shown = await Self.take(3, from: client)
        #expect(first == ["connecting", "connected A 40 missed []"])
        #expect(
            shown == [
                "lost connectionLost(\"the server closed the connection\") for now", "connecting",
                "connected A 70 missed [\"volume_changed\"]",
            ])
        await client.close()
    }

    @Test("a house that refuses who we are is not asked again until a person wants it")
    func unauthorized() async throws {
        let mopidy = Self.fake()
        let server = try ScriptedServer(
            [.readRequest, .write(httpAnswer(401, "text/html", "no"))], Self.serving(mopidy))
        defer { server.stop() }
        let client = MopidyClient(access: access(server), policy: Self.quick, patience: .ample)
        await client.start()
        let refused = await Self.take(2, from: client)
        #expect(refused.map { $0.split(separator: "(")[0] } == ["connecting", "lost status"])
        #expect(refused.last?.hasSuffix("for good") == true)
        await client.retryNow()
        #expect(await Self.take(2, from: client) == ["connecting", "connected A 40 missed []"])
        #expect(server.connectionCount == 2)
        await client.close()
    }

    @Test("a server that accepts and closes is met with longer and longer pauses")
    func noStorm() async throws {
        let server = try ScriptedServer([.acceptWebSocket(bytewise: false)])
        defer { server.stop() }
        let client = MopidyClient(access: access(server), policy: Self.quick, patience: .ample)
        await client.start()
        var attempts = 0
        var retries: [MonotonicTime] = []
        for await update in client.updates {
            if case .connecting = update { attempts += 1 }
            if case .lost(_, let retryAt?) = update { retries.append(retryAt) }
            if retries.count == 5 { break }
        }
        #expect(attempts == 5)
        // A pause begins after the end of the one before it: however late, their ends are no closer than it is long.
        #expect(retries[4] - retries[3] > .milliseconds(100))
        await client.close()
        for await update in client.updates { if case .connecting = update { attempts += 1 } }
        #expect((5...attempts).contains(server.connectionCount))
    }

    @Test("the next route is tried where nobody, or nobody who knows Mopidy, is found")
    func routes() async throws {
        let mopidy = Self.fake()
        let gone = try ScriptedServer()
        let other = try ScriptedServer([.readRequest, .write(httpAnswer(404, "text/html", "no"))])
        let server = try ScriptedServer(Self.serving(mopidy))
        defer { for server in [other, server] { server.stop() } }
        let client = MopidyClient(access: access(gone, other, server), patience: .ample)
        await client.start()
        let shown = await Self.take(4, from: client)
        #expect(shown == ["connecting", "connecting", "connecting", "connected A 40 missed []"])
        await client.close()
    }

    @Test("a house that takes the connection and answers nothing counts as hanging")
    func hanging() async throws {
        let server = try ScriptedServer([.acceptWebSocket(bytewise: false), .hang])
        defer { server.stop() }
        let client = MopidyClient(access: access(server), policy: Self.quick, patience: .seconds(2))
        await client.start()
        var shown = await Self.take(2, from: client)
        // On a busy machine even connecting may take longer than this patience.
        while shown.last == "lost connectTimedOut for now" { shown = await Self.take(2, from: client) }
        #expect(shown == ["connecting", "lost deadlinePassed for now"])
        await client.close()
    }

    @Test("calls go over the WebSocket; refusals, odd answers and silence are told apart")
    func calls() async throws {
        let mopidy = Self.fake()
        mopidy.set("core.mixer.set_volume", to: "true")
        mopidy.set("core.playback.seek", to: "error:{\"code\":0,\"message\":\"no\"}")
        mopidy.set("core.tracklist.get_tl_tracks", to: "5")
        let server = try ScriptedServer([
            .acceptWebSocket(bytewise: false),
            .answerFrames { text in text.contains("core.playback.next") ? [] : [mopidy.answer(text)] },
        ])
        defer { server.stop() }
        let client = MopidyClient(access: access(server), patience: .ample)
        await client.start()
        _ = await Self.take(2, from: client)
        #expect(try await client.call(.setVolume(30), timeout: .ample) == true)
        let refusal = MopidyAnswerError.rpc(method: "core.playback.seek", RPCError(code: 0, message: "no"))
        await #expect(throws: MopidyCallError.answer(refusal)) {
            try await client.call(.seek(.zero), timeout: .ample)
        }
        let odd = MopidyAnswerError.unreadable(method: "core.tracklist.get_tl_tracks")
        await #expect(throws: MopidyCallError.answer(odd)) { try await client.call(.queue, timeout: .ample) }
        let late = TransportFailure(url: server.url(.ws, "/mopidy/ws"), kind: .deadlinePassed)
        #expect(await Self.failureOfNext(client, timeout: .milliseconds(50)) == .transport(late))
        #expect(try await client.call(.volume, timeout: .ample) == 40)
        #expect(server.connectionCount == 1)
        await client.close()
    }

    @Test("a call that waits when the connection is cut fails, and is not sent again")
    func cutCalls() async throws {
        let mopidy = Self.fake()
        let (asked, askedNext) = AsyncStream.makeStream(of: Void.self)
        let server = try ScriptedServer(
            [
                .acceptWebSocket(bytewise: false),
                .answerFrames { text in
                    guard text.contains("core.playback.next") else { return [mopidy.answer(text)] }
                    askedNext.yield()
                    return []
                },
            ], Self.serving(mopidy))
        defer { server.stop() }
        let client = MopidyClient(access: access(server), policy: Self.quick, patience: .ample)
        await client.start()
        _ = await Self.take(3, from: client)
        let call = Task { await Self.failureOfNext(client) }
        for await _ in asked { break }
        server.cut()
        let kind = TransportFailure.Kind.connectionLost("the server closed the connection")
        #expect(
            await call.value == .transport(TransportFailure(url: server.url(.ws, "/mopidy/ws"), kind: kind)))
        _ = await Self.take(3, from: client)
        #expect(!mopidy.messages.contains(["core.playback.next"]))
        await client.close()
    }

    @Test("without a WebSocket calls are posted")
    func posts() async throws {
        let mopidy = Self.fake()
        let noEvents = try ScriptedServer([.readRequest, .write(httpAnswer(401, "text/html", "no"))])
        let server = try ScriptedServer([.answerPosts { mopidy.answer($0) }])
        let gone = try ScriptedServer()
        defer { for server in [noEvents, server] { server.stop() } }
        var access = access(gone, server)
        access.addresses.routes[0].events = noEvents.url(.ws, "/")
        let client = MopidyClient(access: access, patience: .ample)
        await client.start()
        _ = await Self.take(2, from: client)
        #expect(try await client.call(.volume, timeout: .ample) == 40)
        #expect(server.requests.count == 1)
        await client.close()
    }

    @Test("a closed client ends its updates")
    func closing() async throws {
        let mopidy = Self.fake()
        let server = try ScriptedServer(Self.serving(mopidy))
        defer { server.stop() }
        let client = MopidyClient(access: access(server), patience: .ample)
        await client.start()
        _ = await Self.take(2, from: client)
        await client.close()
        for await update in client.updates {
            if case .lost = update { Issue.record("a loss was told of a client that was closed") }
        }
    }
}
