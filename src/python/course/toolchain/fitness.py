"""Whether this machine is fit for measuring: a reading, and its interpretation."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from course import paths
from course.model.probes import QUEUE_MS
from course.process.logged import answer_of
from course.toolchain import compiler
from course.toolchain.fingerprint import Fingerprints
from course.toolchain.steps import Stamp

SOURCE = Path(__file__).with_name("fitness.cpp")
PROGRAM = paths.BUILD / "fitness" / "fitness"

# The clock queue holds 100 ms of ticks (MAX_CAPTURING_DELAY_MS). A stall that lasts a tenth of
# that leaves the program nine tenths to catch up; beyond, ticks may be lost that it is not to blame
# for.
HARMLESS_GAP_MS = QUEUE_MS / 10

# The clock thread cannot place a tick more precisely than one reading of the clock. With ten
# readings per tick, the error is at most a tenth of the interval.
READINGS_PER_TICK = 10

# Time taken by other programs is added to every figure, unevenly. Up to one part in a thousand, it
# is hidden by the spread of the samples. Above that, the machine is shared, and its cores are also
# slower at times, which no gap shows: a minute later, another process may take nearly twice as long
# for the same program. Only forks that take turns even this out.
QUIET_SHARE = 0.001
NOISY_SHARE = 0.05


@dataclass(frozen=True)
class Fitness:
    """Which measurements can be trusted here, in sentences."""

    absolute: str
    ratios: str
    realtime: str
    realtime_fit: bool  # False if a sweep skips real time here


def read(seconds: float) -> dict[str, Any]:
    """Return the reading, or {"error": reason}."""
    found = compiler.find()
    if found is None:
        return {"error": "there's no C++20 compiler to build the measuring program"}
    try:
        problem = _build(found)
    except OSError as error:
        problem = f"cannot write {paths.shown(PROGRAM.parent)}: {error.strerror}"
    if problem:
        return {"error": problem}
    code, text = answer_of([PROGRAM, f"{seconds:.3f}"], seconds=seconds + 60)
    try:
        return dict(json.loads(text)) if code == 0 else {"error": text.strip() or f"exit {code}"}
    except ValueError:
        return {"error": "the reading has no valid format"}


def _build(found: compiler.Compiler) -> str | None:
    """Compile the program unless it is up to date; return the error, if any."""
    stamp = Stamp(paths.STAMPS / "fitness")
    fingerprint = Fingerprints().of([SOURCE], str(found))
    if stamp.fits(fingerprint, [PROGRAM]):
        return None
    PROGRAM.parent.mkdir(parents=True, exist_ok=True)
    command = [found.path, "-std=c++20", "-O2", "-pthread", SOURCE, "-o", PROGRAM]
    code, text = answer_of(command, seconds=120)
    if code != 0:
        return f"{SOURCE.name} does not compile: {(text.strip().splitlines() or ['?'])[0]}"
    stamp.write(fingerprint)
    return None


def judge(reading: dict[str, Any], cores: int) -> Fitness:
    """Judge batch figures, their ratios, and real time by the reading."""
    threads = reading["threads"]
    lost = max(thread["lost_share"] for thread in threads)
    gap_ms = max(thread["largest_gap_ns"] for thread in threads) / 1e6
    finest_ns = READINGS_PER_TICK * max(thread["turn_ns"] for thread in threads)
    unfit = why_unfit(reading, cores)
    realtime = (
        f"do not trust real time: {unfit}" if unfit else _realtime(gap_ms, finest_ns, lost, cores)
    )
    return Fitness(_absolute(lost), _ratios(lost), realtime, realtime_fit=unfit is None)


def why_unfit(reading: dict[str, Any], cores: int) -> str | None:
    """Return in one line why real-time figures would be meaningless here; None if they may not be.

    A noisy but usable machine is fit, and so is one without a reading: each probe records the
    stalls of its own clock.
    """
    if cores < 2:
        return "the clock thread needs its own core, and there is only one"
    gaps_ns = [thread["largest_gap_ns"] for thread in reading.get("threads", [])]
    gap_ms = max(gaps_ns, default=0) / 1e6
    if gap_ms > QUEUE_MS:
        return (
            f"a gap of {gap_ms:.0f} ms overflows the clock queue ({QUEUE_MS:.0f} ms), "
            "whatever the program does"
        )
    return None


def _absolute(lost: float) -> str:
    share = f"other programs took {lost:.2%} of the time"
    if lost <= QUIET_SHARE:
        return f"trust absolute times: {share} (at most {QUIET_SHARE:.1%})"
    return f"absolute times drift: {share} (more than {QUIET_SHARE:.1%})"


def _ratios(lost: float) -> str:
    if lost <= QUIET_SHARE:
        return "trust ratios within one run that differ by more than 2%"
    if lost <= NOISY_SHARE:
        return "trust ratios to within their intervals: programs that take turns slow down alike"
    return (
        f"trust no ratio below 3: other programs took more than {NOISY_SHARE:.0%} of the time; "
        "check what else is running"
    )


def _realtime(gap_ms: float, finest_ns: float, lost: float, cores: int) -> str:
    # Two significant digits; more would suggest false precision.
    interval = float(f"{finest_ns:.2g}")
    text = (
        f"trust real time at intervals of {interval:.0f} ns and more ({READINGS_PER_TICK} readings "
        f"of the clock); the shortest interval may be overestimated by up to {lost:.1%}"
    )
    if gap_ms > HARMLESS_GAP_MS:
        text += (
            f"; compare losses with the clock's longest stall: a gap of {gap_ms:.0f} ms is more "
            f"than a tenth of the clock queue"
        )
    if cores < 3:
        text += "; concurrent collectors look worse, because the clock takes one of the 2 cores"
    return text
