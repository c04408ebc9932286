"""What lies in a folder of submissions: whatever it is, it gets a verdict or a word."""

import argparse
import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from course.errors import CourseError, UsageError
from course.grading import jobs
from course.grading.classroom import intake, teacher
from course.grading.errors import GraderError
from course.grading.exercises.submission import take
from course.grading.learner import learner
from course.grading.store import TAKEN, Store
from course.grading.verdicts import Verdict

from . import samples
from .test_faults import Inline, use

NOBODY = 65534


@pytest.fixture
def place(monkeypatch) -> Iterator[Path]:
    """A folder that everybody can reach; as where the course lies, not everybody can."""
    monkeypatch.setattr(intake.exercises, "names", list)
    folder = Path(tempfile.mkdtemp(prefix="course-intake-"))
    folder.chmod(0o755)
    yield folder
    for one in folder.iterdir():
        one.chmod(0o700)
    shutil.rmtree(folder)


@contextlib.contextmanager
def as_ordinary_user() -> Iterator[None]:
    """Root could read everything."""
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)


def hand_in(folder: Path, who: str, exercise) -> Path:
    """A submission; gives its folder."""
    place = folder / who / exercise.name
    place.mkdir(parents=True)
    (place / "Counter.java").write_text("class Counter {}")
    return place


def test_submissions_come_by_name(tmp_path, exercise) -> None:
    mine = tmp_path / "class"
    for who in ("zoe", "ada"):
        hand_in(mine, who, exercise)
    (mine / ".git").mkdir()
    (mine / "ada" / ".DS_Store").touch()
    found = intake.look(mine, [exercise])
    assert [one[0] for one in found.submissions] == ["ada", "zoe"]
    assert found.lines() == [".git, ada/.DS_Store: hidden, so it is left out"]
    assert not found.ungraded


def test_other_exercises_are_no_misspelt_ones(tmp_path, exercise) -> None:
    hand_in(tmp_path, "ada", exercise)
    (tmp_path / "ada" / "zero-alloc-pool").mkdir()
    (tmp_path / "ada" / "zero-aloc-pool").mkdir()
    found = intake.look(tmp_path, [exercise])
    assert found.lines() == ["ada/zero-aloc-pool: no exercise has that name"]


def test_junk_takes_one_line(tmp_path, exercise) -> None:
    hand_in(tmp_path, "ada", exercise)
    for number in range(3000):
        (tmp_path / "ada" / f"{number:04}\x1b[2J").mkdir()
    shown = ", ".join(rf"ada/000{number}\x1b[2J" for number in range(3))
    assert intake.look(tmp_path, [exercise]).lines() == [
        f"{shown} and 2,997 more: no exercise has that name"
    ]


@pytest.mark.parametrize("kind", ["file", "pipe", "dangling link", "link"])
def test_what_stands_in_the_place_of_a_folder_is_rejected(tmp_path, exercise, kind) -> None:
    real = hand_in(tmp_path / "elsewhere", "ada", exercise)
    place = tmp_path / "class" / "ada" / exercise.name
    place.parent.mkdir(parents=True)
    match kind:
        case "file":
            place.write_text("class Counter {}")
        case "pipe":
            os.mkfifo(place)
        case "dangling link":
            place.symlink_to("/nowhere")
        case "link":
            place.symlink_to(real)
    ((who, found, folder),) = intake.look(tmp_path / "class", [exercise]).submissions
    made = jobs.job(folder, found, who, b"secret")
    assert made.verdict is Verdict.REJECTED
    assert made.message == f"{exercise.name} is a {kind.split()[-1]}, not a folder"


def test_a_learner_who_cannot_be_read_stops_nobody(place, exercise) -> None:
    for who in ("ada", "bob"):
        hand_in(place, who, exercise)
    (place / "ada").chmod(0)
    with as_ordinary_user():
        found = intake.look(place, [exercise])
    assert [one[0] for one in found.submissions] == ["bob"]
    assert found.lines() == ["ada: cannot be read: Permission denied"]


def test_a_submission_that_cannot_be_reached_is_no_zero(place, exercise) -> None:
    hand_in(place, "ada", exercise)
    (place / "ada").chmod(0o444)
    with as_ordinary_user():
        ((_, _, folder),) = intake.look(place, [exercise]).submissions
        with pytest.raises(GraderError, match="Permission denied"):
            take(folder, exercise)


def test_names_for_which_no_results_can_be_kept(tmp_path, exercise) -> None:
    mine = tmp_path / "class"
    undecodable = os.fsdecode(b"jos\xe9")
    for who in (undecodable, *TAKEN, "bob"):
        hand_in(mine, who, exercise)
    (mine / "eve").symlink_to(mine / "bob")
    found = intake.look(mine, [exercise])
    assert [one[0] for one in found.submissions] == ["bob"]
    assert ("eve", "a link; put a folder in its place") in found.ungraded
    assert (r"jos\udce9", "not UTF-8; rename it") in found.ungraded
    assert len(found.ungraded) == len(TAKEN) + 2
    for line in found.lines():
        line.encode("utf-8")


# ---- the command -------------------------------------------------------------------------------


@pytest.fixture
def passing(exercise, monkeypatch) -> None:
    """A grader that passes all."""

    use(monkeypatch, Inline())
    samples.pass_all(exercise, monkeypatch)


@pytest.mark.usefixtures("passing")
def test_all_others_are_graded_and_the_teacher_is_told(tmp_path, exercise, capsys) -> None:
    folder, out = tmp_path / "class", tmp_path / "grades"
    for who in ("ada", "secret", "gradebook.csv", os.fsdecode(b"jos\xe9")):
        hand_in(folder, who, exercise)
    (folder / "ada" / "counting-up").mkdir()
    (folder / "class.csv").touch()
    assert teacher.grade(samples.arguments(tmp_path)) == 1, "of three learners there is no grade"
    said = capsys.readouterr()
    for line in (
        "gradebook.csv, secret: the folder of results has something of that name; rename it",
        r"jos\udce9: not UTF-8; rename it",
        "ada/counting-up: no exercise has that name",
        "class.csv: no folder of a learner",
    ):
        assert f"not graded: {line}\n" in said.err
    assert "1 pass\nof 3 learners nothing is graded" in said.out
    assert [one.learner for one in Store(out).everything()] == ["ada"]
    assert (out / "gradebook.csv").read_text().splitlines()[2:] == ["ada,10,10"]


@pytest.mark.usefixtures("passing")
def test_two_classes_of_the_same_name_have_two_gradebooks(tmp_path, exercise, monkeypatch) -> None:
    grades = tmp_path / "grades"
    monkeypatch.setattr(teacher, "GRADES", grades)
    for place, who in (("monday", "ada"), ("friday", "bob")):
        hand_in(tmp_path / place / "class", who, exercise)
        for _ in range(2):
            assert teacher.grade(samples.arguments(tmp_path / place, out=None)) == 0
    books = sorted(grades.glob("*/gradebook.csv"))
    assert [len(book.read_text().splitlines()) for book in books] == [3, 3]
    with pytest.raises(UsageError, match=r"has the results of .*/monday/class; give another one"):
        teacher.grade(samples.arguments(tmp_path / "friday", out=grades / "class"))


@pytest.mark.usefixtures("passing")
def test_a_folder_that_is_named_from_inside(tmp_path, exercise, monkeypatch) -> None:
    monkeypatch.setattr(teacher, "GRADES", tmp_path / "grades")
    hand_in(tmp_path / "class", "ada", exercise)
    monkeypatch.chdir(tmp_path / "class" / "ada")
    assert teacher.grade(samples.arguments(tmp_path, submissions=Path(".."), out=None)) == 0
    assert [one.name for one in (tmp_path / "grades").iterdir()] == ["class"]


@pytest.mark.usefixtures("passing")
def test_a_word_alone_is_no_failure(tmp_path, exercise) -> None:
    hand_in(tmp_path / "class", "ada", exercise)
    (tmp_path / "class" / "README").touch()
    assert teacher.grade(samples.arguments(tmp_path)) == 0


@pytest.mark.usefixtures("passing")
def test_a_folder_that_cannot_be_read(place, tmp_path) -> None:
    (place / "class").mkdir()
    (place / "class").chmod(0o311)
    with as_ordinary_user(), pytest.raises(UsageError, match="class: Permission denied"):
        teacher.grade(samples.arguments(place, out=tmp_path / "grades"))
    (place / "class").chmod(0o700)
    (place / "class" / "inner").mkdir()
    (place / "class").chmod(0)
    with as_ordinary_user(), pytest.raises(UsageError, match="inner is no folder"):
        teacher.grade(samples.arguments(place / "class", submissions=place / "class" / "inner"))


def test_a_learner_s_own_folder_that_cannot_be_read(place, exercise, monkeypatch) -> None:
    monkeypatch.setattr(learner.exercises, "find", lambda name: exercise)
    (place / "mine").mkdir()
    (place / "mine").chmod(0)
    with as_ordinary_user(), pytest.raises(CourseError, match=r"mine: Permission denied"):
        learner.start(argparse.Namespace(name="count-up", dir=place / "mine"))
    with as_ordinary_user(), pytest.raises(UsageError, match=r"deep: Permission denied"):
        learner.check(argparse.Namespace(name="count-up", dir=place / "mine" / "deep"))
