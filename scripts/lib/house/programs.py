"""The programs of a house: what each is started with, in which folder, as whom."""

import hashlib
import os
import pwd
import secrets
import shutil
from dataclasses import dataclass

import layout


@dataclass
class Program:
    """One program that the keeper looks after."""

    name: str
    argv: list
    cwd: str
    user: str | None = None
    environment: dict | None = None
    comes_back: bool = False


def environment(house, options):
    """Nothing of the person's own: what the programs write goes below the house, and no system bus is told of it."""
    home = house.dir / "home"
    values = {
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "LANG": "C.UTF-8",
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home / ".cache"),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_DATA_HOME": str(home / ".local/share"),
        "XDG_STATE_HOME": str(home / ".local/state"),
        "GST_REGISTRY": str(house.dir / "mopidy/cache/gstreamer.bin"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent",
    }
    if options.sink:
        values["XDG_RUNTIME_DIR"] = str(house.runtime)
        values["DBUS_SESSION_BUS_ADDRESS"] = f"unix:path={house.runtime}/bus"
    return values


def sample_format(options):
    """The raw sound in the fifos, as GStreamer, ffmpeg and Snapserver name it. Frames of 4 or 8 bytes: a fifo's page
    holds a whole number of them, so that whoever empties it never cuts a frame."""
    if options.bits == 16:
        return {"gst": "S16LE", "ffmpeg": "s16le", "snapcast": f"{options.rate}:16:2"}
    return {"gst": "S32LE", "ffmpeg": "s32le", "snapcast": f"{options.rate}:32:2"}


def feeder(house, options):
    """ffmpeg as people run it, except that it starts at once (no probing) and hands on what it has."""
    fifo = sample_format(options)["ffmpeg"]
    argv = ["ffmpeg", "-nostdin", "-hide_banner", "-loglevel", "warning", "-fflags", "nobuffer"]
    argv += ["-probesize", "32", "-analyzeduration", "0", "-f", fifo, "-ar", str(options.rate), "-ac", "2"]
    argv += ["-i", str(house.fifo("stream")), "-c:a", "flac", "-flush_packets", "1"]
    if options.bits == 24:
        argv += ["-sample_fmt", "s32", "-bits_per_raw_sample", "24"]
    if options.stream == "native":
        argv += ["-f", "flac", "-content_type", "audio/flac"]
    else:
        argv += ["-page_duration", str(options.page_ms * 1000), "-f", "ogg", "-content_type", "application/ogg"]
    argv += ["-ice_name", "groove's demonstration house"]
    address = f"127.0.0.1:{options.ports['icecast']}/stream.flac"
    return argv + [f"icecast://source:{layout.SOURCE_PASSWORD}@{address}"]


def programs(house, options):
    """All of them, in the order in which they start."""
    def folder(name):
        return str(house.dir / name)

    result = []
    if options.sink:
        run = folder("sink")
        bus = f"unix:path={house.runtime}/bus"
        result += [
            Program("dbus", ["dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address={bus}"], run),
            Program("pipewire", ["pipewire"], run),
            Program("wireplumber", ["wireplumber"], run),
            Program("pipewire-pulse", ["pipewire-pulse"], run),
        ]
    icecast_user = "icecast2" if os.geteuid() == 0 else None
    result += [
        Program("icecast", ["icecast2", "-c", "icecast.xml"], folder("icecast"), icecast_user),
        Program("snapserver", ["snapserver", "-c", folder("snapserver/snapserver.conf")], folder("snapserver")),
        Program("mopidy", ["/usr/bin/mopidy", "--config", folder("mopidy/mopidy.conf")], folder("mopidy")),
        Program(
            "nginx", ["nginx", "-e", "stderr", "-p", folder("nginx"), "-c", folder("nginx/nginx.conf")], folder("nginx")),
        Program("ffmpeg", feeder(house, options), folder("fifo"), comes_back=True),
    ]
    for program in result:
        program.environment = environment(house, options)
    return result


def needed(options):
    """The programs that a house cannot be without, as `command: what it is for`."""
    names = ["mopidy", "icecast2", "snapserver", "nginx", "ffmpeg"]
    if options.sink:
        names += ["dbus-daemon", "pipewire", "wireplumber", "pipewire-pulse", "pw-dump"]
    path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    return [name for name in names if not shutil.which(name, path=path)]


def prepare(house, options):
    """Makes the folders, the fifos and every program's configuration."""
    for name in ("logs", "fifo", "home/.config/pipewire/pipewire.conf.d", "icecast", "snapserver", "sink/run", "nginx",
                 "mopidy/cache", "mopidy/config", "mopidy/data", "mopidy/playlists"):
        (house.dir / name).mkdir(parents=True, exist_ok=True)
    house.runtime.chmod(0o700)
    for name in ("rooms", "stream"):
        if not house.fifo(name).is_fifo():
            os.mkfifo(house.fifo(name), 0o600)
    sample = sample_format(options)
    values = {
        "MOPIDY": house.dir / "mopidy", "NGINX": house.dir / "nginx", "SNAPSERVER": house.dir / "snapserver",
        "MUSIC": options.music, "VOLUME": options.volume, "RATE": options.rate,
        "FIFO_ROOMS": house.fifo("rooms"), "FIFO_STREAM": house.fifo("stream"),
        "GST_FORMAT": sample["gst"], "SNAPCAST_FORMAT": sample["snapcast"],
        "USER": "user root;" if os.geteuid() == 0 else "",
        "SOURCE_PASSWORD": layout.SOURCE_PASSWORD, "ADMIN_PASSWORD": secrets.token_hex(16),
        "QUEUE_SIZE": "" if options.queue is None else f"<queue-size>{options.queue}</queue-size>",
        "BURST_SIZE": "" if options.burst is None else f"<burst-size>{options.burst}</burst-size>",
    } | {f"PORT_{name.upper()}": port for name, port in options.ports.items()}
    layout.render("mopidy.conf", house.dir / "mopidy/mopidy.conf", values)
    layout.render("icecast.xml", house.dir / "icecast/icecast.xml", values)
    layout.render("snapserver.conf", house.dir / "snapserver/snapserver.conf", values)
    layout.render("nginx.conf", house.dir / "nginx/nginx.conf", values)
    layout.render("sink.conf", house.dir / "home/.config/pipewire/pipewire.conf.d/house.conf", values)
    layout.write_config(house, options)
    layout.replace(house.dir / "password", layout.LISTENER_PASSWORD + "\n", 0o600)
    # Icecast's own form of a password file: name and MD5.
    digest = hashlib.md5(layout.LISTENER_PASSWORD.encode()).hexdigest()
    (house.dir / "icecast/listeners").write_text(f"{layout.LISTENER}:{digest}\n")
    if os.geteuid() == 0:
        give_to_icecast(house)


def give_to_icecast(house):
    """Icecast refuses to run as root: its folder is its own user's, and it is started inside it."""
    owner = pwd.getpwnam("icecast2")
    folder = house.dir / "icecast"
    for path in [folder, *folder.iterdir()]:
        os.chown(path, owner.pw_uid, owner.pw_gid)
