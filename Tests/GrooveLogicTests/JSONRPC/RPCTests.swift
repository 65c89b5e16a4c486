import Testing

@testable import GrooveLogic

@Suite("JSON-RPC")
struct RPCTests {
    static func responses(_ text: String, readers: [RPCID: RPCResultReader] = [:]) throws -> [RPCResponse] {
        let key = try #require(RPCResponse.readers)
        return try JSONReader.read(
            RPCResponses.self, from: Array(text.utf8), information: [key: readers]
        ).all
    }

    static func error(_ text: String) throws -> RPCError? {
        if case .error(let error)? = try responses(text).first?.outcome { return error }
        return nil
    }

    static let ids: [(String, RPCID?)] = [
        ("0", .integer(0)), ("\"0\"", .string("0")), ("7", .integer(7)), ("null", nil), ("[1]", nil),
        ("1.5", nil),
    ]

    @Test("an answer is known by its members, whatever its id", arguments: ids)
    func knownID(text: String, id: RPCID?) throws {
        let response = try #require(try Self.responses(#"{"jsonrpc":"2.0","id":\#(text),"result":1}"#).first)
        #expect(response.id == id)
    }

    @Test("a result is read as the call's own kind; null is a result")
    func results() throws {
        let readers: [RPCID: RPCResultReader] = [
            .integer(1): { try MopidyCall<Int?>.volume.read($0) },
            .integer(2): { try MopidyCall<Int?>.volume.read($0) },
            .integer(3): { try MopidyCall<QueueListing>.queue.read($0) },
        ]
        let text = """
            [{"jsonrpc":"2.0","id":2,"result":null},{"jsonrpc":"2.0","id":1,"result":40},
            {"jsonrpc":"2.0","id":3,"result":"odd"},{"jsonrpc":"2.0","id":4,"result":1},"odd"]
            """
        let all = try Self.responses(text, readers: readers)
        #expect(all.map(\.id) == [.integer(2), .integer(1), .integer(3), .integer(4)])
        let values = all.map { response -> String in
            switch response.outcome {
            case .result(let value): "\(value)"
            case .unreadable: "unreadable"
            case .error: "error"
            }
        }
        #expect(values == ["nil", "Optional(40)", "unreadable", "unreadable"])
    }

    @Test("an error is one line, and never a traceback")
    func errors() throws {
        let mopidy = """
            {"jsonrpc":"2.0","id":1,"error":{"code":0,"message":"Application error","data":{"type":"ValidationError",
            "message":"Expected volume to be in range [0, 100]\\nand more","traceback":"Traceback (most recent"}}}
            """
        #expect(
            try Self.error(mopidy) == RPCError(code: 0, message: "Expected volume to be in range [0, 100]"))
        let snapcast =
            #"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal","data":"Client not found"}}"#
        #expect(try Self.error(snapcast) == RPCError(code: -32603, message: "Client not found"))
        let plain =
            #"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found","data":null}}"#
        #expect(try Self.error(plain) == RPCError(code: -32601, message: "Method not found"))
        let bare = #"{"jsonrpc":"2.0","id":null,"error":{"data":{"message":"  \n "}}}"#
        #expect(try Self.error(bare) == RPCError(code: 0, message: "error 0"))
        let text = String(repeating: "a", count: 10_000)
        let long = #"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"\#(text)"}}"#
        #expect(try Self.error(long)?.message.count == 2048)
    }

    @Test(
        "what is no answer is none",
        arguments: ["{}", #"{"jsonrpc":"2.0","id":1}"#, #"{"result":1}"#, "5", "null"])
    func noAnswer(text: String) {
        #expect(throws: JSONReadingError.self) { try Self.responses(text) }
    }

    @Test("requests have the standard's members and no others")
    func requests() {
        var batch = MopidyBatch()
        _ = batch.add(.setVolume(40))
        #expect(
            batch.text(ids: [.integer(1)])
                == #"{"id":1,"jsonrpc":"2.0","method":"core.mixer.set_volume","params":{"volume":40}}"#)
        _ = batch.add(.pause)
        #expect(
            batch.text(ids: [.integer(1), .string("b")])
                == #"[{"id":1,"jsonrpc":"2.0","method":"core.mixer.set_volume","params":{"volume":40}},"#
                + #"{"id":"b","jsonrpc":"2.0","method":"core.playback.pause"}]"#)
    }

    @Test("a batch's answers find their calls in any order; what is missing is told")
    func batches() throws {
        var batch = MopidyBatch()
        let volume = batch.add(.volume)
        let state = batch.add(.state)
        let mute = batch.add(.mute)
        let length = batch.add(.queueLength)
        let ids = (1...4).map { RPCID.integer($0) }
        let text = """
            [{"jsonrpc":"2.0","id":2,"result":"paused"},{"jsonrpc":"2.0","id":1,"result":null},
            {"jsonrpc":"2.0","id":4,"error":{"code":-32601,"message":"Method not found"}}]
            """
        let results = try batch.results(ids: ids, from: Array(text.utf8))
        #expect(try results.value(volume) == nil)
        #expect(try results.value(state) == .paused)
        #expect(throws: MopidyAnswerError.unreadable(method: "core.mixer.get_mute")) {
            try results.value(mute)
        }
        let error = RPCError(code: -32601, message: "Method not found")
        #expect(throws: MopidyAnswerError.rpc(method: "core.tracklist.get_length", error)) {
            try results.value(length)
        }
        #expect(results.optional(length) == nil)
    }

    @Test("an error without an id concerns every call that has no other answer")
    func errorWithoutID() throws {
        var batch = MopidyBatch()
        let volume = batch.add(.volume)
        let text = #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}"#
        let results = try batch.results(ids: [.integer(1)], from: Array(text.utf8))
        let error = RPCError(code: -32700, message: "Parse error")
        #expect(throws: MopidyAnswerError.rpc(method: "core.mixer.get_volume", error)) {
            try results.value(volume)
        }
    }
}

@Suite("pending calls")
struct PendingCallsTests {
    static let start = MonotonicTime(sinceStart: .zero)

    @Test("an answer to any call of a group is the group's, once")
    func answered() {
        var calls = PendingCalls()
        let first = calls.issued(count: 3, deadline: Self.start + .seconds(5))
        let second = calls.issued(count: 1, deadline: Self.start + .seconds(3))
        #expect(first.ids == [.integer(1), .integer(2), .integer(3)])
        #expect(second.ids == [.integer(4)])
        #expect(calls.deadline == Self.start + .seconds(3))
        let answers = [.integer(2), .integer(1), .string("4"), .integer(9), nil, .integer(4)].map {
            calls.answered($0)
        }
        #expect(answers == [first, nil, nil, nil, nil, second])
        #expect(calls.deadline == nil)
    }

    @Test("a call that is not answered in time is given up; a late answer belongs to nobody")
    func expired() {
        var calls = PendingCalls()
        let late = calls.issued(count: 1, deadline: Self.start + .seconds(2))
        let later = calls.issued(count: 1, deadline: Self.start + .seconds(3))
        let nothing = calls.expired(at: Self.start + .seconds(1))
        let one = calls.expired(at: Self.start + .seconds(2))
        let answer = calls.answered(.integer(1))
        let rest = calls.connectionLost()
        #expect(nothing == [])
        #expect(one == [late])
        #expect(answer == nil)
        #expect(rest == [later])
        #expect(calls == PendingCalls(after: 2))
    }
}

extension PendingCalls {
    /// What is left after so many calls, of which none waits.
    init(after count: Int) {
        self.init()
        _ = issued(count: count, deadline: MonotonicTime(sinceStart: .zero))
        _ = connectionLost()
    }
}
