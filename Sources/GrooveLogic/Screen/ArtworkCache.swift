/// The cover at the size at which it was last drawn, and its colour. Scaling takes longer than all else together.
struct ArtworkCache: Sendable {
    private struct Key: Equatable {
        var picture: Picture
        var columns: Int
        var rows: Int
        var fadedToward: Color?
    }

    private var scaled: (key: Key, picture: Picture?)?
    private var accent: (picture: Picture, color: Color?)?

    /// The picture for so many cells, faded if a background to fade toward is given.
    mutating func picture(_ picture: Picture, columns: Int, rows: Int, fadedToward: Color?) -> Picture? {
        // Two arrays that share their storage compare at once, so asking each time costs nothing.
        let key = Key(picture: picture, columns: columns, rows: rows, fadedToward: fadedToward)
        if let scaled, scaled.key == key { return scaled.picture }
        var result = picture.fitted(width: columns, height: 2 * rows)
        if let fadedToward { result = result?.faded(toward: fadedToward) }
        scaled = (key, result)
        return result
    }

    /// The picture's colour.
    mutating func accent(of picture: Picture) -> Color? {
        if let accent, accent.picture == picture { return accent.color }
        let color = (picture.fitted(width: 48, height: 48) ?? picture).accent
        accent = (picture, color)
        return color
    }
}
