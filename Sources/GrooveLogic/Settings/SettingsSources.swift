/// Everything that settings are made from, already read: the pure side of loading them.
public struct SettingsSources: Sendable, Hashable {
    /// A config file's content and permissions.
    public struct File: Sendable, Hashable {
        /// As it is to be named in messages.
        public var path: String
        public var bytes: [UInt8]
        /// The permission bits.
        public var mode: UInt32

        /// A file that was read.
        public init(path: String, bytes: [UInt8], mode: UInt32) {
            self.path = path
            self.bytes = bytes
            self.mode = mode
        }

        /// Whether someone else than its owner may read it.
        public var isReadableByOthers: Bool { mode & 0o044 != 0 }
    }

    /// The config files, lowest layer first.
    public var files: [File] = []
    public var environment: [String: String] = [:]
    /// `--profile`.
    public var profile: String?
    /// Each `--set section.key=value`, in order.
    public var overrides: [String] = []
    /// `--host`.
    public var host: String?

    /// Nothing but the built-in values.
    public init() {}
}
