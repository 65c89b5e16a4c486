@preconcurrency import CALSA
@preconcurrency import CGrooveShims
@preconcurrency import Glibc
import GrooveLogic

/// Why a sound device cannot be used.
enum DeviceFailure: Error, Equatable {
    /// Another program has it: it may be free soon.
    case busy
    /// It cannot be opened, or went away.
    case absent(String)
    /// It is there, but cannot play this.
    case unsuitable(String)

    /// In words, without the device's name.
    var text: String {
        switch self {
        case .busy: "it is in use by another program"
        case .absent(let reason), .unsuitable(let reason): reason
        }
    }
}

/// What a device did in place of taking sound.
enum DeviceFault: Error, Equatable {
    /// It ran dry; `recover` has made it ready again.
    case xrun
    /// It cannot go on and must be opened anew.
    case lost(String)
}

/// One opened ALSA PCM, non-blocking. Used by one thread.
struct ALSADevice: ~Copyable {
    /// What it was opened for.
    let format: PCMFormat
    /// How it takes samples.
    let encoding: SampleEncoding
    /// Frames that ALSA moves at a time.
    let period: Int
    /// Frames that fit.
    let buffer: Int

    private let pcm: OpaquePointer

    /// Below 50 ms PipeWire's quantum shrinks with the period and everything costs twice as much.
    static let periodTime = Duration.milliseconds(100)
    /// Long enough for a machine that is busy, short enough for a pause to be heard at once.
    static let bufferTime = Duration.milliseconds(400)
    /// More than any device holds back: some plugins make a number up when they are in trouble.
    static let longestDelay = Duration.seconds(10)
    /// A bounded wait for the hardware to come back from a suspend.
    static let resumeAttempts = 20

    /// Opens a PCM for a format, keeping the depth if it can be kept.
    init(name: String, format: PCMFormat) throws(DeviceFailure) {
        groove_alsa_be_quiet()
        do {
            self = try Self.opened(name: name, format: format)
        } catch .unsuitable(let reason) {
            // Raw hardware takes only what it is made for; ALSA's plug converts the rest.
            guard name.hasPrefix("hw:") else { throw .unsuitable(reason) }
            self = try Self.opened(name: "plug" + name, format: format)
        }
    }

    private init(
        pcm: OpaquePointer, format: PCMFormat, encoding: SampleEncoding, period: Int, buffer: Int
    ) {
        self.pcm = pcm
        self.format = format
        self.encoding = encoding
        self.period = period
        self.buffer = buffer
    }

    deinit {
        snd_pcm_close(pcm)
    }

    private static func opened(name: String, format: PCMFormat) throws(DeviceFailure)
        -> ALSADevice
    {
        var opened: OpaquePointer?
        let code = snd_pcm_open(&opened, name, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK))
        guard code == 0, let pcm = opened else { throw failure(code) }
        do {
            let (encoding, period, buffer) = try configure(pcm, for: format)
            return ALSADevice(
                pcm: pcm, format: format, encoding: encoding, period: period, buffer: buffer)
        } catch {
            snd_pcm_close(pcm)
            throw error
        }
    }

    private static func failure(_ code: Int32) -> DeviceFailure {
        code == -EBUSY || code == -EAGAIN ? .busy : .absent(text(code))
    }

    private static func text(_ code: Int32) -> String {
        // What ALSA says when PipeWire's or PulseAudio's server is not there: "Host is down".
        if code == -EHOSTDOWN || code == -ECONNREFUSED { return "the sound server is not running" }
        if code == -ENOENT { return "there is no such device" }
        return String(cString: snd_strerror(code)).lowercased()
    }
}

// MARK: - Hardware and software parameters

extension ALSADevice {
    private static func check(_ code: Int32, _ what: String) throws(DeviceFailure) {
        guard code < 0 else { return }
        throw .unsuitable("it does not take \(what): \(text(code))")
    }

    private static func configure(
        _ pcm: OpaquePointer, for format: PCMFormat
    ) throws(DeviceFailure) -> (SampleEncoding, Int, Int) {
        var parameters: OpaquePointer?
        guard snd_pcm_hw_params_malloc(&parameters) == 0 else { throw .unsuitable("out of memory") }
        defer { snd_pcm_hw_params_free(parameters) }
        try check(snd_pcm_hw_params_any(pcm, parameters), "any parameters")
        try check(
            snd_pcm_hw_params_set_access(pcm, parameters, SND_PCM_ACCESS_RW_INTERLEAVED),
            "interleaved samples")
        let encoding = try chooseEncoding(pcm, parameters, bits: format.bits)
        try check(
            snd_pcm_hw_params_set_channels(pcm, parameters, UInt32(format.channels)),
            "\(format.channels) channels")
        var rate = UInt32(format.sampleRate)
        try check(snd_pcm_hw_params_set_rate_near(pcm, parameters, &rate, nil), "\(format.sampleRate) Hz")
        // Some devices answer with what they like better: sound at the wrong pitch.
        guard rate == UInt32(format.sampleRate) else {
            throw .unsuitable("it plays \(rate) Hz in place of \(format.sampleRate)")
        }
        // Rate first, then period, then buffer: some drivers refuse other orders.
        var period = snd_pcm_uframes_t(format.frames(in: periodTime))
        try check(snd_pcm_hw_params_set_period_size_near(pcm, parameters, &period, nil), "this period")
        var buffer = snd_pcm_uframes_t(format.frames(in: bufferTime))
        try check(snd_pcm_hw_params_set_buffer_size_near(pcm, parameters, &buffer), "this buffer")
        try check(snd_pcm_hw_params(pcm, parameters), "these parameters together")
        try check(snd_pcm_get_params(pcm, &buffer, &period), "to tell its buffer")
        try setWaking(pcm, period: period, buffer: buffer)
        return (encoding, max(1, Int(period)), max(1, Int(buffer)))
    }

    private static func chooseEncoding(
        _ pcm: OpaquePointer, _ parameters: OpaquePointer?, bits: Int
    ) throws(DeviceFailure) -> SampleEncoding {
        for encoding in SampleEncoding.preferred(forBits: bits)
        where snd_pcm_hw_params_test_format(pcm, parameters, alsaFormat(encoding)) == 0 {
            try check(snd_pcm_hw_params_set_format(pcm, parameters, alsaFormat(encoding)), "its own format")
            return encoding
        }
        throw .unsuitable("it takes no 16, 24 or 32 bit samples")
    }

    private static func alsaFormat(_ encoding: SampleEncoding) -> snd_pcm_format_t {
        switch encoding {
        case .s32: SND_PCM_FORMAT_S32_LE
        case .s24: SND_PCM_FORMAT_S24_LE
        case .s24Packed: SND_PCM_FORMAT_S24_3LE
        case .s16: SND_PCM_FORMAT_S16_LE
        }
    }

    private static func setWaking(
        _ pcm: OpaquePointer, period: snd_pcm_uframes_t, buffer: snd_pcm_uframes_t
    ) throws(DeviceFailure) {
        var parameters: OpaquePointer?
        guard snd_pcm_sw_params_malloc(&parameters) == 0 else { throw .unsuitable("out of memory") }
        defer { snd_pcm_sw_params_free(parameters) }
        try check(snd_pcm_sw_params_current(pcm, parameters), "software parameters")
        // The first period starts it; the loop that follows fills the rest at once.
        try check(
            snd_pcm_sw_params_set_start_threshold(pcm, parameters, min(period, buffer)), "a start threshold")
        try check(snd_pcm_sw_params_set_avail_min(pcm, parameters, period), "a wake-up threshold")
        try check(snd_pcm_sw_params(pcm, parameters), "these software parameters")
    }
}

// MARK: - Running. No allocation, no lock.

extension ALSADevice {
    /// Frames that it would take now.
    func room() throws(DeviceFault) -> Int {
        let frames = snd_pcm_avail(pcm)
        if frames >= 0 { return min(Int(frames), buffer) }
        throw recovered(Int32(frames))
    }

    /// Frames that it has and has not sounded.
    func delay() -> Int {
        var frames: snd_pcm_sframes_t = 0
        guard snd_pcm_delay(pcm, &frames) == 0 else { return 0 }
        return max(0, min(Int(frames), format.frames(in: Self.longestDelay)))
    }

    /// Hands over frames; returns how many it took.
    func write(_ bytes: UnsafeRawPointer, frames: Int) throws(DeviceFault) -> Int {
        var done = 0
        let frameBytes = encoding.bytes * format.channels
        while done < frames {
            let count = snd_pcm_writei(pcm, bytes + done * frameBytes, snd_pcm_uframes_t(frames - done))
            if count == -Int(EINTR) { continue }
            if count == -Int(EAGAIN) || count == 0 { break }
            guard count > 0 else { throw recovered(Int32(count)) }
            done += Int(count)
        }
        return done
    }

    /// Starts it, should less than a period have been written.
    func startIfPrepared() {
        if snd_pcm_state(pcm) == SND_PCM_STATE_PREPARED { snd_pcm_start(pcm) }
    }

    /// Whether it sounds what it has.
    var isRunning: Bool { snd_pcm_state(pcm) == SND_PCM_STATE_RUNNING }

    /// Takes back up to so many frames that were not sounded; returns how many.
    func rewind(frames: Int) -> Int {
        let possible = snd_pcm_rewindable(pcm)
        guard possible > 0, frames > 0 else { return 0 }
        return max(0, Int(snd_pcm_rewind(pcm, snd_pcm_uframes_t(min(frames, Int(possible))))))
    }

    /// Drops what has not sounded, and is ready for new sound.
    func silenceAndPrepare() {
        snd_pcm_drop(pcm)
        snd_pcm_prepare(pcm)
    }

    /// From an error code to a named fault, after trying to make the device ready again.
    private func recovered(_ code: Int32) -> DeviceFault {
        switch code {
        case -EPIPE:
            return snd_pcm_prepare(pcm) == 0 ? .xrun : .lost("it ran dry and does not start again")
        case -ESTRPIPE:
            return resume() ? .xrun : .lost("it does not come back from suspend")
        default:
            return .lost(Self.text(code))
        }
    }

    private func resume() -> Bool {
        for _ in 0..<Self.resumeAttempts {
            let code = snd_pcm_resume(pcm)
            if code == 0 { break }
            guard code == -EAGAIN else { break }
            usleep(50_000)
        }
        // Whatever was in it is stale by now.
        return snd_pcm_prepare(pcm) == 0
    }
}
