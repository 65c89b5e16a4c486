import Foundation
import Synchronization

/// A TCP relay on loopback that keeps every byte the server sends: what was on the wire, seen by somebody
/// who is not groove.
final class Relay: Sendable {
    /// The port it listens on.
    let port: Int
    private let listener: Int32
    private let target: (host: String, port: Int)
    private let recorded = Mutex<[UInt8]>([])

    /// Listens on a free loopback port and passes the first connection on to `port` of 127.0.0.1.
    init(to target: Int) throws {
        self.target = ("127.0.0.1", target)
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.loopback(port: 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 1) == 0
                    && getsockname(listener, $0, &size) == 0
            }
        }
        guard bound else { throw POSIXError(.EADDRNOTAVAIL) }
        self.listener = listener
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { [self] in serve() }
    }

    deinit { close(listener) }

    /// Everything the server has sent so far, the response head included.
    var bytes: [UInt8] { recorded.withLock { $0 } }

    /// What follows the response head.
    var body: [UInt8] {
        let bytes = bytes
        let end = Array("\r\n\r\n".utf8)
        guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) else { return [] }
        return Array(bytes[(start + 4)...])
    }

    /// The response head in lower case.
    var head: String {
        let bytes = bytes.prefix(4096)
        return (String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n\r\n").first ?? "")
            .lowercased()
    }

    private func serve() {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        defer { close(client) }
        let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(server) }
        var address = Self.loopback(port: target.port)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(server, $0, size) == 0 }
        }
        guard connected else { return }
        var ends = [
            pollfd(fd: client, events: Int16(POLLIN), revents: 0),
            pollfd(fd: server, events: Int16(POLLIN), revents: 0),
        ]
        var buffer = [UInt8](repeating: 0, count: 65536)
        while poll(&ends, 2, 30_000) > 0 {
            if ends[0].revents != 0 {
                let count = read(client, &buffer, buffer.count)
                guard count > 0, send(buffer, count, to: server) else { return }
            }
            if ends[1].revents != 0 {
                let count = read(server, &buffer, buffer.count)
                guard count > 0 else { return }
                recorded.withLock { $0.append(contentsOf: buffer[..<count]) }
                guard send(buffer, count, to: client) else { return }
            }
        }
    }

    private func send(_ bytes: [UInt8], _ count: Int, to end: Int32) -> Bool {
        var done = 0
        while done < count {
            let sent = bytes.withUnsafeBytes {
                Glibc.send(
                    end, $0.baseAddress?.advanced(by: done), count - done, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { return false }
            done += sent
        }
        return true
    }

    private static func loopback(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
