"""An invented class: learners who solve, who have only begun, who err, and one in five who attacks.
Their results are known, and the same number of learners makes the same class.
"""

import dataclasses
import datetime
import hashlib
import itertools
import shutil
import tempfile
import tomllib
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from course.errors import UsageError
from course.grading.classroom.self_test import mismatch
from course.grading.exercises import packed, specimens
from course.grading.exercises.exercise import Exercise
from course.grading.exercises.submission import take
from course.grading.result import Result

ONE_IN = 5
"""Learners per attacker."""

HABITS = ("solves", "begins", "solves", "errs", "solves")
"""Habits of the others, each in turn for one exercise after the other."""

_WORDS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
_NAMES = ["-".join(pair) for pair in itertools.product(_WORDS["moods"], _WORDS["animals"])]
MOST = len(_NAMES)


@dataclasses.dataclass(frozen=True)
class Member:
    nickname: str
    specimen: specimens.Specimen
    """What is handed in, and what must become of it."""
    hostile: bool
    way: str = "folder"

    def hand_in(self, folder: Path) -> None:
        with tempfile.TemporaryDirectory() as made:
            below = folder / self.nickname / self.specimen.exercise.name
            place = Path(made) if self.way != "folder" else below
            place.mkdir(parents=True, exist_ok=True)
            self.specimen.write(place)
            if not self.hostile:  # no two are alike, so each gets its own trace
                with (place / self.specimen.exercise.files[0]).open("a", encoding="utf-8") as file:
                    file.write(f"\n// by {self.nickname}\n")
            folder.mkdir(parents=True, exist_ok=True)
            WAYS[self.way](self, place, folder)


def _packed(member: Member, made: Path, folder: Path) -> None:
    """What ./course submit writes, in a shared folder or a mail's attachment."""
    exercise = member.specimen.exercise
    now = datetime.datetime.now(datetime.UTC).replace(microsecond=0)
    copy = hashlib.sha256(member.nickname.encode()).hexdigest()[:8]
    submission = take(made.resolve(), exercise)
    name, content = packed.pack(
        exercise, submission, learner=member.nickname, copy=copy, versions={}, now=now
    )
    (folder / name).write_bytes(content)


def _zipped(member: Member, made: Path, folder: Path) -> None:
    name = member.specimen.exercise.name
    with zipfile.ZipFile(folder / f"{member.nickname}-{name}.zip", "w") as archive:
        for file in made.iterdir():
            archive.write(file, f"{name}/{file.name}")


def _copied(inside: str) -> Callable[[Member, Path, Path], None]:
    """The files, in some folder of the learner's."""

    def hand_in(member: Member, made: Path, folder: Path) -> None:
        exercise, learner = member.specimen.exercise.name, member.nickname
        place = folder / inside.format(learner=learner, exercise=exercise)
        shutil.copytree(made, place, dirs_exist_ok=True)

    return hand_in


WAYS: Mapping[str, Callable[[Member, Path, Path], None]] = {
    "folder": lambda member, made, folder: None,  # there already
    "packed": _packed,
    "zipped": _zipped,
    "loose": _copied("{learner}"),
    "repository": _copied("{learner}/pooling/my-exercises/{exercise}"),
    "hub": _copied("jupyter-{learner}/my-exercises/{exercise}"),
    "moodle": _copied("{learner}_4711_assignsubmission_file"),
}
"""Ways to submit; attacks are folders, since they hold what no archive keeps."""


def make(
    count: int,
    exercises: Sequence[Exercise],
    attacks: Sequence[specimens.Specimen],
    *,
    all_of_them: bool = False,
) -> list[Member]:
    """Make a class of `count` learners. Raises UsageError if they are too few or too many.

    all_of_them: everybody but attackers does all of the exercises; else one of them.
    """
    if not ONE_IN <= count <= MOST:
        raise UsageError(f"--cohort: '{count}' is not a number from {ONE_IN} to {MOST}")
    chance = Random(count)
    hostile = count // ONE_IN
    names = chance.sample(_NAMES, count)
    order = chance.sample(attacks, len(attacks))
    members = [
        Member(name, order[number % len(order)], True)
        for number, name in enumerate(names[:hostile])
    ]
    ways = list(WAYS)
    for number, name in enumerate(names[hostile:]):
        turn, place = divmod(number, len(exercises))
        for step, exercise in enumerate(exercises if all_of_them else [exercises[place]]):
            habit = HABITS[(turn + place + step) % len(HABITS)]
            way = ways[number % len(ways)]
            members.append(Member(name, _honest(exercise, habit, chance), False, way))
    chance.shuffle(members)  # attackers sit among the others, and share workers with them
    return members


def _honest(exercise: Exercise, habit: str, chance: Random) -> specimens.Specimen:
    if habit == "errs":
        return chance.choice(specimens.mutants(exercise))
    return specimens.solved(exercise) if habit == "solves" else specimens.begun(exercise)


def mismatches(
    members: Sequence[Member], results: Sequence[Result], gradebook: Mapping[str, Any]
) -> list[str]:
    """Return unexpected results, and mistakes in the gradebook made of them."""
    by_name = {(result.learner, result.exercise): result for result in results}
    wrong: list[str] = []
    for member in members:
        exercise = member.specimen.exercise.name
        result = by_name.get((member.nickname, exercise))
        if result is None:
            wrong.append(f"{member.nickname}: no result")
            continue
        found = mismatch(member.specimen, result)
        if found is not None:
            wrong.append(found)
        entries = gradebook["learners"].get(member.nickname, {}).get("exercises", {})
        entry = {"verdict": result.verdict.value, "points": result.earned}
        if entries.get(exercise) != entry:
            wrong.append(f"{member.nickname}: {entries} in the gradebook, not {entry}")
    return wrong
