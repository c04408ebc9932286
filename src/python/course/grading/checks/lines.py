"""Find where in a submission something is wrong: it runs once more, after a check has failed, under
a tool that names lines. Points do not depend on it: if no line is found, none is named."""

import contextlib
import json
import re
from collections.abc import Iterator, Sequence

from course.errors import CourseError
from course.grading.checks.cpp import LINES
from course.grading.checks.judge import Trace
from course.grading.checks.subject import Subject
from course.grading.verdicts import Refused
from course.sandbox.process import Ended

RACE_RUNS = 3
"""A race does not show in every run."""

PLACES = 3
"""Number of lines named, of those that allocate most."""

PATIENCE = 3
"""Limits of time that such a run gets. A run that counts is repeated alone if other jobs have used
up its time, but this one is not, and the message would say less."""

_FRAME = re.compile(r"#\d+ (.+) (?:\S*/)?([\w.-]+):(\d+)(?::\d+)?(?: \(|$)", re.MULTILINE)
_ACCESS = re.compile(r"^  ([\w ]+) of size ", re.MULTILINE)
_MEMCHECK_FRAME = re.compile(r"(?:at|by) 0x[0-9A-F]+: (.+) \(([\w.-]+):(\d+)\)")
_DHAT_FRAME = re.compile(r"0x[0-9A-F]+: (.+) \(([\w.-]+):(\d+)\)")
_LOCAL = re.compile(r"\(anonymous namespace\)::|\[clone [^]]*\]")
_ALLOCATES = re.compile(r"^allocates (\d{1,15}) (\d{1,15}) (\S+) (\S+) (\S+)$", re.MULTILINE)
_ARRAYS = {"[B": "byte[]", "[I": "int[]", "[J": "long[]", "[C": "char[]", "[Z": "boolean[]"}


def of_race(subject: Subject, trace: Trace) -> str | None:
    """Return both accesses of a race; None if no run names them."""
    for _ in range(RACE_RUNS):
        words = _ended(subject, "tsan" + LINES, trace).words
        parts = words.partition("ThreadSanitizer: data race")[2].split("\n\n")
        accesses = [(part, found[1]) for part in parts if (found := _ACCESS.search(part))]
        if len(accesses) > 1:
            files = subject.reference.exercise.files
            does = {"read": "reads", "write": "writes"}
            (one, first), (other, second) = (
                (_frame(part, _FRAME, files), does.get(said.split()[-1].lower(), "uses"))
                for part, said in accesses[:2]
            )
            if one or other:
                return (
                    f"{one or 'the driver'} {first} data that {other or 'the driver'} {second} "
                    "in another thread"
                )
    return None


def of_memory(subject: Subject, trace: Trace) -> str | None:
    """Return the line of a memory error or a leak; None if no tool names it."""
    files = subject.reference.exercise.files
    told = _of_asan(_ended(subject, "asan" + LINES, trace).words, files)
    return told or _frame(_ended(subject, "memcheck" + LINES, trace).log, _MEMCHECK_FRAME, files)


def _of_asan(words: str, files: Sequence[str]) -> str | None:
    place = re.search(r"([\w.-]+):(\d+):\d+: runtime error:", words)
    if place:
        return f"{place[1]}:{place[2]}"
    stack, *more = re.split(r"^(?=freed by|previously allocated|allocated by)", words, flags=re.M)
    first = _frame(stack, _FRAME, files)
    freed = next((one for one in more if one.startswith("freed by")), "")
    second = _frame(freed, _FRAME, files)
    if second:
        return f"{first or 'used by the driver'}; freed in {second}"
    return first


def of_allocations(
    subject: Subject, trace: Trace, operations: int, *, most_bytes: bool = False
) -> str | None:
    """Return the lines that allocate most often, or most bytes; None if no tool names any."""
    if subject.reference.exercise.language == "java":
        places = list(_of_jvm(_ended(subject, "allocations", trace).words))
    else:
        files = subject.reference.exercise.files
        places = list(_of_dhat(_ended(subject, "dhat" + LINES, trace).log, files))
    if not places:
        return None
    total = sum(size for _, size, _ in places)
    most = sorted(places, key=lambda one: one[1 if most_bytes else 0], reverse=True)[:PLACES]
    told = "; ".join(
        f"{times:,} allocation{'s' if times > 1 else ''} of {size:,} bytes at {where}"
        for times, size, where in most
    )
    return f"{total / operations:,.1f} bytes per operation in {operations:,}: {told}"


def _of_jvm(words: str) -> Iterator[tuple[int, int, str]]:
    for times, size, kind, line, method in _ALLOCATES.findall(words):
        name = _ARRAYS.get(kind) or kind.removeprefix("[L").rstrip(";").rpartition(".")[2]
        name += "[]" if kind.startswith("[L") else ""
        yield int(times), int(size), f"{line}, {name} in {method}"


def _of_dhat(log: str, files: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    with contextlib.suppress(ValueError):
        told = json.loads(log[log.index('{"dhatFileVersion"') :])
        sums: dict[str, list[int]] = {}
        for point in told["pps"]:
            text = "\n".join(told["ftbl"][number] for number in point["fs"])
            where = _frame(text, _DHAT_FRAME, files)
            if where:
                sum_ = sums.setdefault(where, [0, 0])
                sum_[0] += point["tbk"]
                sum_[1] += point["tb"]
        for where, (times, size) in sums.items():
            yield times, size, where


def _ended(subject: Subject, tool: str, trace: Trace) -> Ended:
    """Return how a run ended, and what was said; as if nothing was, if it cannot be made."""
    with contextlib.suppress(Refused, CourseError):
        return subject.play(tool, trace, PATIENCE).ended
    return Ended(0)


def _frame(text: str, frame: re.Pattern[str], files: Sequence[str]) -> str | None:
    for function, file, line in frame.findall(text):
        if file in files:
            name = _LOCAL.sub("", function).partition("(")[0].strip().rpartition(" ")[2]
            return f"{name} ({file}:{line})"
    return None
