#!/usr/bin/env python3
"""heard.py FILE.wav: how much sound is in a recording of 16 bits.

Prints one line of JSON: `seconds` of the recording, `loud_seconds` (100 ms windows above -40 dBFS RMS), `rms_db` of those
windows together, `zeros_ms` (the longest run of zero samples between the first loud window and the last).
"""

import array
import json
import math
import sys
import wave

LOUD = 32768 * 10 ** (-40 / 20)


def windows(samples, size):
    for start in range(0, len(samples) - size + 1, size):
        part = samples[start:start + size]
        yield start, math.sqrt(sum(value * value for value in part) / size)


def longest_zeros(samples):
    """Samples in the longest run of zeros."""
    longest, at = 0, 0
    text = bytes(1 if value else 0 for value in samples)
    while at < len(text):
        start = text.find(b"\0", at)
        if start < 0:
            break
        end = text.find(b"\1", start)
        end = len(text) if end < 0 else end
        longest, at = max(longest, end - start), end
    return longest


def trimmed(samples):
    """Without the zeros at either end: there the sound begins and ends within its window."""
    sound = [index for index in range(len(samples)) if samples[index]]
    return samples[sound[0]:sound[-1] + 1]


def measure(path):
    with wave.open(path, "rb") as sound:
        rate, channels = sound.getframerate(), sound.getnchannels()
        if sound.getsampwidth() != 2:
            sys.exit("heard.py: not a recording of 16 bits")
        samples = array.array("h", sound.readframes(1 << 30))
    size = rate * channels // 10
    loud = [(start, level) for start, level in windows(samples, size) if level > LOUD]
    result = {"seconds": round(len(samples) / rate / channels, 2), "loud_seconds": len(loud) / 10, "rms_db": None, "zeros_ms": None}
    if loud:
        inner = trimmed(samples[loud[0][0]:loud[-1][0] + size])
        mean = math.sqrt(sum(level * level for _, level in loud) / len(loud))
        result["rms_db"] = round(20 * math.log10(mean / 32768), 1)
        result["zeros_ms"] = round(longest_zeros(inner) / channels / rate * 1000)
    return result


print(json.dumps(measure(sys.argv[1])))
