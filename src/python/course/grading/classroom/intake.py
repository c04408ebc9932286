"""What lies in a folder of submissions: those that can be graded, and a word for all the rest."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from pathlib import Path

from course.grading.exercises import exercise as exercises
from course.grading.exercises.exercise import Exercise
from course.grading.exercises.submission import printable
from course.grading.store import TAKEN

Submitted = tuple[str, Exercise, Path]
"""Learner, exercise, and what lies in the place of the folder."""


@dataclasses.dataclass(frozen=True)
class Intake:
    """What was found, by name."""

    submissions: tuple[Submitted, ...]
    ungraded: tuple[str, ...]
    """A line for each learner of whom nothing can be graded: the teacher has to do something."""
    unknown: tuple[str, ...]
    """A line for whatever else is no submission: notes, perhaps, or a name that is misspelt."""


def look(folder: Path, chosen: Sequence[Exercise]) -> Intake:
    """Look through LEARNER/EXERCISE/. Raises OSError when the folder itself cannot be read."""
    by_name = {exercise.name: exercise for exercise in chosen}
    known = {*by_name, *exercises.names()}
    submissions: list[Submitted] = []
    ungraded: list[str] = []
    unknown: list[str] = []
    for learner in _visible(folder):
        shown = printable(learner.name)
        try:
            reason = _no_learner(learner)
            if reason is not None:
                ungraded.append(f"{shown} {reason}")
            elif not learner.is_dir():
                unknown.append(f"{shown} is no folder of a learner")
            else:
                for place in _visible(learner):
                    if place.name in by_name:  # a submission, whatever it is
                        submissions.append((learner.name, by_name[place.name], place))
                    elif place.name not in known:
                        wrong = f"{shown}/{printable(place.name)}"
                        unknown.append(f"{wrong}: no exercise has that name")
        except OSError as error:
            ungraded.append(f"{shown} cannot be read: {error.strerror}")
    return Intake(tuple(submissions), tuple(ungraded), tuple(unknown))


def _no_learner(learner: Path) -> str | None:
    """Why no results can be kept for that name; None where they can."""
    try:
        learner.name.encode("utf-8")
    except UnicodeEncodeError:
        return "is a name that is not UTF-8: rename it"
    if learner.is_symlink():
        return "is a link: put a folder in its place"
    if learner.name.casefold() in TAKEN:
        return "is what the folder of results calls something of its own: rename it"
    return None


def _visible(folder: Path) -> Iterator[Path]:
    return (place for place in sorted(folder.iterdir()) if not place.name.startswith("."))
