"""The keeper: one process that starts a house's programs, holds the fifos open, and answers scripts/house.

Mopidy closes and opens its fifos at every track, pause and stop. The keeper holds both ends of both, so that this is
neither an end of file for the readers nor a hang for Mopidy, and empties a fifo that nobody reads, so that a dead
Snapserver or ffmpeg stops only its own sound. A paused Mopidy writes nothing: the stream then stalls without closing,
as it does in houses that are fed like this one.
"""

import ctypes
import fcntl
import json
import os
import selectors
import signal
import socket
import subprocess
import termios
import time
from dataclasses import dataclass

import layout
import processes
import programs

TICK = 0.25
COME_BACK_AFTER = 0.5
FIFO_SECONDS = 0.17
PR_SET_PDEATHSIG = 1
libc = ctypes.CDLL(None, use_errno=True)


def die_with_keeper():
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


@dataclass
class Running:
    """A program that was started, and what is known of it."""

    program: programs.Program
    child: subprocess.Popen | None = None
    started: float = 0
    ended: float = 0
    wanted: bool = True
    bytes_read: int = -1
    primed: bool = False

    @property
    def is_alive(self):
        return self.child is not None and self.child.poll() is None


class Fifo:
    """One fifo with both ends held open, so that it neither ends nor blocks an opener."""

    def __init__(self, path, options):
        self.handle = os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        frame = 4 if options.bits == 16 else 8
        wish = int(options.rate * frame * FIFO_SECONDS)
        # A small fifo: what stands in it when its reader falls behind is delay. The kernel rounds up to pages.
        self.capacity = fcntl.fcntl(self.handle, fcntl.F_SETPIPE_SZ, wish)
        self.silence = bytes(frame * options.rate // 4)
        self.was_full = False

    def filled(self):
        count = bytearray(4)
        fcntl.ioctl(self.handle, termios.FIONREAD, count)
        return int.from_bytes(count, "little")

    def drain(self):
        """Takes out what is there now."""
        left = self.filled()
        while left > 0:
            try:
                left -= len(os.read(self.handle, left))
            except BlockingIOError:
                return

    def look(self, has_reader):
        """Called each tick: empties the fifo when nobody reads it, or when its reader has stood still for a tick."""
        is_full = self.filled() > self.capacity - 8192
        if not has_reader or (is_full and self.was_full):
            self.drain()
        self.was_full = is_full

    def prime(self):
        """A quarter of a second of silence, so that a feeder opens its stream before any music plays."""
        try:
            os.write(self.handle, self.silence)
        except BlockingIOError:
            pass


class Keeper:
    """Everything that runs, and the loop that looks after it."""

    def __init__(self, house, options):
        self.house, self.options = house, options
        self.running = {p.name: Running(p) for p in programs.programs(house, options)}
        self.fifos = {name: Fifo(house.fifo(name), options) for name in ("rooms", "stream")}
        self.readers = {"rooms": "snapserver", "stream": "ffmpeg"}
        self.is_ending = False

    def say(self, text):
        print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)

    # Programs

    def start(self, name):
        entry = self.running[name]
        entry.wanted = True
        if entry.is_alive:
            return
        program = entry.program
        log = open(self.house.logs / f"{name}.log", "ab", buffering=0)
        identity = {"user": program.user, "group": "icecast", "extra_groups": []} if program.user else {}
        with log:
            entry.child = subprocess.Popen(
                program.argv, cwd=program.cwd, env=program.environment, stdin=subprocess.DEVNULL, stdout=log,
                stderr=log, start_new_session=True, preexec_fn=die_with_keeper, **identity)
        entry.started, entry.bytes_read, entry.primed = time.monotonic(), -1, False
        self.record()

    def stop(self, name, number=signal.SIGTERM, wanted=False, patience=5.0):
        """Ends a program and what it started; `wanted` says whether it may come back by itself."""
        entry = self.running[name]
        entry.wanted = wanted
        if not entry.is_alive:
            return
        self.signal_group(entry, number)
        if name == "ffmpeg":
            # It waits for sound, and looks at signals only between two reads.
            self.fifos["stream"].prime()
        try:
            self.wait(entry.child, patience)
        except subprocess.TimeoutExpired:
            self.say(f"{name} did not end in {patience:.0f} s: killed")
        self.signal_group(entry, signal.SIGKILL)
        entry.child.wait()
        entry.ended = time.monotonic()
        self.record()

    def wait(self, child, patience):
        """Waits for `child`, and keeps the fifos moving meanwhile: Mopidy cannot end while it writes to a full one."""
        until = time.monotonic() + patience
        while child.poll() is None:
            if time.monotonic() > until:
                raise subprocess.TimeoutExpired(child.args, patience)
            self.look_at_fifos()
            time.sleep(0.02)

    def signal_group(self, entry, number):
        try:
            os.killpg(entry.child.pid, number)
        except ProcessLookupError:
            pass

    def record(self):
        alive = [("keeper", os.getpid())] + [(n, e.child.pid) for n, e in self.running.items() if e.is_alive]
        processes.record(self.house, alive)
        layout.write_env(self.house, self.options, dict(alive))

    # Each tick

    def look_at_fifos(self):
        for name, fifo in self.fifos.items():
            fifo.look(self.running[self.readers[name]].is_alive)

    def look_at_programs(self):
        now = time.monotonic()
        for name, entry in self.running.items():
            if entry.child is None or entry.is_alive:
                continue
            if entry.ended < entry.started:
                entry.ended = now
                self.say(f"{name} ended: {describe(entry.child.returncode)}")
                self.signal_group(entry, signal.SIGKILL)
                self.record()
            if entry.wanted and entry.program.comes_back and now - entry.ended > COME_BACK_AFTER:
                self.start(name)

    def look_at_feeder(self):
        """ffmpeg opens its stream with the first sound: gives it silence when the house plays none."""
        entry = self.running["ffmpeg"]
        if not entry.is_alive or entry.primed:
            return
        age = time.monotonic() - entry.started
        if age < 0.8:
            return
        count = bytes_read_by(entry.child.pid)
        if entry.bytes_read >= 0 and count == entry.bytes_read and self.fifos["stream"].filled() == 0:
            self.fifos["stream"].prime()
            entry.primed = True
        elif entry.bytes_read >= 0 and count > entry.bytes_read:
            entry.primed = True
        entry.bytes_read = count

    # Requests

    def answer(self, request):
        action, name = request.get("do"), request.get("name")
        if action == "status":
            return {n: e.child.pid if e.is_alive else None for n, e in self.running.items()}
        if action == "down":
            self.is_ending = True
            return {}
        if name not in self.running:
            return {"error": f"no program {name}: {', '.join(self.running)}"}
        self.say(f"{action} {name}")
        if action in ("restart", "stop"):
            self.stop(name)
        elif action == "kill":
            self.stop(name, signal.SIGKILL, wanted=True)
        if action in ("restart", "start"):
            self.start(name)
        return {}

    def serve(self, server):
        connection, _ = server.accept()
        with connection, connection.makefile("rw") as stream:
            connection.settimeout(2)
            try:
                stream.write(json.dumps(self.answer(json.loads(stream.readline()))) + "\n")
                stream.flush()
            except (OSError, ValueError) as problem:
                self.say(f"a request failed: {problem}")

    def run(self, server):
        waker, wake = socket.socketpair()
        for end in (waker, wake):
            end.setblocking(False)
        signal.set_wakeup_fd(wake.fileno())
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self.end_requested)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        with selectors.DefaultSelector() as selector:
            selector.register(server, selectors.EVENT_READ)
            selector.register(waker, selectors.EVENT_READ)
            for name in self.running:
                self.start(name)
            while not self.is_ending:
                for key, _ in selector.select(TICK):
                    if key.fileobj is server:
                        self.serve(server)
                    else:
                        waker.recv(64)
                self.look_at_programs()
                self.look_at_fifos()
                self.look_at_feeder()
        self.end()

    def end_requested(self, *_):
        self.is_ending = True

    def end(self):
        for name in ("ffmpeg", "mopidy", "nginx", "snapserver", "icecast"):
            self.stop(name)
        for name in reversed(self.running):
            self.stop(name)
        self.say("down")


def bytes_read_by(pid):
    try:
        with open(f"/proc/{pid}/io") as handle:
            return int(handle.readline().split()[1])
    except (OSError, ValueError, IndexError):
        return -1


def describe(code):
    return f"signal {signal.Signals(-code).name}" if code < 0 else f"exit {code}"


def main(folder):
    """Runs in the background until it is told to end. The house's files are ready by now."""
    house = layout.House(folder)
    os.chdir(house.dir)
    # By its short name: a socket's path may be 107 bytes long, a folder's more.
    if os.path.exists("keeper.sock"):
        os.unlink("keeper.sock")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("keeper.sock")
        server.listen(8)
        Keeper(house, house.read_options()).run(server)
    os.unlink("keeper.sock")
