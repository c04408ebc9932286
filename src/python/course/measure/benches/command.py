"""``./course bench``: from the command line's arguments to an exit code."""

import argparse
import dataclasses
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from rich.console import Console

from course import paths
from course.errors import CourseError, UsageError, os_errors
from course.measure.benches import counting, report, selection
from course.measure.benches.sitting import Sitting
from course.measure.here import Here
from course.measure.play import Play
from course.measure.progress import Reporter
from course.model import bench_summary as summary
from course.model import benches
from course.model.bench import Comparison
from course.model.bench_definition import is_of
from course.model.bench_record import Counted, GroupRecord
from course.process import bench_store, child
from course.process.provenance import Provenance
from course.process.stop import Stop

RECORDS = paths.BUILD / "bench"


def check(args: argparse.Namespace) -> Comparison:
    """Return the comparison that the arguments select. Raises UsageError."""
    comparison = benches.load(args.bench)
    choices = ("quick", "only", "group")
    chosen = [f"--{name}" for name in choices if getattr(args, name) not in (None, False)]
    if len(chosen) > 1:
        raise UsageError(f"{chosen[0]}: not allowed with {chosen[1]}")
    if args.quick:
        comparison = selection.trimmed(comparison)
    comparison = selection.selected(comparison, args.only)
    comparison = selection.of_groups(comparison, args.group)
    if args.count and comparison.count is None:
        raise UsageError(f"--count: bench {args.bench} has nothing to count; limit has")
    if args.count:
        counting.require()
    return comparison


def bench(args: argparse.Namespace, machine: Here, comparison: Comparison | None = None) -> int:
    """Run the bench that the arguments select, or another comparison, and return the exit code.

    0: every contestant was measured or skipped; 1: one failed, the others are reported; 128 + n:
    stopped by signal n, completed rounds are kept. Raises CourseError if there is nothing to
    report, and UsageError for invalid arguments; commands.toml names them.
    """
    comparison = comparison or check(args)
    reporter = Reporter(Console(stderr=True))
    say = reporter.say
    folder = args.out or RECORDS / comparison.name
    if args.group is not None:
        _check_others(comparison, folder, machine.provenance())
        asked = selection.named(args.group)
        more = dict.fromkeys(one.group for one in comparison.contestants if one.group not in asked)
        if more:
            compared = "which are compared with them in the same rounds"
            say(f"also measuring {', '.join(more)}, {compared}")
    stop = Stop()
    rounds, seconds = args.rounds or comparison.rounds, args.seconds or comparison.seconds
    comparison = dataclasses.replace(comparison, rounds=rounds, seconds=seconds)
    sitting = Sitting(comparison, machine, stop.event, say, folder, args.quick)
    sitting.prepare()
    if not args.fresh and sitting.resume():
        say(f"resuming the interrupted run: {sitting.standing()}; --fresh starts over")
    before = _caveats(machine, args.quick, say)
    sitting.caveats = [*dict.fromkeys([*sitting.caveats, *before])]
    counts: list[Counted] = []
    with stop.on_signals():
        with reporter:
            Play(reporter, ThreadPoolExecutor(1, "round"), sitting.measure, stop).run([sitting])
        if args.count and sitting.done:
            counts = _count(comparison, machine, stop, say)
    if args.quick and all(sheet.status == "skipped" for sheet in sitting.sheets.values()):
        say(f"bench {comparison.name} is skipped: nothing in it can be measured here")
        return 0
    _require_figures(sitting, stop)
    if stop.signum is None and (after := _caveats(machine, args.quick, say)) != before:
        sitting.caveats += [f"at the end: {told}" for told in after if told not in before]
    made = sitting.records(counts)
    report.show(summary.of(made, comparison), report.console())
    _keep(made, folder, comparison, say)
    if stop.signum is None:
        sitting.file.unlink(missing_ok=True)
    return _outcome(sitting, stop, say)


def _check_others(comparison: Comparison, folder: Path, provenance: Provenance) -> None:
    """Check that the other groups' records are comparable with new ones. Raises UsageError."""
    measured = {one.group for one in comparison.contestants}
    source_hash = provenance.source_hash(comparison.name)
    try:
        found = bench_store.read(folder, comparison.name)
    except ValueError as error:
        raise UsageError(f"--group: {error}") from error
    for one in found:
        if one.group not in measured and not is_of(one, source_hash, provenance.machine):
            raise UsageError(
                f"--group: the sources or the machine have changed since group {one.group} was "
                "measured; measure the whole bench"
            )


def _caveats(machine: Here, quick: bool, say: report.Say) -> list[str]:
    """How far figures can be trusted here; a trimmed selection's cannot, so it checks nothing."""
    if quick:
        return ["measured only briefly: the figures of a trimmed selection say little"]
    say("checking for a few seconds how far this machine can be trusted")
    return machine.caveats()


def _count(comparison: Comparison, machine: Here, stop: Stop, say: report.Say) -> list[Counted]:
    """Return the counts; none if stopped or failed, as the rounds are still worth keeping."""
    try:
        return counting.count(comparison, machine, stop.event, say)
    except child.Cancelled:
        return []
    except counting.CountError as error:
        say(str(error))
        return []


def _require_figures(sitting: Sitting, stop: Stop) -> None:
    """Raise CourseError if there is nothing to report."""
    if any(sheet.turns for sheet in sitting.sheets.values()):
        return
    if stop.signum is not None:
        stopped = CourseError(
            f"stopped by {stop.name} before the first round ended: nothing is kept"
        )
        stopped.exit_code = stop.exit_code
        raise stopped
    first = next(iter(sitting.sheets.values()))
    raise CourseError(f"nothing could be measured; the first failure: {first.reason}")


def _keep(made: list[GroupRecord], folder: Path, comparison: Comparison, say: report.Say) -> None:
    shown = paths.shown(folder.absolute())
    with os_errors(f"cannot write into {shown}"):
        left = bench_store.keep(made, folder, comparison)
    if left:
        say(
            f"{shown} already has better records of {', '.join(left)}: more or longer rounds, or "
            "figures missing now. They are kept; write the new ones to --out DIR"
        )
    if len(left) < len(made):
        say(f"the records are in {shown}")


def _outcome(sitting: Sitting, stop: Stop, say: report.Say) -> int:
    if stop.signum is not None:
        told = f"stopped by {stop.name} after {sitting.done} of {sitting.comparison.rounds} rounds"
        say(f"{told}; run the command again to resume")
        return stop.exit_code
    failed = [
        f"{name}: {sheet.reason}"
        for name, sheet in sitting.sheets.items()
        if sheet.status == "failed"
    ]
    if failed:
        say(f"{len(failed)} of {len(sitting.sheets)} contestants failed: {'; '.join(failed)}")
    return 1 if failed else 0
