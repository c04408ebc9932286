"""``./course preflight``: check that this machine can do the exercises, by doing them."""

import argparse
import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from course import paths
from course.errors import CourseError
from course.grading.checks import grader_context
from course.grading.checks.tools import Tools
from course.grading.exercises import exercise as exercises
from course.grading.exercises.starter import solution
from course.grading.exercises.submission import Submission
from course.grading.grader import report
from course.grading.learner.learner import SECRET
from course.grading.learner.submit import TO
from course.grading.session import runs_at_once
from course.grading.store import kept_secret
from course.grading.verdicts import AGAIN, Verdict
from course.process import machine
from course.sandbox import sandbox

LEAST_DISK_MB, LEAST_MEMORY_MB = 1000, 2000
"""Room for a start, its checks and their reference builds, with some to spare."""

MINUTES = 2
OK, MEND, NOTE = "ok", "fix", "note"

Finding = tuple[str, str, str]
"""OK, MEND or NOTE; the subject; the result and, for MEND, what to do."""


def preflight(args: argparse.Namespace) -> int:
    """Print what was found. 0: all is well; 1: something has to be fixed first. Raises
    UsageError."""
    known = [exercises.find(name) for name in args.names] or exercises.everything()
    to = args.to or (Path(os.environ[TO]) if TO in os.environ else None)
    count = 0
    for state, what, found in _findings(known, to):
        print(f"{state:5} {what}: {found}", flush=True)
        count += state == MEND
    print("this machine is ready" if not count else f"fix {count} and try again")
    return 1 if count else 0


def _findings(known: Sequence[exercises.Exercise], to: Path | None) -> Iterator[Finding]:
    yield from _places(to)
    memory = machine.memory_mb()
    enough = memory >= LEAST_MEMORY_MB
    told = "" if enough else f"; close other programs: it needs {LEAST_MEMORY_MB:,} MB"
    yield (OK if enough else NOTE), "memory", f"{memory:,} MB{told}"
    fit = []
    for language in sorted({one.language for one in known}):
        here = [one for one in known if one.language == language]
        state, found = _tools(language)
        yield state, here[0].language_name, found
        fit += here if state == OK else []
    reason = sandbox.why_none()
    if reason is not None:
        yield NOTE, "sandbox", f"none, because {reason}; your own code runs without one"
    yield from _tried(fit, shut_in=reason is None)


def _places(to: Path | None) -> Iterator[Finding]:
    wanted = {"your folder": paths.MINE, "temporary files": Path(tempfile.gettempdir())}
    for what, place in (wanted | ({"handing in": to} if to else {})).items():
        try:
            place.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=place):
                free = shutil.disk_usage(place).free >> 20
        except OSError as error:
            yield MEND, what, f"cannot write to {paths.shown(place)}: {error.strerror}"
            continue
        if free < LEAST_DISK_MB:
            yield MEND, what, f"{free:,} MB free in {place}; make {LEAST_DISK_MB:,} MB free"
        else:
            yield OK, what, f"{place}, {free:,} MB free"


def _tools(language: str) -> tuple[str, str]:
    tools = Tools.find()
    try:
        tools.require(language)
    except CourseError as error:
        return MEND, str(error)
    if language == "java":
        return OK, str(tools.jdk)
    assert tools.cpp is not None
    return OK, f"{tools.cpp.version}, {tools.valgrind_version}"


def _tried(known: Sequence[exercises.Exercise], *, shut_in: bool) -> Iterator[Finding]:
    """Our solution of each, graded: whatever a learner will need has been used then."""
    end = time.monotonic() + 60 * MINUTES
    with grader_context.opened(shut_in=shut_in, at_once=runs_at_once(1)) as context:
        for number, one in enumerate(known):
            if time.monotonic() > end:
                rest = ", ".join(one.name for one in known[number:])
                yield NOTE, "not tried", f"{rest}: {MINUTES} minutes are up; name the ones you need"
                return
            began = time.monotonic()
            try:
                found = report(context, one, Submission(solution(one)), kept_secret(SECRET))
            except (CourseError, OSError) as error:
                yield MEND, one.name, f"{error}; ./course doctor shows what was found"
                continue
            seconds = f"{time.monotonic() - began:.0f} s"
            if found.verdict is Verdict.PASS:
                yield OK, one.name, f"our solution gets all points ({seconds})"
            else:
                state = NOTE if found.verdict in AGAIN else MEND
                yield state, one.name, f"our solution gets {found.verdict}: {found.message}"
