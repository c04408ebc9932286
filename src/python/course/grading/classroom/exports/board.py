"""The class board: a page for the wall of a room. It names nobody but by a nickname."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from course.grading.classroom.gradebook import grades
from course.grading.classroom.roster import Roster
from course.grading.result import Result
from course.grading.text import on_one_line

_ENVIRONMENT = Environment(
    loader=FileSystemLoader(Path(__file__).parents[2] / "templates"),
    undefined=StrictUndefined,
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
)


@dataclasses.dataclass(frozen=True)
class Row:
    """A learner's line."""

    nickname: str
    points: list[int | str]
    """In the order of the exercises; empty where there are none."""
    total: int


def page(results: Sequence[Result], roster: Roster) -> str:
    """The board as HTML: the most points first, without those who have no nickname."""
    found = grades(results)
    rows = [
        Row(nickname, found.row(learner), found.total(learner))
        for learner in found.learners
        if (nickname := on_one_line(roster.entry(learner).nickname))
    ]
    return _ENVIRONMENT.get_template("board.html").render(
        names=list(found.exercises),
        most=list(found.exercises.values()),
        rows=sorted(rows, key=lambda row: (-row.total, row.nickname.casefold())),
        unnamed=len(found.learners) - len(rows),
    )
