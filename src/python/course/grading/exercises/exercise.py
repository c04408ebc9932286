"""An exercise, as its exercise.toml describes it."""

import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, StrictFloat, StrictInt, ValidationError, model_validator

from course import paths
from course.errors import UsageError, os_errors
from course.grading.exercises import permitted
from course.grading.verdicts import ExerciseError
from course.model.strict import Count, Name, Strict, complaint

EXERCISES = paths.ROOT / "exercises"
LIBRARY = "lib"
"""Beside the exercises: code that their drivers and public tests share."""

FILE = "exercise.toml"
WHY = "solution.md"
"""Optional, in the exercise's folder: the reasons behind our solution."""

LEVELS_OF_HELP = 3
SUFFIXES = {"java": ".java", "cpp": ".cpp"}
"""Language -> suffix of submitted files."""

MOST_FOR_TIME = 0.2
"""Share of an exercise's points that may depend on time."""

Amount = Annotated[StrictInt | StrictFloat, Field(ge=0)]


def _without_folder(name: str) -> str:
    if Path(name).name != name:
        raise ValueError(f"'{name}' should be a file name without a folder")
    return name


FileName = Annotated[str, AfterValidator(_without_folder)]


class _Check(Strict):
    """Something that a submission gets points for. exercises/README.md explains the kinds."""

    name: Name
    points: Count
    operations: Count
    """Length of the trace that it uses."""
    says: str
    """The requirement, with limits as ``{ratio}``: they are stated nowhere else."""

    def threshold(self) -> str:
        """The requirement, in words and numbers."""
        return self.says.format(**{**dict(self), "operations": f"{self.operations:,}"})

    @model_validator(mode="after")
    def _can_be_told(self) -> Self:
        try:
            self.threshold()
        except (KeyError, IndexError, ValueError) as error:
            raise ValueError(f"says: {error} is none of its fields") from error
        return self


class Unlimited(_Check):
    """A check without a limit of its own."""

    kind: Literal["answers", "races", "no_lock"]


class Garbage(_Check):
    kind: Literal["garbage"]
    set_up_kb: Amount
    slack_kb: Amount


class Memory(_Check):
    kind: Literal["memory"]
    set_up_kb: Amount
    grows_kb: Amount


class Allocations(_Check):
    kind: Literal["allocations"]
    least: Count
    """Allocations of the driver, and of the C++ library before it."""
    more: Amount
    in_calls: Amount | None = None
    """How many of those after the constructors; None: any, for objects that must allocate then."""


class Ratio(_Check):
    """A check that compares with our solution."""

    kind: Literal["instructions", "d1_misses", "ll_misses", "time"]
    ratio: Amount


Check = Annotated[Unlimited | Garbage | Memory | Allocations | Ratio, Field(discriminator="kind")]

ONLY_IN = {
    "garbage": "java",
    **dict.fromkeys(("allocations", "instructions", "d1_misses", "ll_misses", "memory"), "cpp"),
}
"""Kind of check -> the only language that has it; other kinds exist in both."""


class Submitted(Strict):
    files: Annotated[tuple[FileName, ...], Field(min_length=1)]
    max_kb: Count = 64
    may_use: tuple[Name, ...] = ()
    """Groups of names in exercises/lib/permitted.toml, beside its default."""


class Limits(Strict):
    seconds: Annotated[StrictInt | StrictFloat, Field(gt=0)]
    """Wall time limit of one run."""
    memory_mb: Count
    """The heap of a JVM; all memory of a C++ program."""
    direct_mb: Count | None = None
    """A JVM's direct memory; None: as much as its heap."""


class Exercise(Strict):
    """An exercise's description. Its folder holds the rest."""

    name: Name
    folder: Path
    title: str
    summary: str
    chapter: Count
    language: Literal["java", "cpp"]
    minutes: Count
    hints: Annotated[
        tuple[Annotated[str, AfterValidator(str.strip)], ...],
        Field(min_length=LEVELS_OF_HELP, max_length=LEVELS_OF_HELP),
    ]
    submission: Submitted
    limits: Limits
    checks: Annotated[tuple[Check, ...], Field(min_length=1)]

    @property
    def files(self) -> tuple[str, ...]:
        return self.submission.files

    @property
    def given(self) -> tuple[str, ...]:
        """Files that the learner gets beside the starter, and does not submit."""
        return tuple(sorted(file.name for file in (self.folder / "given").glob("*")))

    @property
    def points(self) -> int:
        return sum(check.points for check in self.checks)

    @property
    def language_name(self) -> str:
        return {"java": "Java", "cpp": "C++"}[self.language]

    @property
    def page(self) -> str:
        """Its page's path on a site: from the root, without a suffix."""
        return f"exercises/{self.name}"

    def text(self, file: str) -> str:
        """Read a text file of its folder. Raises ExerciseError."""
        with os_errors(f"{self.name}/{file}", ExerciseError):
            return (self.folder / file).read_text(encoding="utf-8")

    def digest(self) -> str:
        """Hash of all that decides a grade, without what only learners read."""
        return digest(
            (f"{file.parent.name}/{file.name}", file.read_bytes())
            for place in (self.folder, self.folder.parent / LIBRARY)
            for file in sorted(place.rglob("*"))
            if file.is_file()
            and not {"__pycache__", *FOR_LEARNERS}.intersection(file.relative_to(place).parts)
        )

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        suffix = SUFFIXES[self.language]
        for file in self.files:
            _must(Path(file).suffix == suffix, f"submitted files are {suffix}, unlike {file}")
        one = self.language == "java" or len(self.files) == 1
        _must(one, "a C++ submission is one file: another could have macros for its headers")
        _must(self.checks[0].kind == "answers", "the first check must be of answers")
        known = set(permitted.groups(self.language, EXERCISES / LIBRARY)) - {"advice"}
        for group in self.submission.may_use:
            _must(group in known, f"may_use: '{group}'; valid: {', '.join(sorted(known))}")
        names = [check.name for check in self.checks]
        for check in self.checks:
            _must(names.count(check.name) == 1, f"check {check.name}: its name must be unique")
            only = ONLY_IN.get(check.kind, self.language)
            _must(only == self.language, f"check {check.name}: not in {self.language}")
        _must(
            self.language == "java" or self.limits.direct_mb is None, "only a JVM has a direct_mb"
        )
        timed = sum(check.points for check in self.checks if check.kind == "time")
        _must(
            timed <= MOST_FOR_TIME * self.points, "at most a fifth of the points may depend on time"
        )
        return self


def _must(holds: bool, rule: str) -> None:
    if not holds:
        raise ValueError(f"not so: {rule}")


FOR_LEARNERS = frozenset(
    {
        *("README.md", "explore.md", "solution.md"),
        *("starter", "tests", "mutants", "honest"),
        *("expect", "expect.hpp"),
    }
)


def digest(files: Iterable[tuple[str, bytes]]) -> str:
    """Hash of the files' names and contents, in hex."""
    total = hashlib.sha256()
    for name, content in files:
        total.update(f"{name}\0{len(content)}\0".encode())
        total.update(content)
    return total.hexdigest()


# ---- finding and reading -----------------------------------------------------------------------


def names(folder: Path = EXERCISES) -> list[str]:
    return sorted(file.parent.name for file in folder.glob(f"*/{FILE}"))


def everything(folder: Path = EXERCISES) -> list[Exercise]:
    """All exercises in the order of their chapters. Raises ExerciseError."""
    loaded = [load(name, folder) for name in names(folder)]
    return sorted(loaded, key=lambda one: (one.chapter, one.name))


def find(name: str, folder: Path = EXERCISES) -> Exercise:
    """Return the exercise. Raises UsageError, listing the valid names."""
    known = names(folder)
    if name not in known:
        raise UsageError(f"no exercise '{name}'; valid: {', '.join(known)}")
    return load(name, folder)


def chosen(given: str | None) -> list[Exercise]:
    """Find comma-separated names; None: all exercises. Raises UsageError."""
    if given is None:
        return everything()
    return [find(name) for name in dict.fromkeys(one.strip() for one in given.split(","))]


def load(name: str, folder: Path = EXERCISES) -> Exercise:
    """Read an exercise. Raises ExerciseError with one line that names the file."""
    file = folder / name / FILE
    try:
        return parse(tomllib.loads(file.read_text(encoding="utf-8")), file.parent)
    except (OSError, ValueError) as error:
        raise ExerciseError(f"{paths.shown(file)}: {error}") from error


def parse(data: Mapping[str, Any], folder: Path) -> Exercise:
    """Validate the contents of its file. Raises ValueError, saying what would be valid."""
    try:
        return Exercise.model_validate({**data, "name": folder.name, "folder": folder})
    except ValidationError as error:
        raise ValueError(complaint(error)) from error
