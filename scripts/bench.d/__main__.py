"""The measurements of scripts/bench. The house is up and plays; its settings are in the environment.

usage: bench.d GROOVE WORK_FOLDER FULL|quick
"""

import base64
import os
import pathlib
import statistics
import subprocess
import sys

import oneshot
import running
import screen

HERE = pathlib.Path(__file__).resolve().parent
USER, PASSWORD = "listener", "groove_listen"


class Bench:
    def __init__(self, binary, work, quick):
        self.house = dict(os.environ)
        self.work, self.quick = pathlib.Path(work), quick
        self.groove = [binary, "--config", f"{self.house['HOUSE_DIR']}/groove.conf"]
        self.missed, self.mute = [], set()

    def players(self, device="default"):
        """The programs to compare, as they are called to play the house on an ALSA device."""
        port = self.house["HOUSE_PORT_ICECAST"]
        address = f"http://{USER}:{PASSWORD}@127.0.0.1:{port}/stream.flac"
        word = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
        found = {"groove": [*self.groove, "listen", "--device", device]}
        if floor := self.compile_floor():
            found["floor"] = [floor, "127.0.0.1", port, "/stream.flac", word, device]
        found["snapclient"] = [
            "snapclient", "-h", "127.0.0.1", "-p", self.house["HOUSE_PORT_SNAPCAST_AUDIO"], "-s", device,
            "--player", "alsa", "--logsink", "null"]
        found["mpv"] = ["mpv", "--no-config", "--no-video", "--really-quiet", "--ao=alsa", f"--audio-device=alsa/{device}", address]
        found["ffplay"] = ["ffplay", "-nodisp", "-loglevel", "quiet", address]
        return found

    def compile_floor(self):
        target = str(self.work / "floor")
        for compiler in ("cc", "clang", "gcc"):
            try:
                subprocess.run(
                    [compiler, "-O2", "-w", str(HERE / "floor.c"), "-lFLAC", "-lasound", "-o", target], check=True,
                    capture_output=True)
                return target
            except (OSError, subprocess.CalledProcessError):
                continue
        print("  (no C compiler here: the floor program is left out)")
        return None

    def environment(self, device="default"):
        return self.house | {"SDL_AUDIODRIVER": "alsa", "AUDIODEV": device}

    def want(self, words, holds):
        """A figure that groove has to reach."""
        print(f"  {'reached' if holds else 'MISSED'}: {words}")
        if not holds:
            self.missed.append(words)

    def steady(self):
        rounds, seconds = (1, 12) if self.quick else (3, 30)
        print(f"\nPlaying steadily, {self.house['HOUSE_STREAM']} stream, {self.house['HOUSE_RATE']} Hz"
              f" {self.house['HOUSE_BITS']} bit: median of {rounds} x {seconds} s, in turn")
        results = {name: [] for name in self.players()}
        for _ in range(rounds):
            for name, command in self.players().items():
                results[name].append(running.steady(command, self.environment(), seconds))
        print(f"  {'':<12}{'CPU %':>8}{'x groove':>10}{'peak MiB':>10}{'threads':>9}{'wake-ups/s':>12}")
        medians = {}
        for name, runs in results.items():
            runs = [run for run in runs if run]
            if not runs:
                print(f"  {name:<12}ended by itself: it does not play this stream")
                continue
            if name in self.mute:
                print(f"  {name:<12}left out: it runs, and plays nothing")
                continue
            medians[name] = {key: statistics.median(run[key] for run in runs) for key in runs[0]}
        for name, one in medians.items():
            ratio = one["cpu"] / medians["groove"]["cpu"] if "groove" in medians else 0
            print(f"  {name:<12}{one['cpu']:>8.2f}{ratio:>10.2f}{one['rss']:>10.1f}{one['threads']:>9.0f}{one['wakes']:>12.0f}")
        if "groove" not in medians:
            return self.want("groove listen plays", False)
        own = medians["groove"]
        if "snapclient" in medians:
            limit = medians["snapclient"]["cpu"]
            self.want(f"CPU {own['cpu']:.2f} % at most snapclient's {limit:.2f} %", own["cpu"] <= limit)
        self.want(f"peak memory {own['rss']:.1f} MiB at most 26 MiB", own["rss"] <= 26)

    def first_sound(self):
        rounds = 3 if self.quick else 11
        print(f"\nTime to the first sound: median of {rounds} starts at the same moment")
        environment = self.environment("tap") | {"ALSA_CONFIG_PATH": str(HERE / "alsa.conf")}
        results = {}
        for _ in range(rounds):
            for name, heard in running.first_sound(self.players("tap"), environment, self.work).items():
                results.setdefault(name, []).append(heard)
        for name, times in results.items():
            heard = sorted(time for time in times if time is not None)
            if not heard:
                self.mute.add(name)
                print(f"  {name:<12}never in {len(times)} tries")
                continue
            never = f", never in {len(times) - len(heard)} tries" if len(heard) < len(times) else ""
            print(f"  {name:<12}{statistics.median(heard):>7.0f} ms   ({heard[0]:.0f} to {heard[-1]:.0f}{never})")

    def oneshots(self):
        pairs = 10 if self.quick else 50
        print(f"\nOne-shot commands beside curl with the same requests: medians of {pairs} pairs")
        print(f"  {'':<22}{'groove ms':>10}{'curl ms':>9}{'ratio':>7}{'requests':>10}")
        commands = (["status", "--json"], ["volume", "60"], ["volume", "+1"], ["pause"], ["play"], ["seek", "0:10"],
                    ["queue", "list"])
        worst = 0
        for arguments in commands:
            try:
                own, other, count = oneshot.compare(self.groove, arguments, self.house, pairs)
            except (RuntimeError, subprocess.TimeoutExpired) as problem:
                self.want(f"groove {' '.join(arguments)} works: {problem}", False)
                continue
            worst = max(worst, own / other)
            print(f"  {' '.join(arguments):<22}{own:>10.1f}{other:>9.1f}{own / other:>7.2f}{count:>10}")
        if worst:
            self.want(f"at most 1.6 times curl: the worst is {worst:.2f}", worst <= 1.6)

    def volume_to_screen(self):
        count = 20 if self.quick else 100
        print(f"\nFrom another client's volume change to the screen, {count} times")
        try:
            times = sorted(screen.volume_to_screen(self.groove, self.house, int(self.house["HOUSE_PORT_MOPIDY"]), count))
        except (RuntimeError, OSError) as problem:
            return self.want(f"the screen shows the volume: {problem}", False)
        late = times[min(len(times) - 1, int(len(times) * 0.95))]
        print(f"  median {statistics.median(times):.1f} ms, p95 {late:.1f} ms, most {times[-1]:.1f} ms")
        self.want(f"p95 {late:.1f} ms at most 50 ms", late <= 50)


def main():
    bench = Bench(sys.argv[1], sys.argv[2], sys.argv[3] == "quick")
    for part in (bench.first_sound, bench.steady, bench.oneshots, bench.volume_to_screen):
        part()
        sys.stdout.flush()
    print(f"\n{len(bench.missed)} figures missed" if bench.missed else "\nall figures reached")
    return 1 if bench.missed else 0


sys.exit(main())
