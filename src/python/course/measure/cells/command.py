"""``./course sweep``: from the command line's arguments to an exit code."""

import argparse
import contextlib
import datetime
import math
import shlex
import sys
from collections import Counter
from collections.abc import Callable

from rich.console import Console

from course import paths
from course.errors import CourseError, UsageError
from course.measure.cells import profiles, record
from course.measure.cells.contest import contests
from course.measure.cells.engine import Engine, dask_cluster, this_machine
from course.measure.cells.field import Field
from course.measure.cells.plan import Plan, Site
from course.measure.cells.profiles import Profile, Task
from course.measure.cells.selection import matches, parse_selection, valid_values
from course.measure.here import Here
from course.measure.progress import Reporter, duration
from course.process.store import Record, Store


def check(args: argparse.Namespace) -> tuple[Profile, list[Task]]:
    """Return the profile and tasks that the arguments select. Raises UsageError."""
    profile = profiles.load(args.profile)
    if args.rounds is not None:
        profile = profile.with_rounds(args.rounds)
    tasks = select(profile, args.part, args.only)
    if args.dask is not None:
        from course.process.workers import check_address  # noqa: PLC0415

        check_address(args.dask)
    problem = ""
    if args.jobs > 1 and args.dask is not None:
        problem = "not allowed with --dask, as each machine runs one cell at a time"
    elif args.jobs > 1 and profile.name != "smoke":
        problem = "parallel cells disturb each other's figures; valid only with --profile smoke"
    if problem:
        raise UsageError(f"--jobs {args.jobs}: {problem}")
    return profile, tasks


def run(args: argparse.Namespace, machine: Here) -> int:
    """Run the sweep that the arguments select, and return the exit code.

    0: every cell has its record, failures included, which are reported; 128 + n: stopped by
    signal n. Raises CourseError (code 1) if the sweep failed or no cell could be measured, and
    UsageError (code 2) for invalid arguments; commands.toml names them.
    """
    profile, tasks = check(args)
    reporter = Reporter(Console(stderr=True))
    opened = this_machine if args.dask is None else dask_cluster
    with opened(args, profile, tasks, machine, reporter) as engine:
        if args.dry_run:
            for site in engine.sites:
                todo = site.sort(tasks, site.store.peek(), args.fresh)
                _show_plan(todo, profile, site.arguments)
            return 0
        with contextlib.ExitStack() as locks:
            for site in engine.sites:
                locks.enter_context(site.store.locked())
            stop = engine.play.stop
            with stop.on_signals():
                _measure(args, profile, tasks, engine)
            if stop.signum is not None:
                reporter.say(
                    f"stopped by {stop.name}: what was measured is kept; run it again to resume"
                )
                return stop.exit_code
            for site in engine.sites:
                _summarise(reporter, tasks, site.store)
    return 0


def _measure(args: argparse.Namespace, profile: Profile, tasks: list[Task], engine: Engine) -> None:
    """Measure the missing cells of all sites, or until a signal. Raises CourseError."""
    sitting = datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")
    with engine.play.reporter as reporter:
        if args.jobs > 1:
            reporter.say(f"{args.jobs} rounds run in parallel, so the figures are not comparable")
        budget_s = profile.budget_s if args.minutes is None else 60 * args.minutes
        fields = []
        for site in engine.sites:
            records, warnings = site.store.read()
            for line in warnings:
                reporter.say(line)
            todo = site.sort(tasks, records, args.fresh)
            engine.require([task.cell for task in todo.measure])
            _prepare(site, profile, todo, records, reporter)
            field = Field(site, todo, profile, sitting=sitting, budget_s=budget_s)
            _announce(reporter, field, todo, profile, site.store)
            fields.append(field)
        engine.play.run(fields)


def _prepare(
    site: Site, profile: Profile, todo: Plan, records: dict[str, Record], reporter: Reporter
) -> None:
    """Update the folder with all that is known before measuring. Raises StoreError."""
    site.store.write_plan(task.cell.id for task in profile.tasks)
    for status, tasks in (("skipped", todo.skip), ("unfit", todo.unfit)):
        for reason, number in Counter(reason for _, reason in tasks).items():
            reporter.say(f"{number} cells {status}: {reason}")
        for task, reason in tasks:
            old = records.get(task.cell.id)
            if old is not None and site.has_figures(old, task):
                continue  # its figures stay valid though it cannot run today
            made = record.without_figures(task.cell, profile.name, status, reason, site.provenance)
            started = {"started": old["provenance"]["started"]} if old else {}
            if made | {"provenance": made["provenance"] | started} != old:
                site.store.write(made)
    if todo.fresh:
        for task in todo.measure:
            site.store.remove_parts(task.cell.id)


def select(profile: Profile, part: str | None, only: str | None) -> list[Task]:
    """Return the profile's selected tasks. Raises UsageError if there are none."""
    tasks = list(profile.tasks)
    if part is not None:
        wanted = [name.strip() for name in part.split(",")]
        valid = ", ".join(profile.parts) or f"none, profile {profile.name} has no parts"
        for name in wanted:
            if name not in profile.parts:
                raise UsageError(f"--part: unknown part '{name}'; valid parts: {valid}")
        tasks = [task for task in tasks if task.part in wanted]
    selection = parse_selection(only)
    chosen = [task for task in tasks if matches(task.cell, selection)]
    if not chosen:
        valid = valid_values(task.cell for task in tasks)
        where = f"profile {profile.name}" + (f", part {part}" if part else "")
        raise UsageError(f"--only: no cell of {where} matches '{only}'; valid: {valid}")
    return chosen


def _announce(reporter: Reporter, field: Field, todo: Plan, profile: Profile, store: Store) -> None:
    kept = f", {len(todo.keep)} kept from before" if todo.keep else ""
    unable = len(todo.skip) + len(todo.unfit)
    skipped = f", {unable} that can't be measured here" if unable else ""
    reporter.say(
        f"profile {profile.name}: {len(todo.measure)} cells to measure, about "
        f"{duration(field.left_s())}{kept}{skipped}; records go to {paths.shown(store.folder)}"
    )


def _summarise(reporter: Reporter, tasks: list[Task], store: Store) -> None:
    records = store.peek()
    wanted = [records[task.cell.id] for task in tasks if task.cell.id in records]
    counts = Counter(one["status"] for one in wanted)
    shown = ("ok", "failed", "skipped", *(["unfit"] if counts["unfit"] else []))
    text = ", ".join(f"{counts[status]} {status}" for status in shown)
    reporter.say(f"{len(wanted)} cells: {text}")
    if not counts["ok"]:
        worst = next((one for one in wanted if one["status"] == "failed"), wanted[0])
        raise CourseError(f"no cell could be measured; the first failure: {worst['reason']}")


def _show_plan(todo: Plan, profile: Profile, arguments: Callable[[Task], list[str]]) -> None:
    for task in todo.keep:
        print(f"kept     {task.cell.id}")
    for status, tasks in (("skipped  ", todo.skip), ("unfit    ", todo.unfit)):
        for task, reason in tasks:
            print(f"{status}{task.cell.id}: {reason}")
    for contest in contests(todo.measure):
        for task in contest.tasks:
            command = shlex.join(arguments(task))
            length = f"about {duration(task.seconds)}, at least {contest.least_rounds} x"
            print(f"measure  {task.cell.id}: {length} {command}")
    for part in profile.parts:
        if inside := [task for task in todo.measure if task.part == part]:
            _show_sum(f"part {part}", inside)
    is_limited = math.isfinite(profile.budget_s)
    budget = f" (budget of the whole profile: {duration(profile.budget_s)})" if is_limited else ""
    _show_sum(f"profile {profile.name}", todo.measure, budget)


def _show_sum(what: str, tasks: list[Task], remark: str = "") -> None:
    seconds = sum(one.seconds * one.least_rounds for one in contests(tasks))
    print(f"{what}: {len(tasks)} cells, at least {duration(seconds)}{remark}", file=sys.stderr)
