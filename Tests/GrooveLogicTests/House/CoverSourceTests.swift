import GrooveLogic
import Testing

@Suite("Where a cover is to be had from")
struct CoverSourceTests {
    private let base = ServerURL(scheme: .http, host: "house", port: 8180, path: "/music/")
    private let rpc = ServerURL(scheme: .http, host: "house", port: 8180, path: "/music/api/mopidy/rpc")

    private func source(_ uri: String, remote: Bool = true) -> CoverSource? {
        CoverSource(uri, base: base, rpc: rpc, fetchesRemote: remote)
    }

    @Test(
        "a relative name is under Mopidy's root",
        arguments: [
            ("/local/ab-500x500.jpeg", "/music/local/ab-500x500.jpeg"),
            ("covers/a.png", "/music/covers/a.png"),
        ])
    func relative(uri: String, path: String) {
        let url = ServerURL(scheme: .http, host: "house", port: 8180, path: path)
        #expect(source(uri) == .fetch(url, isTrusted: true))
    }

    @Test("only the RPC's own origin is trusted with its credentials")
    func trust() throws {
        #expect(
            source("http://house:8180/a.jpg")
                == .fetch(try ServerURL("http://house:8180/a.jpg"), isTrusted: true))
        for uri in ["http://house:8181/a.jpg", "https://house:8180/a.jpg", "http://other:8180/a.jpg"] {
            #expect(source(uri) == .fetch(try ServerURL(uri), isTrusted: false))
        }
    }

    @Test("with remote covers off, nothing leaves the house")
    func remoteOff() {
        #expect(source("https://images.example/a.jpg", remote: false) == nil)
        #expect(source("http://house:8180/a.jpg", remote: false) != nil)
    }

    @Test("a data URI carries its bytes")
    func inline() {
        #expect(source("data:image/png;base64,iVBORw0KGgo=") == .inline(base64: "iVBORw0KGgo="))
        #expect(source("data:image/svg+xml,<svg/>") == nil)
    }

    @Test(
        "what cannot be fetched is no cover",
        arguments: [
            "", "file:///etc/passwd", "//other/a.jpg", "spotify:image:abc", "ftp://house/a.jpg", "http://",
            "http://user:secret@house/a.jpg", "javascript:alert(1)",
        ])
    func refused(uri: String) {
        #expect(source(uri) == nil)
    }

    @Test("nothing in a name makes another request of it")
    func hostile() {
        #expect(source("/local/a b\r\nX: y.jpg") == nil)
        if case .fetch(let url, _) = source("/local/é.jpg") {
            #expect(url.path == "/music/local/%C3%A9.jpg")
        } else {
            Issue.record("a name beyond ASCII is escaped")
        }
    }
}
