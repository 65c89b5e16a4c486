import Dispatch
@preconcurrency import Glibc
import GrooveLogic

/// Makes TCP and TLS connections. Name lookups block, so all of it is done on a queue that may.
enum SocketConnector {
    /// A connection to the first of the host's addresses that takes it, or why there is none by `deadline`.
    static func connect(
        to url: ServerURL, deadline: MonotonicTime, caFile: String? = nil
    ) async -> Result<any ByteChannel, TransportFailure> {
        await withCheckedContinuation { continuation in
            let answer = OneAnswer(continuation)
            // A serial queue of its own has a thread of its own: what hangs here holds up nobody.
            DispatchQueue(label: "groove.connect").async {
                answer.give(connectNow(to: url, deadline: deadline, caFile: caFile))
            }
            // A name lookup cannot be broken off: it is left to itself.
            let wait = max(0, (deadline - .now).wholeMilliseconds) + 50
            DispatchQueue(label: "groove.connect").asyncAfter(deadline: .now() + .milliseconds(wait)) {
                answer.give(.failure(TransportFailure(url: url, kind: .connectTimedOut)))
            }
        }
    }

    private static func connectNow(
        to url: ServerURL, deadline: MonotonicTime, caFile: String?
    ) -> Result<any ByteChannel, TransportFailure> {
        let outcome: Result<any ByteChannel, Problem> =
            url.scheme.isSecure
            ? TLSChannel.connect(to: url, deadline: deadline, caFile: caFile).map { $0 }
            : connectPlain(to: url, deadline: deadline).map { $0 }
        return outcome.mapError { TransportFailure(url: url, kind: $0.kind) }
    }

    /// Why there is no connection.
    struct Problem: Error {
        let kind: TransportFailure.Kind
    }

    private static func connectPlain(
        to url: ServerURL, deadline: MonotonicTime
    ) -> Result<FileDescriptor, Problem> {
        var list: UnsafeMutablePointer<addrinfo>?
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_ADDRCONFIG | AI_NUMERICSERV
        let code = getaddrinfo(url.host, String(url.port), &hints, &list)
        guard code == 0, let first = list else {
            let words = gai_strerror(code).map { String(cString: $0) } ?? "error \(code)"
            return .failure(
                Problem(kind: code == EAI_NONAME ? .nameNotFound : .unreachable(words.lowercased())))
        }
        defer { freeaddrinfo(first) }
        let addresses = sequence(first: first, next: { $0.pointee.ai_next }).map(\.pointee)
        var last = SystemError(code: 0)
        for (index, address) in addresses.enumerated() {
            // Each address gets its share of the time that is left: one that does not answer must not use up all.
            let share = (deadline - .now) / (addresses.count - index)
            switch connect(to: address, until: .now + share) {
            case .success(let descriptor): return .success(descriptor)
            case .failure(let error): last = error
            }
        }
        return .failure(Problem(kind: .connecting(failedWith: last)))
    }

    private static func connect(
        to address: addrinfo, until deadline: MonotonicTime
    ) -> Result<FileDescriptor, SystemError> {
        let type = address.ai_socktype | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let number = socket(address.ai_family, type, address.ai_protocol)
        guard number >= 0 else { return .failure(.last) }
        let descriptor = FileDescriptor(owning: number)
        if Glibc.connect(number, address.ai_addr, address.ai_addrlen) != 0 {
            let error = SystemError.last
            guard error.code == EINPROGRESS else { return .failure(error) }
            if let error = waitUntilConnected(descriptor, deadline: deadline) { return .failure(error) }
        }
        var on: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        // Commands are small and must not wait for each other (RFC 9293 §3.7.4). That they may is no reason to fail.
        _ = setsockopt(number, Int32(IPPROTO_TCP), TCP_NODELAY, &on, size)
        return .success(descriptor)
    }

    /// nil when the connection is there.
    private static func waitUntilConnected(
        _ descriptor: FileDescriptor, deadline: MonotonicTime
    ) -> SystemError? {
        do throws(SystemError) {
            guard try waitUntilReady(descriptor.number, for: POLLOUT, until: deadline) else {
                return SystemError(code: ETIMEDOUT)
            }
        } catch {
            return error
        }
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor.number, SOL_SOCKET, SO_ERROR, &code, &size) == 0 else { return .last }
        return code == 0 ? nil : SystemError(code: code)
    }
}
