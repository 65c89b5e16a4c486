/// Feeds a parser the same bytes cut up in many ways: what comes out may not depend on how they came in.
public enum FeedVerifier {
    /// Ways to cut `input`: whole, byte by byte, in two at each of the first places, and at random places.
    public static func cuts(of input: [UInt8], random: Int = 20, seed: UInt64 = 1) -> [[[UInt8]]] {
        var generator = SeededGenerator(seed: seed)
        let inTwo = (1..<max(1, min(input.count, 64))).map { [Array(input[..<$0]), Array(input[$0...])] }
        let atRandom = (0..<random).map { _ in
            var pieces: [[UInt8]] = []
            var rest = input[...]
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 1...max(1, min(rest.count, 40)), using: &generator))
                pieces.append(Array(piece))
                rest = rest.dropFirst(piece.count)
            }
            return pieces
        }
        return [[input], input.map { [$0] }] + inTwo + atRandom
    }

    /// Which cuts lead to anything but `expected`; empty when none does. `parse` is given the pieces in order.
    public static func disagreements<Output: Equatable>(
        _ input: [UInt8], expected: Output, parse: ([[UInt8]]) -> Output
    ) -> [String] {
        cuts(of: input).compactMap { pieces in
            let output = parse(pieces)
            return output == expected ? nil : "cut into \(pieces.map(\.count)): \(output)"
        }
    }
}
