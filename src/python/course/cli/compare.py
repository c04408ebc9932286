"""`./course compare`: this machine's figures as a further column of every table."""

import argparse
import filecmp
import os
import sys
import webbrowser
from pathlib import Path

from course import paths
from course.cli.main import COMMANDS
from course.cli.run import STOPPED
from course.errors import UsageError
from course.measure.command import sweep
from course.site.command import publish
from course.stats.dataset import Dataset, reference_folder
from course.stats.records import read_record, record_files

PROFILE = "trimmed"
SITE = paths.BUILD / "compare"
PAGE = "results.html"


def compare(args: argparse.Namespace) -> int:
    """Measure what is missing, build a site with a column "yours", and open it.

    Returns the exit code of a sweep that was stopped, or 0.
    """
    for option in ("profile", "only"):
        if args.records is not None and getattr(args, option) is not None:
            raise UsageError(f"--{option}: not allowed with --records, which measures nothing")
    records = args.records
    if records is None:
        profile = args.profile or PROFILE
        records = paths.RECORDS / profile
        code = measure(profile, args.only)
        if code >= STOPPED:
            return code
    data = Dataset.load(records)
    look_beside(records, data)
    publish(SITE, yours=records)
    if data.scaled:
        print(
            "profile smoke scales everything down, so these figures say nothing about this machine"
        )
    show(SITE / PAGE, may_open=not args.no_open)
    return 0


def measure(profile: str, only: str | None) -> int:
    """Run the sweep like `./course sweep`; return its exit code."""
    return sweep(COMMANDS["sweep"].request(profile=profile, only=only))


def look_beside(records: Path, data: Dataset) -> None:
    """Report if no published records are comparable with these.

    Raises UsageError if these are the published ones, which have no second column.
    """
    published = reference_folder(paths.ROOT)
    if published is None:
        print("there are no published records here, so yours are compared only with the article's")
        return
    files, theirs = record_files(records), record_files(published)
    names = [file.name for file in files]
    same, _, _ = filecmp.cmpfiles(records, published, names, shallow=False)
    if len(same) == len(theirs) == len(files):
        raise UsageError(
            f"{paths.shown(records)}: contains the published records; name your own folder, "
            "or omit --records to measure"
        )
    if Dataset([read_record(theirs[0])], str(published)).workload != data.workload:
        print(
            "the published records are from another version of the workload, so yours are compared "
            "with the article's figures only"
        )


def show(page: Path, *, may_open: bool) -> None:
    """Open the page in a browser if there is a display; otherwise print its path."""
    if may_open and has_display() and webbrowser.open(page.as_uri()):
        print(f"opened {page}")
    else:
        print(f"the comparison is {page}")


def has_display() -> bool:
    """True if a browser window would be visible. Without a display, a text browser might open."""
    on_screen = "DISPLAY" in os.environ or "WAYLAND_DISPLAY" in os.environ
    return sys.platform == "darwin" or on_screen
