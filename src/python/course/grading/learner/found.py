"""Failures that a check found, kept as the learner's own tests: ``tests/found_1.txt``.

One line per call: text for people, the words that the driver reads, and the right answers.
"""

import os
import re
import stat
from collections.abc import Iterable
from pathlib import Path

from course.grading.checks import grader_context
from course.grading.checks.judge import Trace, pack
from course.grading.checks.reference_build import reference_of
from course.grading.checks.shortest import Failure
from course.grading.exercises.exercise import Exercise
from course.grading.exercises.submission import TESTS, take
from course.grading.verdicts import Refused
from course.process.files import write_atomically

MOST = 9
"""The learner may delete some to make room."""

MOST_BYTES = 1 << 20
"""No failure that is kept is as long."""

_LINE = re.compile(r"^.* \| ([-\d ]*) \| ([-\d ]*)$", re.MULTILINE)


def keep(exercise: Exercise, folder: Path, failure: Failure) -> Path | None:
    """Return the file that it is kept in; None without room or without a folder of tests. Raises
    OSError."""
    tests = folder / TESTS
    if tests.is_symlink() or not tests.is_dir():
        return None
    calls = "".join(
        f"{call.line()} | {_numbers(call.words)} | {_numbers(one.right for one in call.asked)}\n"
        for call in failure.calls
    )
    for number in range(1, MOST + 1):
        file = tests / f"found_{number}.txt"
        if not os.path.lexists(file):
            command = f"./course watch {exercise.name}"
            says = f"# {failure.says}\n# `{command}` replays it at each save until you delete it.\n"
            write_atomically(file, says + calls)
            return file
        status = file.lstat()  # the learner may have put anything in its place
        is_ours = stat.S_ISREG(status.st_mode) and status.st_size <= MOST_BYTES
        if is_ours and file.read_text(encoding="utf-8", errors="replace").endswith(f"\n{calls}"):
            return file
    return None


def _numbers(words: Iterable[int]) -> str:
    return " ".join(map(str, words))


def play(
    context: grader_context.GraderContext, exercise: Exercise, folder: Path, secret: bytes
) -> tuple[bool, str]:
    """Return whether all failures are fixed now, and a line for each file. Raises GraderError."""
    files = sorted((folder / TESTS).glob("found_*.txt"))
    if not files:
        return True, ""
    reference = reference_of(context, exercise, secret)
    said, passed = [], True
    with context.workspace() as workspace:
        try:
            grader_context.write(workspace / "source", take(folder.resolve(), exercise).sources())
            subject = reference.subject(workspace)
            for file in files:
                words, answers = _read(file)
                calls = reference.judge.calls
                fault = subject.play("plain", Trace(pack(words), pack(answers), calls)).fault()
                passed = passed and fault is None
                said.append(f"{TESTS}/{file.name}: {'right now' if fault is None else fault[1]}")
        except Refused as error:
            return False, f"{error.message}\n"
    return passed, "".join(f"{line}\n" for line in said)


def _read(file: Path) -> tuple[list[int], list[int]]:
    words: list[int] = []
    answers: list[int] = []
    for some, right in _LINE.findall(file.read_text(encoding="utf-8", errors="replace")):
        words += map(int, some.split())
        answers += map(int, right.split())
    return words, answers
