extension ListenStatus {
    /// The keys of `groove listen --stats --json`, and of `here` in `groove status --json`.
    public var json: JSONValue {
        [
            "state": .string(state.rawValue), "container": JSONValue(container?.rawValue),
            "joined": JSONValue(joined?.rawValue), "sample_rate": JSONValue(sampleRate),
            "bits": JSONValue(bits), "channels": JSONValue(channels),
            "buffer_ms": JSONValue(buffer?.wholeMilliseconds),
            "device_delay_ms": JSONValue(deviceDelay?.wholeMilliseconds),
            "lag_ms": JSONValue(lag?.wholeMilliseconds), "frames_played": .counter(framesPlayed),
            "underruns": .counter(underruns), "device_xruns": .counter(deviceXruns),
            "bad_frames": .counter(badFrames), "reconnects": .counter(reconnects), "links": .counter(links),
            "silence_frames_added": .counter(silenceFramesAdded), "frames_dropped": .counter(framesDropped),
            "drift_ppm": JSONValue(driftPPM), "bytes_received": .counter(bytesReceived),
            "bitrate_kbps": JSONValue(bitrateKbps), "gain_db": .number(gainDB),
            "bit_exact": .bool(isBitExact), "last_error": JSONValue(lastError),
        ]
    }
}

extension JSONValue {
    /// A count; one that no longer fits stays at the largest number.
    fileprivate static func counter(_ count: UInt64) -> JSONValue {
        .integer(Int(clamping: count))
    }
}
