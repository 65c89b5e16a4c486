"""One-shot commands beside curl(1): curl sends, in one call, the very requests that groove was seen to send."""

import http.client
import http.server
import statistics
import subprocess
import threading
import time
import urllib.parse


class Recorder(http.server.ThreadingHTTPServer):
    """Stands before the house for one command, passes every request on and keeps it."""

    daemon_threads = True

    def __init__(self, targets):
        super().__init__(("127.0.0.1", 0), Pass)
        self.targets, self.seen = targets, []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def address(self, path):
        return f"http://127.0.0.1:{self.server_address[1]}{path}"


class Pass(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def pass_on(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        target = next(port for prefix, port in self.server.targets if self.path.startswith(prefix))
        self.server.seen.append((self.command, f"http://127.0.0.1:{target}{self.path}", body.decode()))
        connection = http.client.HTTPConnection("127.0.0.1", target, timeout=5)
        kept = {key: value for key, value in self.headers.items() if key.lower() in ("content-type", "authorization")}
        connection.request(self.command, self.path, body, kept)
        answer = connection.getresponse()
        data = answer.read()
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.getheader("Content-Type", "text/plain"))
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_POST = pass_on

    def log_message(self, *_):
        pass


def requests_of(groove, arguments, house):
    """What groove asks of the house for a command, in the order in which it was asked."""
    targets = [("/api/", house["HOUSE_PORT_NGINX"]), ("/", house["HOUSE_PORT_ICECAST"])]
    recorder = Recorder(targets)
    settings = []
    for key, name in (("rpc_url", "RPC_URL"), ("snapcast_url", "SNAPCAST_URL"), ("stream_url", "STREAM_URL")):
        path = urllib.parse.urlsplit(house[f"GROOVE_SERVER_{name}"]).path
        settings += ["--set", f"server.{key}={recorder.address(path)}"]
    done = subprocess.run([*groove, *settings, *arguments], capture_output=True, text=True, timeout=20, check=False)
    recorder.shutdown()
    if done.returncode or not recorder.seen:
        raise RuntimeError(f"groove {' '.join(arguments)} ended with {done.returncode}: {done.stderr.strip()}")
    return recorder.seen


def curl(requests):
    command = ["curl", "-s", "-S"]
    for index, (method, address, body) in enumerate(requests):
        command += ["--next", "-s", "-S"] if index else []
        command += ["-o", "/dev/null"]
        if method == "POST":
            command += ["-H", "Content-Type: application/json", "--data-binary", body]
        command.append(address)
    return command


def took(command):
    begun = time.perf_counter()
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    time_taken = (time.perf_counter() - begun) * 1000
    if done.returncode:
        raise RuntimeError(f"{command[0]} ended with {done.returncode}")
    return time_taken


def compare(groove, arguments, house, pairs):
    """Medians of groove and of curl in milliseconds, of runs made in turn, and how many requests they send."""
    requests = requests_of(groove, arguments, house)
    own, other = [*groove, *arguments], curl(requests)
    for command in (own, other):
        took(command)
    times = [(took(own), took(other)) for _ in range(pairs)]
    return statistics.median(t[0] for t in times), statistics.median(t[1] for t in times), len(requests)
