"""A class that is made up: always the same one, and whatever is wrong with its grades is seen."""

import argparse
import dataclasses
from collections import Counter

import pytest

from course.errors import UsageError
from course.grading import result
from course.grading.classroom import cohort, gradebook, intake, self_test, teacher
from course.grading.classroom.cohort import Member
from course.grading.exercises import specimens
from course.grading.exercises.exercise import EXERCISES
from course.grading.exercises.submission import take
from course.grading.store import Store
from course.grading.verdicts import Verdict

from . import samples
from .tiers import ALL, ATTACKS


def made(count: int) -> list[Member]:
    return cohort.make(count, ALL, ATTACKS)


def test_one_in_five_attacks_and_everybody_else_is_one_of_many() -> None:
    members = made(200)
    assert len({one.nickname for one in members}) == 200
    attacks = [one.specimen.name for one in members if one.hostile]
    assert len(set(attacks)) == len(attacks) == 40
    for exercise in ALL:
        handed_in = Counter(
            one.specimen.name
            for one in members
            if one.specimen.exercise.name == exercise.name and not one.hostile
        )
        assert handed_in["solution"] > 3
        assert handed_in["starter"] > 0
        assert handed_in.total() > handed_in["solution"] + handed_in["starter"], "somebody errs"


def test_a_class_hands_in_all_that_was_set_and_in_every_way(tmp_path) -> None:
    members = cohort.make(20, ALL[:3], ATTACKS, all_of_them=True)
    honest = [one for one in members if not one.hostile]
    assert set(Counter(one.nickname for one in honest).values()) == {3}
    assert {one.way for one in honest} == cohort.WAYS.keys()
    for one in honest:
        one.hand_in(tmp_path / "class")
    (tmp_path / "scratch").mkdir()
    found = intake.Intake(tmp_path / "class", ALL[:3], tmp_path / "scratch")
    assert {(one.learner, one.exercise.name) for one in found.submissions} == {
        (one.nickname, one.specimen.exercise.name) for one in honest
    }
    assert (found.unread, found.notes) == ({}, ())


def test_the_same_number_makes_the_same_class() -> None:
    assert made(30) == made(30)
    assert made(30) != made(31)[:30]


@pytest.mark.parametrize("count", [4, cohort.MOST + 1])
def test_a_class_of_another_size(count) -> None:
    with pytest.raises(UsageError, match=f"'{count}' is not a number from 5 to {cohort.MOST}"):
        made(count)


def test_no_two_hand_in_the_same(tmp_path) -> None:
    digests = []
    for member in (one for one in made(60) if not one.hostile):
        dataclasses.replace(member, way="folder").hand_in(tmp_path)
        exercise = member.specimen.exercise
        digests.append(take(tmp_path / member.nickname / exercise.name, exercise).digest())
    assert len(set(digests)) == len(digests)


# ---- what is seen ------------------------------------------------------------------------------


def graded(member: Member, verdict: Verdict) -> result.Result:
    exercise = member.specimen.exercise
    return samples.graded(exercise, samples.report(exercise, verdict), member.nickname)


def compared(results: list[result.Result], members: list[Member], **book) -> list[str]:
    made = {**gradebook.as_object(gradebook.Grades(results, ALL), {}), **book}
    return [str(one) for one in cohort.mismatches(members, results, made)]


def test_right_grades_and_wrong_ones() -> None:
    member = Member("sly-fox", specimens.solved(ALL[0]), False)
    assert compared([graded(member, Verdict.PASS)], [member]) == []
    (said,) = compared([graded(member, Verdict.CRASH)], [member])
    assert said.startswith("solution: crash in answers, not pass: ")
    assert compared([], [member]) == ["sly-fox: no result"]


def test_a_gradebook_that_says_something_else() -> None:
    member = Member("sly-fox", specimens.solved(ALL[0]), False)
    (said,) = compared([graded(member, Verdict.PASS)], [member], learners={})
    assert said.startswith("sly-fox: {} in the gradebook, not {'verdict': 'pass'")


def test_what_grading_took_is_told_by_language() -> None:
    java = next(one for one in ALL if one.language == "java")
    found = [
        samples.graded(
            java,
            samples.report(java, verdict),
            run=result.Run(started="2026-01-01T00:00:00Z", seconds=seconds, worker_mb=300),
        )
        for verdict, seconds in ((Verdict.PASS, 1.0), (Verdict.PASS, 2.0), (Verdict.TIMEOUT, 9.0))
    ]
    assert self_test.took(found) == [
        "Java, seconds each: median 2.00 (90 %: 9.00) of all 3, "
        "median 1.50 (90 %: 2.00) of the 2 that pass every check",
        "a worker and the largest process in its sandbox took at most 300 MB",
    ]


# ---- the command -------------------------------------------------------------------------------


def args(**changes) -> argparse.Namespace:
    given = {"submissions": EXERCISES / "attacks", "out": None, "self_test": True, "cohort": 20}
    return samples.arguments(EXERCISES, **(given | changes))


@pytest.mark.all
@pytest.mark.timeout(600)
@pytest.mark.usefixtures("shut_in")
def test_a_class_that_is_graded_afresh_gets_the_same(tmp_path) -> None:
    """By other workers and in other contexts; the secret and reference builds made with it stay.

    Left out is whose verdict the machine decides.
    """
    members = [one for one in made(15) if len(one.specimen.expected.verdict) == 1]
    for member in members:
        member.hand_in(tmp_path / "class")
    store = Store(tmp_path / "grades")
    samples.share_references(store.folder)
    given = {"submissions": tmp_path / "class", "out": store.folder}
    gradings = []
    for fresh in (False, True):
        again = args(**given, self_test=False, cohort=None, jobs=2, fresh=fresh)
        assert teacher.grade(again) in (0, 1)  # 1: an attacker's file cannot be read
        gradings.append(store.everything())
    first, second = gradings
    assert len(first) == len(second) == len(members)
    pairs = list(zip(first, second, strict=True))
    assert all(one.run != other.run for one, other in pairs), "it was really graded again"
    assert [one.learner for one, other in pairs if not samples.same(one, other)] == []
    assert len({one.verdict for one in first}) > 2, "neither do all pass, nor all fail alike"


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_small_class_gets_what_is_right(shut_in, capsys) -> None:
    assert teacher.grade(args(cohort=6)) == 0, capsys.readouterr().out
    assert "6 submissions, 1 of them attacks, 0 mismatches" in capsys.readouterr().out
