import Foundation
import Testing

/// Samples as they stand in a file: interleaved, one row a frame.
struct Sound: Sendable {
    var channels: Int
    /// Left-justified to 32 bits, so that depths compare.
    var samples: [Int32]

    var frameCount: Int { samples.count / channels }

    /// Reads little-endian PCM of `bytes` a sample.
    init(pcm data: [UInt8], bytes: Int, channels: Int) {
        self.channels = channels
        samples = stride(from: 0, to: data.count - data.count % (bytes * channels), by: bytes).map { start in
            var value: UInt32 = 0
            for index in 0..<bytes { value |= UInt32(data[start + index]) << (8 * index) }
            return Int32(bitPattern: value << (32 - 8 * bytes))
        }
    }

    /// Reads a WAV file of plain PCM, whatever its header says of its length.
    init(wav data: [UInt8]) throws {
        try #require(
            data.count > 44 && data.starts(with: Array("RIFF".utf8)), "no WAV of \(data.count) bytes")
        var place = 12
        var format: (bytes: Int, channels: Int)?
        while place + 8 <= data.count {
            let name = String(decoding: data[place..<place + 4], as: UTF8.self)
            let size = (0..<4).reduce(0) { $0 | Int(data[place + 4 + $1]) << (8 * $1) }
            if name == "fmt " { format = (Int(data[place + 22]) / 8, Int(data[place + 10])) }
            if name == "data" {
                let format = try #require(format)
                self.init(pcm: Array(data[(place + 8)...]), bytes: format.bytes, channels: format.channels)
                return
            }
            place += 8 + size + size % 2
        }
        throw HouseError(description: "a WAV without data")
    }

    /// The first frame that is not digital silence.
    var firstSound: Int? {
        samples.firstIndex { $0 != 0 }.map { $0 / channels }
    }

    /// Where the `count` frames of `other` from `start` stand in this sound; nil: nowhere.
    func place(of other: Sound, from start: Int, count: Int) -> Int? {
        let wanted = Array(other.samples[start * channels..<(start + count) * channels])
        guard let first = wanted.first, samples.count >= wanted.count else { return nil }
        var frame = 0
        while (frame + count) * channels <= samples.count {
            let base = frame * channels
            if samples[base] == first, samples[base..<base + wanted.count].elementsEqual(wanted) {
                return frame
            }
            frame += 1
        }
        return nil
    }

    /// How many frames from `start` are those of `other` from `otherStart`, one by one.
    func agreement(from start: Int, with other: Sound, from otherStart: Int) -> Int {
        let count = min(samples.count - start * channels, other.samples.count - otherStart * channels)
        for index in 0..<count
        where samples[start * channels + index] != other.samples[otherStart * channels + index] {
            return index / channels
        }
        return count / channels
    }
}

/// Takes the chunks out of an HTTP/1.1 body (RFC 9112 §7.1).
func withoutChunks(_ body: [UInt8]) -> [UInt8] {
    var whole: [UInt8] = []
    var place = 0
    while let end = body[place...].firstIndex(of: 0x0A) {
        let line = String(decoding: body[place..<end], as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard let size = Int(line.split(separator: ";").first ?? "", radix: 16), size > 0 else { break }
        let start = end + 1
        whole += body[start..<min(start + size, body.count)]
        place = start + size + 2
        guard place < body.count else { break }
    }
    return whole
}
