import CGrooveShims
@preconcurrency internal import Glibc
import GrooveLogic

/// Why a file or a command gave nothing.
struct FileProblem: Error, Hashable {
    /// What is wrong, and what would be right.
    var message: String
    /// Whether it is only that the file is not there.
    var isAbsence = false
}

/// Reads files that fit into memory many times over.
enum SmallFile {
    /// How long a pipe is waited for: whatever writes into it may ask a person for a passphrase first.
    static let patience = Duration.seconds(30)

    /// What a file holds.
    struct Content {
        var bytes: [UInt8]
        /// The permission bits.
        var mode: UInt32
        /// Whether it is a file on disk: a pipe's permissions say nothing.
        var isRegular: Bool
    }

    /// Reads the whole file, or fails when it has more than `limit` bytes.
    static func read(
        _ path: String, limit: Int, patience: Duration = patience
    ) throws(FileProblem) -> Content {
        // Not to wait at once for somebody to write into a fifo, nor to make a terminal ours.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw problem(errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw problem(errno) }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw FileProblem(message: "is a folder; a file is needed")
        }
        return Content(
            bytes: try bytes(of: descriptor, limit: limit, patience: patience),
            mode: UInt32(status.st_mode & 0o7777),
            isRegular: status.st_mode & S_IFMT == S_IFREG)
    }

    /// Reads to the end of a descriptor.
    private static func bytes(
        of descriptor: Int32, limit: Int, patience: Duration
    ) throws(FileProblem) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        let deadline = MonotonicTime.now + patience
        while true {
            let left = Int32(clamping: max(0, (deadline - .now).wholeMilliseconds))
            guard groove_poll(descriptor, POLLIN, left) != 0 else {
                throw FileProblem(
                    message: "gives nothing and does not end within \(DurationText.spoken(patience))")
            }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count >= 0 else { throw problem(errno) }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
            guard bytes.count <= limit else {
                throw FileProblem(message: "is larger than \(limit >> 10) KiB; is it the right file?")
            }
        }
    }

    private static func problem(_ code: Int32) -> FileProblem {
        let hint =
            switch code {
            case ENOENT: "there is no such file"
            case EACCES: "may not be read by this user; check its permissions"
            default: String(cString: strerror(code))
            }
        return FileProblem(message: hint, isAbsence: code == ENOENT || code == ENOTDIR)
    }
}
