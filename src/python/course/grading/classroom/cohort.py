"""A class that is made up: learners who solve, who have only begun, who err, and one in five who
attacks. What each must get is known, and the same number of learners makes the same class.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from course.errors import UsageError
from course.grading.classroom.self_test import Mismatch, mismatch
from course.grading.exercises import specimens
from course.grading.exercises.exercise import Exercise
from course.grading.exercises.specimens import Specimen
from course.grading.result import Result

ONE_IN = 5
"""Attackers."""

HABITS = ("solves", "begins", "solves", "errs", "solves")
"""Of the others; one exercise after the other is done by each habit in turn."""

_MOODS = """
able agile bold brave brisk calm candid clever cosy daring eager early fair fond frank gentle glad
jolly keen kind lively loyal lucky merry mild modest neat nimble patient plucky proud quick quiet
sharp sly sunny swift tidy witty zesty
"""
_ANIMALS = """
badger bat beaver bee bison crane crow dove duck eel elk falcon finch fox frog gull hare hawk heron
ibis jay lark lynx mole moose moth newt otter owl quail raven robin seal shrew stoat swan toad trout
wasp wren
"""
_NAMES = [f"{mood}-{animal}" for mood in _MOODS.split() for animal in _ANIMALS.split()]

MOST = len(_NAMES)


@dataclasses.dataclass(frozen=True)
class Member:
    """One of the class."""

    nickname: str
    specimen: Specimen
    """What is handed in, and what must become of it."""
    hostile: bool

    def hand_in(self, folder: Path) -> None:
        """Put it into the folder of submissions."""
        place = folder / self.nickname / self.specimen.exercise.name
        place.mkdir(parents=True)
        self.specimen.write(place)
        if not self.hostile:  # no two are alike, and each gets a trace of its own
            with (place / self.specimen.exercise.files[0]).open("a", encoding="utf-8") as file:
                file.write(f"\n// by {self.nickname}\n")


def make(count: int, exercises: Sequence[Exercise], attacks: Sequence[Specimen]) -> list[Member]:
    """A class of so many. Raises UsageError for one that is too small or too large."""
    if not ONE_IN <= count <= MOST:
        raise UsageError(f"--cohort: '{count}' is not a number from {ONE_IN} to {MOST}")
    chance = Random(count)
    hostile = count // ONE_IN
    order = chance.sample(attacks, len(attacks))
    handed_in = [(order[number % len(order)], True) for number in range(hostile)]
    for number in range(count - hostile):
        turn, place = divmod(number, len(exercises))
        habit = HABITS[(turn + place) % len(HABITS)]
        handed_in.append((_honest(exercises[place], habit, chance), False))
    chance.shuffle(handed_in)  # attackers sit among the others, and share workers with them
    names = chance.sample(_NAMES, count)
    return [Member(name, *one) for name, one in zip(names, handed_in, strict=True)]


def _honest(exercise: Exercise, habit: str, chance: Random) -> Specimen:
    if habit == "errs":
        return chance.choice(specimens.mutants(exercise))
    return specimens.solved(exercise) if habit == "solves" else specimens.begun(exercise)


def mismatches(
    members: Sequence[Member], results: Sequence[Result], gradebook: Mapping[str, Any]
) -> list[Mismatch | str]:
    """What is not as it must be, in results and in the gradebook made of them."""
    by_name = {result.learner: result for result in results}
    wrong: list[Mismatch | str] = []
    for member in members:
        result = by_name.get(member.nickname)
        if result is None:
            wrong.append(f"{member.nickname}: no result")
            continue
        found = mismatch(member.specimen, result)
        if found is not None:
            wrong.append(found)
        entries = gradebook["learners"].get(member.nickname, {}).get("exercises", {})
        entry = {"verdict": result.verdict.value, "points": result.earned}
        if entries != {member.specimen.exercise.name: entry}:
            wrong.append(f"{member.nickname}: {entries} in the gradebook, not {entry}")
    return wrong
