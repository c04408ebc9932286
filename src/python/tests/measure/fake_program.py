"""Stands for every measured program, and misbehaves when told to.

Run in a root of its own, like the real ones: it knows which program it plays from its arguments
and, for C++, its name. `behaviour.json` there maps patterns of `implementation-strategy-case-mode`
to what should go wrong; `runs.log` gets a line per run. In real time it takes 300 ns for a packet,
unless its behaviour is `service:NS`.
"""

import fnmatch
import json
import os
import random
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import naive

ROOT = Path.cwd()
PACKETS = 1_000
SOLUTIONS = Path(__file__).parents[3] / "python/course/model/solutions.toml"
MAIN_CLASSES = {
    one["main_class"]: name
    for name, one in tomllib.loads(SOLUTIONS.read_text())["implementations"].items()
    if "main_class" in one
}


def say(event, **values):
    print(json.dumps({"event": event, **values}), flush=True)


def option(name, default=None):
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else default


def note(line):
    with (ROOT / "runs.log").open("a") as log:
        log.write(f"{line}\n")


def behaviour(key):
    for pattern, what in json.loads((ROOT / "behaviour.json").read_text()).items():
        if fnmatch.fnmatch(key, pattern):
            return what
    return "ok"


def analyse():
    """Play the GC log analyser."""
    note(f"analyser {os.getpid()}")
    for line in sys.stdin:
        what = behaviour("analyser")
        if what == "die":
            os._exit(1)
        if what == "die-once" and not (ROOT / "died").exists():
            (ROOT / "died").touch()
            os._exit(1)
        if what == "garbage":
            print("no JSON", flush=True)
            continue
        question = json.loads(line)
        if what == "refuse":
            print(json.dumps({"ok": False, "error": "not a log"}), flush=True)
            continue
        assert Path(question["log"]).read_text() == "the log"
        answer = {"ok": True, "max_pause_ms": 5.0, "avg_pause_ms": 4.0, "pauses": 3}
        answer |= {"pauses_per_s": 1.5, "fraction_pct": 0.6, "concurrent_ms": None}
        answer |= {"collector_name": "Fake", "events": [], "source": "gctoolkit"}
        answer |= {"stalls": 1, "max_stall_ms": 2.0, "stalled_ms": 2.0, "stall_events": []}
        answer |= {"safepoints": 2, "max_to_safepoint_ms": 0.2, "to_safepoint_ms": 0.3}
        timeline = {"pauses": [[1.2345, 4.0, "young"]], "heap": [[5.239, 12.6]], "truncated": False}
        if what != "no-timelines":
            answer["timelines"] = [timeline for _ in question["timelines"]]
        if what == "too-few-timelines":
            answer["timelines"] = []
        if what == "impossible":
            answer["fraction_pct"] = 101.0
        print(json.dumps(answer), flush=True)


def misbehave(what):
    """Before the first event."""
    match what.split(":"):
        case ["die"]:
            print("first\nsecond\nlast words", file=sys.stderr)
            sys.exit(3)
        case ["out-of-memory"]:
            print("java.lang.OutOfMemoryError: Java heap space", file=sys.stderr)
            for depth in range(40):
                print(f"\tat some.Class.method{depth}(Class.java)", file=sys.stderr)
            sys.exit(1)
        case ["crash"]:
            print("# A fatal error has been detected", flush=True)
            os.kill(os.getpid(), signal.SIGSEGV)
        case ["stubborn"]:  # with a child that holds the pipes, too
            for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                signal.signal(name, signal.SIG_IGN)
            grandchild = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
            note(f"grandchild {grandchild.pid}")
            time.sleep(600)
        case ["garbage"]:
            print("Hello, World!", flush=True)
        case ["endless-line"]:
            while True:
                sys.stdout.write("x" * 65536)
        case ["eat-memory"]:
            eaten = []
            while True:
                eaten.append(b"x" * (32 << 20))
                time.sleep(0.02)
        case ["sleep", seconds]:
            time.sleep(float(seconds))


def answer_rounds(what, uptime):
    """Batch mode: one round for each line of stdin, after those that warm up."""
    warmup = int(option("--warmup-rounds"))
    for index in range(warmup):
        say_round(index, 0, True, what, uptime)
    for number, line in enumerate(sys.stdin):
        packets, limit_ms = map(int, line.split())
        assert packets or limit_ms
        say_round(warmup + number, number, False, what, uptime)


def say_round(index, number, is_warmup, what, uptime):
    ns = random.randrange(20, 80) if what == "noisy" else 40 + number % 2
    times = {"packets": 500, "elapsed_ns": 500 * ns}
    times["ns_per_packet"] = float("nan") if what == "nan" else float(ns)
    if uptime:
        uptime = {"uptime_ms": [100 * number, 100 * number + 100]}
    say("round", index=index, warmup=is_warmup, **times, **uptime)


def answer_probes(what, uptime):
    """Real-time mode: one probe for each line of stdin."""
    service = int(what.removeprefix("service:")) if what.startswith("service:") else 300
    if float(option("--service-seconds", 0)):
        slices = [[832, 832 * service]] * 400
        if what == "wrong-slices":
            slices = [[1, 2, 3]]
        say("service", seconds=0.1, packets=400 * 832, slices=slices, **uptime)
    for line in sys.stdin:
        if what == "die-at-probe":
            print("java.lang.OutOfMemoryError: Java heap space", file=sys.stderr)
            os._exit(1)
        interval, seconds, _, *until_loss = line.split()
        interval, seconds = int(interval), float(seconds)
        sent = round(seconds * 1e9 / interval)
        lost = 0 if interval >= service else sent * (service - interval) // service
        counts = {"sent": sent, "received": sent - lost, "lost": lost}
        stall = 20_000_000 if what == "stalls" else 10
        if what == "stalls":
            counts = {"sent": sent, "received": sent - 5, "lost": 5}
        early = bool(until_loss and lost)
        losses = {"losses": [[12.3456, counts["lost"]]]} if counts["lost"] else {}
        window = {"interval_ns": interval, "capacity": 10**7 // interval, "seconds": seconds}
        if what == "other-interval":
            window["interval_ns"] += 1
        say("progress", **window, warmup=False, since_start_s=0, since_last_s=0, lost=0)
        say(
            "probe",
            **window,
            **counts,
            **losses,
            longest_stall_ns=stall,
            stopped_early=early,
            **uptime,
        )
        if what == "one-probe-only":
            return


def workload(implementation):
    case, strategy, mode = option("--case"), option("--strategy"), option("--mode")
    scale, generator = int(option("--scale")), option("--generator")
    key = f"{implementation}-{strategy}-{case}-{mode}"
    what = behaviour(key)
    note(f"{key} {os.getpid()}")
    if what == "kill-parent":
        os.kill(os.getppid(), signal.SIGKILL)
        what = "sleep:600"
    misbehave(what)
    for argument in sys.argv:
        if argument.startswith("-Xlog:gc*"):
            Path(argument.split('"')[1]).write_text("the log")
    size = naive.SIZES[case] // scale
    sizes = {"pool": 10_000, "mix_pool": 2_000, "queue": size, "stored": size}
    runtime = {"name": "Fake", "version": "1", "vendor": "", "flags": ["-O0"]}
    common = {"implementation": implementation, "case": case, "mode": mode, "scale": scale}
    common["workload"] = 2 if what == "other-workload" else 1
    if mode == "realtime":
        common["clock"] = "thread" if what == "other-clock" else option("--clock", "thread")
    other = "alloc" if what == "other-strategy" else strategy
    say("start", **common, strategy=other, generator=generator, sizes=sizes, runtime=runtime)
    java = implementation in MAIN_CLASSES.values()
    uptime = {} if not java or what == "no-uptime" else {"uptime_ms": [100, 200]}
    if mode == "batch":
        answer_rounds(what, uptime)
    else:
        answer_probes(what, uptime)
    if what == "no-end":
        return
    digest = None if strategy == "dummy" else naive.digest(case, scale, generator, PACKETS)
    if what == "wrong-digest":
        digest = "0123456789abcdef"
    live = {"live_objects": {"instances": 2_000_000, "bytes": 1}} if uptime else {}
    say("end", packets=PACKETS, processed=0, tcp=0, digest=digest, **live)
    if what == "die-after-end":
        sys.exit(1)


if "allocpool.gclog.GcLogMain" in sys.argv:
    analyse()
elif played := MAIN_CLASSES.keys() & set(sys.argv):
    workload(MAIN_CLASSES[played.pop()])
else:
    workload(os.environ["FAKE_NAME"].removeprefix("analyser-"))
