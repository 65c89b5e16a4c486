extension Duration {
    /// Whole milliseconds, rounded toward zero; what the wire and `--json` speak.
    public var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(clamping: seconds.multipliedReportingOverflow(by: 1000).partialValue)
            &+ Int(attoseconds / 1_000_000_000_000_000)
    }

    /// Seconds as a floating-point number.
    public var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
