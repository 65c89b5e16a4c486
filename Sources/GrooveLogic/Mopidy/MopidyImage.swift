/// A cover, as Mopidy names it.
public struct MopidyImage: Sendable, Hashable {
    /// Absolute, or relative to Mopidy's HTTP root.
    public var uri: String
    /// Pixels; nil is not known.
    public var width: Int?
    public var height: Int?

    /// An image of which nothing but the URI need be known.
    public init(uri: String, width: Int? = nil, height: Int? = nil) {
        self.uri = uri
        self.width = width
        self.height = height
    }

    /// Enough for any terminal; a larger picture is only slower.
    private static let wantedWidth = 500

    /// The one to show: the smallest that is large enough, else the largest, else the first.
    public static func best(of images: [MopidyImage]) -> MopidyImage? {
        let sized = images.filter { $0.width != nil }
        let width = { (image: MopidyImage) in image.width ?? 0 }
        let enough = sized.filter { width($0) >= wantedWidth }
        return enough.min { width($0) < width($1) } ?? sized.max { width($0) < width($1) } ?? images.first
    }
}

/// Something that has a URI and perhaps a name.
public struct MopidyReference: Sendable, Hashable {
    public var uri: String?
    public var name: String?

    /// A reference of which either may be missing.
    public init(uri: String?, name: String?) {
        self.uri = uri
        self.name = name
    }
}
