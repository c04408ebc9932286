"""A learner's way to a teacher: a machine that is looked at before, and one file after."""

import argparse
import os
import zipfile
from pathlib import Path

import pytest
from course_tests import programs

from course import paths
from course.errors import CourseError, UsageError
from course.grading.exercises import exercise as exercises
from course.grading.exercises import packed
from course.grading.exercises.starter import solution
from course.grading.grader import refused
from course.grading.learner import learner, preflight, progress, submit
from course.grading.verdicts import Verdict
from course.sandbox import sandbox

from . import samples

POOL = exercises.find("zero-alloc-pool")


@pytest.fixture(autouse=True)
def mine(tmp_path, monkeypatch) -> Path:
    """The learner's own folder, with an exercise that was begun."""
    monkeypatch.setattr(paths, "MINE", tmp_path / "mine")
    for name in (submit.TO, submit.USER):
        monkeypatch.delenv(name, raising=False)
    learner.start(argparse.Namespace(name=POOL.name, dir=None))
    return tmp_path / "mine"


def args(**more) -> argparse.Namespace:
    return argparse.Namespace(**({"name": POOL.name, "dir": None, "who": None, "to": None} | more))


def only(folder: Path) -> Path:
    (file,) = folder.iterdir()
    return file


# ---- handing in --------------------------------------------------------------------------------


def test_a_file_says_who_what_of_which_version_and_when(mine, capsys) -> None:
    capsys.readouterr()
    assert submit.submit(args(who="Ada L\N{LATIN SMALL LETTER O WITH DIAERESIS}ve/lace")) == 0
    file = only(mine / submit.HANDED_IN)
    assert file.name.startswith("Ada-L\N{LATIN SMALL LETTER O WITH DIAERESIS}ve-lace--zero-alloc-")
    with zipfile.ZipFile(file) as archive:
        assert sorted(archive.namelist()) == ["LifoPool.java", packed.MANIFEST]
        manifest = packed.read(archive.read(packed.MANIFEST))
    assert manifest.learner == "Ada L\N{LATIN SMALL LETTER O WITH DIAERESIS}ve/lace"
    assert (manifest.exercise, manifest.exercise_digest) == (POOL.name, POOL.digest())
    assert manifest.versions.keys() == {"course", "java"}
    said = capsys.readouterr().out
    assert "the unchanged starter" in said
    assert "send this file to your teacher" in said


def test_who_somebody_is_is_asked_once(mine, monkeypatch, tmp_path) -> None:
    with pytest.raises(UsageError, match='say --as "First Last" once'):
        submit.submit(args())
    submit.submit(args(who="Ada"))
    submit.submit(args(to=tmp_path / "shared"))
    assert only(tmp_path / "shared").name.startswith("Ada--")
    (mine / submit.ME).unlink()
    monkeypatch.setenv(submit.USER, "barbara")
    monkeypatch.setenv(submit.TO, str(tmp_path / "hub"))
    submit.submit(args())
    assert only(tmp_path / "hub").name.startswith("barbara--")


def test_a_learner_is_told_what_the_last_check_said(mine, capsys) -> None:
    file = mine / POOL.name / "LifoPool.java"
    file.write_text(file.read_text() + "// begun\n")
    submit.submit(args(who="Ada"))
    assert "not checked yet; run ./course check zero-alloc-pool" in capsys.readouterr().out
    found = samples.graded(POOL, samples.report(POOL, Verdict.PASS, Verdict.OVER_BUDGET))
    progress.checked(POOL, mine / POOL.name, found)
    submit.submit(args())
    assert "4 of 10 points at the last check" in capsys.readouterr().out


def test_what_cannot_be_handed_in(mine, tmp_path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CourseError, match="cannot write to"):
        submit.submit(args(who="Ada", to=tmp_path / "file"))
    (mine / POOL.name / "LifoPool.java").unlink()
    with pytest.raises(UsageError, match=r"LifoPool.java is missing, so there's nothing to submit"):
        submit.submit(args(who="Ada"))


# ---- looking at the machine --------------------------------------------------------------------


@pytest.fixture
def graded(monkeypatch) -> dict[str, object]:
    """What our solutions get; nothing is run."""
    gets = {}
    monkeypatch.setattr(preflight.sandbox, "why_none", lambda: "no bubblewrap")
    monkeypatch.setattr(
        preflight,
        "report",
        lambda context, one, *_: gets.get(one.name) or samples.report(one),
    )
    return gets


def flight(*names: str, to: Path | None = None) -> int:
    return preflight.preflight(argparse.Namespace(names=names, to=to))


def test_a_machine_that_is_ready(graded, tmp_path, capsys) -> None:
    assert flight(POOL.name, "misses-less", to=tmp_path / "shared") == 0
    said = capsys.readouterr().out
    for line in (
        "ok    handing in: ",
        "ok    Java: ",
        "ok    C++: ",
        f"ok    {POOL.name}: our sol",
    ):
        assert line in said
    assert "note  sandbox: none, because no bubblewrap; your own code runs without one" in said
    assert said.endswith("this machine is ready\n")


def test_what_is_to_mend_is_said_with_the_mend(graded, tmp_path, monkeypatch, capsys) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(preflight, "LEAST_DISK_MB", 1 << 40)
    graded[POOL.name] = refused(POOL, Verdict.TIMEOUT, "too slow")
    assert flight(POOL.name, to=tmp_path / "file") == 1
    said = capsys.readouterr().out
    assert "fix   handing in: cannot write to " in said
    assert "MB free\nfix   temporary files: " in said
    assert f"fix   {POOL.name}: our solution gets timeout: too slow" in said
    assert said.endswith("fix 4 and try again\n")


def test_it_ends_after_two_minutes(graded, monkeypatch, capsys) -> None:
    monkeypatch.setattr(preflight, "MINUTES", -1)
    assert flight() == 0
    (line,) = [one for one in capsys.readouterr().out.splitlines() if "not tried" in one]
    assert all(one.name in line for one in exercises.everything())


# ---- a course that is set up once for many -----------------------------------------------------


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.skipif(sandbox.why_none() is not None, reason="no bubblewrap")
@pytest.mark.parametrize("judged", ["check", pytest.param("grade", marks=pytest.mark.all)])
def test_a_course_that_nobody_may_write_to(tmp_path, judged) -> None:
    """As on a hub: begun, checked or graded, and handed in; what is written is the learner's."""
    home, drop = tmp_path / "home", tmp_path / "handed-in"
    home.mkdir()
    drop.mkdir(mode=0o733)
    variables = {"COURSE_MINE": "~/my-exercises", "COURSE_HAND_IN": str(drop), "HOME": str(home)}
    before = ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--dev-bind", "/proc", "/proc"]
    root = str(paths.ROOT)  # perhaps below /tmp
    before += ["--tmpfs", "/tmp", "--ro-bind", root, root, "--bind", str(tmp_path), str(tmp_path)]

    def course(*words: str) -> str:
        environment = {**os.environ, **variables, "JUPYTERHUB_USER": "ada"}
        done = programs.run(*before, "--", paths.ROOT / "course", *words, env=environment)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    course("start", POOL.name)
    for name, content in solution(POOL).items():
        (home / "my-exercises" / POOL.name / name).write_bytes(content)
    if judged == "check":
        assert "pass: 10 of 10 points" in course("check", POOL.name)
    course("submit", POOL.name)
    assert only(drop).name.startswith("ada--zero-alloc-pool--")
    if judged == "grade":
        course("grade", str(drop), "--out", str(tmp_path / "grades"))
        assert (tmp_path / "grades" / "gradebook.csv").read_text().endswith("ada,10,10\n")
