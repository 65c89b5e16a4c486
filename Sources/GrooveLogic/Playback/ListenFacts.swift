/// What is known of a listener at one moment, from which its state follows.
public struct ListenFacts: Sendable, Hashable {
    public var isStopped = false
    public var isUnauthorized = false
    public var isDeviceLost = false
    /// Sound is on its way to the device or the file.
    public var isSounding = false
    /// The house is known not to play.
    public var isHousePaused = false
    public var isOffAir = false
    /// Waiting to connect again, or a stall over five seconds.
    public var isReconnecting = false
    /// Bytes of the stream have arrived on this connection.
    public var isConnected = false
    /// Any connection has brought sound.
    public var hasStreamed = false

    /// A listener that has just begun.
    public init() {}

    /// The first that holds.
    public var state: ListenStatus.State {
        if isStopped { return isUnauthorized ? .unauthorized : .stopped }
        if isUnauthorized { return .unauthorized }
        if isDeviceLost { return .deviceLost }
        if isSounding { return .playing }
        if isHousePaused { return .housePaused }
        if isOffAir { return .offAir }
        if isReconnecting || hasStreamed && !isConnected { return .reconnecting }
        return isConnected ? .buffering : .connecting
    }
}
