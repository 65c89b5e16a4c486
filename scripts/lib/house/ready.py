"""Asking the house's servers whether they are there."""

import base64
import http.client
import json
import socket
import subprocess
import time

import layout
import processes


class NotReady(Exception):
    """What is not there yet, in words for a person, and whose log tells why."""

    def __init__(self, words, program):
        super().__init__(words)
        self.program = program


def request(port, method, path, body=None, headers=None, timeout=2.0):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        return answer.status, answer.read(1 << 22)
    finally:
        connection.close()


def rpc(port, path, method, params=None, timeout=5.0):
    """One JSON-RPC call; raises OSError or ValueError when it is not answered."""
    call = {"jsonrpc": "2.0", "id": 1, "method": method}
    if params is not None:
        call["params"] = params
    headers = {"Content-Type": "application/json"}
    status, body = request(port, "POST", path, json.dumps(call), headers, timeout)
    if status != 200:
        raise ValueError(f"HTTP status {status}")
    answer = json.loads(body)
    if "error" in answer:
        raise ValueError(answer["error"].get("message", "refused"))
    return answer["result"]


def mopidy(options, method, params=None, timeout=5.0):
    return rpc(options.ports["mopidy"], "/mopidy/rpc", method, params, timeout)


def sources(options):
    """The mounts that Icecast lists."""
    status, body = request(options.ports["icecast"], "GET", "/status-json.xsl")
    if status != 200:
        raise ValueError(f"HTTP status {status}")
    found = json.loads(body)["icestats"].get("source", [])
    found = found if isinstance(found, list) else [found]
    return [source.get("listenurl", "").rsplit("/", 1)[-1] for source in found]


def check_mopidy(house, options):
    mopidy(options, "core.get_version", timeout=2.0)


def check_library(house, options):
    if not mopidy(options, "core.library.browse", {"uri": "local:directory?type=album"}):
        raise ValueError("no album in it")


def check_icecast(house, options):
    sources(options)


def check_mount(house, options):
    if "stream.flac" not in sources(options):
        raise ValueError("no source at /stream.flac")


def check_listener(house, options):
    """A listener is let in with the password, over nginx, and not without."""
    word = base64.b64encode(f"{layout.LISTENER}:{layout.LISTENER_PASSWORD}".encode()).decode()
    for headers, wanted in (({"Authorization": f"Basic {word}"}, b" 200 "), ({}, b" 401 ")):
        with socket.create_connection(("127.0.0.1", options.ports["nginx"]), timeout=3) as connection:
            lines = ["GET /stream.flac HTTP/1.1", "Host: house", "Connection: close"]
            lines += [f"{key}: {value}" for key, value in headers.items()]
            connection.sendall("\r\n".join([*lines, "", ""]).encode())
            first = connection.recv(64)
        if wanted not in first:
            raise ValueError(f"answered {first[:30]!r} instead of{wanted.decode()}")


def check_snapserver(house, options):
    rpc(options.ports["snapcast_http"], "/jsonrpc", "Server.GetRPCVersion")


def check_nginx(house, options):
    rpc(options.ports["nginx"], "/api/mopidy/rpc", "core.get_version")
    rpc(options.ports["nginx"], "/api/snapcast/rpc", "Server.GetRPCVersion")


def check_sink(house, options):
    environment = {"PATH": "/usr/bin:/bin", "PIPEWIRE_RUNTIME_DIR": str(house.runtime), "LANG": "C.UTF-8"}
    listed = subprocess.run(["pw-dump"], env=environment, capture_output=True, timeout=5, check=False)
    if b'"house-sink"' not in listed.stdout:
        raise ValueError("no sink in it")
    with socket.socket(socket.AF_UNIX) as trial:
        trial.connect(str(house.runtime / "pulse/native"))


CHECKS = {
    "icecast": ("Icecast", check_icecast),
    "snapserver": ("Snapserver", check_snapserver),
    "mopidy": ("Mopidy", check_mopidy),
    "library": ("Mopidy's library", check_library),
    "nginx": ("nginx", check_nginx),
    "ffmpeg": ("the stream", check_mount),
    "listener": ("the stream's listeners", check_listener),
    "sink": ("the null sink", check_sink),
}
OWNER = {"library": "mopidy", "listener": "nginx", "sink": "wireplumber"}


def wait_for(house, options, name, patience, poll):
    """Waits until one part answers. `poll` tells which programs run: one that has ended is not waited for."""
    title, check = CHECKS[name]
    owner = OWNER.get(name, name)
    until = time.monotonic() + patience
    while True:
        try:
            return check(house, options)
        except (OSError, ValueError, KeyError, http.client.HTTPException, subprocess.SubprocessError) as problem:
            said = problem
        if owner != "ffmpeg" and owner in (alive := poll()) and alive[owner] is None:
            raise NotReady(f"{title} ended instead of starting", owner)
        if time.monotonic() > until:
            raise NotReady(f"{title} is not there after {patience:.0f} s: {said}", owner)
        time.sleep(0.1)


def is_up(house):
    return processes.keeper(house) is not None
