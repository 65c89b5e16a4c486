import Dispatch

/// The last things that a mode does before the process ends: worth a moment, not worth hanging for.
enum Ending {
    /// More than a fade-out and a closed connection take.
    private static let patience = DispatchTimeInterval.seconds(1)

    /// Waits for `work`, but not long; what goes on then ends with the process.
    static func wait(for work: @escaping @Sendable () async -> Void) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let answer = OneAnswer(continuation)
            Task {
                await work()
                answer.give(())
            }
            DispatchQueue(label: "groove.ending").asyncAfter(deadline: .now() + patience) { answer.give(()) }
        }
    }
}
