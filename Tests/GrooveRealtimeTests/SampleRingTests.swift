import Dispatch
import Glibc
import GrooveLogic
import GrooveRealtime
import GrooveTestSupport
import Testing

@Suite("Sample ring")
struct SampleRingTests {
    /// Pushes frames whose samples are `first`, `first + 1` …, the second channel negated.
    private func push(_ ring: SampleRing, first: Int32, frames: Int) -> Int {
        let left = (0..<frames).map { first &+ Int32($0) }
        let right = left.map { -$0 }
        return left.withUnsafeBufferPointer { left in
            right.withUnsafeBufferPointer { right in
                [left.baseAddress, right.baseAddress].withUnsafeBufferPointer { planes in
                    planes.baseAddress.map { ring.push(planes: $0, offset: 0, frames: frames) } ?? 0
                }
            }
        }
    }

    private func pop(_ ring: SampleRing, frames: Int) -> [Int32] {
        var samples = [Int32](repeating: 99, count: frames * ring.channels)
        let count = samples.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { ring.pop(into: $0, frames: frames) } ?? 0
        }
        return Array(samples[..<(count * ring.channels)])
    }

    @Test("frames come out interleaved, in order, also over the end of its memory")
    func order() {
        let ring = SampleRing(frames: 512, channels: 2)
        #expect(ring.capacity == 512)
        var next: Int32 = 0
        for step in [300, 200, 512, 1, 511, 400, 400] {
            #expect(push(ring, first: next, frames: step) == step)
            #expect(ring.fill == step)
            let expected = (0..<step).flatMap { [next &+ Int32($0), -(next &+ Int32($0))] }
            #expect(pop(ring, frames: step) == expected)
            next += Int32(step)
        }
        #expect(pop(ring, frames: 5).isEmpty)
    }

    @Test("no more goes in than fits, and nothing is overwritten")
    func full() {
        let ring = SampleRing(frames: 512, channels: 2)
        #expect(push(ring, first: 1, frames: 500) == 500)
        #expect(push(ring, first: 501, frames: 100) == 12)
        #expect(push(ring, first: 900, frames: 1) == 0)
        #expect(ring.skip(frames: 510) == 510)
        #expect(pop(ring, frames: 10) == [511, -511, 512, -512])
        #expect(ring.skip(frames: 10) == 0)
        #expect(ring.skip(frames: -5) == 0)
    }

    @Test("silence at its head is counted in whole frames, also over the end of its memory")
    func silence() {
        let ring = SampleRing(frames: 512, channels: 2)
        #expect(ring.silence(upTo: 10) == 0)
        #expect(push(ring, first: 1, frames: 500) == 500)
        #expect(ring.silence(upTo: 10) == 0)
        #expect(ring.skip(frames: 500) == 500)
        let zeros = [Int32](repeating: 0, count: 30)
        var half = zeros
        half[20] = 1
        let count = zeros.withUnsafeBufferPointer { left in
            half.withUnsafeBufferPointer { right in
                [left.baseAddress, right.baseAddress].withUnsafeBufferPointer { planes in
                    planes.baseAddress.map { ring.push(planes: $0, offset: 0, frames: 30) } ?? 0
                }
            }
        }
        #expect(count == 30)
        #expect(ring.silence(upTo: 10) == 10)
        #expect(ring.silence(upTo: 100) == 20)
        #expect(ring.silence(upTo: -1) == 0)
    }

    @Test("a bad header cannot make it take all memory")
    func limit() {
        let ring = SampleRing(frames: 1 << 40, channels: 8)
        #expect(ring.capacity * 8 == 1 << 23)
    }

    @Test("two threads lose, repeat and mix up nothing")
    func stress() async {
        let ring = SampleRing(frames: 700, channels: 2)
        let total: Int32 = 400_000
        async let producer = OwnThread.run {
            var next: Int32 = 0
            while next < total {
                let step = min(total - next, next % 613 + 1)
                next += Int32(push(ring, first: next, frames: Int(step)))
                if next % 7 == 0 { sched_yield() }
            }
        }
        async let consumer = OwnThread.run { () -> Int32? in
            var next: Int32 = 0
            while next < total {
                let samples = pop(ring, frames: Int(next % 431 + 1))
                for index in stride(from: 0, to: samples.count, by: 2) {
                    guard samples[index] == next, samples[index + 1] == -next else { return next }
                    next += 1
                }
                if samples.isEmpty { sched_yield() }
            }
            return nil
        }
        await producer
        #expect(await consumer == nil)
        #expect(ring.fill == 0)
    }
}

@Suite("Playback control")
struct PlaybackControlTests {
    @Test("the wish to stop is final")
    func stop() {
        let control = PlaybackControl()
        control.wish(.hold)
        #expect(control.wish == .hold)
        control.wish(.play)
        #expect(control.wish == .play)
        control.wish(.stop)
        control.wish(.play)
        #expect(control.wish == .stop)
    }

    @Test("a waiting consumer is woken once")
    func wakeUp() {
        let control = PlaybackControl()
        #expect(!control.takeWakeUp())
        control.consumerWillWait()
        #expect(control.takeWakeUp())
        #expect(!control.takeWakeUp())
        control.consumerWillWait()
        control.consumerWoke()
        #expect(!control.takeWakeUp())
    }

    @Test("gain is told in dB and applied as a factor")
    func gain() {
        let control = PlaybackControl()
        #expect(control.gain == 1)
        control.gainDB = -20
        #expect(abs(control.gain - 0.1) < 1e-9)
        #expect(control.gainDB == -20)
    }
}

@Suite("Render kernel")
struct RenderKernelTests {
    private func ring(_ samples: [Int32]) -> SampleRing {
        let ring = SampleRing(frames: 1024, channels: 1)
        samples.withUnsafeBufferPointer { plane in
            [plane.baseAddress].withUnsafeBufferPointer { planes in
                if let planes = planes.baseAddress {
                    _ = ring.push(planes: planes, offset: 0, frames: samples.count)
                }
            }
        }
        return ring
    }

    private func kernel(_ encoding: SampleEncoding, bits: Int, gain: Double = 1) throws -> RenderKernel {
        let format = try #require(PCMFormat(sampleRate: 1000, bits: bits, channels: 1))
        return RenderKernel(format: format, encoding: encoding, period: 4, buffer: 8, gain: gain)
    }

    private func bytes(_ out: (bytes: UnsafeRawPointer, frames: Int), _ size: Int) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: out.bytes, count: out.frames * size))
    }

    @Test(
        "samples reach the device's encoding unchanged",
        arguments: [
            (SampleEncoding.s32, [0, 0, 1, 0, 0, 0, 0xFF, 0xFF]), (.s24, [0, 1, 0, 0, 0, 0xFF, 0xFF, 0xFF]),
            (.s24Packed, [0, 1, 0, 0, 0xFF, 0xFF]), (.s16, [1, 0, 0xFF, 0xFF]),
        ] as [(SampleEncoding, [UInt8])])
    func encodings(encoding: SampleEncoding, expected: [UInt8]) throws {
        var kernel = try kernel(encoding, bits: 16)
        var peak = 0.0
        let out = kernel.render(from: ring([1, -1]), frames: 4, peak: &peak)
        #expect(out.frames == 2)
        #expect(bytes(out, encoding.bytes) == expected)
        let isExact = kernel.isExact
        #expect(isExact)
    }

    @Test("a device of less depth, or a gain, is not exact")
    func inexact() throws {
        let shallow = try kernel(.s16, bits: 24).isExact
        #expect(!shallow)
        let quiet = try kernel(.s32, bits: 16, gain: 0.5).isExact
        #expect(!quiet)
    }

    @Test("a fade-out lays a falling line over what was handed out before")
    func fading() throws {
        var kernel = try kernel(.s16, bits: 16)
        var peak = 0.0
        let source = ring([100, 200, 300, 400, 500, 600, 700, 800])
        _ = kernel.render(from: source, frames: 4, peak: &peak)
        _ = kernel.render(from: source, frames: 4, peak: &peak)
        let out = kernel.fading(ago: 4, frames: 4, passed: 0, length: 4)
        let words = bytes(out, 2)
        let heard = (0..<4).map { Int(words[2 * $0]) | Int(words[2 * $0 + 1]) << 8 }
        #expect(heard == [500, 450, 350, 200])
    }
}
