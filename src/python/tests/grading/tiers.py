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

ROWS = {
    "no submission": [
        *("java-missing-file", "java-link", "java-pipe", "java-large-file", "java-not-utf-8"),
        "cpp-link",
    ],
    "nothing wrong with it": [
        *("java-windows-editor", "java-debug-prints", "java-leftover-thread"),
        *("java-closes-its-output", "cpp-windows-editor", "cpp-debug-prints"),
        "cpp-leftover-thread",
    ],
    "classes of others": ["java-second-class", "java-extra-driver-file", "java-foreign-package"],
    "ends early": [
        *("java-exit", "java-halt-forged-report"),
        *("cpp-exit-before-main", "cpp-exit-forged-report"),
    ],
    "forged or endless answers": [
        *("java-forged-answers", "java-endless-answers", "java-endless-prints"),
        *("cpp-forged-answers", "cpp-endless-answers"),
    ],
    "never ends": ["java-endless-loop", "java-deadlock", "cpp-ignores-sigterm", "cpp-deadlock"],
    "bombs": ["java-fork-bomb", "java-thread-bomb", "cpp-fork-bomb", "cpp-thread-bomb"],
    "all memory": [
        *("java-heap", "java-direct-memory", "java-foreign-memory", "java-swallowed-error"),
        *("cpp-heap", "cpp-shared-memory", "cpp-swallowed-error"),
    ],
    "somebody else's work": [
        *("java-works-in-a-child", "cpp-works-in-a-child", "cpp-leaks-in-a-child"),
        *("cpp-leaves-tsan", "cpp-leaves-tsan-sooner", "cpp-leaves-valgrind"),
        *("cpp-ends-as-another-program", "cpp-forges-its-end", "cpp-silences-valgrind"),
    ],
    "what is denied": [
        *("java-writes-outside", "java-network", "java-rewrites-its-questions"),
        *("cpp-writes-outside", "cpp-network", "cpp-rewrites-its-questions"),
        *("cpp-nested-namespaces", "cpp-reaches-for-its-tool"),
    ],
    "nothing to find": ["java-looks-for-answers", "java-walks-the-stack", "cpp-looks-for-answers"],
    "allocates": [
        *("java-allocates", "java-closes-standard-error", "java-has-the-last-word"),
        *("cpp-allocates", "cpp-hides-among-sections"),
    ],
    "memory errors": [
        *("cpp-leak", "cpp-use-after-free", "cpp-overflow", "cpp-overflow-on-the-stack"),
        *("cpp-uninitialised", "cpp-forges-a-clean-report"),
    ],
    "blames the grader": [
        *("cpp-blames-asan", "cpp-blames-tsan", "cpp-tells-nonsense-of-its-names"),
        *("cpp-cuts-off-memcheck", "cpp-cuts-off-cachegrind"),
    ],
    "reads by compiling": [
        *("cpp-includes-a-system-file", "cpp-includes-our-solution", "cpp-includes-zeros"),
        *("cpp-constexpr-bomb", "cpp-assembles-our-solution"),
    ],
    "a second main": ["cpp-second-main"],
    "races": ["cpp-race", "cpp-blinds-tsan", "cpp-blinds-tsan-by-name"],
}
"""What submissions try, in the order of the design's table; at least one attack for each."""


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
    found |= {("attack", language, row) for row, names in ROWS.items() if specimen.name in names}
    if specimen.folder.parent.name == "honest":
        found.add(("honest", language))
    elif expected.verdict == (Verdict.PASS,):
        found |= {("passed", language, kind) for kind in kinds.values()}
    elif expected.check is not None and not expected.let_in:
        found.add(("caught", language, kinds[expected.check]))
    return found


@functools.cache
def middle() -> frozenset[str]:
    """Identities of those that every run grades."""
    known = [*specimens.within(EXERCISES / "attacks")]
    for exercise in everything():
        known += [*specimens.mutants(exercise), *specimens.honest(exercise)]
        known += [specimens.solved(exercise), specimens.begun(exercise)]
    return cover({identity(one): meets(one) for one in known})


def params(known: Iterable[Specimen]) -> list[object]:
    """For a test of each of them: those outside of the middle tier are marked."""
    return [_param(one, one.name, identity(one) in middle()) for one in known]


def of_verdicts(known: Sequence[Specimen]) -> list[object]:
    """Likewise, with a middle tier of one for each verdict in either language."""
    met = {
        identity(one): [(one.exercise.language, verdict) for verdict in one.expected.verdict]
        for one in known
    }
    chosen = cover(met)
    return [_param(one, one.name, identity(one) in chosen) for one in known]


def of_exercises(met: Mapping[Exercise, Iterable[Hashable]]) -> list[object]:
    """For a test of each exercise: likewise, with a middle tier that meets all of that."""
    chosen = cover({one.name: meets for one, meets in met.items()})
    return [_param(one, one.name, one.name in chosen) for one in met]


def _param(one: object, name: str, in_middle: bool) -> object:
    return pytest.param(one, id=name, marks=() if in_middle else pytest.mark.all)
