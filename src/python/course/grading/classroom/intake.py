"""What lies in a folder of submissions: those that can be graded, and a word for all the rest."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path

from course.grading.exercises import exercise as exercises
from course.grading.exercises.exercise import Exercise
from course.grading.store import TAKEN
from course.grading.text import on_one_line

Submitted = tuple[str, Exercise, Path]
"""Learner, exercise, and what lies in the place of the folder."""


Told = tuple[str, str]
"""A name, fit to be shown, and why nothing behind it is graded."""

SHOWN = 3
"""Of names with the same reason; the others are counted."""


@dataclasses.dataclass(frozen=True)
class Intake:
    """What was found, by name."""

    submissions: tuple[Submitted, ...]
    ungraded: tuple[Told, ...]
    """Learners of whom nothing can be graded: the teacher has to do something."""
    unknown: tuple[Told, ...]
    """Whatever else is no submission: notes, perhaps, or a name that is misspelt."""

    def lines(self) -> list[str]:
        """One for each reason, however many there are."""
        by_reason: dict[str, list[str]] = {}
        for name, reason in (*self.ungraded, *self.unknown):
            by_reason.setdefault(reason, []).append(name)
        return [f"{_some(names)}: {reason}" for reason, names in by_reason.items()]


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(names[:SHOWN])
    return shown if len(names) <= SHOWN else f"{shown} and {len(names) - SHOWN:,} more"


def look(folder: Path, chosen: Sequence[Exercise]) -> Intake:
    """Look through LEARNER/EXERCISE/. Raises OSError when the folder itself cannot be read."""
    by_name = {exercise.name: exercise for exercise in chosen}
    known = {*by_name, *exercises.names()}
    submissions: list[Submitted] = []
    ungraded: list[Told] = []
    unknown: list[Told] = []
    for learner in sorted(folder.iterdir()):
        shown = on_one_line(learner.name)
        try:
            reason = _no_learner(learner)
            if _is_hidden(learner):
                unknown.append((shown, HIDDEN))
            elif reason is not None:
                ungraded.append((shown, reason))
            elif not learner.is_dir():
                unknown.append((shown, "no folder of a learner"))
            else:
                for place in sorted(learner.iterdir()):
                    if place.name in by_name:  # a submission, whatever it is
                        submissions.append((learner.name, by_name[place.name], place))
                    elif place.name not in known:
                        why = HIDDEN if _is_hidden(place) else "no exercise has that name"
                        unknown.append((f"{shown}/{on_one_line(place.name)}", why))
        except OSError as error:
            ungraded.append((shown, f"cannot be read: {error.strerror}"))
    return Intake(tuple(submissions), tuple(ungraded), tuple(unknown))


HIDDEN = "hidden, so it is left out"


def _is_hidden(place: Path) -> bool:
    return place.name.startswith(".")


def _no_learner(learner: Path) -> str | None:
    """Why no results can be kept for that name; None where they can."""
    try:
        learner.name.encode("utf-8")
    except UnicodeEncodeError:
        return "not UTF-8; rename it"
    if learner.is_symlink():
        return "a link; put a folder in its place"
    if learner.name.casefold() in TAKEN:
        return "the folder of results has something of that name; rename it"
    return None
