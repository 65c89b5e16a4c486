import GrooveLogic
import Testing

@Suite("what Snapcast says of the rooms")
struct SnapcastStatusTests {
    /// As Snapserver 0.26 writes it, with what groove does not read left in.
    private static let status = """
        {"id":1,"jsonrpc":"2.0","result":{"server":{"groups":[
          {"clients":[
            {"config":{"instance":1,"latency":-20,"name":"Kitchen","volume":{"muted":false,"percent":74}},
             "connected":true,"host":{"arch":"x86_64","ip":"10.0.0.7","mac":"00:21:6a:7d:74:fc","name":"pi"},
             "id":"00:21:6a:7d:74:fc","lastSeen":{"sec":1,"usec":2},"snapclient":{"version":"0.26.0"}},
            {"config":{"instance":2,"latency":0,"name":"","volume":{"muted":true,"percent":100}},
             "connected":false,"host":{"name":"bath-pi"},"id":"bath#2"}],
           "id":"4dcc4e3b","muted":false,"name":"","stream_id":"House"},
          {"clients":[
            {"config":{"latency":0,"name":"","volume":{"muted":false,"percent":30}},
             "connected":true,"host":{"name":""},"id":"attic"}],
           "id":"g2","muted":true,"name":"Upstairs","stream_id":"Radio"}],
         "server":{"snapserver":{"version":"0.26.0"}},"streams":[]}}}
        """

    @Test("every room, with its group's name and source, and muted when its group is")
    func rooms() {
        let rooms = SnapcastStatus.read(Array(Self.status.utf8))?.rooms
        #expect(
            rooms == [
                RoomRow(
                    id: "00:21:6a:7d:74:fc", name: "Kitchen", group: "4dcc4e3b", source: "House",
                    isConnected: true, volume: 74, isMuted: false, latency: .milliseconds(-20)),
                RoomRow(
                    id: "bath#2", name: "bath-pi", group: "4dcc4e3b", source: "House", isConnected: false,
                    volume: 100, isMuted: true, latency: .zero),
                RoomRow(
                    id: "attic", name: "attic", group: "Upstairs", source: "Radio", isConnected: true,
                    volume: 30, isMuted: true, latency: .zero),
            ])
    }

    @Test("a house with Snapcast and no room has no rooms, which is not the same as unknown ones")
    func noRooms() {
        #expect(read(#"{"id":1,"jsonrpc":"2.0","result":{"server":{"groups":[]}}}"#)?.rooms == [])
    }

    @Test("what is odd costs that value or that room alone")
    func odd() {
        let text = """
            {"id":1,"jsonrpc":"2.0","result":{"server":{"groups":[7,{"stream_id":3,"clients":[
              {"connected":true},
              {"id":"a","connected":"yes","config":{"name":5,"latency":"x","volume":{"percent":900}}},
              {"id":"b","config":null},{"id":"c","config":{"volume":9},"host":[]}]}]}}}
            """
        #expect(
            read(text)?.rooms == [
                RoomRow(id: "a", name: "a", isConnected: false, volume: 100),
                RoomRow(id: "b", name: "b", isConnected: false),
                RoomRow(id: "c", name: "c", isConnected: false),
            ])
    }

    @Test(
        "another answer says nothing of rooms",
        arguments: [
            "", "<html>", "[]", "{}",
            #"{"id":1,"jsonrpc":"2.0","error":{"code":401,"message":"Unauthorized"}}"#,
            #"{"id":1,"jsonrpc":"2.0","result":{}}"#, #"{"id":1,"jsonrpc":"2.0","result":{"server":{}}}"#,
            #"{"id":2,"jsonrpc":"2.0","result":{"server":{"groups":[]}}}"#,
            #"{"id":1,"jsonrpc":"2.0","result":{"server":{"groups":{}}}}"#,
        ])
    func other(text: String) {
        #expect(read(text) == nil)
    }

    @Test("the call is one that every Snapserver understands")
    func request() {
        #expect(SnapcastStatus.request == #"{"id":1,"jsonrpc":"2.0","method":"Server.GetStatus"}"#)
    }

    private func read(_ text: String) -> SnapcastStatus? {
        SnapcastStatus.read(Array(text.utf8))
    }
}
