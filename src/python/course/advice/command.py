"""``./course gclog``: a table and advice from logs."""

import argparse
import contextlib
import dataclasses
import glob
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

from course import paths
from course.advice.figures import Figures, NothingToTell, figures
from course.advice.rules import Pool, advice
from course.errors import CourseError, UsageError
from course.measure.cells.commands import CLASS_PATH, GC_LOG_CLASS
from course.model.advice_text import digits, milliseconds, percent
from course.process import gclog
from course.toolchain import jdks

WHOLE_LOG_MS = 1e12
"""Later than anything in any log: three decades. Its negative is earlier than anything."""

LARGEST_WITHIN_S = 3600.0
"""Timeout for a log, which may have many gigabytes."""

UNKNOWN = "not known"

NEWEST_FIRST = (25, 17, 11)
"""Java versions that can run the analyser."""

STANDARD_INPUT = Path("-")

JDK_8_FLAGS = (
    "-Xloggc:gc.log -XX:+PrintGCDetails -XX:+PrintGCTimeStamps -XX:+PrintGCApplicationStoppedTime"
)
"""JDK 8 doesn't know -Xlog."""

_PART = re.compile(r"\.\d{1,9}(\.current)?(\.gz)?$")
"""What a rotated file's name has at its end, after the log's own name."""


def report(args: argparse.Namespace) -> int:
    """Print a report on each log, and return 0.

    Raises CourseError for an unreadable log, UsageError for invalid arguments.
    """
    pool = pool_of(args)
    if args.json:
        print(json.dumps(as_dicts(args), indent=1))
        return 0
    console = Console(highlight=False)
    for log, found in _read_all(args):
        heading(console, f"{log.name}: {found.collector}")
        console.print(table(found))
        tell(console, _notes(log, found), advice(found, args.deadline, pool))
    return 0


def as_dicts(args: argparse.Namespace) -> list[dict[str, object]]:
    return [to_dict(log.name, found) for log, found in _read_all(args)]


def pool_of(args: argparse.Namespace) -> Pool | None:
    if (args.pool_percent is None) != (args.pool_mb is None):
        raise UsageError("--pool-percent and --pool-mb: give both or neither")
    if args.pool_percent is None:
        if args.pool_ms is not None:
            raise UsageError("--pool-ms: also give --pool-percent and --pool-mb")
        return None
    if args.pool_percent > 100:
        raise UsageError(f"--pool-percent: {args.pool_percent:g} is more than 100")
    return Pool(args.pool_percent / 100, args.pool_mb, args.pool_ms)


def heading(console: Console, title: str) -> None:
    console.print(f"\n{title}", style="italic", markup=False, soft_wrap=True)


def tell(console: Console, notes: Iterable[str], sentences: Iterable[str] = ()) -> None:
    """What qualifies the table, and what follows from it."""
    for line in (*(f"! {note}." for note in notes), *(f"- {one}" for one in sentences)):
        console.print(line, markup=False, soft_wrap=True)


@dataclasses.dataclass(frozen=True)
class Log:
    """Files of one log, in any order."""

    name: str
    """As the user wrote it."""
    parts: tuple[Path, ...]
    beside: tuple[Path, ...] = ()
    """Those of the parts that nobody gave, but that were found beside."""


def gather(given: Iterable[Path], scratch: Path) -> list[Log]:
    """Logs of the files that were given.

    ``gc.log.0``, ``gc.log.1`` and so on are parts of ``gc.log``; where that is given, they are
    looked for beside it. What is no file, such as the standard input, is copied to scratch. Raises
    UsageError for a file that is not there.
    """
    found: dict[Path, list[Path]] = {}
    logs: list[Log] = []
    for path in given:
        if path == STANDARD_INPUT or path.is_fifo():
            logs.append(_copied(path, scratch / str(len(logs))))
        elif not path.is_file():
            raise UsageError(
                f"{path}: no such file; write one with -Xlog:gc*,safepoint:file=gc.log or, with "
                f"JDK 8, {JDK_8_FLAGS}"
            )
        else:
            parts = found.setdefault(path.with_name(_PART.sub("", path.name)), [])
            if path not in parts:
                parts.append(path)
    for whole, parts in found.items():
        beside = _beside(whole, parts) if whole in parts else ()
        name = whole if len(parts) > 1 else parts[0]
        logs.append(Log(str(name), (*sorted(parts), *beside), beside))
    return logs


def _beside(whole: Path, parts: list[Path]) -> tuple[Path, ...]:
    return tuple(
        path
        for path in sorted(whole.parent.glob(f"{glob.escape(whole.name)}.*"))
        if _PART.sub("", path.name) == whole.name and path not in parts and path.is_file()
    )


def _copied(source: Path, to: Path) -> Log:
    with to.open("wb") as copy:
        if source == STANDARD_INPUT:
            shutil.copyfileobj(sys.stdin.buffer, copy)
            return Log("standard input", (to,))
        with source.open("rb") as pipe:
            shutil.copyfileobj(pipe, copy)
    return Log(str(source), (to,))


def _read_all(args: argparse.Namespace) -> list[tuple[Log, Figures]]:
    with tempfile.TemporaryDirectory(prefix="gclog-") as scratch:
        logs = gather(args.logs, Path(scratch))
        command = [str(_java()), *gclog.FLAGS_FOR_ANY_LOG, "-cp", CLASS_PATH, GC_LOG_CLASS]
        with contextlib.closing(gclog.Analyser(command, paths.ROOT, LARGEST_WITHIN_S)) as analyser:
            return [(log, _read(analyser, log, args.after, args.run)) for log in logs]


def _java() -> Path:
    found = next(filter(None, map(jdks.find, NEWEST_FIRST)), None)
    if found is None:
        raise CourseError("no Java runtime of version 11, 17 or 25 was found; run ./course setup")
    return found.java


def _read(analyser: gclog.Analyser, log: Log, after_s: float, run: int | None) -> Figures:
    first, *others = [part.absolute() for part in log.parts]
    try:
        answer = analyser.figures(
            first,
            after_s * 1000 or -WHOLE_LOG_MS,
            WHOLE_LOG_MS,
            parts=[str(part) for part in others],
            run=run or 0,
            lenient=True,
        )
        return figures(answer, after_s)
    except gclog.GcLogError as error:
        reason = str(error).removeprefix(f"{first.name}: ")
        raise CourseError(f"{log.name}: {reason}") from error
    except NothingToTell as error:
        raise CourseError(f"{log.name}: {error}") from error


def _notes(log: Log, found: Figures) -> Iterator[str]:
    if log.beside:
        names = ", ".join(part.name for part in log.beside)
        yield f"Read together with it: {names}"
    for note in found.notes:
        yield note[0].upper() + note[1:]
    if found.runs > 1:
        yield f"--run N, with N from 1 to {found.runs}, selects another run of the program"


def table(found: Figures, more: Sequence[tuple[str, str]] = ()) -> Table:
    made = Table(box=box.SIMPLE, show_header=False)
    made.add_column()
    made.add_column(justify="right")
    for name, value in (*_rows(found), *more):
        made.add_row(name, value)
    return made


def _rows(found: Figures) -> Iterator[tuple[str, str]]:
    pauses, seconds, share = found.pauses_ms, found.seconds, found.share
    yield "seconds", UNKNOWN if seconds is None else f"{seconds:,.1f}"
    if found.paused:
        yield "pauses", f"{len(pauses):,}, {found.full:,} of them full collections"
        yield "pauses per second", UNKNOWN if seconds is None else digits(len(pauses) / seconds, 2)
    else:
        yield "pauses", UNKNOWN
    if pauses:
        yield "average pause", milliseconds(sum(pauses) / len(pauses))
    yield "longest pause", milliseconds(found.longest_ms) if found.paused else UNKNOWN
    way = found.to_safepoint_ms
    yield "longest time to safepoint", UNKNOWN if way is None else milliseconds(way)
    yield "collections' share of the time", UNKNOWN if share is None else percent(share)
    work = f"{digits(found.concurrent_s)} s"
    yield "concurrent collector work", UNKNOWN if seconds is None else work
    if found.stalls_ms:
        yield "allocation stalls", f"{len(found.stalls_ms):,}"
    rate, alive, room = found.allocated_mb_s, found.alive_mb, found.room_mb
    least = "at least " if found.concurrent else ""
    yield "allocated per second (a)", UNKNOWN if rate is None else f"{least}{_mb(rate)}"
    yield "live data (L)", UNKNOWN if alive is None else f"at most {_mb(alive)}"
    yield "allocated between collections (Y)", UNKNOWN if room is None else _mb(room)


def _mb(value: float) -> str:
    return f"{digits(value, 2)} MB"


def to_dict(name: str, found: Figures) -> dict[str, object]:
    """Return the figures of a log or a recording for ``--json``."""
    same = ("collector", "seconds", "full", "longest_ms", "to_safepoint_ms", "share")
    same += ("concurrent_s", "allocated_mb_s", "alive_mb", "room_mb", "notes")
    return {
        "log": name,
        **{key: getattr(found, key) for key in same},
        "pauses": len(found.pauses_ms),
        "stalls": len(found.stalls_ms),
        "allocated_is_least": found.concurrent,
    }
