import Dispatch

/// Tells on a queue that a descriptor can be read or written, until it is let go.
final class ReadinessSource {
    private let source: any DispatchSourceProtocol
    private var isPaused = false

    /// Calls `handler` on `queue` whenever there is something to read.
    static func reading(
        _ descriptor: FileDescriptor, queue: DispatchQueue, handler: @escaping @Sendable () -> Void
    ) -> ReadinessSource {
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor.number, queue: queue)
        return ReadinessSource(source, descriptor: descriptor, handler: handler)
    }

    /// Calls `handler` on `queue` whenever there is room to write.
    static func writing(
        _ descriptor: FileDescriptor, queue: DispatchQueue, handler: @escaping @Sendable () -> Void
    ) -> ReadinessSource {
        let source = DispatchSource.makeWriteSource(fileDescriptor: descriptor.number, queue: queue)
        return ReadinessSource(source, descriptor: descriptor, handler: handler)
    }

    private init(
        _ source: any DispatchSourceProtocol, descriptor: FileDescriptor,
        handler: @escaping @Sendable () -> Void
    ) {
        self.source = source
        source.setEventHandler(handler: handler)
        // The descriptor must stay open until the source has been taken off it.
        source.setCancelHandler { withExtendedLifetime(descriptor) {} }
        source.resume()
    }

    deinit {
        // A source may not be let go while it is paused.
        resume()
        source.cancel()
    }

    /// Says nothing until `resume`.
    func pause() {
        guard !isPaused else { return }
        isPaused = true
        source.suspend()
    }

    /// Speaks again.
    func resume() {
        guard isPaused else { return }
        isPaused = false
        source.resume()
    }
}
