"""`./course compare`: this machine's figures as a further column of every table."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import webbrowser
from pathlib import Path

from course import paths
from course.errors import UsageError
from course.publish.command import publish
from course.publish.dataset import Dataset, read_plan
from course.publish.records import record_files
from course.run import STOPPED

SITE = paths.BUILD / "compare"
PAGE = "results.html"
PARTIAL = paths.BUILD / "compare-records"


def compare(args: argparse.Namespace) -> int:
    """Measure what is not measured yet, build a site with a column "yours", and open it.

    args: profile, only, records (a folder that is shown instead of measuring, or None), no_open.
    Returns the exit code of the sweep, or 0.
    """
    if args.records is not None and args.only is not None:
        raise UsageError("--only: not with --records, which measures nothing")
    records = args.records
    if records is None:
        records = paths.RECORDS / args.profile
        code = measure(args)
        if code >= STOPPED:
            return code
    data = Dataset.load(records)
    publish(SITE, yours=without_gaps(records, data))
    if data.scaled:
        print("the figures are scaled down (profile smoke) and say nothing about this machine")
    show(SITE / PAGE, may_open=not args.no_open)
    return 0


def measure(args: argparse.Namespace) -> int:
    """The sweep, as `./course sweep` does it; returns its exit code."""
    from course.cli import COMMANDS, parse  # noqa: PLC0415  the command line imports this module

    options = ["--profile", args.profile, *(["--only", args.only] if args.only else [])]
    return COMMANDS["sweep"].function(parse(["sweep", *options]))


def without_gaps(records: Path, data: Dataset) -> Path:
    """A folder that holds the same records, and whose plan names no cell that has none.

    A site of what one means to measure must have all of it. A comparison shows what there is.
    """
    missing = read_plan(records) - data.records.keys()
    if not missing:
        return records
    print(f"{len(missing)} cells of the profile have no record here: their places stay empty")
    shutil.rmtree(PARTIAL, ignore_errors=True)
    PARTIAL.mkdir(parents=True)
    for file in record_files(records):
        shutil.copy2(file, PARTIAL)
    return PARTIAL


def show(page: Path, *, may_open: bool) -> None:
    """Open the page in a browser where there is one to look at; else say where it is."""
    if may_open and has_display() and webbrowser.open(page.as_uri()):
        print(f"opened {page}")
    else:
        print(f"the comparison is {page}")


def has_display() -> bool:
    """Whether a browser's window could be seen. Without one, a text browser might answer."""
    on_screen = "DISPLAY" in os.environ or "WAYLAND_DISPLAY" in os.environ
    return sys.platform == "darwin" or on_screen
