import Testing

@testable import GrooveLogic

@Suite("Listen status")
struct ListenStatusTests {
    @Test("the state is the first that holds")
    func order() {
        var facts = ListenFacts()
        #expect(facts.state == .connecting)
        facts.isConnected = true
        #expect(facts.state == .buffering)
        facts.isReconnecting = true
        #expect(facts.state == .reconnecting)
        facts.isOffAir = true
        #expect(facts.state == .offAir)
        facts.isHousePaused = true
        #expect(facts.state == .housePaused)
        facts.isSounding = true
        #expect(facts.state == .playing)
        facts.isDeviceLost = true
        #expect(facts.state == .deviceLost)
        facts.isUnauthorized = true
        #expect(facts.state == .unauthorized)
    }

    @Test("JSON has every key, null where nothing is known")
    func json() {
        let text = ListenStatus(state: .connecting).json.text
        let expected = """
            {"bad_frames":0,"bit_exact":true,"bitrate_kbps":null,"bits":null,"buffer_ms":null,"bytes_received":0,\
            "channels":null,"container":null,"device_delay_ms":null,"device_xruns":0,"drift_ppm":null,\
            "frames_dropped":0,"frames_played":0,"gain_db":0.0,"joined":null,"lag_ms":null,"last_error":null,\
            "links":0,"reconnects":0,"sample_rate":null,"silence_frames_added":0,"state":"connecting","underruns":0}
            """
        #expect(text == expected)
    }

    @Test(
        "the format in words",
        arguments: [
            (48_000, 16, 2, ListenStatus.Container.flac, "48 kHz 16 bit FLAC"),
            (44_100, 24, 2, .oggFLAC, "44.1 kHz 24 bit Ogg FLAC"),
            (22_050, 16, 1, .flac, "22.05 kHz 16 bit mono FLAC"),
            (96_000, 24, 6, .flac, "96 kHz 24 bit 6 channels FLAC"),
        ])
    func format(rate: Int, bits: Int, channels: Int, container: ListenStatus.Container, text: String) {
        var status = ListenStatus(state: .playing)
        #expect(status.formatText == nil)
        status.sampleRate = rate
        status.bits = bits
        status.channels = channels
        status.container = container
        #expect(status.formatText == text)
    }
}
