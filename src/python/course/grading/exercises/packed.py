"""What ``./course submit`` makes and ``./course grade`` reads: one file for each submission, which
says whose it is, whatever it is called by the time that it arrives."""

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
"""Of a manifest."""

BETWEEN = "--"
"""Between the parts of a file's name."""


_FIRST, _LAST = (datetime.datetime(year, 1, 1, tzinfo=datetime.UTC) for year in (2000, 2100))


class Manifest(Strict):
    """Who hands in what. It claims; only a folder or a platform that somebody logs in to knows."""

    version: Annotated[Literal[1], Field(alias="schema")] = 1
    learner: Annotated[str, Field(min_length=1, max_length=200)]
    copy_of: Annotated[str, Field(pattern=r"^[0-9a-f]{8}$", alias="copy")]
    """Which copy of the course it was made in: it tells two learners of one name apart."""
    exercise: Name
    exercise_digest: str
    digest: str
    """Of the submission's files."""
    versions: Mapping[str, str]
    """Of the course, and of the compiler that the learner has tried it with."""
    submitted: Annotated[AwareDatetime, Field(ge=_FIRST, lt=_LAST)]
    """Not every time of a calendar has seconds since 1970."""


def pack(
    exercise: Exercise,
    submission: Submission,
    *,
    learner: str,
    copy: str,
    versions: Mapping[str, str],
    now: datetime.datetime,
) -> tuple[str, bytes]:
    """The file's name and its content. The name is for people; what counts stands inside."""
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
