"""Small pieces of music, played by sox: plucked strings over soft chords, a bass, brushes, and a room around them."""

import pathlib
import random
import subprocess
from dataclasses import dataclass

RATE = 48000


@dataclass(frozen=True)
class Style:
    """What the tracks of one album have in common."""

    key: int  # MIDI number of the tonic, around 50
    scale: tuple  # semitones of the seven steps
    progression: tuple  # steps of the chords' roots, one a bar, counted from 0
    tempo: float  # beats a minute
    beats: int  # a bar
    strings: float  # loudness of the plucked strings, and so on
    pads: float
    brushes: float
    density: float  # how many of the eighths are played
    air: float  # loudness of the noise of the room, dB


MAJOR, MINOR, LYDIAN, DORIAN = (0, 2, 4, 5, 7, 9, 11), (0, 2, 3, 5, 7, 8, 10), (0, 2, 4, 6, 7, 9, 11), (0, 2, 3, 5, 7, 9, 10)


def sox(*arguments):
    subprocess.run(["sox", "-V1", "-R", *map(str, arguments)], check=True, stdin=subprocess.DEVNULL)


def hertz(note):
    return f"{440 * 2 ** ((note - 69) / 12):.3f}"


def step(style, degree):
    """The MIDI number of a step of the scale; steps go on beyond the octave, both ways."""
    octave, index = divmod(degree, len(style.scale))
    return style.key + 12 * octave + style.scale[index]


def chord(style, root):
    return [step(style, root + offset) for offset in (0, 2, 4)]


class Player:
    """Plays one track into a folder, bar by bar; a bar is two bars long, so that its notes ring into the next."""

    def __init__(self, folder, style, seed):
        self.folder, self.style = pathlib.Path(folder), style
        self.random = random.Random(seed)
        self.beat = 60 / style.tempo
        self.bar = round(style.beats * self.beat, 4)
        self.melody = 7

    def path(self, name):
        return self.folder / f"{name}.wav"

    def write(self, name, channels, *effects):
        """A new file: as many channels are made as are asked for; the effects may mix them down."""
        sox("-c", channels, "-r", RATE, "-n", "-e", "float", "-b", 32, self.path(name), *effects)

    def strings(self, name, root):
        """An arpeggio that wanders: mostly the chord's own notes, in eighths, never twice the same."""
        tones = [root + offset for offset in (0, 2, 4, 7, 9, 11)]
        synth, delays, left, right = [], [], [], []
        for eighth in range(self.style.beats * 2):
            strong = eighth % 2 == 0
            if eighth and self.random.random() > self.style.density * (1.0 if strong else 0.75):
                continue
            near = sorted(tones, key=lambda tone: abs(tone - self.melody))[:3]
            self.melody = self.random.choice(near) if eighth else root + 7 * (root < 3)
            note = step(self.style, self.melody) + 12
            synth += ["pluck", hertz(note)]
            late = eighth * self.beat / 2 + self.random.uniform(0.0, 0.012)
            delays.append(f"{late:.4f}")
            loud = (0.55 if strong else 0.4) * self.random.uniform(0.8, 1.0)
            side = self.random.uniform(0.25, 0.75)
            left.append(f"{len(left) + 1}v{loud * (1 - side):.3f}")
            right.append(f"{len(right) + 1}v{loud * side:.3f}")
        count = len(delays)
        self.write(
            name, count, "synth", 2 * self.bar, *synth, "delay", *delays, "remix", ",".join(left), ",".join(right),
            "lowpass", 6500, "trim", 0, 2 * self.bar, "fade", "q", 0, 2 * self.bar, self.bar * 0.8)

    def pads(self, name, root):
        """The chord, each note twice and a little out of tune, so that it breathes; and its bass."""
        long = self.bar + min(1.6, self.bar * 0.9)
        synth, left, right = [], [], []
        for index, note in enumerate(chord(self.style, root)):
            for cents in (-4, 4):
                synth += ["sine" if index else "triangle", hertz(note + cents / 100)]
                (left if cents < 0 else right).append(f"{len(synth) // 2}v{0.16 if index else 0.10}")
        synth += ["triangle", hertz(step(self.style, root) - 12), "sine", hertz(step(self.style, root) - 24)]
        count = len(synth) // 2
        bass = [f"{count - 1}v0.12", f"{count}v0.2"]
        self.write(
            name, count, "synth", long, *synth, "remix", ",".join(left + bass), ",".join(right + bass), "lowpass", 1800,
            "tremolo", 0.35, 25, "fade", "h", min(0.5, self.bar / 5), long, long - self.bar, "pad", 0, 2 * self.bar - long)

    def brushes(self):
        """A soft brush on the off-beats, and a wider one on the last."""
        parts = []
        for index in range(self.style.beats):
            length, cut = (0.16, 5200) if index % 2 else (0.07, 7500)
            name = f"brush{index}"
            self.write(
                name, 2, "synth", length, "pinknoise", "pinknoise", "highpass", cut - 2500, "lowpass", cut + 4000,
                "fade", "l", 0.006, length, length - 0.01, "gain", 6 if index % 2 else 0,
                "pad", index * self.beat, self.bar - index * self.beat - length)
            parts.append(self.path(name))
        sox("-m", *parts, self.path("brushes"), "trim", 0, self.bar)

    def air(self, seconds):
        """The room itself: faint wide noise that swells and sinks, as rain behind a window."""
        self.write(
            "air", 2, "synth", seconds, "pinknoise", "pinknoise", "synth", seconds, "whitenoise", "mix", "whitenoise", "mix",
            "highpass", 120, "equalizer", 6000, "1.2q", -3, "tremolo", 0.11, 35, "gain", self.style.air)

    def play(self, seconds, target, rate, bits):
        """The whole track as `target`, with tags still to come."""
        bars = max(4, round(seconds / self.bar))
        self.brushes()
        pads = {}
        files = {"odd": [], "even": []}
        for index in range(bars):
            root = self.style.progression[index % len(self.style.progression)]
            root = 0 if index == bars - 1 else root
            if root not in pads:
                pads[root] = f"pad{root}"
                self.pads(pads[root], root)
            self.strings(f"strings{index}", root)
            mixed = self.path(f"bar{index}")
            sox("-m", "-v", self.style.strings, self.path(f"strings{index}"), "-v", self.style.pads, self.path(pads[root]),
                "-e", "float", "-b", 32, mixed)
            files["odd" if index % 2 else "even"].append(mixed)
        total = bars * self.bar + 1.5
        self.air(total)
        sox(*files["even"], self.path("even"))
        sox(*files["odd"], self.path("odd"), "pad", self.bar)
        sox(*[self.path("brushes")] * (bars - 1), self.path("beat"))
        sox("-m", "-v", 1, self.path("even"), "-v", 1, self.path("odd"), "-v", self.style.brushes, self.path("beat"), "-v", 1,
            self.path("air"), "-r", rate, "-e", "signed", "-b", bits, target, "reverb", 28, 40, 85, 100, 12,
            "trim", 0, total, "gain", "-n", -2, "fade", "q", 0.03, total, 1.4, "dither")
