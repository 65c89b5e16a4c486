import Glibc
import GrooveLogic
import Testing

/// Writes every sample at every size as a file of terminal bytes, to be looked at, if GROOVE_GALLERY names a folder
/// (for a light ground with GROOVE_GALLERY_LIGHT set). `scripts/screenshot` makes a PNG of one.
@Suite struct GalleryTests {
    static let folder = getenv("GROOVE_GALLERY").map { String(cString: $0) }
    static let theme = getenv("GROOVE_GALLERY_LIGHT") == nil ? Theme.dark : .light
    static let sizes = [
        (200, 60), (120, 36), (80, 24), (64, 18), (50, 40), (40, 10), (30, 14), (20, 5), (20, 1), (1, 1),
    ]
    static let levels: [(String, ColorLevel)] = [
        ("full", .full), ("256", .palette256), ("16", .sixteen), ("none", .none),
    ]

    @Test("the gallery is written", .enabled(if: folder != nil, "set GROOVE_GALLERY to a folder"))
    func gallery() throws {
        let folder = try #require(Self.folder)
        for (name, model) in SampleHouses.all {
            for (columns, rows) in Self.sizes {
                for (levelName, level) in Self.levels where level == .full || name == "playing" {
                    var painter = ScreenPainter(level: level, theme: Self.theme)
                    let bytes = painter.paint(
                        model, size: ScreenSize(columns: columns, rows: rows), now: SampleHouses.now)
                    let path = "\(folder)/\(name)-\(columns)x\(rows)-\(levelName).ansi"
                    let file = try #require(fopen(path, "w"))
                    fwrite(bytes, 1, bytes.count, file)
                    fclose(file)
                }
            }
        }
    }
}
