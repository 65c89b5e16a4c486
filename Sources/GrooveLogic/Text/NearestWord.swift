/// Finds the word that was most likely meant.
public enum NearestWord {
    /// The one of `words` that is closest to `word`; nil when none is close enough to be worth suggesting.
    ///
    /// Closeness is the number of letters to insert, remove, replace or swap with a neighbour (optimal string
    /// alignment); a third of the word may be wrong.
    public static func of(_ word: String, in words: [String]) -> String? {
        let typed = Array(word.lowercased())
        guard !typed.isEmpty, typed.count <= 64 else { return nil }
        var best: (word: String, distance: Int)?
        for candidate in words {
            let distance = distance(typed, Array(candidate.lowercased()))
            guard distance <= max(1, max(typed.count, candidate.count) / 3) else { continue }
            if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
        }
        return best?.word
    }

    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
        var beforeLast = [Int](repeating: 0, count: right.count + 1)
        var last = Array(0...right.count)
        for i in 1...left.count {
            var row = [i] + [Int](repeating: 0, count: right.count)
            for j in 1...right.count {
                let isSame = left[i - 1] == right[j - 1]
                row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (isSame ? 0 : 1))
                if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                    row[j] = min(row[j], beforeLast[j - 2] + 1)
                }
            }
            beforeLast = last
            last = row
        }
        return last[right.count]
    }
}
