@preconcurrency import CGrooveShims
@preconcurrency import Glibc

/// A thread of the system for work that blocks or must not wait: sound. Its body says by itself when it is done.
enum PlainThread {
    private final class Work {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    /// Runs `body` on a thread of its own, whose name is at most 15 bytes. False: the system gave none.
    static func start(_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let work = Unmanaged.passRetained(Work(name: name, body: body))
        var thread = pthread_t()
        guard pthread_create(&thread, &attributes, threadMain, work.toOpaque()) == 0 else {
            work.release()
            return false
        }
        return true
    }

    private static let threadMain: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
        user in
        guard let user else { return nil }
        let work = Unmanaged<Work>.fromOpaque(user).takeRetainedValue()
        groove_name_thread(work.name)
        work.body()
        return nil
    }
}
