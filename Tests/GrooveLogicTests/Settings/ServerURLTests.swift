import GrooveLogic
import GrooveTestSupport
import Testing

@Suite("Addresses of servers")
struct ServerURLTests {
    @Test(
        "good addresses are read, and written in one form",
        arguments: [
            ("http://nas:8180/api/mopidy/rpc", "http://nas:8180/api/mopidy/rpc"),
            ("HTTP://nas", "http://nas/"), ("http://[fe80::1%25eth0]:81/", "http://[fe80::1%eth0]:81/"),
            ("https://nas:443/x", "https://nas/x"),
            ("ws://[fe80::1]:6680/mopidy/ws", "ws://[fe80::1]:6680/mopidy/ws"),
            ("wss://music.example.org/ws?token=1", "wss://music.example.org/ws?token=1"),
            ("http://192.168.178.100:8000/stream.flac", "http://192.168.178.100:8000/stream.flac"),
            ("http://nas?x=1", "http://nas/?x=1"), ("http://nas/ä", "http://nas/%C3%A4"),
            ("http://my_nas.local./", "http://my_nas.local./"),
            ("http://[::ffff:10.0.0.1]/", "http://[::ffff:10.0.0.1]/"),
        ])
    func good(text: String, expected: String) throws {
        #expect(try ServerURL(text).description == expected)
    }

    @Test(
        "others are refused with the reason",
        arguments: [
            ("", .empty), ("nas:8180", .noScheme), ("nas", .noScheme), ("ftp://nas/", .unknownScheme("ftp")),
            ("http://listener:secret@nas/", .userInformation), ("http://user@nas/", .userInformation),
            ("http:///x", .noHost), ("http://:80/", .noHost), ("http://n s/", .badCharacter),
            ("http://nas/\u{1B}", .badCharacter), ("http://nas:0/", .badPort("0")),
            ("http://nas:65536/", .badPort("65536")), ("http://nas:/", .badPort("")),
            ("http://nas:80a/", .badPort("…")), ("http://fe80::1/", .bareIPv6("fe80::1")),
            ("http://[fe80::1/", .badHost("[fe80::1")), ("http://[nas]/", .badHost("nas")),
            ("http://[::1]x/", .badPort("…")), ("http://nas/#top", .fragment),
            ("http://-nas/", .badHost("-nas")),
            ("http://1.2.3/", .badHost("1.2.3")), ("http://256.1.1.1/", .badHost("256.1.1.1")),
            ("http://01.2.3.4/", .badHost("01.2.3.4")), ("http://0x7f.1/", .badHost("0x7f.1")),
            ("http://bücher.example/", .badHost("bücher.example")), ("http://a..b/", .badHost("a..b")),
        ] as [(String, ServerURLProblem)])
    func bad(text: String, expected: ServerURLProblem) {
        #expect(throws: expected) { try ServerURL(text) }
    }

    @Test("no message repeats what may be a password")
    func noSecrets() {
        for text in [
            "http://listener:hunter2@nas/", "http://listener:hunter2/", "hunter2@nas", "hunter2://x",
            "http://u:hunter2@[::1]/",
        ] {
            do {
                _ = try ServerURL(text)
                Issue.record("\(text) was read")
            } catch {
                let isLetters = text.hasPrefix("hunter2://")
                #expect(isLetters || !error.message.contains("hunter2"))
            }
        }
    }

    @Test("user information says where a password belongs")
    func whereToPutIt() {
        #expect(ServerURLProblem.userInformation.message.contains("[auth]"))
    }

    @Test("random text never traps")
    func random() {
        var random = SeededGenerator(seed: 1)
        let alphabet = Array("htps:/[]@%#?.0189afé \u{1B}-_wn")
        for _ in 0..<5000 {
            let text = String(
                (0..<Int.random(in: 0...24, using: &random)).map { _ in
                    alphabet.randomElement(using: &random) ?? "x"
                })
            if let url = try? ServerURL("http://" + text) {
                #expect((try? ServerURL(url.description)) == url)
            }
            _ = try? HouseHost(text)
            _ = InternetAddress(text)
        }
    }
}

@Suite("Numbers of the Internet")
struct InternetAddressTests {
    @Test(
        "IPv6 is read",
        arguments: [
            ("::", [0, 0, 0, 0, 0, 0, 0, 0]), ("::1", [0, 0, 0, 0, 0, 0, 0, 1]),
            ("1::", [1, 0, 0, 0, 0, 0, 0, 0]), ("fe80::1%eth0", [0xFE80, 0, 0, 0, 0, 0, 0, 1]),
            ("1:2:3:4:5:6:7:8", [1, 2, 3, 4, 5, 6, 7, 8]),
            ("::ffff:10.0.0.1", [0, 0, 0, 0, 0, 0xFFFF, 0x0A00, 1]),
            ("1:2:3:4:5:6:7::", [1, 2, 3, 4, 5, 6, 7, 0]),
        ] as [(String, [UInt16])])
    func version6(text: String, groups: [UInt16]) {
        #expect(InternetAddress(text) == .v6(groups))
    }

    @Test(
        "others are not",
        arguments: [
            "", "1", ":", ":::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", "12345::", "g::", "::1%",
            "::1%a b", "1.2.3.4:", "1:2:3:4:5:6:7:1.2.3.4", ":1", "1:", "1:2:3:4:5:6:7:8::",
        ])
    func noAddress(text: String) {
        #expect(InternetAddress(text) == nil)
    }

    @Test(
        "what is in the local network",
        arguments: [
            "127.0.0.1", "127.255.0.1", "10.1.2.3", "192.168.178.100", "172.16.0.1", "172.31.255.255",
            "169.254.1.1", "100.64.0.1", "100.127.255.255", "0.0.0.0", "::1", "::", "fe80::1", "febf::1%eth0",
            "fc00::1", "fdff::1", "::ffff:192.168.1.1", "nas", "nas.local", "NAS.Local", "nas.local.",
            "localhost",
        ])
    func local(host: String) {
        #expect(LocalNetwork.contains(host))
    }

    @Test(
        "and what is not",
        arguments: [
            "8.8.8.8", "11.0.0.1", "172.15.0.1", "172.32.0.1", "192.169.1.1", "100.63.0.1", "100.128.0.1",
            "169.253.1.1", "0.0.0.1", "2001:db8::1", "fec0::1", "::ffff:8.8.8.8", "::2", "music.example.org",
            "local.example", "134744072", "0x8080808", "", "nas.local.example",
        ])
    func outside(host: String) {
        #expect(!LocalNetwork.contains(host))
    }
}

@Suite("Where a house is")
struct HouseHostTests {
    @Test(
        "a host, with a port or without",
        arguments: [
            ("nas", HouseHost(name: "nas")), ("nas:8280", HouseHost(name: "nas", port: 8280)),
            ("192.168.1.5", HouseHost(name: "192.168.1.5")),
            ("fe80::1%eth0", HouseHost(name: "fe80::1%eth0")),
            ("[fe80::1]:81", HouseHost(name: "fe80::1", port: 81)), ("[::1]", HouseHost(name: "::1")),
        ])
    func good(text: String, expected: HouseHost) throws {
        #expect(try HouseHost(text) == expected)
    }

    @Test(
        "anything else is refused with the reason",
        arguments: [
            ("", .empty), ("http://nas/", .isURL), ("me@nas", .notHost(.userInformation)),
            ("nas:x", .notHost(.badPort("…"))), ("na s", .notHost(.badHost("na s"))),
        ] as [(String, HouseHostProblem)])
    func bad(text: String, expected: HouseHostProblem) {
        #expect(throws: expected) { try HouseHost(text) }
    }
}
