extension ListenStatus {
    /// The object of `groove listen --stats --json` and of `here` in `groove status --json`. What is not known is
    /// null, never missing.
    public var json: JSONValue {
        .object(stateFields.merging(countFields) { first, _ in first })
    }

    private var stateFields: [String: JSONValue] {
        [
            "state": .string(state.rawValue),
            "container": JSONValue(container?.rawValue),
            "joined": JSONValue(joined?.rawValue),
            "sample_rate": JSONValue(sampleRate),
            "bits": JSONValue(bits),
            "channels": JSONValue(channels),
            "buffer_ms": JSONValue(buffer?.wholeMilliseconds),
            "device_delay_ms": JSONValue(deviceDelay?.wholeMilliseconds),
            "lag_ms": JSONValue(lag?.wholeMilliseconds),
            "drift_ppm": JSONValue(driftPPM),
            "bitrate_kbps": JSONValue(bitrateKbps),
            "gain_db": .number(gainDB),
            "bit_exact": .bool(isBitExact),
            "last_error": JSONValue(lastError),
        ]
    }

    private var countFields: [String: JSONValue] {
        [
            "frames_played": .integer(Int(clamping: framesPlayed)),
            "underruns": .integer(Int(clamping: underruns)),
            "device_xruns": .integer(Int(clamping: deviceXruns)),
            "bad_frames": .integer(Int(clamping: badFrames)),
            "reconnects": .integer(Int(clamping: reconnects)),
            "links": .integer(Int(clamping: links)),
            "silence_frames_added": .integer(Int(clamping: silenceFramesAdded)),
            "frames_dropped": .integer(Int(clamping: framesDropped)),
            "bytes_received": .integer(Int(clamping: bytesReceived)),
        ]
    }
}
