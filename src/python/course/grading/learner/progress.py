"""What a learner has begun and solved, in a file of the learner's own folder."""

import contextlib
import time
from pathlib import Path

from pydantic import ValidationError

from course import paths
from course.errors import os_errors
from course.grading.exercises.exercise import Exercise
from course.grading.result import Result
from course.grading.verdicts import Verdict
from course.model.strict import Strict
from course.process.files import read_object, write_object

FILE = ".progress.json"


class Entry(Strict):
    """An exercise that was begun."""

    folder: Path
    points: int | None = None
    """Points at the best check; None before the first one."""
    verdict: str | None = None
    began: float | None = None
    """Start time, in seconds since 1970."""
    solved: float | None = None
    """Time of the first full score."""
    hints: int = 0

    @property
    def minutes(self) -> int | None:
        """From start to solution, breaks included."""
        if self.began is None or self.solved is None:
            return None
        return max(1, round((self.solved - self.began) / 60))


def entry(exercise: Exercise) -> Entry | None:
    """Return what the file says of an exercise. A damaged entry counts as not begun."""
    with contextlib.suppress(ValidationError):
        return Entry.model_validate(read_object(paths.MINE / FILE).get(exercise.name))
    return None


def folder(exercise: Exercise) -> Path:
    """Where the learner works on it."""
    known = entry(exercise)
    return known.folder if known else paths.MINE / exercise.name


def begun(exercise: Exercise, place: Path) -> None:
    """Record where the learner works from now on."""
    _write(exercise, Entry(folder=place.absolute(), began=time.time()))


def checked(exercise: Exercise, place: Path, result: Result) -> None:
    """Record a check's outcome. Earned points stay; only a teacher's grading resets them."""
    known = entry(exercise) or Entry(folder=place.absolute())
    if known.points is not None and known.points >= result.points:
        return
    solved = time.time() if result.verdict == Verdict.PASS else None
    update = {"points": result.points, "verdict": result.verdict, "solved": solved}
    _write(exercise, known.model_copy(update=update))


def hinted(exercise: Exercise, hints: int) -> None:
    known = entry(exercise) or Entry(folder=folder(exercise).absolute())
    _write(exercise, known.model_copy(update={"hints": hints}))


def _write(exercise: Exercise, entry: Entry) -> None:
    file = paths.MINE / FILE
    known = read_object(file)
    known[exercise.name] = entry.model_dump(mode="json")
    with os_errors(f"cannot write {file}"):
        write_object(file, known)
