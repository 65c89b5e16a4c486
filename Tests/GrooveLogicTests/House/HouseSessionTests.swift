import GrooveLogic
import Testing

@Suite("One sitting at the house")
struct HouseSessionTests {
    private func at(_ milliseconds: Int) -> MonotonicTime {
        MonotonicTime(sinceStart: .milliseconds(milliseconds))
    }

    private func house(
        _ playback: PlaybackState = .playing, volume: Int? = 50, position: Duration = .seconds(30),
        seen: Int = 1000,
        tlid: Int = 1, art: String? = nil
    ) -> HouseState {
        var house = HouseState()
        house.playback = playback
        house.volume = volume
        house.isMuted = false
        house.queueLength = 3
        house.art = art
        house.current = QueuedTrack(tlid: tlid, track: Track(uri: "local:a", length: .seconds(200)))
        house.progress = PlaybackProgress(
            position: position, seenAt: at(seen), isAdvancing: playback == .playing)
        return house
    }

    private func session(with house: HouseState) -> HouseSession {
        var session = HouseSession(address: "house")
        _ = session.handle(.linkChanged(.connected), at: at(1000))
        _ = session.handle(.houseRead(house), at: at(1000))
        return session
    }

    private func request(in effects: [SessionEffect]) throws -> RequestID {
        let ids = effects.compactMap { if case .call(let id, _) = $0 { id } else { nil } }
        return try #require(ids.first)
    }

    private func calls(_ effects: [SessionEffect]) -> [HouseRequest] {
        effects.compactMap { if case .call(_, let request) = $0 { request } else { nil } }
    }

    @Test(
        "toggle asks for what is not so now",
        arguments: [
            (PlaybackState.playing, HouseRequest.pause, PlaybackState.paused),
            (.paused, .resume, .playing), (.stopped, .play, .playing),
        ])
    func toggle(before: PlaybackState, request: HouseRequest, shown: PlaybackState) {
        var session = session(with: house(before))
        let effects = session.handle(.asked(.toggle), at: at(2000))
        #expect(calls(effects) == [request])
        #expect(session.model.house.playback == shown)
    }

    @Test("a pause on nothing is not made, and play leads out of another client's")
    func pausedOnNothing() {
        var stopped = session(with: house(.stopped))
        #expect(calls(stopped.handle(.asked(.pause), at: at(2000))).isEmpty)
        #expect(stopped.model.house.playback == .stopped)
        var nothing = house(.paused)
        nothing.current = nil
        for command in [Command.play, .toggle] {
            var session = session(with: nothing)
            #expect(calls(session.handle(.asked(command), at: at(2000))) == [.stop, .play])
            #expect(session.model.house.playback == .playing)
        }
    }

    @Test("a pause stops the bar where it is, at once")
    func pauseStopsTheBar() throws {
        var session = session(with: house())
        _ = session.handle(.asked(.pause), at: at(3000))
        let progress = try #require(session.model.house.progress)
        #expect(progress.position(at: at(9000), length: nil) == .seconds(32))
    }

    @Test("a refusal takes back what was shown, says why, and reads the house again")
    func refusal() throws {
        var session = session(with: house())
        let request = try request(in: session.handle(.asked(.pause), at: at(2000)))
        let effects = session.handle(.refused(request, reason: "no"), at: at(2100))
        #expect(session.model.house.playback == .playing)
        #expect(session.model.notice == Notice(kind: .failure, text: "no", until: at(7100)))
        #expect(effects == [.readHouse])
    }

    @Test("two quick presses show the last, whatever events of the first come meanwhile")
    func quickPresses() throws {
        var session = session(with: house())
        _ = session.handle(.asked(.pause), at: at(2000))
        _ = session.handle(.asked(.play), at: at(2050))
        #expect(session.model.house.playback == .playing)
        _ = session.handle(.houseChanged(house(volume: 51)), at: at(2060))
        _ = session.handle(.houseChanged(house(.paused, volume: 51)), at: at(2070))
        #expect(session.model.house.playback == .playing)
        _ = session.handle(.houseChanged(house(.playing, volume: 51)), at: at(2080))
        _ = session.handle(.houseChanged(house(.paused, volume: 51)), at: at(5000))
        #expect(session.model.house.playback == .paused)
    }

    @Test("an answer without its event is believed for two seconds, then the house is read")
    func noEvent() throws {
        var session = session(with: house(.paused))
        let request = try request(in: session.handle(.asked(.play), at: at(2000)))
        _ = session.handle(.accepted(request), at: at(2100))
        #expect(session.model.house.playback == .playing)
        #expect(session.nextWake == at(4100))
        #expect(session.handle(.timePassed, at: at(4100)) == [.readHouse])
        #expect(session.model.house.playback == .paused)
    }

    @Test("a held seek key makes one seek at a time and the last one to its end")
    func heldSeek() throws {
        var session = session(with: house(.paused))
        let first = session.handle(.asked(.seek(.offset(.seconds(10)))), at: at(2000))
        #expect(calls(first) == [.seek(.seconds(40))])
        #expect(calls(session.handle(.asked(.seek(.offset(.seconds(10)))), at: at(2030))) == [])
        #expect(calls(session.handle(.asked(.seek(.offset(.seconds(10)))), at: at(2060))) == [])
        #expect(session.model.house.progress?.position == .seconds(60))
        // The first seek's event comes late, and must not move the bar back.
        _ = session.handle(.houseChanged(house(.paused, position: .seconds(40), seen: 2070)), at: at(2070))
        #expect(session.model.house.progress?.position == .seconds(60))
        let second = session.handle(.accepted(try request(in: first)), at: at(2080))
        #expect(calls(second) == [.seek(.seconds(60))])
        _ = session.handle(.houseChanged(house(.paused, position: .seconds(60), seen: 2090)), at: at(2090))
        _ = session.handle(.accepted(try request(in: second)), at: at(2100))
        #expect(session.nextWake == nil)
        #expect(session.model.house.progress?.position == .seconds(60))
    }

    @Test("another track is where the house says, whatever was expected of the one before")
    func otherTrack() {
        var session = session(with: house())
        _ = session.handle(.asked(.seek(.position(.seconds(100)))), at: at(2000))
        _ = session.handle(.houseChanged(house(position: .zero, seen: 2010, tlid: 2)), at: at(2010))
        #expect(session.model.house.progress?.position == .zero)
    }

    @Test("a track without length cannot be seeked, and says so")
    func noLength() {
        var radio = house()
        radio.current?.track.length = nil
        var session = session(with: radio)
        #expect(session.handle(.asked(.seek(.offset(.seconds(10)))), at: at(2000)) == [])
        #expect(session.model.notice?.text == "this track has no length: it cannot be seeked")
    }

    @Test("an empty queue cannot be played, and says so")
    func emptyQueue() {
        var empty = HouseState()
        empty.playback = .stopped
        empty.queueLength = 0
        var session = session(with: empty)
        #expect(session.handle(.asked(.play), at: at(2000)) == [])
        #expect(session.model.notice?.text == "the queue is empty: there is nothing to play")
    }

    @Test("without a connection nothing is sent, and it says so")
    func notConnected() {
        var session = session(with: house())
        _ = session.handle(.linkChanged(.lost(reason: "reset", retryAt: at(3000))), at: at(2000))
        #expect(session.handle(.asked(.next), at: at(2100)) == [])
        #expect(session.model.notice?.kind == .failure)
        #expect(session.model.house.current?.tlid == 1, "the last state stays")
    }

    @Test("a cover is loaded once, and a late one for another track is dropped")
    func covers() throws {
        let picture = try #require(Picture(width: 1, height: 1, pixels: [.init(red: 1, green: 2, blue: 3)]))
        var session = HouseSession(address: "house")
        _ = session.handle(.linkChanged(.connected), at: at(1000))
        #expect(session.handle(.houseRead(house(art: "/a")), at: at(1000)) == [.loadCover(uri: "/a")])
        #expect(session.handle(.houseChanged(house(volume: 3, art: "/a")), at: at(1001)) == [])
        #expect(
            session.handle(.houseChanged(house(tlid: 2, art: "/b")), at: at(1002)) == [.loadCover(uri: "/b")])
        _ = session.handle(.coverLoaded(uri: "/a", picture), at: at(1003))
        #expect(session.model.cover == .loading)
        _ = session.handle(.coverLoaded(uri: "/b", picture), at: at(1004))
        #expect(session.model.cover == .picture(picture))
        _ = session.handle(.houseChanged(house(tlid: 3, art: nil)), at: at(1005))
        #expect(session.model.cover == .none)
    }

    @Test("the listener hears of a pause as soon as it is asked for, and of a lost link")
    func listenerIsTold() {
        var session = session(with: house())
        #expect(session.handle(.askedToListenOrStop, at: at(1500)) == [.startListening])
        #expect(
            session.handle(.listenerSaid(ListenStatus(state: .connecting)), at: at(1600)) == [
                .tellListener(.playing)
            ])
        #expect(session.handle(.asked(.pause), at: at(2000)).contains(.tellListener(.paused)))
        #expect(
            session.handle(.linkChanged(.lost(reason: "x", retryAt: nil)), at: at(2100)) == [
                .tellListener(nil)
            ])
        #expect(session.handle(.askedToListenOrStop, at: at(2200)) == [.stopListening])
    }

    @Test("a listener that failed leaves the remote going, with a word")
    func listenerFailed() {
        var session = session(with: house())
        _ = session.handle(.listenerSaid(ListenStatus(state: .deviceLost)), at: at(1600))
        _ = session.handle(.listenerEnded(failure: "no sound device"), at: at(1700))
        #expect(session.model.here == nil)
        #expect(session.model.notice?.text == "no sound device")
        #expect(calls(session.handle(.asked(.next), at: at(1800))) == [.next])
    }

    @Test("a notice goes when its time is over")
    func noticeEnds() {
        var session = session(with: house(volume: nil))
        _ = session.handle(.asked(.volume(.step(5))), at: at(2000))
        #expect(session.model.notice != nil)
        #expect(session.nextWake == at(7000))
        _ = session.handle(.timePassed, at: at(7000))
        #expect(session.model.notice == nil)
        #expect(session.nextWake == nil)
    }
}
