import Dispatch
@preconcurrency internal import Glibc
import Synchronization

/// Waits for signals instead of being ended by them.
final class SignalWatch: Sendable {
    private let signals: AsyncStream<Int32>
    private let sources: Mutex<[any DispatchSourceSignal]>

    /// Watches these signals from now on.
    init(_ numbers: [Int32]) {
        let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
        self.signals = signals
        let queue = DispatchQueue(label: "groove.signals")
        sources = Mutex(
            numbers.map { number in
                // A Dispatch source is installed a little later: a signal in between must not end the process.
                _ = signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
                source.setEventHandler { continuation.yield(number) }
                source.resume()
                return source
            })
    }

    deinit {
        sources.withLock { for source in $0 { source.cancel() } }
    }

    /// The next signal; nil when the task is cancelled.
    func first() async -> Int32? {
        await signals.first { _ in true }
    }
}
