"""Verdicts of specimens that were right, kept in build/ from one run of the tests to the next.

A verdict follows from what was submitted, the exercise, the grader's code, the tools and the user:
they make its key, and a specimen is graded again when its key has changed. A wrong verdict is never
kept. COURSE_GRADE_AGAIN=1 grades everything again.

`./course grade` knows nothing of this: a learner's submission is always graded.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import os
import platform
from collections.abc import Iterator, Mapping
from pathlib import Path

from course import paths
from course.grading.checks.grader_context import GraderContext
from course.grading.checks.tools import Tools
from course.grading.exercises.specimens import Specimen
from course.grading.exercises.submission import Submission
from course.process.files import write_atomically
from course.process.logged import answer_of
from course.sandbox import own_launcher
from course.toolchain.fingerprint import Fingerprints

FOLDER = paths.BUILD / "grading" / "verdicts"
GRADER = "course.grading.grader"
AGAIN = "COURSE_GRADE_AGAIN"


def key(specimen: Specimen, files: Mapping[str, bytes], *user: object) -> str:
    """A hash of the expected verdict and all inputs of the verdict on these files."""
    exercise, expected = specimen.exercise, specimen.expected
    known = (
        expected.verdict,
        expected.check,
        exercise.name,
        exercise.digest(),
        Submission(files).digest(),
        code(),
        Tools.find().facts(exercise.language),
        _sandbox(),
        *user,
    )
    return hashlib.sha256(repr(known).encode()).hexdigest()


def user(context: GraderContext) -> tuple[object, ...]:
    """What a grader context can do: root has control groups, and a uid for each worker."""
    return os.geteuid() == 0, context.box.is_grouped, context.at_once


def is_kept(name: str, key: str) -> bool:
    """Whether this specimen got the right verdict with that key."""
    file = FOLDER / name
    return AGAIN not in os.environ and file.is_file() and file.read_text() == key


def keep(name: str, key: str) -> None:
    """It has got the right verdict."""
    write_atomically(FOLDER / name, key)


@functools.cache
def _sandbox() -> str:
    _, version = answer_of(["bwrap", "--version"])
    launcher = Fingerprints().of([own_launcher.SOURCE])
    return f"{version.strip()} {platform.platform()} {launcher}"


# ---- the grader's code -------------------------------------------------------------------------


@functools.cache
def code(sources: Path = paths.PYTHON_SOURCES) -> str:
    """A hash of the grader's module and of all our modules that it imports."""
    total = hashlib.sha256()
    for file in sorted(_imported(sources)):
        total.update(f"{file.relative_to(sources)}\0{_meaning(file)}\0".encode())
    return total.hexdigest()


def _imported(sources: Path) -> set[Path]:
    found: set[Path] = set()
    waiting = [GRADER]
    while waiting:
        place = sources.joinpath(*waiting.pop().split("."))
        for file in (place.with_suffix(".py"), place / "__init__.py"):
            if file.is_file() and file not in found:
                found.add(file)
                waiting += _imports(file)
    return found


def _imports(file: Path) -> Iterator[str]:
    """Names of ours that may be modules."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [one.name for one in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{one.name}" for one in node.names)]
        else:
            continue
        yield from (name for name in names if name.partition(".")[0] == "course")


def _meaning(file: Path) -> str:
    """The file without comments and docstrings."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [one for one in body if not _is_text(one)]
    return ast.dump(tree)


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
