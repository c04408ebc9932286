"""A folder of results: whole at any moment, and taken up again where it was left."""

import json

import jsonschema
import pytest
from pydantic import ValidationError

from course.errors import CourseError
from course.grading import result
from course.grading.classroom import gradebook
from course.grading.exercises.submission import Submission
from course.grading.jobs import Job
from course.grading.store import OF, SECRET, Store, kept_secret
from course.grading.verdicts import Verdict
from course.process.files import write_atomically

from . import samples

FILES = {"Counter.java": b"class Counter {}"}


@pytest.fixture
def store(tmp_path) -> Store:
    return Store(tmp_path / "grades")


def job(exercise, files=FILES) -> Job:
    return Job("ada", exercise.name, exercise.digest(), b"secret", files)


def kept(exercise, *verdicts, **changes) -> result.Result:
    found = samples.report(exercise, *verdicts)
    changes["submission_digest"] = Submission(FILES).digest()
    return samples.graded(exercise, found).model_copy(update=changes)


def test_what_is_graded_is_not_graded_again(store, exercise) -> None:
    assert store.done(job(exercise)) is None
    made = kept(exercise, Verdict.PASS, Verdict.OVER_BUDGET)
    store.write(made)
    assert store.done(job(exercise)) == made


@pytest.mark.parametrize("verdict", [Verdict.TOO_NOISY, Verdict.GRADER_ERROR])
def test_what_says_nothing_of_the_submission_is_looked_at_again(store, exercise, verdict) -> None:
    store.write(kept(exercise, Verdict.PASS, verdict))
    assert store.done(job(exercise)) is None


def test_another_submission_or_another_exercise_is_graded(store, exercise) -> None:
    store.write(kept(exercise, Verdict.PASS, Verdict.PASS))
    assert store.done(job(exercise, {"Counter.java": b"class Counter { }"})) is None
    (exercise.folder / "judge.py").write_text(samples.JUDGE + "\n")
    assert store.done(job(exercise)) is None


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"schema": 1}'])
def test_a_damaged_result_is_none(store, exercise, damage) -> None:
    store.write(kept(exercise, Verdict.PASS, Verdict.PASS))
    (store.folder / "ada" / exercise.name / "result.json").write_text(damage)
    assert store.done(job(exercise)) is None
    assert store.everything() == []


def test_a_result_counts_only_in_its_own_place(store, exercise) -> None:
    store.write(kept(exercise, Verdict.PASS, Verdict.PASS))
    (store.folder / "ada").rename(store.folder / "bob")
    assert store.read("bob", exercise.name) is None
    assert store.everything() == []


def test_a_folder_keeps_one_class_even_if_two_begin_at_once(store, tmp_path) -> None:
    mine, theirs = tmp_path / "mine\n", tmp_path / "theirs"
    assert store.is_for(mine) and store.is_for(theirs)
    with store.locked():
        store.keep_for(mine)
        store.keep_for(mine)
        with pytest.raises(CourseError, match="has got the results of"):
            store.keep_for(theirs)
    assert store.submissions() == str(mine)


def test_a_full_disk_loses_no_class(store, tmp_path, monkeypatch) -> None:
    with store.locked():
        (store.folder / OF).write_bytes(b"")  # as an earlier version may have left it
        assert store.is_for(tmp_path)
        store.keep_for(tmp_path)
        monkeypatch.setattr("course.grading.store.write_atomically", None)
        store.keep_for(tmp_path)  # is not written again


def test_the_secret_stays(store) -> None:
    assert kept_secret(store.folder / SECRET) == kept_secret(store.folder / SECRET)
    file = store.folder / "secret"
    assert file.stat().st_mode & 0o077 == 0
    file.write_text("beef\n")
    with pytest.raises(CourseError, match="holds 2 bytes, not 32"):
        kept_secret(store.folder / SECRET)


def test_one_grading_at_a_time(store) -> None:
    other = Store(store.folder)
    with (
        store.locked(),
        pytest.raises(CourseError, match="another grading is writing"),
        other.locked(),
    ):
        pass
    with other.locked():
        pass


def test_a_full_disk_is_told_and_keeps_what_was_there(store, exercise, monkeypatch) -> None:
    store.write(kept(exercise, Verdict.PASS, Verdict.PASS))

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("course.grading.store.write_atomically", full)
    with pytest.raises(CourseError, match=r"No space left on device; earlier results are kept"):
        store.write(kept(exercise, Verdict.PASS, Verdict.OVER_BUDGET))
    assert store.read("ada", exercise.name).verdict == "pass"


def test_a_file_can_have_the_longest_name_there_is(tmp_path) -> None:
    write_atomically(tmp_path / ("n" * 255), "whole")
    assert (tmp_path / ("n" * 255)).read_text() == "whole"


# ---- results -----------------------------------------------------------------------------------


def test_a_result_says_what_every_check_found(exercise) -> None:
    made = samples.graded(exercise, samples.report(exercise, Verdict.PASS, Verdict.OVER_BUDGET))
    assert (made.verdict, made.check, made.points) == ("over_budget", "garbage", 4)
    assert [check.points for check in made.checks] == [4, 0]
    assert made.checks[1].says == "at most 8 KB in 10,000 operations"


@pytest.mark.parametrize(
    "change",
    [
        {"verdict": "fine"},
        {"points": -1},
        {"sandbox": "docker"},
        {"learner": ""},
        {"checks": []},
        {"extra": 1},
    ],
)
def test_the_schema_refuses(exercise, change) -> None:
    made = samples.graded(exercise, samples.report(exercise, Verdict.PASS, Verdict.PASS))
    document = json.loads(made.text())
    jsonschema.validate(document, json.loads(result.SCHEMA.read_text()))
    with pytest.raises(ValidationError):
        result.Result.model_validate({**document, **change})


def test_the_schema_is_that_of_the_results() -> None:
    """If not: .venv/bin/python -m course.grading.result"""
    assert result.SCHEMA.read_text() == result.schema()


# ---- gradebook ---------------------------------------------------------------------------------


def test_a_gradebook_has_a_row_for_each_learner(exercise, tmp_path) -> None:
    results = [
        kept(exercise, Verdict.PASS, Verdict.OVER_BUDGET),
        kept(exercise, Verdict.PASS, Verdict.PASS, learner="=cmd()"),
    ]
    gradebook.write(tmp_path, gradebook.Grades(results), {"ada": ["ask her"]})
    assert (tmp_path / "gradebook.csv").read_text().splitlines() == [
        "learner,count-up,points",
        "(maximum),10,10",
        "'=cmd(),10,10",
        "ada,4,4",
    ]
    book = json.loads((tmp_path / "gradebook.json").read_text())
    assert book["learners"]["ada"]["exercises"]["count-up"]["verdict"] == "over_budget"
    assert book["learners"]["ada"]["to_do"] == ["ask her"]


def test_what_was_not_submitted_is_left_empty_and_what_was_not_set_does_not_count(exercise) -> None:
    assert gradebook.as_csv(gradebook.Grades([], [exercise])).splitlines()[2:] == []
    passed = kept(exercise, Verdict.PASS, Verdict.PASS)
    other = passed.model_copy(update={"exercise": "something-else"})
    found = gradebook.Grades([other], [exercise], ["ada"])
    assert gradebook.as_csv(found).splitlines()[2:] == ["ada,,0"]
