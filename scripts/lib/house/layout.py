"""Where a house keeps its things, which ports it has, and what its files say."""

import json
import os
import pathlib
import shlex
import socket
import string
from dataclasses import asdict, dataclass, field

PROJECT = pathlib.Path(__file__).resolve().parents[3]
TEMPLATES = PROJECT / "config" / "house"
DEFAULT_DIR = PROJECT / ".house"

# Published, so no secret: the house answers on loopback only, and the listener's password is the one in the manual.
LISTENER, LISTENER_PASSWORD = "listener", "groove_listen"
SOURCE_PASSWORD = "demonstration"

PRODUCT_PORTS = {
    "nginx": 8180,
    "icecast": 8000,
    "mopidy": 6680,
    "snapcast_http": 1780,
    "snapcast_audio": 1704,
    "snapcast_control": 1705,
}


@dataclass
class Options:
    """What a person may choose for a house; kept in house.json."""

    stream: str = "native"
    burst: int | None = None
    queue: int | None = None
    page_ms: int = 200
    rate: int = 48000
    bits: int = 16
    volume: int = 80
    music: str = ""
    sink: bool = False
    ports: dict = field(default_factory=dict)


class House:
    """The files of one house below its folder."""

    def __init__(self, folder):
        self.dir = pathlib.Path(folder).resolve()
        self.logs = self.dir / "logs"
        self.fifos = self.dir / "fifo"
        self.env_file = self.dir / "house.env"
        self.json_file = self.dir / "house.json"
        self.pid_file = self.dir / "pids"
        self.socket_file = self.dir / "keeper.sock"
        self.runtime = self.dir / "sink" / "run"

    def fifo(self, name):
        return self.fifos / name

    def log(self, name):
        if name == "icecast":
            return self.dir / "icecast" / "error.log"
        return self.logs / f"{name}.log"

    def read_options(self):
        try:
            return Options(**json.loads(self.json_file.read_text()))
        except (OSError, ValueError, TypeError):
            return None

    def write_options(self, options):
        replace(self.json_file, json.dumps(asdict(options), indent=1) + "\n")


def replace(path, text, mode=0o644):
    """Writes a file so that a reader sees the old one or the new one, never half of it."""
    beside = path.with_name(path.name + ".new")
    beside.write_text(text)
    beside.chmod(mode)
    os.replace(beside, path)


def is_free(port):
    """Whether a server could take `port` now, on loopback and on every address (as most servers' port is)."""
    for address in ("127.0.0.1", "0.0.0.0"):
        with socket.socket() as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                trial.bind((address, port))
                trial.listen(1)
            except OSError:
                return False
    return True


def free_after(port, taken):
    while port in taken or not is_free(port):
        port += 1
        if port > 65535:
            raise RuntimeError("no free port left")
    return port


def choose_ports(wish):
    """Ports for a house. `wish` is "product", "auto" or the first port of a row. Returns them and what was moved."""
    if wish == "product":
        wanted = dict(PRODUCT_PORTS)
    else:
        first = 20000 + (os.getpid() * 37) % 11000 if wish == "auto" else int(wish)
        wanted = {name: first + offset for offset, name in enumerate(PRODUCT_PORTS)}
    ports, moved = {}, []
    for name, port in wanted.items():
        got = port if port not in ports.values() and is_free(port) else free_after(port + 10, ports.values())
        ports[name] = got
        if got != port and wish != "auto":
            moved.append(f"port {port} ({name}) is busy: moved to {got}")
    return ports, moved


def listener_lines(house, options):
    """The lines of house.env: groove's own settings first, then what tests want to know."""
    ports = options.ports
    front = f"http://127.0.0.1:{ports['nginx']}"
    lines = {
        "GROOVE_SERVER_HOST": "127.0.0.1",
        "GROOVE_SERVER_RPC_URL": f"{front}/api/mopidy/rpc",
        "GROOVE_SERVER_EVENTS_URL": f"ws://127.0.0.1:{ports['nginx']}/ws/mopidy",
        "GROOVE_SERVER_STREAM_URL": f"http://127.0.0.1:{ports['icecast']}/stream.flac",
        "GROOVE_SERVER_SNAPCAST_URL": f"{front}/api/snapcast/rpc",
        "GROOVE_SERVER_ART_URL": f"{front}/",
        "GROOVE_AUTH_USERNAME": LISTENER,
        "GROOVE_AUTH_PASSWORD_FILE": str(house.dir / "password"),
        "HOUSE_DIR": str(house.dir),
        "HOUSE_SCRIPT": str(PROJECT / "scripts/house"),
        "HOUSE_STREAM": options.stream,
        "HOUSE_RATE": options.rate,
        "HOUSE_BITS": options.bits,
        "HOUSE_MUSIC": options.music,
        "HOUSE_STREAM_BY_NGINX": f"{front}/stream.flac",
        "HOUSE_MOPIDY_RPC": f"http://127.0.0.1:{ports['mopidy']}/mopidy/rpc",
        "HOUSE_MOPIDY_WS": f"ws://127.0.0.1:{ports['mopidy']}/mopidy/ws",
        "HOUSE_SNAPCAST_RPC": f"http://127.0.0.1:{ports['snapcast_http']}/jsonrpc",
        "HOUSE_ICECAST_STATUS": f"http://127.0.0.1:{ports['icecast']}/status-json.xsl",
    }
    lines |= {f"HOUSE_PORT_{name.upper()}": port for name, port in ports.items()}
    if options.sink:
        lines["XDG_RUNTIME_DIR"] = str(house.runtime)
        lines["PIPEWIRE_RUNTIME_DIR"] = str(house.runtime)
        lines["PULSE_SERVER"] = f"unix:{house.runtime}/pulse/native"
        lines["DBUS_SESSION_BUS_ADDRESS"] = f"unix:path={house.runtime}/bus"
    return lines


def write_env(house, options, pids):
    """Writes house.env, which a shell can source and which is there only while the house is up."""
    lines = listener_lines(house, options) | {f"HOUSE_PID_{name.upper().replace('-', '_')}": p for name, p in pids.items()}
    text = "".join(f"export {key}={shlex.quote(str(value))}\n" for key, value in lines.items())
    replace(house.env_file, text, 0o600)


def write_config(house, options):
    """Writes groove.conf, the same settings as a file for `groove --config`."""
    lines = listener_lines(house, options)
    text = "# Made by scripts/house: groove's settings for this house.\n"
    for section in ("server", "auth"):
        start = f"GROOVE_{section.upper()}_"
        keys = {key[len(start):].lower(): value for key, value in lines.items() if key.startswith(start)}
        text += f"[{section}]\n" + "".join(f"{key} = {value}\n" for key, value in keys.items())
    replace(house.dir / "groove.conf", text, 0o600)


class Template(string.Template):
    """`@NAME@`, so that nginx's and the shell's `$` stay what they are."""

    pattern = r"@(?:(?P<named>[A-Z_]+)|(?P<escaped>@)|(?P<braced>!)|(?P<invalid>(?!)))@"


def render(name, target, values):
    text = Template((TEMPLATES / name).read_text()).substitute(values)
    target.write_text(text)
