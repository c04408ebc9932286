"""``./course export``: results as other people's platforms read them, and the class board."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from course import paths
from course.errors import CourseError, UsageError
from course.grading import result
from course.grading.classroom import board, handouts, platforms
from course.grading.classroom.roster import Roster, read
from course.grading.result import Result
from course.grading.store import FILE, Store
from course.grading.text import visible
from course.grading.verdicts import AGAIN
from course.model.strict import complaint
from course.process.files import write_atomically

TABLES: Mapping[str, tuple[str, Callable[[Sequence[Result], Roster], str]]] = {
    "junit": ("junit.xml", lambda results, roster: platforms.junit(results)),
    "moodle": ("moodle.csv", platforms.moodle),
    "canvas": ("canvas.csv", platforms.canvas),
}
"""Formats of many results -> file, and its renderer."""

SINGLES: Mapping[str, tuple[str, Callable[[Result], dict[str, Any]]]] = {
    "gradescope": ("results.json", platforms.gradescope),
    "classroom50": ("result.json", lambda result: platforms.classroom50(result, os.environ)),
}
"""Formats of one result -> likewise."""

PAGES = ("board", "feedback")
"""Formats for people."""

WITH_NAMES = ("moodle", "canvas", *PAGES)
"""Formats that take the learners' names from a roster."""

FOLDER = "exports"


def export(args: argparse.Namespace) -> int:
    """Write the results in a format. 0: all of them; 1: some have to be graded again, and are
    reported. Raises UsageError and CourseError."""
    _check(args)
    roster = Roster() if args.roster is None else read(args.roster)
    results = _results(args.results)
    for learner in sorted({one.learner for one in results if not roster.knows(one.learner)}):
        _say(f"{learner} is not in the roster and was left out")
    results = [one for one in results if roster.knows(one.learner)]
    again = [one for one in results if one.verdict in AGAIN]
    for one in again:
        _say(f"{one.learner} {one.exercise}: {one.verdict}, which is not a grade; try again")
    if args.format == "feedback":
        _hand_out(args, results, roster)
    elif args.format == "board":
        page = board.page(results, roster, names=args.names, zeros=args.zeros)
        _put(page, args.out or _below(args.results, "board.html"))
    elif args.format in TABLES:
        file, make = TABLES[args.format]
        _put(make(results, roster), args.out or _below(args.results, file))
    else:
        _put_each(args, [one for one in results if one not in again])
    return 1 if again else 0


def _check(args: argparse.Namespace) -> None:
    if args.roster is not None and args.format not in WITH_NAMES:
        raise UsageError(f"--roster: {args.format} shows no names; {', '.join(WITH_NAMES)} do")
    if args.format == "board" and args.roster is None and args.names:
        raise UsageError(
            "board: shows only nicknames; give --roster FILE, with columns learner and "
            "nickname, or --no-names"
        )
    if args.format != "board" and not (args.names and args.zeros):
        raise UsageError("--no-names, --no-zeros: only for the board")
    if args.format == "feedback" and not args.results.is_dir():
        raise UsageError(f"feedback: {args.results} is not an output folder of ./course grade")
    if args.format == "classroom50" and args.results.is_dir():
        raise UsageError(
            "classroom50: give one result.json; each submission is graded in its own repository"
        )


def _results(place: Path) -> list[Result]:
    """Read the results in a folder or in a file. Raises UsageError if there are none."""
    if place.is_dir():
        kept = Store(place).everything()
        if not kept:
            raise UsageError(f"{place}: no LEARNER/EXERCISE/{FILE}; ./course grade creates them")
        return kept
    if not place.is_file():
        raise UsageError(
            f"{place}: no such file or folder; ./course grade prints where results are"
        )
    try:
        found = result.read(place)
    except ValidationError as error:
        raise UsageError(
            f"{place} is no result ({complaint(error)}); ./course check NAME --json FILE writes one"
        ) from error
    if found.sandbox == "none":
        raise UsageError(
            f"{place} was graded without a sandbox, so only its author may see it; "
            "./course setup --yes installs one where it can"
        )
    return [found]


def _below(results: Path, name: str) -> Path | None:
    """Return an export's default file; None if it is printed."""
    return results / FOLDER / name if results.is_dir() else None


def _hand_out(args: argparse.Namespace, results: Sequence[Result], roster: Roster) -> None:
    place = args.out or args.results / FOLDER / args.format
    try:
        count = handouts.write(args.results, place, results, roster)
    except OSError as error:
        raise CourseError(f"cannot write below {paths.shown(place)}: {error}") from error
    shown = paths.shown(place)
    _say(f"wrote pages for {count} learners to {shown}/learners, and {shown}/class.html")


def _put_each(args: argparse.Namespace, results: Sequence[Result]) -> None:
    """Write a file for each result in a folder; for a single result, just one."""
    name, make = SINGLES[args.format]
    place = args.out or _below(args.results, args.format)
    for one in results:
        text = json.dumps(make(one), indent=1, allow_nan=False) + "\n"
        if args.results.is_dir():
            _write(text, place / one.learner / one.exercise / name)
        else:
            _put(text, place)
    if args.results.is_dir():
        _say(f"wrote {len(results)} files below {paths.shown(place)}")


def _put(text: str, file: Path | None) -> None:
    if file is None:
        sys.stdout.write(text)
    else:
        _write(text, file)
        _say(f"wrote {paths.shown(file)}")


def _write(text: str, file: Path) -> None:
    try:
        write_atomically(file, text)
    except (OSError, UnicodeEncodeError) as error:
        raise CourseError(f"cannot write {paths.shown(file)}: {error}") from error


def _say(line: str) -> None:
    print(visible(line), file=sys.stderr)
