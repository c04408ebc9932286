"""Submissions whose verdict is known: mutants of solutions, and attacks on the grader.

A specimen is a folder with an ``expected.toml``. It is the exercise's solution, changed by files of
the folder, which replace the solution's, by ``[[change]]``, which replaces a text that occurs once,
and by ``[[make]]``, for files that no repository can hold.
"""

import codecs
import dataclasses
import functools
import os
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, ValidationError

from course import paths
from course.errors import UsageError
from course.grading.exercises.exercise import EXERCISES, Exercise, load
from course.grading.exercises.starter import solution
from course.grading.verdicts import ExerciseError, Verdict
from course.model.strict import Name, Strict, complaint

FILE = "expected.toml"
AIMS: Mapping[str, str] = tomllib.loads(Path(__file__).with_name("aims.toml").read_text("utf-8"))
"""Aim of an attack -> its title."""


def _as_list(value: Any) -> Any:
    return value if isinstance(value, list | tuple) else [value]


class Change(Strict):
    """Replaces a text that occurs once in a file of the solution."""

    file: str
    find: str
    put: str


class Make(Strict):
    """A file that git does not keep, or that this repository's rules forbid."""

    file: str
    what: Annotated[
        Literal["nothing", "link", "pipe", "large", "latin-1", "windows"], Field(alias="as")
    ]


class Expected(Strict):
    """The contents of an expected.toml."""

    exercise: str | None = None
    """None: the exercise in whose folder it lies."""
    verdict: Annotated[tuple[Verdict, ...], BeforeValidator(_as_list), Field(min_length=1)]
    """Usually one; two if the machine decides which."""
    let_in: Annotated[tuple[Verdict, ...], BeforeValidator(_as_list)] = ()
    """Verdicts if the list of permitted names did not keep it out; only tests use them."""
    check: str | None = None
    """The check that finds it once it is let in; None: any."""
    why: str
    attacks: Literal[*AIMS] | None = None  # type: ignore[valid-type]
    """The aim of an attack; None for other specimens."""
    stopped_by: Name | None = None
    """The one defence without which it would succeed. Tests know defences by name, and remove this
    one together with each of `behind`."""
    behind: tuple[Name, ...] = ()
    """Defences that stop it before that one is reached."""
    needs: Literal["jdk-22"] | None = None
    """What the machine must have to run it."""
    change: tuple[Change, ...] = ()
    make: tuple[Make, ...] = ()


@dataclasses.dataclass(frozen=True)
class Specimen:
    name: str
    folder: Path
    exercise: Exercise
    expected: Expected

    def write(self, folder: Path) -> None:
        """Make the submission in an empty folder. Raises ExerciseError."""
        files = solution(self.exercise)
        for file in sorted(self.folder.iterdir()):
            if file.name != FILE:
                files[file.name] = file.read_bytes()
        for change in self.expected.change:
            name, find = change.file, change.find.encode()
            times = files[name].count(find) if name in files else 0
            if times != 1:
                raise ExerciseError(
                    f"{self.name}: '{change.find.strip()}' occurs {times} times in {name}; "
                    "a change needs a text that occurs once"
                )
            files[name] = files[name].replace(find, change.put.encode())
        for name, content in files.items():
            (folder / name).write_bytes(content)
        for make in self.expected.make:
            file = folder / make.file
            content = file.read_bytes() if file.is_file() else b""
            file.unlink(missing_ok=True)
            _MADE[make.what](file, content)


_MADE: Mapping[str, Callable[[Path, bytes], object]] = {
    "nothing": lambda file, content: None,
    "link": lambda file, content: file.symlink_to("/etc/hostname"),
    "pipe": lambda file, content: os.mkfifo(file),
    "large": lambda file, content: file.write_bytes(content + b"// " + b"x" * (3 << 20) + b"\n"),
    "latin-1": lambda file, content: file.write_bytes(content + "// Zürich\n".encode("latin-1")),
    "windows": lambda file, content: file.write_bytes(
        codecs.BOM_UTF8 + content.replace(b"\n", b"\r\n")
    ),
}


@functools.cache
def within(folder: Path) -> list[Specimen]:
    """The specimens in a folder, by name. Raises UsageError when there is none."""
    found = [read(file.parent) for file in sorted(folder.glob(f"*/{FILE}"))]
    if not found:
        raise UsageError(f"{paths.shown(folder)}: no folder in it has an {FILE}")
    return found


@functools.cache
def mutants(exercise: Exercise) -> list[Specimen]:
    return [read(file.parent) for file in sorted((exercise.folder / "mutants").glob(f"*/{FILE}"))]


def solved(exercise: Exercise) -> Specimen:
    """Our solution, as somebody would submit it."""
    expected = Expected(verdict=(Verdict.PASS,), why="The solution.")
    return Specimen("solution", exercise.folder / "solution", exercise, expected)


def begun(exercise: Exercise) -> Specimen:
    """The unchanged starter."""
    # Glibc aborts the starter that frees twice.
    verdicts = (Verdict.WRONG_ANSWER, Verdict.CRASH)
    first = exercise.checks[0].name
    expected = Expected(verdict=verdicts, check=first, why="The starter.")
    return Specimen("starter", exercise.folder / "starter", exercise, expected)


def read(folder: Path) -> Specimen:
    """Read a specimen. Raises ExerciseError with one line that names the file."""
    file = folder / FILE
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        expected = Expected.model_validate(data)
        name, place = expected.exercise, EXERCISES
        if name is None:  # a mutant lies in its exercise's own folder
            name, place = folder.parents[1].name, folder.parents[2]
        exercise = load(name, place)
        known = [one.name for one in exercise.checks]
        if expected.check not in (None, *known):
            raise ValueError(f"{name} has no check '{expected.check}'; it has {', '.join(known)}")
    except (OSError, ValueError) as error:
        told = complaint(error) if isinstance(error, ValidationError) else error
        raise ExerciseError(f"{paths.shown(file)}: {told}") from error
    return Specimen(folder.name, folder, exercise, expected)
