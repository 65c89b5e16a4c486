"""Processes by /proc: which are the house's own, and ending them."""

import os
import pathlib
import signal
import time


def start_time(pid):
    """When `pid` started, in the kernel's ticks since boot: with the number it names a process for good."""
    try:
        text = pathlib.Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    fields = text.rsplit(")", 1)[1].split()
    return None if fields[0] in "ZX" else int(fields[19])


def session(pid):
    try:
        return int(pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[3])
    except (OSError, ValueError):
        return None


def is_inside(pid, folder):
    try:
        here = os.readlink(f"/proc/{pid}/cwd")
    except OSError:
        return False
    return here == str(folder) or here.startswith(f"{folder}/")


def record(house, entries):
    """Writes down what was started: name, number, start time."""
    lines = [f"{name} {pid} {start_time(pid)}" for name, pid in entries]
    house.pid_file.write_text("".join(line + "\n" for line in lines))


def recorded(house):
    """What was started and written down, alive or not."""
    try:
        lines = house.pid_file.read_text().splitlines()
    except OSError:
        return []
    result = []
    for line in lines:
        name, pid, started = line.split()
        result.append((name, int(pid), None if started == "None" else int(started)))
    return result


def leftovers(house):
    """The recorded programs that still run, and what they started: each leads a session and works below the house."""
    found = []
    written = recorded(house)
    for name, pid, started in written:
        if started is not None and start_time(pid) == started:
            found.append((name, pid))
    leaders = {pid: name for name, pid, _ in written}
    for entry in os.listdir("/proc"):
        if not entry.isdigit() or int(entry) in leaders:
            continue
        leader = session(int(entry))
        if leader in leaders and is_inside(entry, house.dir):
            found.append((leaders[leader], int(entry)))
    return found


def keeper(house):
    """The keeper's number, if it runs."""
    for name, pid, started in recorded(house):
        if name == "keeper" and started is not None and start_time(pid) == started:
            return pid
    return None


def signal_all(pids, number):
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            pass


def end_all(house, patience=5.0):
    """Ends every leftover: asks first, then kills. Returns the names of those that had to be ended."""
    ended = []
    for number, wait in ((signal.SIGTERM, patience), (signal.SIGKILL, 2.0)):
        left = leftovers(house)
        if not left:
            break
        ended += [name for name, _ in left if name not in ended]
        signal_all([pid for _, pid in left], number)
        until = time.monotonic() + wait
        while time.monotonic() < until and leftovers(house):
            time.sleep(0.05)
    return ended
