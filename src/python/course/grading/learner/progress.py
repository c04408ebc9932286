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


class Progress:
    """Does not trust the file: a damaged entry counts as not begun."""

    def __init__(self, folder: Path | None = None) -> None:
        self._mine = folder or paths.MINE
        self._file = self._mine / FILE

    def entry(self, exercise: Exercise) -> Entry | None:
        with contextlib.suppress(ValidationError):
            return Entry.model_validate(read_object(self._file).get(exercise.name))
        return None

    def folder(self, exercise: Exercise) -> Path:
        """Where the learner works on it."""
        entry = self.entry(exercise)
        return entry.folder if entry else self._mine / exercise.name

    def begun(self, exercise: Exercise, folder: Path) -> None:
        """Record where the learner works from now on."""
        self._write(exercise, Entry(folder=folder.absolute(), began=time.time()))

    def checked(self, exercise: Exercise, folder: Path, result: Result) -> None:
        """Record a check's outcome. Earned points stay; only a teacher's grading resets them."""
        entry = self.entry(exercise) or Entry(folder=folder.absolute())
        if entry.points is not None and entry.points >= result.points:
            return
        solved = time.time() if result.verdict == Verdict.PASS else None
        update = {"points": result.points, "verdict": result.verdict, "solved": solved}
        self._write(exercise, entry.model_copy(update=update))

    def hinted(self, exercise: Exercise, hints: int) -> None:
        entry = self.entry(exercise) or Entry(folder=self.folder(exercise).absolute())
        self._write(exercise, entry.model_copy(update={"hints": hints}))

    def _write(self, exercise: Exercise, entry: Entry) -> None:
        known = read_object(self._file)
        known[exercise.name] = entry.model_dump(mode="json")
        with os_errors(f"cannot write {self._file}"):
            write_object(self._file, known)
