@preconcurrency import CFLAC
import GrooveLogic

/// What a decoder hands on.
protocol FrameReceiver: AnyObject {
    /// One decoded frame; not nil: stop decoding. The planes are good during the call only.
    func received(_ frame: DecodedFrame) -> Interruption?
    /// A frame was damaged or lost.
    func metBadFrame()
}

/// One frame's sound, one plane a channel.
struct DecodedFrame {
    /// As the frame's own header has it.
    var format: PCMFormat
    /// Samples of each plane.
    var count: Int
    /// Samples of one channel before this frame in its stream.
    var firstSample: UInt64
    /// One pointer a channel.
    var planes: UnsafePointer<UnsafePointer<Int32>?>
}

/// libFLAC's decoder for one logical stream, native framing. Made anew for each link and each connection, because
/// libFLAC would fill a jump of the frame numbers with silence.
///
/// Confined to one thread.
final class FLACDecoder {
    private let decoder: UnsafeMutablePointer<FLAC__StreamDecoder>
    private let source: any ByteSource
    private unowned let receiver: any FrameReceiver
    private var interruption: Interruption?

    /// A decoder that reads `source` when it is run; nil if libFLAC is out of memory.
    init?(source: any ByteSource, receiver: any FrameReceiver) {
        guard let decoder = FLAC__stream_decoder_new() else { return nil }
        self.decoder = decoder
        self.source = source
        self.receiver = receiver
        let status = FLAC__stream_decoder_init_stream(
            decoder, readBytes, nil, nil, nil, nil, writeFrame, nil, reportError,
            Unmanaged.passUnretained(self).toOpaque())
        guard status == FLAC__STREAM_DECODER_INIT_STATUS_OK else { return nil }
    }

    deinit {
        FLAC__stream_decoder_delete(decoder)
    }

    /// Decodes until the source or the receiver ends it.
    func run() -> Interruption {
        while interruption == nil {
            guard FLAC__stream_decoder_process_single(decoder) != 0 else {
                return interruption ?? .failed(.undecodable)
            }
            if FLAC__stream_decoder_get_state(decoder) == FLAC__STREAM_DECODER_END_OF_STREAM {
                return interruption ?? .failed(.ended)
            }
        }
        return interruption ?? .stopped
    }

    fileprivate func read(
        _ bytes: UnsafeMutablePointer<FLAC__byte>, _ count: UnsafeMutablePointer<Int>
    ) -> FLAC__StreamDecoderReadStatus {
        switch source.read(into: UnsafeMutableBufferPointer(start: bytes, count: count.pointee)) {
        case .bytes(let got):
            count.pointee = got
            return FLAC__STREAM_DECODER_READ_STATUS_CONTINUE
        case .interrupted(let reason):
            interruption = reason
            count.pointee = 0
            return FLAC__STREAM_DECODER_READ_STATUS_ABORT
        }
    }

    fileprivate func write(
        _ header: FLAC__FrameHeader, _ planes: UnsafePointer<UnsafePointer<Int32>?>
    ) -> FLAC__StreamDecoderWriteStatus {
        guard
            let format = PCMFormat(
                sampleRate: Int(header.sample_rate), bits: Int(header.bits_per_sample),
                channels: Int(header.channels))
        else { return FLAC__STREAM_DECODER_WRITE_STATUS_CONTINUE }
        // libFLAC has turned a frame number into a sample number by now.
        let frame = DecodedFrame(
            format: format, count: Int(header.blocksize), firstSample: header.number.sample_number,
            planes: planes)
        guard let reason = receiver.received(frame) else { return FLAC__STREAM_DECODER_WRITE_STATUS_CONTINUE }
        interruption = reason
        return FLAC__STREAM_DECODER_WRITE_STATUS_ABORT
    }

    /// Every stream is given to libFLAC from a header or a proven frame on, so each error is one of the stream.
    fileprivate func failed() {
        receiver.metBadFrame()
    }
}

private func decoder(_ user: UnsafeMutableRawPointer) -> FLACDecoder {
    Unmanaged<FLACDecoder>.fromOpaque(user).takeUnretainedValue()
}

private let readBytes: FLAC__StreamDecoderReadCallback = { _, bytes, count, user in
    guard let bytes, let count, let user else { return FLAC__STREAM_DECODER_READ_STATUS_ABORT }
    return decoder(user).read(bytes, count)
}

private let writeFrame: FLAC__StreamDecoderWriteCallback = { _, frame, planes, user in
    guard let frame, let planes, let user else { return FLAC__STREAM_DECODER_WRITE_STATUS_ABORT }
    return decoder(user).write(frame.pointee.header, planes)
}

private let reportError: FLAC__StreamDecoderErrorCallback = { _, _, user in
    if let user { decoder(user).failed() }
}
