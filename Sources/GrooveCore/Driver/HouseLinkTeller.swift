import GrooveLogic

/// Turns what Mopidy's client tells into what happens to the session.
struct HouseLinkTeller {
    private let addresses: HouseAddresses
    private var wasConnected = false
    private var saidRoute: String?
    private var lastReason: String?

    /// A teller that has heard of nothing yet. `addresses`: where the house is looked for.
    init(_ addresses: HouseAddresses) {
        self.addresses = addresses
    }

    /// What one update means, in order.
    mutating func events(for update: MopidyUpdate) -> [ScreenDriver.Event] {
        switch update {
        case .connecting:
            // Until the first connection stands or fails there is nothing to tell but that it is tried.
            guard let lastReason else { return [.session(.linkChanged(.connecting))] }
            return [.session(.linkChanged(.lost(reason: lastReason, retryAt: nil)))]
        case .connected(let house, let route, _, _): return connected(house, by: route)
        case .lost(let failure, let retryAt):
            let reason = failure.reason
            lastReason = reason
            return [.session(.linkChanged(.lost(reason: reason, retryAt: retryAt)))]
        case .event(_, let house, _), .refetched(let house, _): return [.session(.houseChanged(house))]
        }
    }

    private mutating func connected(_ house: HouseState, by route: HouseAddresses.Route) -> [ScreenDriver
        .Event]
    {
        lastReason = nil
        defer { (wasConnected, saidRoute) = (true, route.name) }
        var events: [ScreenDriver.Event] = [
            .routeChanged(route), .session(.linkChanged(.connected)), .session(.houseRead(house)),
        ]
        if wasConnected, saidRoute == route.name {
            events.append(.session(.told("the house is back")))
        } else if let advice = addresses.advice(whenFoundBy: route) {
            events.append(.session(.told(advice)))
        }
        return events
    }
}

extension TransportFailure {
    /// Why there is no connection, in a few words for a status line.
    var reason: String {
        switch kind {
        case .nameNotFound: "the name \(TerminalText.quoted(url.host)) is not known"
        case .refused: "nothing listens at \(url.authority)"
        case .unreachable: "\(url.authority) cannot be reached"
        case .connectTimedOut, .deadlinePassed: "\(url.authority) does not answer"
        case .insecure: "no secure connection to \(url.authority)"
        case .status(401, _): "\(url.authority) refused the password"
        case .status(let status, _): "\(url.authority) answered \(status)"
        case .notJSON, .badProtocol, .tooLarge: "\(url.authority) does not answer as Mopidy does"
        case .connectionLost: "the connection broke"
        case .other(let what): TerminalText.safe(what)
        }
    }
}
