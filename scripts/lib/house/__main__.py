"""scripts/house: a whole house on this computer's loopback."""

import argparse
import fcntl
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time

import keeper
import layout
import music
import processes
import programs
import ready

NAMES = ["mopidy", "icecast", "ffmpeg", "nginx", "snapserver", "dbus", "pipewire", "wireplumber", "pipewire-pulse"]


class Failure(Exception):
    """What went wrong, for a person."""


def show(text):
    """One line for whoever reads; that nobody does any more (`| head`) is no reason to take a house down."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say(text):
    show(f"house: {text}")


def ask(house, request, patience=15.0):
    """One request to the keeper, by the socket's short name (its path may be too long for a socket)."""
    before = os.open(".", os.O_RDONLY)
    try:
        os.chdir(house.dir)
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(patience)
            connection.connect("keeper.sock")
            with connection.makefile("rw") as stream:
                stream.write(json.dumps(request) + "\n")
                stream.flush()
                answer = json.loads(stream.readline() or "{}")
    finally:
        os.fchdir(before)
        os.close(before)
    if "error" in answer:
        raise Failure(answer["error"])
    return answer


def lock(house):
    """One scripts/house at a time for one folder."""
    house.dir.mkdir(parents=True, exist_ok=True)
    handle = open(house.dir / "lock", "w")
    fcntl.flock(handle, fcntl.LOCK_EX)
    return handle


def hold_ports():
    """One house at a time chooses ports, on this computer: held by an abstract socket, which leaves no file."""
    name = f"\0groove-house-ports-{os.geteuid()}"
    until = time.monotonic() + 90
    while True:
        holder = socket.socket(socket.AF_UNIX)
        try:
            holder.bind(name)
            return holder
        except OSError:
            holder.close()
        if time.monotonic() > until:
            raise Failure("another house has been starting for 90 s")
        time.sleep(0.1)


def tail(path, count=12):
    try:
        lines = path.read_text(errors="replace").splitlines()[-count:]
    except OSError:
        return ""
    return "".join(f"\n    {line}" for line in lines)


def up(arguments):
    house = layout.House(arguments.dir)
    with lock(house):
        chosen = choices(arguments)
        if ready.is_up(house):
            return told_up_already(house, chosen)
        wanted = layout.Options(**({"music": str(layout.DEFAULT_DIR / "music")} | chosen))
        if missing := programs.needed(wanted):
            hint = f"{layout.PROJECT}/scripts/lib/packages install house{' sink' if wanted.sink else ''}"
            raise Failure(f"missing: {', '.join(missing)}; bring them with: {hint}")
        if ended := processes.end_all(house):
            say(f"ended what an earlier house had left: {', '.join(ended)}")
        if not arguments.music:
            music.make(layout.DEFAULT_DIR, say)
        bring_up(house, wanted, arguments.ports)
    return 0


def choices(arguments):
    """What was asked for in so many words: the rest is left to layout.Options."""
    said = {key: getattr(arguments, key) for key in ("stream", "burst", "queue", "page_ms", "volume", "sink")}
    if arguments.format:
        said["rate"], said["bits"] = arguments.format
    if arguments.music:
        said["music"] = str(pathlib.Path(arguments.music).resolve())
    return {key: value for key, value in said.items() if value is not None}


def told_up_already(house, chosen):
    options = house.read_options()
    has = vars(options)
    if differing := [key for key, value in chosen.items() if has[key] != value]:
        said = ", ".join(f"{key} {has[key]}" for key in differing)
        raise Failure(f"it is up already, with {said}; take it down first: {command(house)} down")
    say("it is up already")
    summary(house, options)
    return 0


def command(house):
    own = "" if house.dir == layout.DEFAULT_DIR else f" --dir {house.dir}"
    return f"{layout.PROJECT}/scripts/house{own}"


def bring_up(house, options, wish):
    begun = time.monotonic()
    try:
        with hold_ports():
            options.ports, moved = layout.choose_ports(wish)
            for line in moved:
                say(line)
            programs.prepare(house, options)
            house.write_options(options)
            scan(house, options)
            launch(house)
            wait_until_ready(house, options)
    except BaseException:
        take_down(house)
        raise
    say(f"up in {time.monotonic() - begun:.0f} s")
    summary(house, options)


def scan(house, options):
    """Mopidy's library learns the music folder, before Mopidy itself starts: it has the database for itself."""
    scanning = ["/usr/bin/mopidy", "--config", str(house.dir / "mopidy/mopidy.conf"), "local", "scan"]
    with open(house.logs / "scan.log", "wb") as log:
        done = subprocess.run(
            scanning, cwd=house.dir / "mopidy", env=programs.environment(house, options), stdin=subprocess.DEVNULL,
            stdout=log, stderr=log, timeout=300, check=False)
    if done.returncode:
        raise Failure(f"Mopidy could not scan {options.music}:{tail(house.logs / 'scan.log')}")


def launch(house):
    for old in house.logs.glob("*.log"):
        if old.name != "scan.log":
            old.unlink()
    with open(house.logs / "keeper.log", "ab") as log:
        child = subprocess.Popen(
            [sys.executable, "-B", "-I", str(pathlib.Path(__file__).parent), "keep", str(house.dir)], cwd=house.dir,
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
    processes.record(house, [("keeper", child.pid)])
    until = time.monotonic() + 10
    while True:
        try:
            return ask(house, {"do": "status"})
        except OSError:
            pass
        if child.poll() is not None or time.monotonic() > until:
            raise Failure(f"the keeper did not start:{tail(house.log('keeper'))}")
        time.sleep(0.05)


def wait_until_ready(house, options, names=None):
    names = names or (["sink"] if options.sink else []) + [n for n in ready.CHECKS if n != "sink"]
    try:
        for name in names:
            ready.wait_for(house, options, name, 30.0, lambda: ask(house, {"do": "status"}))
    except ready.NotReady as problem:
        raise Failure(f"{problem}; the end of {house.log(problem.program)}:{tail(house.log(problem.program))}") from None


def take_down(house):
    """Ends all that runs. Returns the names that needed it."""
    pid = processes.keeper(house)
    ended = []
    if pid is not None:
        started = processes.start_time(pid)
        processes.signal_all([pid], signal.SIGTERM)
        until = time.monotonic() + 30
        while processes.start_time(pid) == started and time.monotonic() < until:
            time.sleep(0.05)
        ended.append("keeper")
    ended += processes.end_all(house)
    for path in (house.pid_file, house.env_file, house.socket_file, house.fifo("rooms"), house.fifo("stream")):
        path.unlink(missing_ok=True)
    return ended


def down(arguments):
    house = layout.House(arguments.dir)
    if not house.dir.is_dir():
        say("it is down already")
        return 0
    with lock(house):
        say("down" if take_down(house) else "it is down already")
    return 0


def summary(house, options):
    ports = options.ports
    kind = {"native": "native FLAC", "ogg": "Ogg FLAC"}[options.stream]
    front = f"127.0.0.1:{ports['nginx']}"
    show(f"  stream    http://127.0.0.1:{ports['icecast']}/stream.flac and http://{front}/stream.flac")
    show(f"            {kind}, {options.rate} Hz, {options.bits} bit, user {layout.LISTENER}")
    show(f"  Mopidy    http://{front}/api/mopidy/rpc and ws://{front}/ws/mopidy (itself on port {ports['mopidy']})")
    show(f"  Snapcast  http://{front}/api/snapcast/rpc (itself on ports {ports['snapcast_http']},"
          f" {ports['snapcast_audio']} and {ports['snapcast_control']})")
    if options.sink:
        show("  sound     a PipeWire null sink: it keeps time like a sound card and is not heard")
    show(f"  settings  {house.env_file}")


def status(arguments):
    house = layout.House(arguments.dir)
    options = house.read_options()
    if options is None or not ready.is_up(house):
        left = processes.leftovers(house)
        say(f"down, but {', '.join(n for n, _ in left)} still runs" if left else "down")
        return 3
    alive = ask(house, {"do": "status"})
    bad = [name for name, pid in alive.items() if pid is None]
    for name, pid in alive.items():
        show(f"  {name:<15}{'not running' if pid is None else f'runs as {pid}'}")
    for name, (title, check) in ready.CHECKS.items():
        if name == "sink" and not options.sink:
            continue
        try:
            check(house, options)
        except Exception as problem:
            show(f"  {title} does not answer: {problem}")
            bad.append(name)
    summary(house, options)
    return 1 if bad else 0


def control(arguments):
    house = layout.House(arguments.dir)
    if not ready.is_up(house):
        raise Failure("it is down")
    ask(house, {"do": arguments.command, "name": arguments.name})
    if arguments.command in ("restart", "start"):
        options = house.read_options()
        checks = [n for n in (arguments.name, "library") if n in ready.CHECKS]
        checks = checks if arguments.name == "mopidy" else checks[:1]
        checks += ["ffmpeg"] if arguments.name == "icecast" else []
        wait_until_ready(house, options, [n for n in checks if n in ready.CHECKS])
    say(f"{arguments.command} {arguments.name}: done")
    return 0


def play_order(track):
    """Album by album, by date; the one that the house is introduced with comes first."""
    album = track.get("album", {}).get("name", "")
    return album != "First Light", track.get("date", ""), album, track.get("track_no", 0)


def play(arguments):
    """Queues everything, album by album, and starts it over and over."""
    house = layout.House(arguments.dir)
    options = house.read_options()
    if options is None or not ready.is_up(house):
        raise Failure("it is down")

    def call(method, **params):
        return ready.mopidy(options, f"core.{method}", params)

    tracks = call("library.search", query={"uri": ["local:"]})
    found = [track for result in tracks for track in result.get("tracks", [])]
    found.sort(key=play_order)
    call("tracklist.clear")
    call("tracklist.add", uris=[track["uri"] for track in found])
    call("tracklist.set_repeat", value=True)
    call("playback.play")
    until = time.monotonic() + 10
    while call("playback.get_time_position") < 300:
        if time.monotonic() > until:
            raise Failure(f"the music does not start; the end of {house.log('mopidy')}:{tail(house.log('mopidy'))}")
        time.sleep(0.05)
    say(f"plays {call('playback.get_current_track')['name']} and {len(found) - 1} more")
    return 0


def make_music(arguments):
    music.make(pathlib.Path(arguments.dir).resolve(), say)
    return 0


def a_format(text):
    rate, bits = text.split(":")
    if bits not in ("16", "24") or not 8000 <= int(rate) <= 192000:
        raise argparse.ArgumentTypeError("RATE:BITS, bits 16 or 24")
    return int(rate), int(bits)


def ports_wish(text):
    if text not in ("product", "auto") and not (text.isdigit() and 1024 <= int(text) <= 65000):
        raise argparse.ArgumentTypeError("product, auto or the first port of a row")
    return text


def parser():
    result = argparse.ArgumentParser(prog="scripts/house", description=__doc__)
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--dir", default=argparse.SUPPRESS, metavar="DIR", help="its folder (default: .house here)")
    result.add_argument("--dir", default=str(layout.DEFAULT_DIR), help=argparse.SUPPRESS)
    commands = result.add_subparsers(dest="command", required=True)
    start = commands.add_parser("up", parents=[common], help="start it, and wait until all of it answers")
    start.add_argument("--stream", choices=["native", "ogg"], help="the container (native)")
    start.add_argument("--burst", type=int, metavar="BYTES", help="what Icecast sends at once (its own: 65535)")
    start.add_argument("--queue", type=int, metavar="BYTES", help="how far a listener may lag (its own: 524288)")
    start.add_argument("--page", type=int, dest="page_ms", metavar="MS", help="length of an Ogg page (200; ffmpeg's own: 1000)")
    start.add_argument("--format", type=a_format, metavar="RATE:BITS", help="of the stream (48000:16)")
    start.add_argument("--volume", type=int, help="of the house at its start (80)")
    start.add_argument("--music", metavar="DIR", help="a folder of your own music (default: a few albums made here)")
    start.add_argument("--ports", type=ports_wish, default="product", metavar="WHICH", help="product, auto, or the first of a row")
    start.add_argument("--sink", action="store_true", default=None, help="a PipeWire null sink of its own, as a sound card")
    start.set_defaults(run=up)
    commands.add_parser("down", parents=[common], help="end everything it started").set_defaults(run=down)
    commands.add_parser("status", parents=[common], help="what runs and what answers").set_defaults(run=status)
    commands.add_parser("play", parents=[common], help="queue everything and start the music").set_defaults(run=play)
    commands.add_parser("music", parents=[common], help="make the music, and no more").set_defaults(run=make_music)
    for name, words in (("restart", "end a program and start it again"), ("start", "start an ended program"),
                        ("stop", "end a program"), ("kill", "kill a program; ffmpeg comes back by itself")):
        one = commands.add_parser(name, parents=[common], help=words)
        one.add_argument("name", choices=NAMES)
        one.set_defaults(run=control)
    return result


def main():
    if sys.argv[1:2] == ["keep"]:
        return keeper.main(sys.argv[2])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    arguments = parser().parse_args()
    try:
        return arguments.run(arguments)
    except Failure as problem:
        print(f"house: {problem}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
