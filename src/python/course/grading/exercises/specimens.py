"""Submissions whose verdict is known: mutants of solutions, and attacks on the grader.

A specimen is a folder with an ``expected.toml``. It is the exercise's solution with some of it
changed: by files of the folder, which stand in the place of the solution's, by ``[[change]]``,
which replaces a piece of text that occurs once, and by ``[[make]]``, for what no repository can
hold.
"""

from __future__ import annotations

import dataclasses
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from course import paths
from course.errors import UsageError
from course.grading.errors import ExerciseError
from course.grading.exercises.exercise import EXERCISES, Exercise, load
from course.grading.exercises.starter import solution
from course.grading.verdicts import Verdict

FILE = "expected.toml"
KEYS = frozenset({"exercise", "verdict", "check", "why", "needs", "change", "make"})
NEEDS = ("jdk-22",)


@dataclasses.dataclass(frozen=True)
class Specimen:
    """A submission and what must become of it."""

    name: str
    folder: Path
    exercise: Exercise
    verdicts: tuple[Verdict, ...]
    """Mostly one; two where it is the machine that decides which."""
    why: str
    check: str | None
    """Which check finds it; None: whichever."""
    needs: str | None
    """What a machine must have for it."""
    changes: tuple[Mapping[str, str], ...]
    makes: tuple[Mapping[str, Any], ...]

    def write(self, folder: Path) -> None:
        """Make the submission in an empty folder. Raises ExerciseError."""
        files = solution(self.exercise)
        for file in sorted(self.folder.iterdir()):
            if file.name != FILE:
                files[file.name] = file.read_bytes()
        for change in self.changes:
            name, find = change["file"], change["find"].encode()
            times = files[name].count(find) if name in files else 0
            if times != 1:
                raise ExerciseError(
                    f"{self.name}: '{change['find'].strip()}' stands {times} times in {name}; "
                    "a change needs a text that stands there once"
                )
            files[name] = files[name].replace(find, change["put"].encode())
        for name, content in files.items():
            (folder / name).write_bytes(content)
        for make in self.makes:
            _make(folder / make["file"], make)


def _make(file: Path, make: Mapping[str, Any]) -> None:
    """What git does not keep, or this repository's rules forbid."""
    content = file.read_bytes() if file.is_file() else b""
    match make["as"]:
        case "nothing":
            file.unlink()
        case "link":
            file.unlink()
            file.symlink_to("/etc/hostname")
        case "pipe":
            file.unlink()
            os.mkfifo(file)
        case "large":
            file.write_bytes(content + b"// " + b"x" * (3 << 20) + b"\n")
        case "latin-1":
            file.write_bytes(content + "// Zürich\n".encode("latin-1"))
        case "windows":
            file.write_bytes(b"\xef\xbb\xbf" + content.replace(b"\n", b"\r\n"))
        case other:
            raise ExerciseError(f"{file.name}: nothing can be made as '{other}'")


def within(folder: Path) -> list[Specimen]:
    """The specimens in a folder, by name. Raises UsageError when there is none."""
    found = [read(file.parent) for file in sorted(folder.glob(f"*/{FILE}"))]
    if not found:
        raise UsageError(f"{paths.shown(folder)}: no folder here has an {FILE}")
    return found


def mutants(exercise: Exercise) -> list[Specimen]:
    """Those of an exercise."""
    return [read(file.parent) for file in sorted((exercise.folder / "mutants").glob(f"*/{FILE}"))]


def solved(exercise: Exercise) -> Specimen:
    """Our solution, as somebody would hand it in."""
    return _plain(exercise, "solution", (Verdict.PASS,), None)


def begun(exercise: Exercise) -> Specimen:
    """The starter, to which nothing was added."""
    # Glibc ends the starter that frees twice.
    verdicts = (Verdict.WRONG_ANSWER, Verdict.CRASH)
    return _plain(exercise, "starter", verdicts, exercise.checks[0].name)


def _plain(
    exercise: Exercise, name: str, verdicts: tuple[Verdict, ...], check: str | None
) -> Specimen:
    return Specimen(
        name=name,
        folder=exercise.folder / name,
        exercise=exercise,
        verdicts=verdicts,
        why=f"The {name}.",
        check=check,
        needs=None,
        changes=(),
        makes=(),
    )


def read(folder: Path) -> Specimen:
    """Reads a specimen. Raises ExerciseError with one line that names the file."""
    file = folder / FILE
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        return _parse(data, folder)
    except (OSError, ValueError, KeyError) as error:
        raise ExerciseError(f"{paths.shown(file)}: {error}") from error


def _parse(data: Mapping[str, Any], folder: Path) -> Specimen:
    unknown = sorted(set(data) - KEYS)
    if unknown:
        raise ValueError(f"no '{unknown[0]}'; there are {', '.join(sorted(KEYS))}")
    needs = data.get("needs")
    if needs is not None and needs not in NEEDS:
        raise ValueError(f"needs '{needs}'; there are {', '.join(NEEDS)}")
    # A mutant lies in its exercise's own folder.
    name = data["exercise"] if "exercise" in data else folder.parents[1].name
    exercise = load(name, EXERCISES if "exercise" in data else folder.parents[2])
    check = data.get("check")
    if check is not None and check not in [one.name for one in exercise.checks]:
        raise ValueError(f"{name} has no check '{check}'")
    verdicts = data["verdict"] if isinstance(data["verdict"], list) else [data["verdict"]]
    return Specimen(
        name=folder.name,
        folder=folder,
        exercise=exercise,
        verdicts=tuple(Verdict(word) for word in verdicts),
        why=data["why"],
        check=check,
        needs=needs,
        changes=tuple(data.get("change", ())),
        makes=tuple(data.get("make", ())),
    )
