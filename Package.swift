// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target is built with.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// The pure target may not touch raw memory either: the compiler refuses what is not marked `unsafe`.
let pure: [SwiftSetting] = strict + [.strictMemorySafety()]

let package = Package(
    name: "groove",
    products: [
        .executable(name: "groove", targets: ["groove"]),
        .library(name: "GrooveCore", targets: ["GrooveCore"]),
    ],
    targets: [
        .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
        .systemLibrary(name: "CFLAC", pkgConfig: "flac", providers: [.apt(["libflac-dev"])]),
        .systemLibrary(name: "COgg", pkgConfig: "ogg", providers: [.apt(["libogg-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .target(
            name: "CGrooveShims",
            dependencies: ["CALSA", "CFLAC", "CCurl"],
            cSettings: [.define("_GNU_SOURCE")],
            linkerSettings: [.linkedLibrary("dl")]),

        // Rounding and square roots of Double are libm's; nothing here imports Glibc, which would bring it along.
        .target(name: "GrooveLogic", swiftSettings: pure, linkerSettings: [.linkedLibrary("m")]),
        .target(name: "GrooveRealtime", dependencies: ["GrooveLogic"], swiftSettings: strict),
        .target(
            name: "GrooveCore",
            dependencies: ["GrooveLogic", "GrooveRealtime", "CGrooveShims", "CALSA", "CFLAC", "COgg", "CCurl"],
            swiftSettings: strict),
        .executableTarget(name: "groove", dependencies: ["GrooveCore"], swiftSettings: strict),

        .target(name: "GrooveTestSupport", dependencies: ["GrooveLogic"], path: "Tests/Support", swiftSettings: strict),
        .testTarget(
            name: "GrooveLogicTests", dependencies: ["GrooveLogic", "GrooveTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "GrooveRealtimeTests", dependencies: ["GrooveRealtime", "GrooveTestSupport"],
            swiftSettings: strict),
        // What the terminal's tests kill, crash and stop.
        .executableTarget(
            name: "TerminalProbe", dependencies: ["GrooveCore"], path: "Tests/TerminalProbe", swiftSettings: strict),
        .testTarget(
            name: "GrooveCoreTests", dependencies: ["GrooveCore", "GrooveTestSupport", "TerminalProbe", "groove"],
            exclude: ["Fixtures"], swiftSettings: strict),
        .testTarget(name: "HouseTests", dependencies: ["GrooveCore", "GrooveTestSupport"], swiftSettings: strict),
    ]
)
