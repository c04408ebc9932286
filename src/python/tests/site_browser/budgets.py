"""What the site costs its readers, beside what it may: one line for each run of the tests."""

import contextlib
import fcntl
import json
import os
from datetime import UTC, datetime

HISTORY = "budgets.jsonl"
"""All runs that were made here, the latest one last."""

LATEST = "budgets.json"
"""The latest run, for people: beside each figure is what the run before it had found.

As results/budgets.json it is shown on the site.
"""

QUIET = "COURSE_QUIET"
"""Environment variable that is set where nothing else runs: then times have to be kept, too."""

PATIENCE = 5
"""How many times longer something may take where other programs run beside the tests."""


@contextlib.contextmanager
def alone(lock):
    """One test at a time: several processes may run tests."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)  # released with the file
        yield


def is_quiet():
    """True if the person who starts the tests says that nothing else runs beside them."""
    return bool(os.environ.get(QUIET))


def bearable(most):
    """What a time may be at most: beside other programs it is no more than a warning of ruin."""
    return most if is_quiet() else PATIENCE * most


def keep(folder, run, origin, found):
    """Adds what one process of a run has found; a run has one line, however many processes.

    origin: where the run was made, and of what; found: what was measured -> ``{"measured": ...,
    "most": ...}``; nothing leaves no trace.
    """
    if not found:
        return
    with alone(folder / "budgets.lock"):
        history = folder / HISTORY
        runs = [json.loads(line) for line in lines_of(history)]
        if not runs or runs[-1]["run"] != run:
            runs.append({"run": run, **origin, "budgets": {}})
        *earlier, latest = runs
        latest["ended"] = datetime.now(UTC).isoformat(timespec="seconds")
        latest["budgets"] |= found
        replace(history, "".join(json.dumps(one) + "\n" for one in runs))
        shown = latest | {"budgets": beside(latest["budgets"], earlier)}
        replace(folder / LATEST, json.dumps(shown, indent=1) + "\n")


def beside(found, earlier):
    """What was found, each with what the last run that measured it had found before."""
    before = {name: one["measured"] for run in earlier for name, one in run["budgets"].items()}
    return {
        name: one | ({"before": before[name]} if name in before else {})
        for name, one in found.items()
    }


def lines_of(file):
    return file.read_text(encoding="utf-8").splitlines() if file.is_file() else []


def replace(file, text):
    """Whole or not at all: a run may be killed at any time."""
    fresh = file.with_name(f".{file.name}")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(file)
