"""An exercise, as its exercise.toml says it."""

from __future__ import annotations

import dataclasses
import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from course import paths
from course.errors import UsageError
from course.grading.errors import ExerciseError

EXERCISES = paths.ROOT / "exercises"
LIBRARY = "lib"
"""Beside the exercises: what their drivers and public tests share."""

FILE = "exercise.toml"
LANGUAGES = ("java", "cpp")
LEVELS_OF_HELP = 2

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclasses.dataclass(frozen=True)
class Kind:
    """A kind of check: which languages have it, and which limits it needs."""

    languages: tuple[str, ...]
    limits: tuple[str, ...] = ()


KINDS: Mapping[str, Kind] = {
    "answers": Kind(LANGUAGES),
    "garbage": Kind(("java",), ("set_up_kb", "slack_kb")),
    "allocations": Kind(("cpp",), ("more",)),
    "instructions": Kind(("cpp",), ("ratio",)),
    "d1_misses": Kind(("cpp",), ("ratio",)),
    "ll_misses": Kind(("cpp",), ("ratio",)),
    "memory": Kind(("cpp",)),
    "races": Kind(LANGUAGES),
    "no_lock": Kind(LANGUAGES),
    "time": Kind(LANGUAGES, ("ratio",)),
}
"""What they mean is told in exercises/README.md."""

MOST_FOR_TIME = 0.2
"""Share of an exercise's points that a clock may decide."""


@dataclasses.dataclass(frozen=True)
class Check:
    """Something that a submission gets points for."""

    name: str
    kind: str
    points: int
    operations: int
    """How long the trace is on which it is looked at."""
    says: str
    """What is asked for, with limits as ``{ratio}``: they are stated nowhere else."""
    limits: Mapping[str, float]

    def threshold(self) -> str:
        """What is asked for, in words and numbers."""
        return self.says.format(**{"operations": f"{self.operations:,}", **self.limits})


@dataclasses.dataclass(frozen=True)
class Limits:
    """What a submission may take while it runs."""

    seconds: float
    """Of one run, as a clock on the wall shows them."""
    memory_mb: int
    """The heap of a JVM; all memory of a C++ program."""
    processes: int = 64
    """Processes and threads together."""


@dataclasses.dataclass(frozen=True)
class Exercise:
    """All that is said of an exercise. Its folder holds the rest."""

    name: str
    folder: Path
    title: str
    summary: str
    chapter: int
    language: str
    minutes: int
    hints: tuple[str, ...]
    files: tuple[str, ...]
    """What is submitted."""
    given: tuple[str, ...]
    """What the learner gets beside the starter, and does not submit."""
    max_kb: int
    """Of a submitted file."""
    limits: Limits
    checks: tuple[Check, ...]

    @property
    def points(self) -> int:
        return sum(check.points for check in self.checks)

    @property
    def language_name(self) -> str:
        """As people write it."""
        return {"java": "Java", "cpp": "C++"}[self.language]

    @property
    def page(self) -> str:
        """Where a site shows it: from the site's root, without a suffix."""
        return f"exercises/{self.name}"

    def digest(self) -> str:
        """Of all that decides a grade. What only learners read is left out."""
        return _digest(
            file
            for place in (self.folder, self.folder.parent / LIBRARY)
            for file in _files(place)
            if _decides(file.relative_to(place))
        )


FOR_LEARNERS = frozenset(
    {
        "README.md",
        "explore.md",
        "solution.md",
        "starter",
        "tests",
        "mutants",
        "expect",
        "expect.hpp",
    }
)


def _decides(inside: Path) -> bool:
    return not FOR_LEARNERS.intersection(inside.parts)


def _files(folder: Path) -> list[Path]:
    return [
        file
        for file in sorted(folder.rglob("*"))
        if file.is_file() and "__pycache__" not in file.parts
    ]


def _digest(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        content = file.read_bytes()
        digest.update(f"{file.parent.name}/{file.name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


# ---- finding and reading -----------------------------------------------------------------------


def names(folder: Path = EXERCISES) -> list[str]:
    """The exercises' names, by name."""
    return sorted(file.parent.name for file in folder.glob(f"*/{FILE}"))


def everything(folder: Path = EXERCISES) -> list[Exercise]:
    """All exercises in the order of their chapters. Raises ExerciseError."""
    loaded = [load(name, folder) for name in names(folder)]
    return sorted(loaded, key=lambda one: (one.chapter, one.name))


def find(name: str, folder: Path = EXERCISES) -> Exercise:
    """The exercise of that name. Raises UsageError, naming those that there are."""
    known = names(folder)
    if name not in known:
        raise UsageError(f"no exercise '{name}'; there are {', '.join(known)}")
    return load(name, folder)


def load(name: str, folder: Path = EXERCISES) -> Exercise:
    """Reads an exercise. Raises ExerciseError with one line that names the file."""
    file = folder / name / FILE
    try:
        return parse(tomllib.loads(file.read_text(encoding="utf-8")), file.parent)
    except (OSError, ValueError) as error:
        raise ExerciseError(f"{paths.shown(file)}: {error}") from error


def parse(data: Mapping[str, Any], folder: Path) -> Exercise:
    """An exercise of what its file holds. Raises ValueError, saying what would be valid."""
    data = dict(data)
    submission = dict(data.pop("submission", {}))
    made = _made(
        Exercise,
        {
            **data,
            "name": folder.name,
            "folder": folder,
            "hints": tuple(text.strip() for text in data.get("hints", ())),
            "files": tuple(submission.pop("files", ())),
            "given": tuple(submission.pop("given", _given(folder))),
            "max_kb": submission.pop("max_kb", 64),
            "limits": _made(Limits, data.get("limits", {})),
            "checks": tuple(_check(one) for one in data.get("checks", ())),
        },
    )
    if submission:
        raise ValueError(f"[submission] has no '{next(iter(submission))}'")
    _validate(made)
    return made


def _given(folder: Path) -> list[str]:
    return sorted(file.name for file in (folder / "given").glob("*"))


def _check(data: Mapping[str, Any]) -> Check:
    kind = KINDS.get(data.get("kind", ""))
    if kind is None:
        raise ValueError(f"no kind of check '{data.get('kind')}'; there are {', '.join(KINDS)}")
    data = dict(data)
    missing = [name for name in kind.limits if name not in data]
    if missing:
        raise ValueError(f"a check of kind {data['kind']} needs {', '.join(missing)}")
    limits = {name: data.pop(name) for name in kind.limits}
    return _made(Check, {**data, "limits": limits})


def _made(kind: type, values: Mapping[str, Any]) -> Any:
    try:
        return kind(**values)
    except TypeError as error:
        # Python's words name the class and the field: "Check.__init__() got an unexpected ...".
        raise ValueError(str(error).replace(".__init__()", "").lower()) from error


def _validate(made: Exercise) -> None:
    _must(bool(_NAME.fullmatch(made.name)), "its folder is lower-case words with hyphens between")
    _must(made.language in LANGUAGES, f"language is one of {', '.join(LANGUAGES)}")
    for name in ("chapter", "minutes", "max_kb"):
        value = getattr(made, name)
        _must(isinstance(value, int) and value > 0, f"{name} is a whole number above 0")
    _must(len(made.hints) == LEVELS_OF_HELP, f"there are {LEVELS_OF_HELP} hints")
    _must(bool(made.files), "[submission] names at least one of files")
    for file in (*made.files, *made.given):
        _must(Path(file).name == file, f"'{file}' is a file's name, without a folder")
    suffix = ".java" if made.language == "java" else ".cpp"
    _must(all(Path(file).suffix == suffix for file in made.files), f"what is submitted is {suffix}")
    _must(made.limits.seconds > 0 and made.limits.memory_mb > 0, "[limits] are above 0")
    _validate_checks(made)


def _validate_checks(made: Exercise) -> None:
    _must(bool(made.checks) and made.checks[0].kind == "answers", "the first check is of answers")
    known = [check.name for check in made.checks]
    for check in made.checks:
        where = f"check {check.name}:"
        _must(known.count(check.name) == 1, f"{where} its name is there once")
        _must(bool(_NAME.fullmatch(check.name)), f"{where} a name is lower-case words")
        _must(made.language in KINDS[check.kind].languages, f"{where} not in {made.language}")
        _must(isinstance(check.points, int) and check.points > 0, f"{where} points are above 0")
        _must(
            isinstance(check.operations, int) and check.operations > 0,
            f"{where} operations are a whole number above 0",
        )
        try:
            check.threshold()
        except (KeyError, IndexError, ValueError) as error:
            raise ValueError(f"{where} says: {error}") from error
    timed = sum(check.points for check in made.checks if check.kind == "time")
    _must(timed <= MOST_FOR_TIME * made.points, "a clock decides at most a fifth of the points")


def _must(holds: bool, rule: str) -> None:
    if not holds:
        raise ValueError(f"not so: {rule}")
