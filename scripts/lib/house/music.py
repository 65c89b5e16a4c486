"""The demonstration house's music: a few short albums, made on this computer once and kept.

They are pleasant to hear, and compress like music (plain tones would make every buffer look longer than it is). Among
them are what libraries trip over: several artists, other scripts, a file name that is not UTF-8, covers in the file
and beside it, 44.1, 48 and 96 kHz, 16 and 24 bits.
"""

import concurrent.futures
import fcntl
import os
import pathlib
import shutil
import subprocess
import time
from dataclasses import dataclass

import compose
import covers

VERSION = "2"
COVER_SIZE = 500


@dataclass(frozen=True)
class Album:
    """One album: its tracks are (file name, title, artists, seconds)."""

    folder: str
    title: str
    artist: str
    date: str
    rate: int
    bits: int
    cover: str  # "embedded jpeg", "embedded png", "folder jpeg" or "folder png"
    palette: tuple
    style: compose.Style
    tracks: tuple


SEATS, TRIO, NOA, ORLA = "The Window Seats", "雨宮トリオ", "נועה לוי", "Orla Quinn"

ALBUMS = (
    Album(
        "The Window Seats - First Light", "First Light", SEATS, "2021-04-09", 48000, 16, "embedded jpeg",
        ("2c3e66", "f3b58b", "fff1d0", "8f7f95", "2b2438"),
        compose.Style(50, compose.MAJOR, (0, 4, 5, 3, 0, 2, 3, 4), 84, 4, 0.9, 0.9, 0.16, 0.85, -41),
        ((b"01 First Light.flac", "First Light", [SEATS], 60),
         (b"02 Kettle On.flac", "Kettle On", [SEATS, ORLA], 40),
         (b"03 Caf\xe9 au lait.flac", "Café au lait", [SEATS], 32),
         (b"04 The Long Way Round.flac", "The Long Way Round", [SEATS], 36))),
    Album(
        "夜の電車", "夜の電車", TRIO, "2019", 44100, 16, "folder jpeg",
        ("0b1030", "44306a", "f4e7ff", "2b2450", "0a0818"),
        compose.Style(45, compose.MINOR, (0, 5, 2, 6, 0, 3, 5, 4), 92, 3, 0.9, 0.9, 0.2, 0.7, -40),
        (("01 夜の電車.flac".encode(), "夜の電車", [TRIO], 36),
         ("02 橋の上で.flac".encode(), "橋の上で", [TRIO, "Åse Bjørn"], 30),
         ("03 終着駅.flac".encode(), "終着駅", [TRIO], 28))),
    Album(
        "Evening Songs", "שירי ערב", NOA, "2023-10", 48000, 24, "embedded png",
        ("15545c", "f0c27b", "fff6d8", "3f7d6e", "12302e"),
        compose.Style(52, compose.DORIAN, (0, 3, 0, 6, 5, 3, 4, 0), 76, 4, 1.0, 0.8, 0.14, 0.9, -41),
        ((b"01 Erev tov.flac", "ערב טוב", [NOA], 44),
         (b"02 Between Two Lamps.flac", "Between Two Lamps 🌙", [NOA, SEATS], 30),
         ("03 Åse.flac".encode(), "Åse's Lullaby", [NOA, "Åse Bjørn", ORLA], 24))),
    Album(
        "Orla Quinn - Deep Field", "Deep Field 🔭", ORLA, "2024", 96000, 24, "folder png",
        ("050714", "1c2f57", "cfe8ff", "1b2740", "04060d"),
        compose.Style(53, compose.LYDIAN, (0, 1, 5, 4, 0, 2, 5, 1), 66, 4, 0.7, 1.0, 0.08, 0.5, -41),
        ((b"01 Perihelion.flac", "Perihelion", [ORLA], 40),
         (b"02 Slow Orbit.flac", "Slow Orbit (feat. 雨宮トリオ)", [ORLA, TRIO], 32),
         (b"03 Aphelion.flac", "Aphelion", [ORLA], 28))),
)


def make(house_folder, say):
    """Makes `music` below the folder unless it is there in this version. One maker at a time."""
    house_folder.mkdir(parents=True, exist_ok=True)
    target = house_folder / "music"
    with open(house_folder / "music.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        stamp = house_folder / "music.version"
        if target.is_dir() and stamp.exists() and stamp.read_text() == VERSION:
            return
        begun = time.monotonic()
        say("making the music, once (about half a minute)")
        beside = house_folder / "music.new"
        for old in (beside, target):
            shutil.rmtree(old, ignore_errors=True)
        rate = compose_all(beside)
        beside.rename(target)
        stamp.write_text(VERSION)
        count = sum(len(album.tracks) for album in ALBUMS)
        say(f"{count} tracks of {len(ALBUMS)} albums in {time.monotonic() - begun:.0f} s; at 48 kHz and 16 bits they"
            f" take {rate} kbit/s as FLAC")


def compose_all(target):
    """All albums into `target`. Returns the least bit rate of a track at 48 kHz and 16 bits."""
    work = target / ".work"
    jobs = []
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count() or 2) as pool:
        pictures = [pool.submit(paint_cover, target / album.folder, album) for album in ALBUMS]
        for future in pictures:
            future.result()
        for album in ALBUMS:
            for number, track in enumerate(album.tracks, 1):
                jobs.append(pool.submit(make_track, work, target / album.folder, album, number, track))
        rates = [job.result() for job in jobs]
    shutil.rmtree(work)
    for album in ALBUMS:
        if album.cover.startswith("embedded"):
            cover_file(target / album.folder, album).unlink()
    return min(rates)


def cover_file(folder, album):
    return folder / ("cover.jpg" if album.cover.endswith("jpeg") else "cover.png")


def paint_cover(folder, album):
    folder.mkdir(parents=True)
    data = covers.png(covers.paint(album.palette, album.title, COVER_SIZE))
    picture = folder / "cover.png"
    picture.write_bytes(data)
    if album.cover.endswith("jpeg"):
        encode = ["ffmpeg", "-nostdin", "-loglevel", "error", "-y", "-i", picture, "-q:v", "2", cover_file(folder, album)]
        subprocess.run(encode, check=True)
        picture.unlink()


def make_track(work, folder, album, number, track):
    """Plays, tags and encodes one track. Returns the bit rate that it has at 48 kHz and 16 bits, kbit/s."""
    name, title, artists, seconds = track
    mine = work / f"{album.title}-{number}"
    mine.mkdir(parents=True)
    sound = mine / "track.wav"
    compose.Player(mine, album.style, title).play(seconds, sound, album.rate, album.bits)
    tags = {"TITLE": [title], "ARTIST": artists, "ALBUM": [album.title], "ALBUMARTIST": [album.artist],
            "DATE": [album.date], "TRACKNUMBER": [number], "TRACKTOTAL": [len(album.tracks)], "GENRE": ["Ambient"]}
    command = ["flac", "--silent", "--totally-silent", "--no-utf8-convert", "--best", "-o", os.fsencode(folder) + b"/" + name]
    for key, values in tags.items():
        command += [part for value in values for part in ("-T", f"{key}={value}")]
    if album.cover.startswith("embedded"):
        command += ["--picture", cover_file(folder, album)]
    subprocess.run([*command, sound], check=True, stdin=subprocess.DEVNULL)
    rate = bit_rate(mine, sound)
    shutil.rmtree(mine)
    return rate


def bit_rate(folder, sound):
    """What the track takes as the stream's FLAC, at 48 kHz and 16 bits and ffmpeg's own compression; kbit/s."""
    trial = folder / "trial.flac"
    subprocess.run(
        ["ffmpeg", "-nostdin", "-loglevel", "error", "-i", sound, "-ar", "48000", "-sample_fmt", "s16", trial], check=True)
    seconds = float(subprocess.run(["soxi", "-D", trial], check=True, capture_output=True, text=True).stdout)
    return int(trial.stat().st_size * 8 / seconds / 1000)
