@preconcurrency import Glibc

/// What a system call said when it failed.
public struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The number that `errno` had.
    public let code: Int32

    /// An error with a known number.
    public init(code: Int32) {
        self.code = code
    }

    /// The error of the call that has just failed on this thread.
    static var last: SystemError { SystemError(code: errno) }

    /// The system's own words, such as "Connection refused".
    public var description: String {
        guard let text = strerror(code) else { return "error \(code)" }
        return String(cString: text)
    }
}

/// Calls until the call is not interrupted by a signal; a negative result is an error.
@discardableResult
func retrying<Value: SignedInteger>(_ call: () -> Value) throws(SystemError) -> Value {
    while true {
        let result = call()
        if result >= 0 { return result }
        let error = SystemError.last
        if error.code != EINTR { throw error }
    }
}

extension SystemError {
    static let connectionRefused = ECONNREFUSED
    static let timedOut = ETIMEDOUT
}
