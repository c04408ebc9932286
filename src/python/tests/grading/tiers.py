"""Which specimens every run of the tests grades; the rest is for `./course test --all`.

Together the chosen ones meet every exercise, every kind of check in either language (passed and not
passed), every verdict and every kind of attack. Which they are is computed, so it follows what
exercises and attacks there are.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterable, Mapping, Sequence

import pytest

from course.grading.exercises import specimens
from course.grading.exercises.exercise import EXERCISES, Exercise, everything
from course.grading.exercises.specimens import Specimen
from course.grading.verdicts import Verdict

from .variants import honest

ALL = everything()
ATTACKS = specimens.within(EXERCISES / "attacks")
MUTANTS = [mutant for exercise in ALL for mutant in specimens.mutants(exercise)]
HONEST = [one for exercise in ALL for one in honest(exercise)]
"""What there is, read once for all tests: it takes a second."""


def cover(met: Mapping[str, Iterable[Hashable]]) -> frozenset[str]:
    """A few names that together meet all that any of them meets: always the one that meets most of
    what is left, and of several the first by name."""
    left = {one for meets in met.values() for one in meets}
    chosen = set()
    while left:
        best = max(sorted(met), key=lambda name: len(left.intersection(met[name])))
        chosen.add(best)
        left.difference_update(met[best])
    return frozenset(chosen)


def identity(specimen: Specimen) -> str:
    """A name that no other specimen has."""
    return f"{specimen.exercise.name}.{specimen.folder.parent.name}.{specimen.name}"


def meets(specimen: Specimen) -> set[Hashable]:
    """What grading it tries."""
    exercise, expected = specimen.exercise, specimen.expected
    language, kinds = exercise.language, {one.name: one.kind for one in exercise.checks}
    found: set[Hashable] = {("exercise", exercise.name)}
    found |= {("verdict", language, verdict) for verdict in expected.verdict}
    found |= {("attack", language, one) for one in (expected.attacks, expected.stopped_by) if one}
    if specimen.folder.parent.name == "honest":
        found.add(("honest", language))
    if expected.verdict == (Verdict.PASS,):
        found |= {("passed", language, kind) for kind in kinds.values()}
    elif expected.check is not None and not expected.let_in:
        found.add(("caught", language, kinds[expected.check]))
    return found


@functools.cache
def middle() -> frozenset[str]:
    """Identities of those that every run grades."""
    return cover({identity(one): meets(one) for one in known()})


def known() -> list[Specimen]:
    """All that is graded once, starters too."""
    return [*map(specimens.begun, ALL), *MUTANTS, *ATTACKS, *HONEST]


def params() -> list[object]:
    """For a test of each of them: those outside the middle tier are marked."""
    return [_param(one, one.exercise, identity(one) in middle()) for one in known()]


def of_languages(known: Sequence[Specimen]) -> list[object]:
    """Likewise, with a middle tier of one in either language."""
    chosen = cover({identity(one): [one.exercise.language] for one in known})
    return [_param(one, one.exercise, identity(one) in chosen) for one in known]


def of_exercises(met: Mapping[Exercise, Iterable[Hashable]]) -> list[object]:
    """For a test of each exercise: likewise, with a middle tier that meets all of that."""
    chosen = cover({one.name: meets for one, meets in met.items()})
    return [_param(one, one, one.name in chosen) for one in met]


def of_one_worker(exercise: str) -> pytest.MarkDecorator:
    """Two that begin an exercise at once would both make its reference build."""
    return pytest.mark.xdist_group(exercise)


def _param(one: Specimen | Exercise, exercise: Exercise, in_middle: bool) -> object:
    marks = [of_one_worker(exercise.name), *([] if in_middle else [pytest.mark.all])]
    return pytest.param(one, id=one.name, marks=marks)
