"""`./course run`: everything, from a bare machine to a site measured on it."""

import argparse
import contextlib
import functools
import io
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from course import paths
from course.cli.main import COMMANDS
from course.errors import CourseError
from course.process import times
from course.process.logged import last_useful_lines, run_logged
from course.process.store import Store

STOPPED = 128  # exit codes from here on mean that a signal ended the stage

MOST = {
    "./course run --profile trimmed: first page": 90,
    "./course run --profile trimmed: set-up": 150,
    "./course run --profile trimmed: notebooks": 240,
    "./course run --profile trimmed: all": 900,
    "./course run --profile trimmed, again: all": 660,
}
"""Acceptable waiting times for a newcomer on two cores, in seconds."""

PUBLISHED_FIRST = "the published figures until yours are ready"


def run(args: argparse.Namespace) -> int:
    """First page, set-up, benches, sweep, notebooks, site. Returns 0 only if all of it succeeded.

    The rest is published even if a cell or a notebook fails, or a signal ends a stage: then the
    site follows at once, and the exit code is the signal's.
    """
    from course.measure.benches import quick
    from course.measure.here import Here
    from course.toolchain.setup import ensure

    records = paths.RECORDS / args.profile
    wrong: list[str] = []
    took: dict[str, float] = {}
    again = "" if not (paths.SITE / "index.html").is_file() else ", again"
    stopped = 0
    started = time.monotonic()
    with serving(args.serve):
        with first_page(took):
            began = time.monotonic()
            ensure(install_without_asking=args.yes)
            took["set-up"] = time.monotonic() - began
        for name, stage in stages(args, records, quick.requests(args.profile, Here().provenance())):
            if stopped and name != "site":
                continue
            began = time.monotonic()
            code = attempt(name, stage, wrong)
            took[name] = time.monotonic() - began
            note = "interrupted" if code >= STOPPED else "with failures" if code else ""
            tell(name, took[name], note)
            stopped = code if code >= STOPPED else stopped
        if failed := failed_cells(records):
            wrong.append(f"{len(failed)} cells failed: {', '.join(failed)}")
        if not stopped:
            took["all"] = time.monotonic() - started
            command = f"./course run --profile {args.profile}{again}"
            times.keep({f"{command}: {name}": one for name, one in took.items()}, MOST)
        conclude(records, wrong)
        if args.serve and not stopped:
            print("serving the site until Ctrl-C", flush=True)
            with contextlib.suppress(KeyboardInterrupt):
                threading.Event().wait()
    return stopped or (1 if wrong else 0)


def stages(
    args: argparse.Namespace, records: Path, benches: dict[str, dict[str, Any]]
) -> Iterator[tuple[str, Callable[[], int]]]:
    """Yield stages in order: name and function. A stage that cannot run raises CourseError."""
    from course.measure.benches import command as bench
    from course.measure.benches import quick
    from course.measure.cells import command as cells
    from course.measure.cells import profiles
    from course.measure.here import Here
    from course.site import command as site

    profile, here = args.profile, Here()
    for name, asked in benches.items():
        stage = functools.partial(bench.bench, COMMANDS["bench"].request(**asked), here)
        yield f"bench {name}", functools.partial(aside, f"bench-{name}", stage)

    def sweep() -> int:
        """The benches come first, so that the sweep knows what they have left of the budget."""
        budget_s = 60 * args.minutes if args.minutes else profiles.load(profile).budget_s
        left_s = max(0.0, budget_s - quick.seconds_spent(here.provenance()))
        return cells.run(COMMANDS["sweep"].request(profile=profile, minutes=left_s / 60), here)

    yield "sweep", sweep
    notebooks = COMMANDS["notebooks"].request(profile=profile)
    yield "notebooks", lambda: aside("notebooks", lambda: site.notebooks(notebooks))
    yield "site", lambda: build_site(records)


def build_site(records: Path) -> int:
    """Build the site from a folder of records. Raises CourseError."""
    from course.site import command as site

    return aside("site", lambda: site.site(COMMANDS["site"].request(records=records)))


# ---- the site while it is being built ----------------------------------------------------------


@contextlib.contextmanager
def first_page(took: dict[str, float]) -> Iterator[None]:
    """Build the site of the published figures in the background, unless there is a site.

    It has its own process, so that compilers running meanwhile can yield to it, and its memory is
    freed before anything is measured. A failure is reported at the end, but not after Ctrl-C, which
    ends this process, too.
    """
    if (paths.SITE / "index.html").is_file():
        yield
        return
    began = time.monotonic()
    failures: list[CourseError] = []

    def build() -> None:
        try:
            run_logged("first-page", [sys.executable, "-m", "course", "site"], cwd=paths.ROOT)
        except CourseError as error:
            failures.append(error)
        else:
            took["first page"] = time.monotonic() - began
            index = paths.shown(paths.SITE / "index.html")
            tell("first page", took["first page"], f"{index} shows {PUBLISHED_FIRST}")

    builder = threading.Thread(target=build, daemon=True)
    builder.start()
    try:
        yield
    finally:  # even if set-up fails: no process is left behind
        builder.join()
    for error in failures:
        print(f"first page: {error}", file=sys.stderr, flush=True)


@contextlib.contextmanager
def serving(asked: bool, port: int | None = None) -> Iterator[None]:
    """Serve the site during the block, if asked. Raises CourseError if the port is in use."""
    if not asked:
        yield
        return
    from course.site.serve import HOST, make_server

    with make_server(paths.SITE, port or COMMANDS["serve"].request().port) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        print(f"serving at http://{HOST}:{server.server_port}/", flush=True)
        yield
        server.shutdown()


# ---- output ------------------------------------------------------------------------------------


def tell(name: str, seconds: float, note: str) -> None:
    """Print a line for a finished stage."""
    from course.measure.progress import duration

    line = f"{name:12} {duration(seconds):>6}  {note}"
    print(line.rstrip(), file=sys.stderr, flush=True)


class StageLog(io.TextIOWrapper):
    """A stage's log. A terminal shows its last line, in place of the one before."""

    def __init__(self, name: str, path: Path) -> None:
        super().__init__(path.open("wb"), encoding="utf-8")
        self._name, self._screen = name, sys.stderr

    def write(self, text: str, /) -> int:
        if text.strip():
            self._show(f"{self._name}: {text.strip().splitlines()[-1]}")
        return super().write(text)

    def close(self) -> None:
        if not self.closed:
            self._show("")
        super().close()

    def _show(self, line: str) -> None:
        if self._screen.isatty():
            width = shutil.get_terminal_size().columns - 1
            print(f"\r\x1b[K{line[:width]}", end="", file=self._screen, flush=True)


def aside(name: str, stage: Callable[[], int]) -> int:
    """Run a stage with its output in build/log/run-NAME.log: the site shows the same.

    Raises CourseError, with the log's last useful line, if the stage fails.
    """
    log = paths.LOGS / f"run-{name}.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    with (
        StageLog(name, log) as sink,
        contextlib.redirect_stdout(sink),
        contextlib.redirect_stderr(sink),
    ):
        code = stage()
    if 0 < code < STOPPED:
        reason = last_useful_lines(log.read_text(encoding="utf-8"), 1)[0]
        raise CourseError(f"{reason}; see {paths.shown(log)}")
    return code


def attempt(name: str, stage: Callable[[], int], wrong: list[str]) -> int:
    """Run a stage; add a failure to `wrong` instead of raising it. Returns its exit code."""
    try:
        code = stage()
    except CourseError as error:
        wrong.append(f"{name}: {error}")
        return error.exit_code
    except KeyboardInterrupt:
        code = STOPPED + signal.SIGINT
    if code >= STOPPED:
        wrong.append(f"{name}: interrupted")
    elif code:
        wrong.append(f"{name}: exit code {code}; see {paths.shown(paths.LOGS)}")
    return code


def failed_cells(records: Path) -> list[str]:
    # The sweep reports a damaged record, and measures it again.
    found = Store(records).peek()
    return [name for name, record in found.items() if record["status"] == "failed"]


def conclude(records: Path, wrong: list[str]) -> None:
    """Print the answer, the address, the folders, the failures and the next steps."""
    index = paths.SITE / "index.html"
    print()
    print(f"answer   {answer(records)}")
    print(f"site     {paths.shown(index)} (./course serve shows it in a browser)")
    print(f"records  {paths.shown(records)}; logs: {paths.shown(paths.LOGS)}")
    print(f"failed   {'; '.join(wrong) or 'nothing'}")
    print("next     ./course exercises; ./course gclog LOG analyses your own program")


def answer(records: Path) -> str:
    """Say in how many pairs pooling is faster here."""
    from course.stats.columns import DatasetColumns
    from course.stats.values import Values

    try:
        *_, yours = DatasetColumns.open(paths.ROOT, records)
    except CourseError as error:
        return str(error)
    if yours.dataset.scaled:
        return "none: this profile only checks that every program runs"
    return f"pooling is {Values(yours.figures).answer().tally}"
