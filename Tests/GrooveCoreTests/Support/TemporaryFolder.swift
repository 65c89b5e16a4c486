import FoundationEssentials
import Glibc

/// A folder of its own for one test, gone with it. A test holds it in a property of its suite: a local one may end
/// before the test does.
final class TemporaryFolder: Sendable {
    let path: String

    init() {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/groove-test-XXXXXX".utf8CString)
        path = mkdtemp(&template).map { String(cString: $0) } ?? "\(parent)/groove-test-none"
    }

    deinit { remove() }

    /// Takes it away before its time: for one that nothing but the end of the process ends.
    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
