@preconcurrency import Glibc
import Synchronization

@testable import GrooveCore

/// A server on loopback for one test: answers each connection with the bytes that a closure makes of the request's
/// head, then closes it.
final class StreamServer: Sendable {
    let port: Int

    private let keepsOpen: Bool
    private let socket: Int32
    private let seen = Mutex<[String]>([])

    /// Requests so far, as they came.
    var requests: [String] { seen.withLock { $0 } }

    /// `answer` gets the number of the connection, from 0, and the request; nil leaves it open without an answer.
    /// `keepsOpen`: the connection stays after the answer, as that of a source that has gone quiet.
    init(keepsOpen: Bool = false, _ answer: @escaping @Sendable (Int, String) -> [UInt8]?) {
        self.keepsOpen = keepsOpen
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let socket = socket
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                _ = bind(socket, generic, size)
                _ = getsockname(socket, generic, &size)
            }
        }
        listen(socket, 16)
        port = Int(UInt16(bigEndian: address.sin_port))
        // Tests end with the process, and so do these threads.
        detach { [self] in serve(answer) }
    }

    private func serve(_ answer: @Sendable (Int, String) -> [UInt8]?) {
        var number = 0
        while true {
            let connection = accept(socket, nil, nil)
            guard connection >= 0 else { return }
            let request = head(connection)
            seen.withLock { $0.append(request) }
            if let bytes = answer(number, request) {
                send(bytes, to: connection)
                if !keepsOpen { close(connection) }
            }
            number += 1
        }
    }

    private func head(_ connection: Int32) -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.suffix(4) != [13, 10, 13, 10], read(connection, &byte, 1) == 1 { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func send(_ bytes: [UInt8], to connection: Int32) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(
                    connection, $0.baseAddress.map { $0 + done }, bytes.count - done,
                    Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            done += count
        }
    }

    private func detach(_ body: @escaping @Sendable () -> Void) {
        final class Box {
            let body: @Sendable () -> Void
            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        }
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { user in
                if let user { Unmanaged<Box>.fromOpaque(user).takeRetainedValue().body() }
                return nil
            }, Unmanaged.passRetained(Box(body)).toOpaque())
    }
}

/// An answer with a body that ends with the connection, as Icecast's.
func response(_ body: [UInt8], status: String = "HTTP/1.0 200 OK", headers: String = "") -> [UInt8] {
    Array("\(status)\r\n\(headers)\r\n".utf8) + body
}

/// The bytes of a fixture.
func fixture(_ name: String, file: String = #filePath) -> [UInt8] {
    let folder = file.split(separator: "/").dropLast(2).joined(separator: "/")
    return contents("/\(folder)/Fixtures/\(name)")
}

/// The bytes of a file; none if there is no such file.
func contents(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return bytes
}
