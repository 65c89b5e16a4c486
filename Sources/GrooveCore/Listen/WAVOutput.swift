@preconcurrency import Glibc
import GrooveLogic

/// Why the output cannot be written to.
enum OutputFailure: Error, Equatable {
    /// The reader has gone.
    case closed
    /// Listening was ended while the reader took nothing.
    case abandoned
    case failed(String)
}

/// Writes sound to WAV files as it comes, or to standard output. Used by one thread.
struct WAVOutput: ~Copyable {
    private let path: String?
    private let isAbandoned: () -> Bool
    private var file: Int32 = -1
    private var header: WAVHeader?
    private var files = 0
    private var dataLength: UInt64 = 0
    private var work: [Int32] = []
    private var packed: [UInt8] = []

    /// nil: standard output. `isAbandoned` is asked while a reader takes nothing: whether not to wait any longer.
    init(path: String?, isAbandoned: @escaping () -> Bool) {
        self.path = path
        self.isAbandoned = isAbandoned
    }

    deinit {
        if path != nil, file >= 0 {
            _ = Self.completeHeader(file, header, dataLength)
            close(file)
        }
    }

    /// Appends frames of a format; a change of format begins the next file.
    mutating func write(
        planes: UnsafePointer<UnsafePointer<Int32>?>, offset: Int, frames: Int, format: PCMFormat
    ) throws(OutputFailure) {
        if header?.format != format { try begin(format) }
        guard let header else { return }
        interleave(planes: planes, offset: offset, frames: frames, format: format)
        packed.removeAll(keepingCapacity: true)
        packed.append(contentsOf: repeatElement(0, count: frames * header.bytesPerFrame))
        Self.pack(work, into: &packed, bytesPerSample: header.bytesPerSample)
        try Self.writeAll(file, packed, unless: isAbandoned)
        dataLength += UInt64(packed.count)
    }

    /// Completes the file.
    mutating func finish() throws(OutputFailure) {
        guard path != nil, file >= 0 else { return }
        let result = Self.completeHeader(file, header, dataLength)
        close(file)
        file = -1
        guard result else { throw .failed("its header cannot be completed") }
    }

    private mutating func begin(_ format: PCMFormat) throws(OutputFailure) {
        let next = WAVHeader(format: format)
        guard let path else {
            // A pipe cannot change its format half-way.
            guard header == nil else {
                throw .failed("the stream's format changed, which no pipe can follow; a file can")
            }
            file = STDOUT_FILENO
            header = next
            return try Self.writeAll(file, next.bytes(dataLength: nil), unless: isAbandoned)
        }
        try finish()
        files += 1
        let name = files == 1 ? path : Self.numbered(path, files)
        let opened = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard opened >= 0 else {
            let reason = SystemError.last.description.lowercased()
            // The path as it was given is named by whoever tells of the failure.
            throw .failed(files == 1 ? reason : "\(name): \(reason)")
        }
        file = opened
        header = next
        dataLength = 0
        try Self.writeAll(file, next.bytes(dataLength: nil), unless: isAbandoned)
    }

    private mutating func interleave(
        planes: UnsafePointer<UnsafePointer<Int32>?>, offset: Int, frames: Int, format: PCMFormat
    ) {
        let shift = Int32(32 - format.bits)
        work.removeAll(keepingCapacity: true)
        for frame in offset..<offset + frames {
            for channel in 0..<format.channels { work.append((planes[channel]?[frame] ?? 0) &<< shift) }
        }
    }

    private static func pack(_ work: [Int32], into packed: inout [UInt8], bytesPerSample: Int) {
        let samples = work.span
        var bytes = packed.mutableSpan
        switch bytesPerSample {
        case 1: SampleConversion.pack8(samples, into: &bytes)
        case 2: SampleConversion.pack16(samples, into: &bytes)
        case 3: SampleConversion.pack24(samples, into: &bytes)
        default: SampleConversion.pack32(samples, into: &bytes)
        }
    }

    /// `music.wav` becomes `music-2.wav`.
    static func numbered(_ path: String, _ number: Int) -> String {
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        guard let dot = path[slash...].lastIndex(of: "."), dot > slash else { return "\(path)-\(number)" }
        return "\(path[..<dot])-\(number)\(path[dot...])"
    }

    private static func completeHeader(_ file: Int32, _ header: WAVHeader?, _ length: UInt64) -> Bool {
        guard let header else { return true }
        // A file that is no file (a fifo, /dev/null) has no beginning to go back to.
        guard lseek(file, 0, SEEK_CUR) >= 0 else { return true }
        do {
            if length & 1 == 1 { try writeAll(file, [0]) }
            guard lseek(file, 0, SEEK_SET) == 0 else { return true }
            try writeAll(file, header.bytes(dataLength: length))
            return true
        } catch {
            return false
        }
    }

    private static func writeAll(
        _ file: Int32, _ bytes: [UInt8], unless isAbandoned: () -> Bool = { false }
    ) throws(OutputFailure) {
        switch writeWhole(bytes, to: file, unless: isAbandoned) {
        case .written: return
        case .closed: throw .closed
        case .abandoned: throw .abandoned
        case .failed(let error): throw .failed(error.description.lowercased())
        }
    }
}
