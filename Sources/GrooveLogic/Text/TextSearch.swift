// The standard library's search for a text in a text comes with its regular expressions: a megabyte of program that
// every listener would carry. `scripts/build` leaves that module out, so that nothing uses it unnoticed.
extension StringProtocol {
    /// Where `words` first stand in the text, byte for byte; nil: nowhere.
    func firstPlace(of words: String) -> Range<Index>? {
        let bytes = utf8
        var start = bytes.startIndex
        while start < bytes.endIndex {
            if bytes[start...].starts(with: words.utf8) {
                return start..<bytes.index(start, offsetBy: words.utf8.count)
            }
            bytes.formIndex(after: &start)
        }
        return words.isEmpty ? start..<start : nil
    }

    /// Whether `words` stand anywhere in the text.
    func holds(_ words: String) -> Bool {
        firstPlace(of: words) != nil
    }
}
