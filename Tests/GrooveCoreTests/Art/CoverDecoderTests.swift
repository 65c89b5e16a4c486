import Glibc
import GrooveTestSupport
import Testing

@testable import GrooveCore

@Suite(.serialized, .blocks, .timeLimit(.minutes(5))) struct CoverDecoderTests {
    /// The program that was built beside the tests: it decodes when it is asked to.
    static let program = "\(folder(of: "/proc/self/exe"))/groove"
    let decoder = CoverDecoder(executable: program, patience: .ample)

    static func folder(of link: String) -> String {
        guard let path = realpath(link, nil) else { return "." }
        defer { free(path) }
        let parts = String(cString: path).split(separator: "/", omittingEmptySubsequences: false)
        return parts.dropLast().joined(separator: "/")
    }

    static func fixture(_ name: String, file: StaticString = #filePath) throws -> [UInt8] {
        let here = "\(file)".split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
        let path = here.joined(separator: "/") + "/Fixtures/covers/\(name)"
        let opened = try #require(fopen(path, "r"), "\(path) is missing")
        defer { fclose(opened) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, opened)
        return Array(bytes.prefix(count))
    }

    static let hasJPEG = dlopen("libturbojpeg.so.0", RTLD_NOW) != nil
    static let hasPNG = dlopen("libspng.so.0", RTLD_NOW) != nil
    /// A decoder is given less memory than a sanitizer wants.
    static let mayDecode = dlsym(nil, "__tsan_init") == nil && dlsym(nil, "__asan_init") == nil

    @Test(
        "a gradient is decoded from every kind of file",
        .enabled(if: hasJPEG && hasPNG, "libturbojpeg0 and libspng0 are not both installed"),
        .enabled(if: mayDecode, "sanitizers need more memory than a decoder gets"),
        arguments: [
            "baseline.jpg", "progressive.jpg", "cmyk.jpg", "rgb.png", "palette.png", "sixteen.png",
            "interlaced.png",
        ])
    func gradient(name: String) async throws {
        let picture = try await decoder.decode(Self.fixture(name)).get()
        #expect(picture.width == 64)
        #expect(picture.height == 48)
        let (top, bottom) = (picture.pixels[32], picture.pixels[47 * 64 + 32])
        #expect(top.red > 200 && top.blue < 60, "\(name): the top is red, not \(top)")
        #expect(bottom.blue > 200 && bottom.red < 60, "\(name): the bottom is blue, not \(bottom)")
    }

    @Test(
        "a grey JPEG stays grey", .enabled(if: hasJPEG, "libturbojpeg0 is not installed"),
        .enabled(if: mayDecode, "sanitizers need more memory than a decoder gets"))
    func grey() async throws {
        let picture = try await decoder.decode(Self.fixture("grey.jpg")).get()
        #expect(picture.pixels.allSatisfy { $0.red == $0.green && $0.green == $0.blue })
    }

    @Test(
        "transparency is over black", .enabled(if: hasPNG, "libspng0 is not installed"),
        .enabled(if: mayDecode, "sanitizers need more memory than a decoder gets"))
    func transparency() async throws {
        let picture = try await decoder.decode(Self.fixture("rgba.png")).get()
        #expect(picture.pixels[10] == Picture.Pixel(red: 255, green: 0, blue: 0))
        #expect(picture.pixels[50] == Picture.Pixel(red: 0, green: 0, blue: 0))
    }

    @Test(
        "a large picture is scaled to fit",
        .enabled(if: hasJPEG && hasPNG, "libturbojpeg0 and libspng0 are not both installed"),
        .enabled(if: mayDecode, "sanitizers need more memory than a decoder gets"))
    func scaled() async throws {
        let large = try await decoder.decode(Self.fixture("large.jpg"), maxWidth: 100, maxHeight: 300).get()
        #expect(large.width == 100)
        #expect(large.height == 100)
        let middle = large.pixels[50 * 100 + 50]
        #expect(abs(Int(middle.red) - 0x20) < 4 && abs(Int(middle.blue) - 0x60) < 4)
        let gradient = try await decoder.decode(Self.fixture("rgb.png"), maxWidth: 32, maxHeight: 32).get()
        #expect(gradient.width == 32)
        #expect(gradient.height == 24)
    }

    @Test("what is no picture never reaches a decoder")
    func noPicture() async {
        #expect(await decoder.decode(Array("<html>404</html>".utf8)) == .failure(.notAPicture))
        #expect(await decoder.decode([]) == .failure(.notAPicture))
        #expect(await decoder.decode([0xFF, 0xD8]) == .failure(.notAPicture))
        let huge = [UInt8](repeating: 0xFF, count: PictureDecoderChild.byteLimit + 1)
        #expect(await decoder.decode(huge) == .failure(.tooLarge))
    }

    @Test(
        "damaged pictures are told",
        .enabled(if: hasJPEG && hasPNG, "libturbojpeg0 and libspng0 are not both installed"),
        .enabled(if: mayDecode, "sanitizers need more memory than a decoder gets"))
    func damaged() async throws {
        let png = try Self.fixture("rgb.png")
        #expect(await decoder.decode(Array(png.prefix(png.count / 2))) == .failure(.damaged))
        #expect(await decoder.decode(Array(png.prefix(12))) == .failure(.damaged))
        let jpeg = try Self.fixture("baseline.jpg")
        #expect(await decoder.decode(Array(jpeg.prefix(100))) == .failure(.damaged))
        // Half of a photograph's bytes are half a cover.
        #expect((try? await decoder.decode(Array(jpeg.prefix(jpeg.count * 3 / 4))).get())?.width == 64)
    }

    @Test(
        "random damage never does more than fail",
        .enabled(if: hasJPEG && hasPNG, "libturbojpeg0 and libspng0 are not both installed"),
        .enabled(if: mayDecode, "sanitizers need more memory than a decoder gets"))
    func corrupt() async throws {
        var random = SeededGenerator(seed: 7)
        for name in ["progressive.jpg", "interlaced.png", "palette.png"] {
            let whole = try Self.fixture(name)
            for _ in 0..<8 {
                var bytes = whole
                for _ in 0..<6 {
                    bytes[Int.random(in: 16..<bytes.count, using: &random)] = UInt8.random(
                        in: 0...255, using: &random)
                }
                if case .success(let picture) = await decoder.decode(bytes) {
                    #expect(picture.width <= CoverDecoder.standardSize)
                }
            }
        }
    }

    @Test(
        "a picture of absurd size is refused before memory is taken",
        .enabled(if: hasJPEG && hasPNG, "libturbojpeg0 and libspng0 are not both installed"),
        .enabled(if: mayDecode, "sanitizers need more memory than a decoder gets"))
    func bomb() async throws {
        var png = try Self.fixture("rgb.png")
        // Width and height of the header chunk, and its checksum.
        png.replaceSubrange(16..<24, with: [0, 0, 0x60, 0, 0, 0, 0x60, 0])
        png.replaceSubrange(29..<33, with: Self.checksum(png[12..<29]))
        #expect(await decoder.decode(png) == .failure(.tooLarge))
        png.replaceSubrange(16..<24, with: [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF])
        png.replaceSubrange(29..<33, with: Self.checksum(png[12..<29]))
        #expect(await decoder.decode(png) == .failure(.tooLarge))
        var jpeg = try Self.fixture("baseline.jpg")
        let frame = try #require(jpeg.indices.dropLast(9).first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
        jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xDC, 0xFF, 0xDC])
        #expect(await decoder.decode(jpeg) == .failure(.tooLarge))
    }

    @Test("a decoder that hangs is killed")
    func hung() async {
        var template = Array("/tmp/groove-hang-XXXXXX".utf8CString)
        let file = mkstemp(&template)
        let script = Array("#!/bin/sh\nexec /bin/sleep 600\n".utf8)
        _ = write(file, script, script.count)
        fchmod(file, 0o700)
        close(file)
        defer { unlink(template) }
        let hanging = CoverDecoder(
            executable: String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self),
            patience: .milliseconds(50))
        #expect(await hanging.decode([0xFF, 0xD8, 0xFF]) == .failure(.decoderFailed))
        let missing = CoverDecoder(executable: "/nonexistent")
        #expect(await missing.decode([0xFF, 0xD8, 0xFF]) == .failure(.decoderFailed))
    }

    @Test("the child asks for its argument, and for sizes that make sense")
    func arguments() {
        #expect(PictureDecoderChild.runIfAsked(["groove"]) == nil)
        #expect(PictureDecoderChild.runIfAsked(["groove", "status"]) == nil)
        #expect(PictureDecoderChild.runIfAsked(["groove", "--picture-decoder", "0", "10"]) == 70)
        #expect(PictureDecoderChild.runIfAsked(["groove", "--picture-decoder", "x", "10"]) == 70)
    }

    @Test("a picture survives the pipe, and half of one does not")
    func wire() throws {
        let pixels = (0..<6).map { Picture.Pixel(red: UInt8($0), green: 200, blue: 7) }
        let picture = try #require(Picture(width: 3, height: 2, pixels: pixels))
        let bytes = PictureWire.encoded(picture)
        #expect(PictureWire.decoded(bytes, within: (3, 2)) == picture)
        #expect(PictureWire.decoded(bytes, within: (2, 2)) == nil)
        for count in 0..<bytes.count {
            #expect(PictureWire.decoded(Array(bytes.prefix(count)), within: (3, 2)) == nil)
        }
        #expect(PictureWire.decoded(bytes + [0], within: (3, 2)) == nil)
    }

    /// CRC-32 as PNG has it, big endian.
    static func checksum(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ crc >> 1 : crc >> 1 }
        }
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: ~crc >> $0) }
    }
}
