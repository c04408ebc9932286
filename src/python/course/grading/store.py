"""A folder of results. Each file is whole at any moment, so a killed grading can be resumed."""

import contextlib
import fcntl
import os
import secrets
from collections.abc import Iterator
from pathlib import Path

from course.errors import CourseError, os_errors
from course.grading import result
from course.grading.exercises.submission import Submission
from course.grading.jobs import Job
from course.grading.result import Result
from course.grading.verdicts import AGAIN
from course.process.files import write_atomically

FILE = "result.json"
SECRET = "secret"
ASIDE = ".aside"
"""Results under a name that turned out to be several learners'."""

OF = ".submissions"
"""Names the folder of the graded submissions. No learner has a hidden name."""

TAKEN = frozenset({SECRET, "gradebook.csv", "gradebook.json", "exports"})
"""Names in the folder that no learner can have."""

SECRET_BYTES = 32


class Store:
    """``LEARNER/EXERCISE/result.json``, and the secret behind their seeds: the teacher's own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def submissions(self) -> str | None:
        """The folder whose results these are; None if not recorded."""
        try:
            return os.fsdecode((self.folder / OF).read_bytes()).removesuffix("\n") or None
        except OSError:
            return None

    def is_for(self, submissions: Path) -> bool:
        """True if results of that folder may be stored here."""
        return self.submissions() in (None, str(submissions))

    def keep_for(self, submissions: Path) -> None:
        """Record, while locked, that the results are of that folder. Raises CourseError: another
        grading may have recorded its own one since :meth:`is_for` was asked."""
        if not self.is_for(submissions):
            raise CourseError(
                f"{self.folder} has got the results of {self.submissions()}; try again"
            )
        if self.submissions() is None:
            with os_errors(f"cannot use {self.folder}"):
                write_atomically(self.folder / OF, os.fsencode(submissions) + b"\n")

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Make the folder and lock other gradings out. Raises CourseError if one is running."""
        with os_errors(f"cannot use {self.folder}"):
            self.folder.mkdir(parents=True, exist_ok=True)
            handle = os.open(self.folder / ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise CourseError(
                    f"another grading is writing to {self.folder}; wait for it, "
                    "or give another --out"
                ) from None
            yield
        finally:
            os.close(handle)

    def done(self, job: Job) -> Result | None:
        """Return an earlier result for the same submission, unless it must be graded again."""
        found = self.read(job.learner, job.exercise)
        if found is None or job.files is None:
            return None
        is_same = found.submission_digest == Submission(job.files).digest()
        fits = is_same and found.exercise_digest == job.digest and found.verdict not in AGAIN
        return found if fits else None

    def read(self, learner: str, exercise: str) -> Result | None:
        """Return a result; None if it is missing, invalid, or in another one's place."""
        with contextlib.suppress(OSError, ValueError):
            found = result.read(self.folder / learner / exercise / FILE)
            return found if (found.learner, found.exercise) == (learner, exercise) else None
        return None

    def write(self, found: Result) -> None:
        """Keep a result. Raises CourseError; earlier ones stay whole."""
        file = self.folder / found.learner / found.exercise / FILE
        try:
            write_atomically(file, found.text())
        except OSError as error:
            raise CourseError(
                f"cannot write {file}: {error.strerror}; earlier results are kept"
            ) from error

    def set_aside(self, found: Result) -> None:
        """Take a result out of all grades, but keep it. Raises CourseError."""
        kept = self.folder / ASIDE / found.learner / found.exercise / FILE
        with os_errors(f"cannot use {self.folder}"):
            kept.parent.mkdir(parents=True, exist_ok=True)
            (self.folder / found.learner / found.exercise / FILE).replace(kept)

    def everything(self) -> list[Result]:
        """All valid results, by learner and exercise."""
        files = sorted(self.folder.glob(f"*/*/{FILE}"))
        found = (self.read(file.parent.parent.name, file.parent.name) for file in files)
        return [one for one in found if one is not None]


def kept_secret(file: Path) -> bytes:
    """Return the secret in a file that only its owner can read; made if missing. Raises
    CourseError."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
            with os.fdopen(handle, "w", encoding="ascii") as stream:
                stream.write(secrets.token_hex(SECRET_BYTES) + "\n")
        secret = bytes.fromhex(file.read_text(encoding="ascii"))
    except (OSError, ValueError) as error:
        raise CourseError(f"{file}: {error}") from error
    if len(secret) < SECRET_BYTES:
        raise CourseError(f"{file} holds {len(secret)} bytes, not {SECRET_BYTES}: remove it")
    return secret
