extension Duration {
    /// For deadlines that only keep a test from hanging: longer than anything takes on a busy machine.
    public static let ample = Duration.seconds(120)
}
