"""From a volume change by another client to the screen: a pseudo-terminal, and as much of a terminal as it takes."""

import fcntl
import http.client
import json
import os
import pty
import random
import re
import select
import signal
import struct
import termios
import time
import unicodedata

COLUMNS, ROWS = 80, 24
SEQUENCE = re.compile(
    rb"\x1b(?:\[([0-?]*)[ -/]*([@-~])|[\]P_^X][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]*[0-Z\\^-~])")


class Screen:
    """The characters on the screen. Knows how the cursor is moved and how cells are cleared; colours are ignored."""

    def __init__(self):
        self.cells = [[" "] * COLUMNS for _ in range(ROWS)]
        self.row = self.column = 0
        self.rest = b""

    def feed(self, data):
        data, self.rest = self.rest + data, b""
        at = 0
        while at < len(data):
            if data[at] == 0x1B:
                match = SEQUENCE.match(data, at)
                if not match:
                    self.rest = data[at:]
                    return
                if match.group(2):
                    self.control(match.group(1), match.group(2))
                at = match.end()
                continue
            end = data.find(b"\x1b", at)
            end = len(data) if end < 0 else end
            text = data[at:end]
            cut = len(text) if end < len(data) else complete(text)
            self.write(text[:cut].decode("utf-8", "replace"))
            if cut < len(text):
                self.rest = text[cut:]
                return
            at = end

    def control(self, text, final):
        values = [int(v) if v.isdigit() else 0 for v in text.split(b";")]
        first = max(1, values[0])
        if final in b"Hf":
            self.row, self.column = first - 1, max(1, values[1] if len(values) > 1 else 1) - 1
        elif final == b"G":
            self.column = first - 1
        elif final == b"d":
            self.row = first - 1
        elif final in b"ABCD":
            step = {b"A": (-1, 0), b"B": (1, 0), b"C": (0, 1), b"D": (0, -1)}[final]
            self.row, self.column = self.row + step[0] * first, self.column + step[1] * first
        elif final == b"J" and values[0] == 2:
            self.cells = [[" "] * COLUMNS for _ in range(ROWS)]
        elif final == b"K" and self.row < ROWS:
            self.cells[self.row][self.column:] = [" "] * (COLUMNS - self.column)
        self.row, self.column = max(0, self.row), max(0, self.column)

    def write(self, text):
        for character in text:
            if character == "\r":
                self.column = 0
            elif character == "\n":
                self.row += 1
            elif character == "\b":
                self.column = max(0, self.column - 1)
            elif character >= " " and not unicodedata.combining(character):
                if self.row < ROWS and self.column < COLUMNS:
                    self.cells[self.row][self.column] = character
                self.column += 2 if unicodedata.east_asian_width(character) in "WF" else 1

    def text(self):
        return "\n".join("".join(row) for row in self.cells)

    def shows(self, number):
        return re.search(rf"(?<!\d){number}(?!\d)", self.text()) is not None


def complete(text):
    """How much of the bytes are whole characters of UTF-8."""
    for back in range(1, min(4, len(text)) + 1):
        byte = text[-back]
        if byte >= 0xC0:
            length = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
            return len(text) if back >= length else len(text) - back
        if byte < 0x80:
            break
    return len(text)


class Terminal:
    """groove on a pseudo-terminal."""

    def __init__(self, command, environment):
        self.pid, self.handle = pty.fork()
        if self.pid == 0:
            os.execvpe(command[0], command, environment | {"TERM": "xterm-256color", "COLORTERM": "truecolor"})
        fcntl.ioctl(self.handle, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.screen = Screen()

    def read(self, timeout):
        """Takes in what there is within the time. False at its end, or when nothing came."""
        if not select.select([self.handle], [], [], timeout)[0]:
            return False
        try:
            data = os.read(self.handle, 65536)
        except OSError:
            return False
        self.screen.feed(data)
        return bool(data)

    def wait_for(self, number, patience):
        """When the number stood on the screen, by the monotonic clock; None if it did not come."""
        until = time.monotonic() + patience
        while time.monotonic() < until:
            if self.read(min(0.05, max(0.0, until - time.monotonic()))) and self.screen.shows(number):
                return time.monotonic()
        return None

    def close(self):
        os.kill(self.pid, signal.SIGTERM)
        until = time.monotonic() + 3
        while os.waitpid(self.pid, os.WNOHANG) == (0, 0):
            self.read(0.05)
            if time.monotonic() > until:
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
                break
        os.close(self.handle)


class Client:
    """Another client of Mopidy, with its connection open."""

    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)

    def set_volume(self, value):
        call = {"jsonrpc": "2.0", "id": 1, "method": "core.mixer.set_volume", "params": {"volume": value}}
        self.connection.request("POST", "/mopidy/rpc", json.dumps(call), {"Content-Type": "application/json"})
        self.connection.getresponse().read()
        return time.monotonic()


def volume_to_screen(command, environment, port, count):
    """Milliseconds from the other client's answer to the screen, `count` times (0 when the screen was first)."""
    client, terminal, chance = Client(port), Terminal(command, environment), random.Random(7)
    try:
        client.set_volume(77)
        if terminal.wait_for(77, 10) is None:
            raise RuntimeError("the screen never showed the volume:\n" + terminal.screen.text())
        results = []
        for _ in range(count):
            pause = time.monotonic() + chance.uniform(0.25, 0.45)
            while time.monotonic() < pause:
                terminal.read(max(0.0, pause - time.monotonic()))
            free = [value for value in range(21, 100) if not terminal.screen.shows(value)]
            value = chance.choice(free)
            answered = client.set_volume(value)
            shown = terminal.wait_for(value, 3)
            if shown is None:
                raise RuntimeError(f"the screen never showed volume {value}:\n" + terminal.screen.text())
            results.append(max(0.0, (shown - answered) * 1000))
        return results
    finally:
        client.set_volume(80)
        terminal.close()
