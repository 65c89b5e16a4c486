import CGrooveShims
import Dispatch
@preconcurrency import Glibc
public import GrooveLogic

/// Decodes covers in a child process, one after the other.
///
/// A picture comes from strangers, and decoders have had holes: the process that knows the password never runs one.
public struct CoverDecoder: Sendable {
    /// Large enough for the half blocks of any screen.
    public static let standardSize = 320
    /// A picture that takes longer is none.
    static let patience: Duration = .seconds(5)

    private let executable: String
    private let patience: Duration
    private let queue = DispatchQueue(label: "groove.art", qos: .utility)

    /// Decodes by this program itself, whose `main` calls `PictureDecoderChild.runIfAsked` first.
    public init() {
        self.init(executable: "/proc/self/exe")
    }

    /// Decodes by another program that understands the hidden argument.
    init(executable: String, patience: Duration = patience) {
        self.executable = executable
        self.patience = patience
    }

    /// The picture, scaled down to fit; never larger than it is. Takes five seconds at most.
    public func decode(
        _ bytes: [UInt8], maxWidth: Int = standardSize, maxHeight: Int = standardSize
    ) async -> Result<Picture, PictureFailure> {
        guard bytes.count <= PictureDecoderChild.byteLimit else { return .failure(.tooLarge) }
        guard PictureFormat(of: bytes) != nil else { return .failure(.notAPicture) }
        return await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(returning: decodeNow(bytes, within: (maxWidth, maxHeight)))
            }
        }
    }

    private func decodeNow(_ bytes: [UInt8], within limit: (width: Int, height: Int)) -> Result<
        Picture, PictureFailure
    > {
        let arguments = [PictureDecoderChild.argument, "\(limit.width)", "\(limit.height)"]
        guard let child = ChildProcess(executable: executable, arguments: arguments) else {
            return .failure(.decoderFailed)
        }
        let deadline = MonotonicTime.now + patience
        let answerLimit = PictureWire.headerLength + 3 * limit.width * limit.height
        let answer = child.exchange(bytes, answerLimit: answerLimit, deadline: deadline)
        let code = child.finish(deadline: deadline)
        if code == 0, let answer, let picture = PictureWire.decoded(answer, within: limit) {
            return .success(picture)
        }
        return .failure(code.flatMap(PictureFailure.init(rawValue:)) ?? .decoderFailed)
    }
}
