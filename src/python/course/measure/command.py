"""``./course sweep``: from the command line's arguments to an exit code."""

from __future__ import annotations

import argparse
import shlex
import sys
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console

from course import paths
from course.errors import CourseError, UsageError
from course.measure import cells, plan, profiles, record
from course.measure.cells import SelectionError
from course.measure.gclog import Analyser, GcLogError
from course.measure.plan import Plan, Planner
from course.measure.profiles import Profile, Task
from course.measure.programs import Programs
from course.measure.progress import Reporter, duration
from course.measure.provenance import Provenance
from course.measure.runner import Runner
from course.measure.store import Store
from course.measure.sweep import Stopped, Sweep, scratch_of
from course.sources import source_hash
from course.toolchain import jdks, machine

Record = dict[str, Any]


def sweep(args: argparse.Namespace) -> int:
    """Run the sweep that the arguments ask for, and return the exit code.

    0: every cell has its record, be it that some failed, which is said; 128 + n: stopped by
    signal n. Raises CourseError (code 1) when the sweep could not be done, or no cell at all
    could be measured, and UsageError (code 2) for arguments that cannot be.

    args: profile, only, out (None: build/records/PROFILE), jobs, fresh, dry_run.
    """
    programs = Programs(paths.ROOT, jdks.find)
    provenance = Provenance.find(paths.ROOT, machine.describe(), source_hash)
    return run(args, programs, provenance)


def check(args: argparse.Namespace) -> tuple[Profile, list[Task]]:
    """The profile and the tasks that the arguments ask for. Raises UsageError."""
    profile = profiles.load(args.profile)
    tasks = select(profile, args.only)
    if args.jobs > 1 and profile.name != "smoke":
        raise UsageError(
            f"--jobs {args.jobs}: cells that run at the same time disturb each other's figures; "
            "valid with --profile smoke only"
        )
    return profile, tasks


def run(args: argparse.Namespace, programs: Programs, provenance: Provenance) -> int:
    """As :func:`sweep`, with the given programs."""
    profile, tasks = check(args)
    store = Store((args.out or paths.RECORDS / profile.name).absolute())
    console = Console(stderr=True)
    runner, analyser = _runner(programs, tasks)

    def arguments(task: Task) -> list[str]:
        return runner.command(task, scratch_of(store, task.cell, 0)).arguments

    planner = Planner(profile.name, provenance, programs.why_not, arguments)
    if args.dry_run:
        _show_plan(planner.sort(tasks, store.peek(), args.fresh), profile, arguments)
        return 0
    with store.locked():
        records, warnings = store.read()
        todo = planner.sort(tasks, records, args.fresh)
        programs.require([task.cell for task in todo.measure])
        store.write_plan(task.cell.id for task in profile.tasks)
        with Reporter(console, plan.rounds(todo.measure)) as reporter:
            for line in warnings:
                reporter.say(line)
            if args.jobs > 1:
                reporter.say(f"{args.jobs} cells at a time: the figures are not comparable")
            _announce(reporter, todo, profile, store)
            for reason, number in Counter(reason for _, reason in todo.skip).items():
                reporter.say(f"{number} cells skipped: {reason}")
            for task, reason in todo.skip:
                made = record.skipped(task.cell, profile.name, reason, provenance)
                if not _same_but_time(made, records.get(task.cell.id)):
                    store.write(made)
            doing = Sweep(profile.name, store, runner, provenance, reporter, args.fresh)
            try:
                doing.run(todo.measure, args.jobs)
            except Stopped as stop:
                reporter.say(f"stopped by {stop}: what was measured is kept; run it again to go on")
                return 128 + stop.signum
            finally:
                analyser.close()
        return _summarise(console, tasks, store)


def select(profile: Profile, only: str | None) -> list[Task]:
    """The profile's tasks that the selection accepts. Raises SelectionError when there is none."""
    selection = cells.parse_selection(only)
    tasks = [task for task in profile.tasks if cells.matches(task.cell, selection)]
    if not tasks:
        valid = cells.valid_values(task.cell for task in profile.tasks)
        raise SelectionError(
            f"--only: no cell of profile {profile.name} is '{only}'; it has {valid}"
        )
    return tasks


def _runner(programs: Programs, tasks: list[Task]) -> tuple[Runner, Analyser]:
    command = programs.analyser([task.cell for task in tasks])
    analyser = Analyser(command or [], programs.root)

    def gc_figures(log: Path, from_ms: float, to_ms: float) -> dict[str, Any]:
        if not log.is_file():
            raise GcLogError("the JVM wrote no GC log")
        return analyser.figures(log, from_ms, to_ms)

    runner = Runner(
        root=programs.root,
        digests=programs.root / "build" / "digests",
        java=programs.java,
        gc_figures=gc_figures,
        cancel=threading.Event(),
    )
    return runner, analyser


def _announce(reporter: Reporter, todo: Plan, profile: Profile, store: Store) -> None:
    kept = f", {len(todo.keep)} kept from before" if todo.keep else ""
    skipped = f", {len(todo.skip)} that cannot run here" if todo.skip else ""
    reporter.say(
        f"profile {profile.name}: {len(todo.measure)} cells to measure, about "
        f"{duration(todo.seconds)}{kept}{skipped}; records go to {paths.shown(store.folder)}"
    )


def _same_but_time(new: Record, old: Record | None) -> bool:
    if old is None:
        return False
    started = {"started": old["provenance"]["started"]}
    return new | {"provenance": new["provenance"] | started} == old


def _summarise(console: Console, tasks: list[Task], store: Store) -> int:
    records = store.peek()
    wanted = [records[task.cell.id] for task in tasks]
    counts = Counter(one["status"] for one in wanted)
    text = ", ".join(f"{counts[status]} {status}" for status in ("ok", "failed", "skipped"))
    console.print(f"{len(wanted)} cells: {text}", highlight=False, markup=False)
    if not counts["ok"]:
        worst = next((one for one in wanted if one["status"] == "failed"), wanted[0])
        raise CourseError(f"no cell could be measured; the first one: {worst['reason']}")
    return 0


def _show_plan(todo: Plan, profile: Profile, arguments: Callable[[Task], list[str]]) -> None:
    for task in todo.keep:
        print(f"kept     {task.cell.id}")
    for task, reason in todo.skip:
        print(f"skipped  {task.cell.id}: {reason}")
    for task in todo.measure:
        print(f"measure  {task.cell.id}: {task.forks} x {shlex.join(arguments(task))}")
    print(
        f"profile {profile.name}: {len(todo.measure)} cells, about {duration(todo.seconds)} "
        f"(budget of the whole profile: {duration(profile.budget_s)})",
        file=sys.stderr,
    )
