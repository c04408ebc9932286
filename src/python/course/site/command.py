"""The publishing commands of `./course`: site, serve, notebooks."""

import argparse
import functools
import itertools
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from course import paths
from course.errors import UsageError
from course.site import paper
from course.site.notebooks import Outcome, execute
from course.site.serve import serve_forever
from course.site.site import build_site
from course.site.turns import Turns
from course.stats.errors import PublishError

AT_A_TIME = 6
"""Open notebooks, where cells are timed. Each takes a quarter of a gigabyte."""


def site(args: argparse.Namespace) -> int:
    """Build the site and say where it is; without its PDF where none can be printed."""
    lacking = paper.why_not() if args.pdf else None
    if lacking:
        print(f"the site goes without its PDF: {lacking}", file=sys.stderr)
    publish(args.out or paths.SITE, args.records, pdf=args.pdf and not lacking)
    return 0


def publish(
    out: Path, records: Path | None = None, yours: Path | None = None, *, pdf: bool = False
) -> Path:
    """Build the site into `out`, say where it is and return its first page; see `build_site`."""
    started, out = time.monotonic(), out.resolve()
    build_site(paths.ROOT, out, records and records.resolve(), yours and yours.resolve(), pdf=pdf)
    seconds, index = time.monotonic() - started, out / "index.html"
    print(f"The site is in {paths.shown(out)} ({seconds:.0f} s): open {index}")
    if pdf:
        print(f"For paper: {paths.shown(out / paper.NAME)}")
    return index


def serve(args: argparse.Namespace) -> int:
    """Build the site of `records` and serve it on `port` until interrupted."""
    site(argparse.Namespace(records=args.records, out=None, pdf=False))
    serve_forever(paths.SITE, args.port, lambda text: print(text, flush=True))
    return 0


def notebooks(args: argparse.Namespace) -> int:
    """Execute the notebooks (`profile`, `only`: a name or None, `force`, `strict`).

    A failure does not stop the others, but makes the exit code 1. A notebook whose kernel is not
    installed is reported and published unexecuted; with `strict` it counts as failed. Several run
    at a time; a cell that times something has the machine to itself. If interrupted, finished
    notebooks are kept.
    """
    files = _notebook_files(paths.ROOT / "notebooks", args.only)
    outcomes: list[Outcome] = []
    turns = Turns()

    def run(path: Path) -> tuple[Outcome, bool]:
        how = {"force": args.force, "progress": functools.partial(_progress, path.stem)}
        out = paths.BUILD / "notebooks"
        return execute(path, out, paths.ROOT, args.profile, turns=turns, **how)

    if args.profile == "smoke":  # whose figures mean nothing: nobody waits
        at_a_time, group = os.cpu_count(), len(files)
    else:  # kernels start together: the start is the longest part in which nothing is timed
        at_a_time = group = AT_A_TIME
    groups = [files[first : first + group] for first in range(0, len(files), group)]
    with ThreadPoolExecutor(at_a_time) as runners, turns:
        results = itertools.chain.from_iterable(runners.map(run, some) for some in groups)
        for outcome, kept in results:
            outcomes.append(outcome)
            if sys.stdout.isatty():
                print("\r\x1b[K", end="", flush=True)
            if outcome.status == "ok":
                how = "unchanged, result kept" if kept else f"{outcome.seconds:.0f} s"
                told = f"{outcome.name}: {outcome.executed_cells} cells executed ({how})"
                print(told, flush=True)
            else:
                told = f"notebooks/{outcome.name}.ipynb: {outcome.status}: {outcome.reason}"
                print(told, file=sys.stderr)
    wrong = ("failed", "not executed") if args.strict else ("failed",)
    failed = [outcome.name for outcome in outcomes if outcome.status in wrong]
    if failed:
        raise PublishError(f"{len(failed)} of {len(outcomes)} failed: {', '.join(failed)}")
    return 0


def _notebook_files(folder: Path, only: str | None) -> list[Path]:
    files = sorted(folder.glob("*.ipynb"))
    if not files:
        raise PublishError(f"{paths.shown(folder)}: no notebooks here")
    chosen = [path for path in files if only in (None, path.stem, path.name)]
    if not chosen:
        names = ", ".join(path.stem for path in files)
        raise UsageError(f"--only: no notebook '{only}'; valid: {names}")
    return chosen


def _progress(name: str, done: int, of: int) -> None:
    if sys.stdout.isatty():
        print(f"\r{name}: cell {done} of {of} ", end="", flush=True)
