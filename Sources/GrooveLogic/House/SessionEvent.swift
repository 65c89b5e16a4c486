/// What can happen to a session.
public enum SessionEvent: Sendable, Hashable {
    /// A person asked for something.
    case asked(Command)
    /// A person wants to listen here, or to stop it.
    case askedToListenOrStop
    /// A person wants to leave.
    case askedToQuit
    /// The connection to Mopidy changed.
    case linkChanged(HouseLink)
    /// All of the house's state was read.
    case houseRead(HouseState)
    /// An event of the house changed its state to this.
    case houseChanged(HouseState)
    /// `core.mixer.get_volume`, asked for by `readVolume`, gave this.
    case volumeRead(Int?)
    /// A call was carried out.
    case accepted(RequestID)
    /// A call was refused, or got no answer; `reason` is one line.
    case refused(RequestID, reason: String)
    /// The listener said what it does.
    case listenerSaid(ListenStatus)
    /// The listener ended; `failure` is one line, nil when a person stopped it.
    case listenerEnded(failure: String?)
    /// The cover asked for by this URI was decoded; nil: it cannot be had.
    case coverLoaded(uri: String, Picture?)
    /// There is something to know, in one line.
    case told(String)
    /// The time of `nextWake` has come.
    case timePassed
}

/// What a session wants done.
public enum SessionEffect: Sendable, Hashable {
    case call(RequestID, HouseRequest)
    /// Ask Mopidy for the volume; the answer is `volumeRead`.
    case readVolume
    /// Read the whole state; the answer is `houseRead`.
    case readHouse
    case startListening
    case stopListening
    /// Tell the listener whether the house plays; nil: not known.
    case tellListener(PlaybackState?)
    /// Fetch and decode this cover; the answer is `coverLoaded`.
    case loadCover(uri: String)
    case quit
}

/// A call that changes the house.
public enum HouseRequest: Sendable, Hashable {
    case play, pause, resume, stop, next, previous
    case seek(Duration)
    case setVolume(Int)
    case setMute(Bool)
}
