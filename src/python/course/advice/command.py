"""``./course gclog``: logs in, a table and advice out."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

from course import paths
from course.advice.figures import Figures, NothingToTell, figures
from course.advice.rules import Pool, advice
from course.errors import CourseError, UsageError
from course.measure.programs import analyser_on
from course.process import gclog
from course.toolchain import jdks

WHOLE_LOG_MS = 1e12
"""Later than anything in any log: three decades."""

NEWEST_FIRST = (25, 17, 11)
"""Java versions that the analyser runs on."""


def report(args: argparse.Namespace) -> int:
    """Print what each of the logs says, and return 0.

    args: logs (files), after (seconds), deadline (ms or None), pool_percent, pool_mb (both or
    neither), json. Raises CourseError for a log that cannot be read, UsageError for arguments that
    cannot be.
    """
    pool = _pool(args)
    for log in args.logs:
        if not log.is_file():
            raise UsageError(f"{log}: no such file; write one with -Xlog:gc*:file=gc.log")
    analyser = gclog.Analyser(analyser_on(_java()), paths.ROOT)
    try:
        read = {log: _read(analyser, log, args.after) for log in args.logs}
    finally:
        analyser.close()
    if args.json:
        print(json.dumps([_to_dict(log, found) for log, found in read.items()], indent=1))
        return 0
    console = Console(highlight=False)
    for log, found in read.items():
        console.print(_table(log, found))
        for sentence in advice(found, args.deadline, pool):
            console.print(f"- {sentence}", markup=False, soft_wrap=True)
    return 0


def _pool(args: argparse.Namespace) -> Pool | None:
    if (args.pool_percent is None) != (args.pool_mb is None):
        raise UsageError("--pool-percent and --pool-mb: give both or neither")
    if args.pool_percent is None:
        return None
    if args.pool_percent > 100:
        raise UsageError(f"--pool-percent: {args.pool_percent:g} is more than 100")
    return Pool(args.pool_percent / 100, args.pool_mb)


def _java() -> Path:
    found = next(filter(None, map(jdks.find, NEWEST_FIRST)), None)
    if found is None:
        raise CourseError("no Java runtime of version 11, 17 or 25 was found; run ./course setup")
    return found.java


def _read(analyser: gclog.Analyser, log: Path, after_s: float) -> Figures:
    try:
        return figures(analyser.figures(log.absolute(), 0.0, WHOLE_LOG_MS), after_s)
    except gclog.GcLogError as error:
        raise CourseError(str(error)) from error
    except NothingToTell as error:
        raise CourseError(f"{log}: {error}") from error


def _table(log: Path, found: Figures) -> Table:
    table = Table(box=box.SIMPLE, show_header=False, title=f"{log}: {found.collector}")
    table.add_column()
    table.add_column(justify="right")
    for name, value in _rows(found):
        table.add_row(name, value)
    return table


def _rows(found: Figures) -> list[tuple[str, str]]:
    pauses = found.pauses_ms
    rows = [
        ("seconds", f"{found.seconds:.1f}"),
        ("pauses", f"{len(pauses):,}, {found.full:,} of them full collections"),
        ("pauses a second", f"{len(pauses) / found.seconds:.2g}"),
    ]
    if pauses:
        rows.append(("a pause, on average", f"{sum(pauses) / len(pauses):.3g} ms"))
    rows += [
        ("longest standstill", f"{found.longest_ms:.3g} ms"),
        ("share of the time", f"{100 * found.share:.2g} %"),
        ("collector at work beside the program", f"{found.concurrent_s:.3g} s"),
    ]
    if found.stalls_ms:
        rows.append(("waits for memory", f"{len(found.stalls_ms):,}"))
    rate, alive, room = found.allocated_mb_s, found.alive_mb, found.room_mb
    least = "at least " if found.concurrent else ""
    rows += [
        ("allocated in a second (a)", "not known" if rate is None else f"{least}{_mb(rate)}"),
        ("alive (L)", "not known" if alive is None else f"at most {_mb(alive)}"),
        ("filled between collections (Y)", "not known" if room is None else _mb(room)),
    ]
    return rows


def _mb(value: float) -> str:
    return f"{value:,.0f} MB" if value >= 10 else f"{value:.2g} MB"


def _to_dict(log: Path, found: Figures) -> dict[str, object]:
    return {
        "log": str(log),
        "collector": found.collector,
        "seconds": found.seconds,
        "pauses": len(found.pauses_ms),
        "full": found.full,
        "longest_ms": found.longest_ms,
        "share": found.share,
        "stalls": len(found.stalls_ms),
        "concurrent_s": found.concurrent_s,
        "allocated_mb_s": found.allocated_mb_s,
        "allocated_is_least": found.concurrent,
        "alive_mb": found.alive_mb,
        "room_mb": found.room_mb,
    }
