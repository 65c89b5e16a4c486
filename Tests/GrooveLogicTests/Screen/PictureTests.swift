import Testing

@testable import GrooveLogic

@Suite struct PictureTests {
    private func pixel(_ red: Int, _ green: Int, _ blue: Int) -> Picture.Pixel {
        Picture.Pixel(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
    }

    @Test("a plain picture stays plain at every size")
    func plain() throws {
        let picture = try #require(
            Picture(width: 7, height: 5, pixels: Array(repeating: pixel(10, 200, 77), count: 35)))
        for (width, height) in [(1, 1), (3, 2), (7, 5), (2, 9), (20, 20)] {
            let scaled = try #require(picture.scaled(width: width, height: height))
            #expect(scaled.pixels == Array(repeating: pixel(10, 200, 77), count: width * height))
        }
    }

    @Test("halves are averaged in linear light")
    func average() throws {
        let picture = try #require(
            Picture(width: 2, height: 1, pixels: [pixel(0, 0, 0), pixel(255, 255, 255)]))
        // The mean of the stored values would be 128: too dark.
        #expect(picture.scaled(width: 1, height: 1)?.pixels == [pixel(180, 180, 180)])
    }

    @Test("a pixel that lies across two is shared by area")
    func shared() throws {
        let row = [pixel(0, 0, 0), pixel(240, 240, 240), pixel(0, 0, 0)]
        let picture = try #require(Picture(width: 3, height: 1, pixels: row))
        let scaled = try #require(picture.scaled(width: 2, height: 1))
        // A third of each: 240 times the square root of 1/3.
        #expect(scaled.pixels == [pixel(139, 139, 139), pixel(139, 139, 139)])
    }

    @Test("shapes are kept, and nothing is made larger than it is")
    func sizes() {
        #expect(BoxScaler.size(width: 3000, height: 3000, within: (320, 320)) == (320, 320))
        #expect(BoxScaler.size(width: 1000, height: 500, within: (320, 320)) == (320, 160))
        #expect(BoxScaler.size(width: 500, height: 1000, within: (320, 320)) == (160, 320))
        #expect(BoxScaler.size(width: 100, height: 50, within: (320, 320)) == (100, 50))
        #expect(BoxScaler.size(width: 30000, height: 1, within: (320, 320)) == (320, 1))
    }

    @Test("sizes that make no sense are refused")
    func refused() {
        #expect(BoxScaler(sourceWidth: 0, sourceHeight: 1, targetWidth: 1, targetHeight: 1) == nil)
        #expect(BoxScaler(sourceWidth: .max, sourceHeight: 2, targetWidth: 1, targetHeight: 1) == nil)
    }

    @Test("half blocks: two pixels a cell, the lower as the ground")
    func halfBlocks() throws {
        let pixels = [
            pixel(1, 1, 1), pixel(2, 2, 2), pixel(3, 3, 3), pixel(4, 4, 4), pixel(5, 5, 5), pixel(6, 6, 6),
        ]
        let picture = try #require(Picture(width: 2, height: 3, pixels: pixels))
        var canvas = Canvas(columns: 2, rows: 2)
        canvas.draw(picture, in: canvas.bounds)
        #expect(canvas.lines == ["▀▀", "▀▀"])
        #expect(
            canvas.row(0).map(\.style) == [
                Style(Color(1, 1, 1), on: Color(3, 3, 3)), Style(Color(2, 2, 2), on: Color(4, 4, 4)),
            ])
        #expect(canvas.row(1).map(\.style) == [Style(Color(5, 5, 5)), Style(Color(6, 6, 6))])
    }

    @Test("the accent is the liveliest hue, and grey has none")
    func accent() throws {
        let accent = try #require(SampleHouses.sunset.accent)
        #expect(accent.red > accent.green && accent.red > accent.blue)
        let grey = try #require(
            Picture(width: 2, height: 1, pixels: [pixel(90, 90, 92), pixel(200, 201, 200)]))
        #expect(grey.accent == nil)
    }

    @Test(
        "an accent can be read on the ground",
        arguments: [Color(20, 0, 60), Color(255, 255, 0), Color(0, 0, 255)])
    func readable(color: Color) {
        #expect(Theme.dark.withAccent(color).accent.brightness >= 125)
        #expect(Theme.light.withAccent(color).accent.brightness <= 135)
    }

    @Test("colours find their nearest")
    func nearest() {
        #expect(Color(255, 0, 0).nearestOf256 == 196)
        #expect(Color(0, 0, 0).nearestOf256 == 16)
        #expect(Color(128, 128, 128).nearestOf256 == 244)
        #expect(Color(255, 0, 0).nearestOfSixteen == 9)
        #expect(Color(250, 250, 250).nearestOfSixteen == 15)
    }

    @Test("the environment tells the colours")
    func levels() {
        func level(_ environment: [String: String]) -> ColorLevel { .detected(in: { environment[$0] }) }
        #expect(level(["TERM": "xterm-256color", "COLORTERM": "truecolor"]) == .full)
        #expect(level(["TERM": "xterm-256color"]) == .palette256)
        #expect(level(["TERM": "linux"]) == .sixteen)
        #expect(level(["TERM": "dumb", "COLORTERM": "truecolor"]) == .none)
        #expect(level([:]) == .none)
        #expect(level(["TERM": "xterm-kitty"]) == .full)
        #expect(level(["TERM": "xterm-256color", "COLORTERM": "24bit", "NO_COLOR": "1"]) == .none)
        #expect(level(["TERM": "xterm-256color", "NO_COLOR": ""]) == .palette256)
    }
}
