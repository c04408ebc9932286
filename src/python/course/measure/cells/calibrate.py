"""``./course calibrate``: measure the engine's own error rates.

Three experiments, with the trimmed profile's programs, windows and bouts, and with the full one's
for collectors that only it has:

- *Twins.* A program takes turns with itself, so any verdict is false. During half of the
  comparisons, another process keeps a core busy. A known slowdown of one twin multiplies its
  times, so the same rounds tell how many slowdowns would be found, and after how many rounds.
- *Bias.* Programs run with and without a wait between their windows: see bias.py.
- *Runs.* Two whole sweeps, made before, tell whether their verdicts agree.
"""

import argparse
import contextlib
import itertools
import math
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console

from course import paths
from course.errors import CourseError
from course.measure.cells import bias, profiles
from course.measure.cells.bout import Plan, turns
from course.measure.cells.contest import contests
from course.measure.cells.jobs import Fork
from course.measure.cells.profiles import Task
from course.measure.cells.programs import Programs
from course.measure.cells.runner import Runner
from course.measure.here import Here
from course.measure.progress import duration
from course.model.calibration import ROUNDS, Bias, Calibration, Pair, Twins
from course.model.machine import is_same
from course.model.solutions import COLLECTORS
from course.process import calibrations, child, store
from course.process.files import write_atomically
from course.process.provenance import Provenance, now
from course.process.stop import Stop
from course.process.store import SCRATCH

BIAS_ROUNDS = 10  # processes of each program

BUSY = [sys.executable, "-c", "while True: pass"]


def run(args: argparse.Namespace, machine: Here) -> int:
    """Run the missing comparisons and bias measurements; keep the record in a file.

    Returns 0, or 128 + n if stopped by signal n. Raises CourseError, and OSError if it cannot
    write. commands.toml names the arguments.
    """
    file: Path = args.out or paths.ROOT / calibrations.OWN
    console = Console(stderr=True)
    programs, provenance = Programs(machine), machine.provenance()
    runs = [_whole_run(folder, provenance) for folder in args.runs or ()]
    tasks, others = (
        [task for task in some if programs.why_not(task.cell) is None]
        for some in (twins_tasks(), tasks_of_other_collectors())
    )
    cells = [task.cell for task in (*tasks, *others)]
    if not runs:
        programs.require(cells)
    known = calibrations.read(file) if file.exists() and not args.fresh else None
    if known is not None and not is_same(known.machine, provenance.machine):
        raise CourseError(f"{paths.shown(file)}: from another machine; --fresh replaces it")
    made = known or Calibration(
        started=now(),
        commit=provenance.commit,
        dirty=provenance.dirty,
        machine=provenance.machine,
        twins=[],
        bias=[],
    )
    if runs:
        write(file, made.model_copy(update={"runs": tuple(runs)}))
        console.print(f"{len(runs[0])} and {len(runs[1])} pairs; {paths.shown(file)}")
        return 0
    runner = Runner(programs, cells)
    scratch, stop = file.parent / SCRATCH, Stop(runner.cancel)
    try:
        with stop.on_signals(), console.status("") as line:
            comparisons = (  # endless: all programs on an idle machine, then all beside a load
                (task, loaded) for loaded in itertools.cycle((False, True)) for task in tasks
            )
            for task, loaded in itertools.islice(comparisons, len(made.twins), args.comparisons):
                line.update(f"{len(made.twins)} of {args.comparisons} comparisons: {task.cell.id}")
                twins = _twins(runner, task, loaded, scratch / "twins")
                made = made.model_copy(update={"twins": [*made.twins, twins]})
                write(file, made)
            for number, pair in itertools.product(range(BIAS_ROUNDS), _rivals([*tasks, *others])):
                logs = {one.program: one.log_ratios for one in made.bias}
                names = [task.cell.id for task in pair]
                if all(len(logs.get(name, ())) > number for name in names):
                    continue
                line.update(f"bias, round {number + 1} of {BIAS_ROUNDS}: {pair[0].cell.title}")
                seed = f"{pair[0].cell.title} {number}"
                forks = _play(runner, pair, scratch / "bias", seed, bias.plan)
                for name, fork in zip(names, forks, strict=True):
                    logs[name] = [*logs.get(name, ()), bias.log_ratio(fork.rounds)]
                found = [Bias(program=name, log_ratios=each) for name, each in logs.items()]
                made = made.model_copy(update={"bias": found})
                write(file, made)
    except child.Cancelled:
        console.print(f"stopped by {stop.name}: comparisons that are done are kept")
        return stop.exit_code
    finally:
        runner.close()
    took = sum(sum(one.seconds) for one in made.twins)
    console.print(
        f"{len(made.twins)} comparisons in {duration(took)}; {paths.shown(file)}", highlight=False
    )
    return 0


def write(file: Path, made: Calibration) -> None:
    """Raises OSError."""
    write_atomically(file, made.model_dump_json(by_alias=True) + "\n")


def twins_tasks() -> list[Task]:
    """Both sides of all pairs of the trimmed profile."""
    return [
        task
        for contest in contests(profiles.load("trimmed").tasks)
        for task in contest.tasks
        if task.cell.mode == "batch" and any(task.cell.id in pair for pair in contest.pairs)
    ]


def tasks_of_other_collectors() -> list[Task]:
    """The full profile's pairs in case A. No twins: that would take too long."""
    there = {task.cell.collector for task in twins_tasks()}
    return [
        task
        for contest in contests(profiles.load("full").tasks)
        for task in contest.tasks
        if (cell := task.cell).collector in COLLECTORS.keys() - there
        and (cell.implementation, cell.case, cell.mode) == ("heap", "A", "batch")
        and cell.jdk == COLLECTORS[cell.collector].jdk
        and cell.strategy in ("alloc", "pool")
    ]


def _twins(runner: Runner, task: Task, loaded: bool, scratch: Path) -> Twins:
    rounds, seconds = [], []
    with _busy_core() if loaded else contextlib.nullcontext():
        for number in range(ROUNDS):
            began = time.monotonic()
            rounds.append(_play(runner, [task, task], scratch, f"{task.cell.id} {number}"))
            seconds.append(time.monotonic() - began)
    return Twins(
        program=task.cell.id,
        loaded=loaded,
        log_ratios=[math.log(one.ns_per_packet / other.ns_per_packet) for one, other in rounds],
        windows=[(list(one.windows), list(other.windows)) for one, other in rounds],
        seconds=seconds,
    )


def _whole_run(folder: Path, provenance: Provenance) -> list[Pair]:
    """Read the rounds of a sweep's pairs in batch mode. Raises CourseError if it has none."""
    found = []
    for contest in contests(profiles.load("trimmed").tasks):
        for pool, base in contest.pairs:
            try:
                both = [store.read(folder / f"{side}.json") for side in (pool, base)]
            except store.InvalidRecordError:  # not measured
                continue
            machines = [raw["provenance"]["machine"] for raw, _ in both]
            if not all(is_same(one, provenance.machine) for one in machines):
                raise CourseError(f"{paths.shown(folder)}: from another machine")
            figures = [one.batch.ns_per_packet for _, one in both if one.batch]
            if len(figures) < len(both):
                continue
            one, other = (times.by_turn for times in figures)
            turns = sorted(one.keys() & other.keys())
            logs = [math.log(one[turn][0] / other[turn][0]) for turn in turns]
            windows = [(one[turn][1], other[turn][1]) for turn in turns]
            found.append(Pair(pool=pool, base=base, log_ratios=logs, windows=windows))
    if not found:
        raise CourseError(f"{paths.shown(folder)}: no pairs of the trimmed profile in batch mode")
    return found


def _rivals(tasks: list[Task]) -> list[list[Task]]:
    """Allocating and pooling programs of case A, except those with off-heap buffers."""
    pairs: dict[str, list[Task]] = {}
    for task in tasks:
        if task.cell.case == "A" and task.cell.implementation != "native":
            pairs.setdefault(task.cell.title, []).append(task)
    return list(pairs.values())


def _play(
    runner: Runner, tasks: list[Task], scratch: Path, seed: str, plan: Plan = turns
) -> list[Fork]:
    forks = runner.play(tasks, scratch, random.Random(seed), plan)
    for task, fork in zip(tasks, forks, strict=True):
        if fork.reason is not None:
            raise CourseError(f"{task.cell.id}: {fork.reason}")
    return forks


@contextlib.contextmanager
def _busy_core() -> Iterator[None]:
    busy = child.start(BUSY, paths.ROOT, subprocess.DEVNULL, subprocess.DEVNULL)
    try:
        yield
    finally:
        busy.kill()
        busy.wait()
