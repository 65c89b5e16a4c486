/// What there is to say about the connection to the house.
enum LinkText {
    /// nil while it stands.
    static func text(_ link: HouseLink, now: MonotonicTime) -> String? {
        switch link {
        case .connected: nil
        case .connecting: "connecting…"
        case .lost(let reason, let retryAt): "\(reason) · \(retry(at: retryAt, now: now))"
        }
    }

    /// When the countdown shows the next number.
    static func nextChange(_ link: HouseLink, now: MonotonicTime) -> MonotonicTime? {
        guard case .lost(_, let retryAt?) = link, retryAt > now else { return nil }
        return retryAt + .seconds(1 - wholeSeconds(until: retryAt, now: now))
    }

    private static func retry(at moment: MonotonicTime?, now: MonotonicTime) -> String {
        guard let moment, moment > now else { return "trying now…" }
        return "retry in \(wholeSeconds(until: moment, now: now)) s"
    }

    /// Rounded up: the last second counts as one.
    private static func wholeSeconds(until moment: MonotonicTime, now: MonotonicTime) -> Int64 {
        let (seconds, rest) = (moment - now).components
        return rest > 0 ? seconds + 1 : seconds
    }
}
