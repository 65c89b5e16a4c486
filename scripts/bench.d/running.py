"""What a running program takes, and when it is first heard."""

import os
import signal
import subprocess
import time


def start(command, environment, output=subprocess.DEVNULL):
    return subprocess.Popen(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.DEVNULL,
        start_new_session=True)


def end(child):
    """Ends the program and what it started."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(child.pid, number)
        except ProcessLookupError:
            pass
        try:
            child.wait(5)
            return
        except subprocess.TimeoutExpired:
            pass


def field(path, key):
    with open(path) as lines:
        for line in lines:
            if line.startswith(key):
                return int(line.split()[1])
    return 0


def tree(pid):
    """The process and its children, and theirs."""
    found = [pid]
    for task in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{task}/children") as children:
                for child in children.read().split():
                    found += tree(int(child))
        except OSError:
            pass
    return found


def look(pid):
    """CPU time in seconds (all threads, from the scheduler), wake-ups, threads, peak memory in MiB."""
    cpu = wakes = threads = peak = 0
    for process in tree(pid):
        try:
            peak = max(peak, field(f"/proc/{process}/status", "VmHWM:"))
            for task in os.listdir(f"/proc/{process}/task"):
                folder = f"/proc/{process}/task/{task}"
                with open(folder + "/schedstat") as text:
                    cpu += int(text.read().split()[0])
                wakes += field(folder + "/status", "voluntary_ctxt")
                threads += 1
        except OSError:
            pass
    return cpu / 1e9, wakes, threads, peak / 1024


def steady(command, environment, seconds, warm=5):
    """Runs a program for `warm` and then `seconds`, and returns what it took in the latter. None if it ended early."""
    child = start(command, environment)
    try:
        time.sleep(warm)
        if child.poll() is not None:
            return None
        cpu, wakes, _, _ = look(child.pid)
        begun = time.monotonic()
        time.sleep(seconds)
        if child.poll() is not None:
            return None
        cpu_then, wakes_then, threads, peak = look(child.pid)
        took = time.monotonic() - begun
        return {"cpu": 100 * (cpu_then - cpu) / took, "rss": peak, "threads": threads, "wakes": (wakes_then - wakes) / took}
    finally:
        end(child)


def has_sound(path):
    """Whether the tap holds a sample that is not zero. Its holes and zeros are skipped quickly."""
    try:
        with open(path, "rb") as tap:
            while part := tap.read(1 << 20):
                if part.strip(b"\0"):
                    return True
    except OSError:
        pass
    return False


def first_sound(commands, environment, folder, patience=8):
    """Starts the programs at the same moment; milliseconds from then to the first sample that each hands to its device
    that is not zero (None: none in `patience` seconds). The device is an ALSA PCM that also writes a file, $TAP."""
    begun, children, heard = {}, {}, dict.fromkeys(commands)
    for name, command in commands.items():
        tap = folder / f"{name}.tap"
        tap.unlink(missing_ok=True)
        begun[name] = time.monotonic()
        children[name] = start(command, environment | {"TAP": str(tap)})
    until = time.monotonic() + patience
    while time.monotonic() < until and None in heard.values():
        for name in commands:
            if heard[name] is None and has_sound(folder / f"{name}.tap"):
                heard[name] = (time.monotonic() - begun[name]) * 1000
        time.sleep(0.002)
    for child in children.values():
        end(child)
    return heard
