"""``./course bench``: from the command line's arguments to an exit code."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Protocol

from rich.console import Console

from course import paths
from course.bench import again, counting, record, report, selection, turn
from course.bench.here import Here
from course.bench.session import Session
from course.errors import CourseError, UsageError
from course.model import benches
from course.model.bench import Comparison
from course.process import child
from course.process.provenance import Provenance
from course.process.stop import Stop

RECORDS = paths.BUILD / "bench"

NOT_AGAIN = ("rounds", "seconds", "only", "quick", "count", "list")
"""What does not go with --again: groups are measured whole, and as long as the others were."""


class Machine(turn.Machine, Protocol):
    """What a bench finds on this machine."""

    def provenance(self) -> Provenance:
        """The commit, the sources and the machine as they are now."""
        ...

    def caveats(self) -> list[str]:
        """What may be trusted here; may take some seconds."""
        ...


def check(args: argparse.Namespace) -> Comparison:
    """The comparison that the arguments ask for. Raises UsageError."""
    comparison = benches.load(args.bench)
    if args.again is not None:
        _check_again(comparison, args)
    if args.quick and args.only is not None:
        raise UsageError("--quick: not with --only: it is a choice of its own")
    if args.quick:
        comparison = selection.trimmed(comparison)
    comparison = selection.selected(comparison, args.only)
    if args.count and comparison.count is None:
        raise UsageError(f"--count: bench {args.bench} has nothing to count; limit has")
    if args.count:
        counting.require()
    return comparison


def _check_again(comparison: Comparison, args: argparse.Namespace) -> None:
    for name in NOT_AGAIN:
        if getattr(args, name):
            raise UsageError(f"--again: not with --{name}: it takes groups as they were taken")
    again.chosen(comparison, args.again)
    again.read(_file(comparison, args), comparison.name)


def bench(args: argparse.Namespace) -> int:
    """Run the bench that the arguments ask for, and return the exit code.

    0: every contestant was measured or skipped; 1: one failed, the others are reported; 128 + n:
    stopped by signal n, the rounds done are kept. Raises CourseError when there is nothing to
    report, and UsageError for arguments that cannot be.

    args: bench, rounds, seconds (None: the comparison's own), only (ids or None), json (a file;
    None: build/bench/BENCH.json), list, count, quick (the trimmed choice, of which nothing may be
    possible on this machine), again (groups or None: of these alone all rounds, or nothing, for the
    record that there is).
    """
    return run(check(args), args, Here())


def run(comparison: Comparison, args: argparse.Namespace, machine: Machine) -> int:
    """As :func:`bench`, of a comparison on a machine."""
    if args.list:
        _list(comparison, machine)
        return 0
    errors = Console(stderr=True)

    def say(line: str) -> None:
        errors.print(line, highlight=False, markup=False, soft_wrap=True)

    if args.again is not None:
        return _again(comparison, args, machine, say)
    stop = Stop()
    session = Session(
        comparison,
        machine,
        rounds=args.rounds or comparison.rounds,
        seconds=args.seconds or comparison.seconds,
        cancel=stop.event,
        say=say,
    )
    session.prepare()
    provenance, started, began = machine.provenance(), turn.now(), time.monotonic()
    caveats = _caveats(machine, args.quick, say)
    counts: list[counting.Counted] = []
    with stop.on_signals():
        session.run()
        if args.count and session.done:
            counts = _count(comparison, machine, stop, say)
    if args.quick and all(sheet.status == "skipped" for sheet in session.sheets.values()):
        say(f"bench {comparison.name} is left out: nothing of it can be measured here")
        return 0
    _require_figures(session, stop)
    made = record.build(
        session,
        provenance,
        caveats=caveats,
        started=started,
        duration_s=time.monotonic() - began,
        counts=counts,
        quick=args.quick,
    )
    report.show(made, report.console())
    _write(made, _file(comparison, args), say)
    return _outcome(session, stop, say)


def _again(
    comparison: Comparison, args: argparse.Namespace, machine: Machine, say: report.Say
) -> int:
    """Measure some groups, and put them into the record: all that there is to it, or nothing."""
    groups, file = again.chosen(comparison, args.again), _file(comparison, args)
    found = again.read(file, comparison.name)
    provenance, started, began = machine.provenance(), turn.now(), time.monotonic()
    again.check(found, comparison, groups, provenance)
    stop = Stop()
    session = Session(
        again.part(comparison, groups),
        machine,
        rounds=found["rounds"],
        seconds=found["asked"]["seconds"],
        cancel=stop.event,
        say=say,
    )
    session.prepare()
    caveats = _caveats(machine, False, say)
    with stop.on_signals():
        session.run()
    stays = f"{paths.shown(file.absolute())} stays as it was"
    if stop.signum is not None and session.done < session.rounds:
        raise Stopped(stop, f"after {session.done} of {session.rounds} rounds: {stays}")
    duration_s = time.monotonic() - began
    later = {
        "groups": groups,
        "caveats": caveats,
        "provenance": record.provenance_of(comparison, provenance, started, duration_s),
    }
    try:
        made = again.merged(found, comparison, session, later)
    except again.LostError as error:
        raise CourseError(f"{error}: {stays}") from error
    report.show(made, report.console())
    if again.read(file, comparison.name) != found:
        raise CourseError(f"{paths.shown(file.absolute())} was changed meanwhile: it is left alone")
    _write(made, file, say)
    return _outcome(session, stop, say)


def _file(comparison: Comparison, args: argparse.Namespace) -> Path:
    """Where the record is, or goes."""
    return args.json or RECORDS / f"{comparison.name}.json"


def _caveats(machine: Machine, quick: bool, say: report.Say) -> list[str]:
    """What may be trusted here; of a trimmed choice nothing, and so nobody waits for it."""
    if quick:
        return ["looked at for a short time only: figures of a trimmed choice say little"]
    say("reading for some seconds what may be trusted on this machine")
    return machine.caveats()


def _list(comparison: Comparison, machine: Machine) -> None:
    """The contestants, one a line."""
    width = max(len(one.id) for one in comparison.contestants)
    groups = {group.key: group.label for group in comparison.groups}
    for one in comparison.contestants:
        reason = turn.why_not(one, machine)
        remark = f" (skipped here: {reason})" if reason else ""
        print(f"{one.id:{width}}  {groups[one.group]}: {one.label}{remark}")


def _count(
    comparison: Comparison, machine: Machine, stop: Stop, say: report.Say
) -> list[counting.Counted]:
    """The counts; none when that was stopped. Those of the rounds are worth keeping then, too."""
    try:
        return counting.count(comparison, machine, stop.event, say)
    except child.Cancelled:
        return []
    except counting.CountError as error:
        say(str(error))
        return []


def _require_figures(session: Session, stop: Stop) -> None:
    """Raises CourseError when there is nothing to report."""
    if any(sheet.turns for sheet in session.sheets.values()):
        return
    if stop.signum is not None:
        raise Stopped(stop)
    first = next(iter(session.sheets.values()))
    raise CourseError(f"nothing could be measured; the first one: {first.reason}")


class Stopped(CourseError):
    """The bench was stopped before there was anything to keep."""

    def __init__(self, stop: Stop, when: str = "before a round was done: nothing is kept") -> None:
        super().__init__(f"stopped by {stop.name} {when}")
        self.exit_code = 128 + (stop.signum or 0)


def _write(made: record.Record, file: Path, say: report.Say) -> None:
    try:
        record.write(made, file)
    except OSError as error:
        raise CourseError(f"cannot write {file}: {error.strerror}") from error
    say(f"the record is {paths.shown(file.absolute())}")


def _outcome(session: Session, stop: Stop, say: report.Say) -> int:
    if stop.signum is not None:
        say(
            f"stopped by {stop.name} after {session.done} of {session.rounds} rounds: "
            "what they gave is kept"
        )
        return 128 + stop.signum
    failed = [name for name, sheet in session.sheets.items() if sheet.status == "failed"]
    if failed:
        say(f"{len(failed)} of {len(session.sheets)} contestants failed: {', '.join(failed)}")
    return 1 if failed else 0
