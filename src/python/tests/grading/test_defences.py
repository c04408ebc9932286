"""The grader without one of its defences: then an attack must succeed, or nobody needs that one."""

import pytest

from course.errors import CourseError
from course.grading.checks import grader_context
from course.grading.classroom.self_test import SECRET, job_of, why_skipped
from course.grading.exercises import attacks, specimens
from course.grading.exercises.submission import Submission
from course.grading.grader import report
from course.grading.verdicts import Verdict

from . import defences, unlisted
from .defences import DEFENCES, succeeds
from .tiers import ATTACKS
from .variants import got_in


def test_every_defence_has_an_attack_that_needs_it() -> None:
    assert {one.expected.stopped_by for one in ATTACKS} - {None} == set(DEFENCES)
    assert {name for one in ATTACKS for name in one.expected.behind} <= set(DEFENCES)


def test_every_attack_says_what_it_is_after() -> None:
    assert not [one.name for one in ATTACKS if one.expected.attacks is None]
    assert {one.expected.attacks for one in ATTACKS} == set(specimens.AIMS)


def test_the_list_of_attacks_is_up_to_date() -> None:
    """If not: .venv/bin/python -m course.grading.exercises.attacks"""
    assert attacks.LIST.read_text(encoding="utf-8") == attacks.listed(ATTACKS)


@pytest.mark.all
@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    "attack", [one for one in ATTACKS if one.expected.stopped_by], ids=lambda one: one.name
)
def test_an_attack_succeeds_without_what_stops_it(shut_in, attack, monkeypatch, tmp_path) -> None:
    reason = why_skipped(attack, shut_in.tools)
    if reason is not None:
        pytest.skip(reason)
    last, before = attack.expected.stopped_by, attack.expected.behind
    if any(DEFENCES[name].in_reference for name in (last, *before)):
        defences.references(monkeypatch, tmp_path)
    for name in before:
        DEFENCES[name].take_away(monkeypatch)
    stopped = frozenset(attack.expected.verdict)
    if attack.expected.let_in:
        unlisted.take_away(monkeypatch)
        attack = got_in(attack)
        stopped = frozenset(attack.expected.verdict)
    if before:
        found = verdict(attack)
        assert not succeeds(found, stopped), f"{last} does not stop it"
        stopped = frozenset((found,))
    DEFENCES[last].take_away(monkeypatch)
    found = verdict(attack)
    assert succeeds(found, stopped), f"it is {found} without {last}, too"


def verdict(attack: specimens.Specimen) -> Verdict | None:
    """The attack's verdict, in a context without a reference build; None for a grader's fault."""
    job = job_of(attack)
    if job.files is None:
        return job.verdict
    with grader_context.opened(at_once=2) as context:
        try:
            return report(context, attack.exercise, Submission(job.files), SECRET).verdict
        except CourseError:
            return None
