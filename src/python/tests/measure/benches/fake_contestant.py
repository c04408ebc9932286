"""Stands for every bench program, and misbehaves when told to.

    fake_contestant.py NAME BEHAVIOUR [--case X] [--seconds S]

Run in a root of its own; `runs.log` there gets a line per run. The behaviour is `ok:VALUE`, where
a second VALUE is that of every later run, or one of those below.
"""

import json
import os
import signal
import sys
import time
from pathlib import Path

NAME, BEHAVIOUR = sys.argv[1:3]
LOG = Path("runs.log")


def option(name, default=None):
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else default


def say(event, **values):
    print(json.dumps({"event": event, **values}), flush=True)


def earlier_runs():
    """How often this contestant has run before; and note that it does now."""
    line = f"{NAME}/{option('--case', 'all')}"
    before = LOG.read_text().splitlines() if LOG.exists() else []
    with LOG.open("a") as log:
        log.write(f"{line}\n")
    return before.count(line)


def result(value, **more):
    say("result", metric="throughput", unit="ns", value=value, count=10, **more)


def fail():
    print("first\nlast words", file=sys.stderr)
    sys.exit(1)


def fail_later(before):
    if before:
        print("had enough", file=sys.stderr)
        sys.exit(1)
    result(5.0)


def skip_once(before):
    if before:
        result(3.0)
    else:
        say("skipped", metric="throughput", reason="not yet")


def skip_metric():
    result(7.0)
    say("skipped", metric="round_trip", reason="no second queue")


def give_parameters():
    for pages, value in (("small", 3.0), ("huge", 2.0)):
        result(value, parameters={"pages": pages})


def give_samples():
    result(2.0, samples=[1.0, 3.0])


def give_percentiles():
    say("result", metric="throughput", unit="ns", percentiles={"0": 1, "50": 8, "99.9": 90})


def interrupt_parent(before):
    result(6.0)
    if before == 1:
        os.kill(os.getppid(), signal.SIGINT)
        time.sleep(60)


def kill_parent(before):
    result(6.0)
    if before == 1:
        os.kill(os.getppid(), signal.SIGKILL)
        os._exit(0)


def measure(before):
    """What comes between start and end."""
    what, _, rest = BEHAVIOUR.partition(":")
    if what == "ok":
        values = rest.split(":")
        result(float(values[min(before, len(values) - 1)]))
    elif what == "slow":
        time.sleep(float(rest))
        result(4.0)
    else:
        OTHERS.get(what, lambda before: None)(before)


OTHERS = {
    "fail": lambda before: fail(),
    "fail-later": fail_later,
    "skip": lambda before: say("skipped", reason="this machine has one core"),
    "skip-once": skip_once,
    "skip-metric": lambda before: skip_metric(),
    "samples": lambda before: give_samples(),
    "percentiles": lambda before: give_percentiles(),
    "parameters": lambda before: give_parameters(),
    "interrupt-parent": interrupt_parent,
    "kill-parent": kill_parent,
}
"""Behaviour -> what it does, told how often it ran before."""


def main():
    before = earlier_runs()
    build = {"name": "Fake", "version": "1", "vendor": "", "flags": ["-O0"]}
    if BEHAVIOUR == "garbage":
        print("Hello, World!", flush=True)
    called = "somebody-else" if BEHAVIOUR == "other-name" else NAME
    say("start", bench="queue", contestant=called, parameters={}, build=build)
    measure(before)
    say("end")


main()
