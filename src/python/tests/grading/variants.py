"""Specimens that the tests grade besides those that `./course grade --self-test` has."""

import dataclasses

from course.grading.exercises.exercise import Exercise
from course.grading.exercises.specimens import Expected, Specimen
from course.grading.verdicts import Verdict


def honest(exercise: Exercise) -> list[Specimen]:
    """Right solutions of an exercise as others would write them: a folder with the file alone."""
    expected = Expected(verdict=(Verdict.PASS,), why="Right.")
    folders = sorted((exercise.folder / "honest").glob("*/"))
    return [Specimen(folder.name, folder, exercise, expected) for folder in folders]


def got_in(attack: Specimen) -> Specimen:
    """The same one where the list of what is permitted is not looked at."""
    changes = {"verdict": attack.expected.let_in, "let_in": ()}
    return dataclasses.replace(attack, expected=attack.expected.model_copy(update=changes))
