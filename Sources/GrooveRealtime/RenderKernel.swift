import Glibc
public import GrooveLogic

/// Turns frames of a ring into one period of a device's bytes. All its memory is taken at the start.
///
/// It remembers as much as the device can hold, so that a fade-out can be laid over sound that was handed out but
/// not heard yet.
public struct RenderKernel: ~Copyable {
    private let format: PCMFormat
    private let encoding: SampleEncoding
    private let period: Int
    private let remembered: Int
    private var gain: GainRamp
    private var position = 0
    private let work: UnsafeMutablePointer<Int32>
    private let packed: UnsafeMutablePointer<UInt8>
    private let history: UnsafeMutablePointer<Int32>

    /// A kernel for a format, a device's encoding, its period and its buffer in frames.
    public init(format: PCMFormat, encoding: SampleEncoding, period: Int, buffer: Int, gain: Double) {
        self.format = format
        self.encoding = encoding
        self.period = max(1, period)
        remembered = max(1, buffer)
        self.gain = GainRamp(gain)
        work = .allocate(capacity: self.period * format.channels)
        work.initialize(repeating: 0, count: self.period * format.channels)
        packed = .allocate(capacity: self.period * format.channels * 4)
        packed.initialize(repeating: 0, count: self.period * format.channels * 4)
        history = .allocate(capacity: remembered * format.channels)
        history.initialize(repeating: 0, count: remembered * format.channels)
        _ = mlock(work, self.period * format.channels * 4)
        _ = mlock(packed, self.period * format.channels * 4)
    }

    deinit {
        munlock(work, period * format.channels * 4)
        munlock(packed, period * format.channels * 4)
        work.deallocate()
        packed.deallocate()
        history.deallocate()
    }

    /// Whether the device gets what was decoded.
    public var isExact: Bool { gain.isUnity && encoding.bits >= format.bits }

    /// Moves to a new factor within ten milliseconds.
    public mutating func setGain(_ factor: Double) {
        gain.move(to: factor, over: format.sampleRate / 100)
    }

    /// Takes up to a period out of the ring; the bytes are good until the next call.
    public mutating func render(
        from ring: borrowing SampleRing, frames: Int, peak: inout Double
    ) -> (bytes: UnsafeRawPointer, frames: Int) {
        let count = ring.pop(into: work, frames: min(frames, period))
        var samples = MutableSpan(_unsafeStart: work, count: count * format.channels)
        SampleConversion.justify(&samples, bits: format.bits)
        gain.apply(to: &samples, channels: format.channels)
        remember(frames: count)
        return (pack(frames: count, peak: &peak), count)
    }

    /// Up to a period of silence.
    public mutating func silence(frames: Int) -> (bytes: UnsafeRawPointer, frames: Int) {
        let count = min(frames, period)
        work.update(repeating: 0, count: count * format.channels)
        remember(frames: count)
        var peak = 0.0
        return (pack(frames: count, peak: &peak), count)
    }

    /// What was handed out `ago` frames before the end, again, `frames` of it (at most a period), along a line that
    /// falls from 1 to 0 over `length` frames and stands at `passed` of them.
    public mutating func fading(
        ago: Int, frames: Int, passed: Int, length: Int
    ) -> (bytes: UnsafeRawPointer, frames: Int) {
        let count = min(frames, period)
        for frame in 0..<count {
            let factor = max(0, 1 - Double(passed + frame) / Double(max(1, length)))
            let isKnown = ago - frame > 0 && ago - frame <= remembered
            let source = (position + remembered * 2 - min(ago - frame, remembered)) % remembered
            for channel in 0..<format.channels {
                let sample = isKnown ? history[source * format.channels + channel] : 0
                work[frame * format.channels + channel] = Int32(Double(sample) * factor)
            }
        }
        var peak = 0.0
        return (pack(frames: count, peak: &peak), count)
    }

    private mutating func remember(frames: Int) {
        var source = work
        var left = frames
        while left > 0 {
            let step = min(left, remembered - position)
            (history + position * format.channels).update(from: source, count: step * format.channels)
            position = (position + step) % remembered
            source += step * format.channels
            left -= step
        }
    }

    private mutating func pack(frames: Int, peak: inout Double) -> UnsafeRawPointer {
        let count = frames * format.channels
        peak = SampleConversion.peak(Span(_unsafeStart: UnsafePointer(work), count: count))
        var bytes = MutableSpan(_unsafeStart: packed, count: count * encoding.bytes)
        switch encoding {
        case .s32: break
        case .s24:
            var samples = MutableSpan(_unsafeStart: work, count: count)
            SampleConversion.lowerTo24(&samples)
        case .s24Packed:
            SampleConversion.pack24(Span(_unsafeStart: UnsafePointer(work), count: count), into: &bytes)
            return UnsafeRawPointer(packed)
        case .s16:
            SampleConversion.pack16(Span(_unsafeStart: UnsafePointer(work), count: count), into: &bytes)
            return UnsafeRawPointer(packed)
        }
        // Both processors that this is built for are little-endian, as these encodings are.
        return UnsafeRawPointer(work)
    }
}
