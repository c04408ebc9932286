"""The chapters, as far as a plan has to know them: title, and minutes to read."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

from course import paths
from course.grading.errors import GraderError

CHAPTERS = paths.ROOT / "chapters"

_NUMBERED = re.compile(r"(\d\d)-[a-z0-9-]+\.md")
_TITLE = re.compile(r'^title: "?\d+\. (.+?)"?$', re.MULTILINE)
_MINUTES = re.compile(r"\*Minutes to read: (\d+)\.")


@dataclasses.dataclass(frozen=True)
class Chapter:
    """A chapter of the course."""

    number: int
    title: str
    minutes: int
    """To read it."""


def everything(folder: Path = CHAPTERS) -> list[Chapter]:
    """All chapters, in their order. Raises GraderError for one that does not say what it takes."""
    return [
        _read(file, int(match[1]))
        for file in sorted(folder.glob("*.md"))
        if (match := _NUMBERED.fullmatch(file.name))
    ]


def _read(file: Path, number: int) -> Chapter:
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise GraderError(f"{paths.shown(file)}: {error}") from error
    title, minutes = _TITLE.search(text), _MINUTES.search(text)
    if title is None or minutes is None:
        raise GraderError(
            f"{paths.shown(file)}: a chapter's head has 'title: N. ...' and '*Minutes to read: N.'"
        )
    return Chapter(number, title[1], int(minutes[1]))
