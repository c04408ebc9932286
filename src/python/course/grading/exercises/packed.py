"""The file that ``./course submit`` writes and ``./course grade`` reads: one for each submission.
It says inside whose it is, since it may be renamed on the way."""

import datetime
import io
import re
import zipfile
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AwareDatetime, Field, ValidationError

from course.grading.exercises.exercise import Exercise
from course.grading.exercises.submission import Submission
from course.model.strict import Name, Strict, complaint

MANIFEST = "submission.json"
SUFFIX = ".zip"
MOST_BYTES = 64 << 10
"""Size limit of a manifest."""

BETWEEN = "--"
"""Separates the parts of a file's name."""


_FIRST, _LAST = (datetime.datetime(year, 1, 1, tzinfo=datetime.UTC) for year in (2000, 2100))


class Manifest(Strict):
    """The submission and its learner: a claim that only a folder or a login can confirm."""

    version: Annotated[Literal[1], Field(alias="schema")] = 1
    learner: Annotated[str, Field(min_length=1, max_length=200)]
    copy_of: Annotated[str, Field(pattern=r"^[0-9a-f]{8}$", alias="copy")]
    """The copy of the course it was made in; distinguishes learners of the same name."""
    exercise: Name
    exercise_digest: str
    digest: str
    """Hash of the submission's files."""
    versions: Mapping[str, str]
    """Versions of the course, and of the compiler that the learner has used."""
    submitted: Annotated[AwareDatetime, Field(ge=_FIRST, lt=_LAST)]
    """Limited because not every date has a POSIX timestamp."""


def pack(
    exercise: Exercise,
    submission: Submission,
    *,
    learner: str,
    copy: str,
    versions: Mapping[str, str],
    now: datetime.datetime,
) -> tuple[str, bytes]:
    """Return the file's name, which is for people, and its content, which counts."""
    manifest = Manifest(
        learner=learner,
        copy=copy,
        exercise=exercise.name,
        exercise_digest=exercise.digest(),
        digest=submission.digest(),
        versions=versions,
        submitted=now,
    )
    files = {MANIFEST: manifest.model_dump_json(by_alias=True, indent=1).encode()}
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {**files, **submission.files}.items():
            archive.writestr(zipfile.ZipInfo(name, now.timetuple()[:6]), data)
    who = re.sub(r"[^\w.]+", "-", learner).strip("-.")[:60] or copy
    label = BETWEEN.join((who, exercise.name, f"{now:%Y%m%d-%H%M%S}-{copy}"))
    return label + SUFFIX, content.getvalue()


def read(data: bytes) -> Manifest:
    """Raises ValueError with what is wrong."""
    try:
        return Manifest.model_validate_json(data)
    except ValidationError as error:
        raise ValueError(f"{MANIFEST}: {complaint(error)}") from error
