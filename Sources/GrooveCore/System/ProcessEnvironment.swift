@preconcurrency internal import Glibc

/// The variables that this process was started with.
enum ProcessEnvironment {
    /// All of them that are text; of two with one name the first counts, as for `getenv`.
    static var all: [String: String] {
        var variables: [String: String] = [:]
        var entry = environ
        while let line = entry.pointee {
            let text = String(cString: line)
            if let sign = text.firstIndex(of: "="), variables[String(text[..<sign])] == nil {
                variables[String(text[..<sign])] = String(text[text.index(after: sign)...])
            }
            entry = entry.advanced(by: 1)
        }
        return variables
    }
}
