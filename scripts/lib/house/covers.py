"""Cover art, painted pixel by pixel: a sky, a sun or a moon, and hills in front of it."""

import math
import random
import struct
import zlib


def mix(first, second, part):
    part = min(1.0, max(0.0, part))
    return tuple(a + (b - a) * part for a, b in zip(first, second))


def rgb(text):
    return tuple(int(text[i:i + 2], 16) for i in (0, 2, 4))


def paint(palette, seed, size):
    """Rows of pixels, each a bytes of RGB. `palette`: top and foot of the sky, the disc, far and near hills."""
    chance = random.Random(seed)
    top, foot, disc, far, near = map(rgb, palette)
    centre = (chance.uniform(0.3, 0.7), chance.uniform(0.28, 0.42), chance.uniform(0.12, 0.17))
    hills = []
    for layer in range(4):
        waves = [(chance.uniform(1.5, 4) * (1 + layer * 0.4), chance.uniform(0, 7), 0.045 / (n + 1)) for n in range(3)]
        base = 0.58 + 0.11 * layer
        ridge = [base + sum(a * math.sin(f * x / size * 2 + p) for f, p, a in waves) for x in range(size)]
        hills.append((ridge, mix(far, near, layer / 3)))
    stars = {(chance.randrange(size), chance.randrange(size // 2)): chance.uniform(0.2, 0.8) for _ in range(size // 4)}
    rows = []
    for y in range(size):
        height = y / size
        sky = mix(top, foot, (height / 0.75) ** 1.3)
        row = bytearray()
        for x in range(size):
            colour = sky
            away = math.hypot(x / size - centre[0], height - centre[1]) - centre[2]
            if (x, y) in stars and sum(top) < 240:
                colour = mix(colour, (255, 255, 255), stars[x, y])
            glow = 0.45 * math.exp(-max(away, 0) * 7)
            colour = mix(colour, disc, max(glow, 0.5 - away * size / 2))
            for ridge, paintwork in hills:
                colour = mix(colour, paintwork, 0.5 + (height - ridge[x]) * size / 2)
            row += bytes(int(c) for c in colour)
        rows.append(bytes(row))
    return rows


def png(rows):
    """The file, as RFC 2083 has it."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", len(rows), len(rows), 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 6)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
