/// A very short FLAC file: three frames of 192 samples, 48 kHz, 16 bits, two channels.
///
/// Made with `sox -n -r 48000 -b 16 -c 2 tiny.wav synth 0.012 sine 400 sine 500 gain -40` and
/// `flac -f --blocksize=192 -l 0 --no-padding --no-seektable -o tiny.flac tiny.wav`.
public enum FLACSample {
    /// Where the first frame begins.
    public static let firstFrame = 86

    /// The whole file.
    public static let bytes: [UInt8] = hexadecimal.split(separator: "\n").joined().pairs.compactMap {
        UInt8($0, radix: 16)
    }

    private static let hexadecimal = """
        664c61430000002200c000c000009500009c0bb802f000000240566cc69aeda83cc1b60f96f665246baf840000282000
        00007265666572656e6365206c6962464c414320312e342e3220323032323130323200000000fff81a18005014000000
        11046abae46be8c9fdb469cf474e7a7a3566934d727175134b4a2d168b2914a2522c80c264221272650d3e44a5229890
        4c6ad122c62e2c6ad20f5efe44c2c914000000150064d773ef7f991bdcf347fbf9dc6a8c4626a925948b0ac288a24489
        424912514945a974be9c8e76da3e3f34defdce7a3a646ad596a4a2522891245112429114912524a5a44bc7fff81a1801
        5714ff40ff32005458b892942ca2914a29168b2c5c5aa49a4c9934d5e9a35a3bfb8eb76d1d7f39936464e465d26aa92d
        49516524a459131258b16522d22d2a2d4b565c9ae4eb9a69dfc280000002c00f6b9c8fb7cdcdb46d1b9fb9b23bebc9ad
        4a5a1652250a4450922491244a28a4b2b17daa327191cfe3fdefdbe6edf19191af49c4ca5944a48914509216285122c4
        92925899307224fff81a18025e140138013c0053feddcf9adcc8d34d75c9acbcb4b894c51314948b2494914a4524b252
        ca552cba4d5a72753d66a76d3f9cd1d6e8d34ed1934e5a6ac995965a948b4929248b451485000000054015da773edf1d
        9d9bb7e7434e734e99356a550a912c50a228522249122892c544b52d326a791fa669ee3f8fdb9f9af326eaed6aa4a2d2
        451244922448a148892894929658995d
        """
}

extension String {
    fileprivate var pairs: [String] {
        let digits = Array(self)
        return stride(from: 0, to: digits.count - 1, by: 2).map { String(digits[$0...$0 + 1]) }
    }
}
