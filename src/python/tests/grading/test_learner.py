"""The learner's commands: what they put where, and what they say."""

import argparse
import os
from pathlib import Path

import pytest

from course import paths
from course.errors import CourseError, UsageError
from course.grading.checks import subject
from course.grading.checks.shortest import Failure
from course.grading.classroom.self_test import SECRET
from course.grading.exercises import exercise as exercises
from course.grading.exercises.starter import solution
from course.grading.grader import refused
from course.grading.learner import explore, found, learner, progress, public_tests, watch
from course.grading.learner.watch import KEYS, Keys, Watch
from course.grading.verdicts import Verdict

from . import samples, tiers

NAMES = exercises.names()
ONE_OF_EACH_LANGUAGE = tiers.of_exercises({one: {one.language} for one in tiers.ALL})
"""In the middle tier; with all tests every exercise."""
ONE_IN_CPP = tiers.of_exercises({one: {one.language} - {"java"} for one in tiers.ALL})
"""Likewise: the test of the watch checks one in Java."""


@pytest.fixture(autouse=True)
def mine(tmp_path, monkeypatch) -> Path:
    """The learner's own folder."""
    monkeypatch.setattr(paths, "MINE", tmp_path / "mine")
    # So that reference builds are those of the specimens' tests.
    monkeypatch.setattr(learner, "kept_secret", lambda _: SECRET)
    return tmp_path / "mine"


def args(name: str, folder: Path | None = None) -> argparse.Namespace:
    return argparse.Namespace(name=name, dir=folder, json=None, require_sandbox=False)


def solve(exercise, mine: Path) -> None:
    for file, text in solution(exercise).items():
        (mine / exercise.name / file).write_bytes(text)


@pytest.mark.parametrize("name", NAMES)
def test_a_start_has_all_that_it_takes(name, mine, capsys) -> None:
    assert learner.start(args(name)) == 0
    exercise = exercises.find(name)
    written = {path.name for path in (mine / name).iterdir()}
    assert {*exercise.files, *exercise.given, "README.md", "explore.ipynb", "tests"} <= written
    assert "{{" not in (mine / name / "README.md").read_text()
    assert exercise.files[0] in capsys.readouterr().out


def test_a_start_overwrites_nothing(mine, tmp_path) -> None:
    learner.start(args("flat-packet"))
    with pytest.raises(UsageError, match="is not empty; give another DIR"):
        learner.start(args("flat-packet"))
    learner.start(args("flat-packet", tmp_path / "elsewhere"))
    assert learner.begun(args("flat-packet"))[1] == tmp_path / "elsewhere"


def test_what_was_not_begun() -> None:
    with pytest.raises(UsageError, match=r"\./course start flat-packet creates it"):
        learner.check(args("flat-packet"))
    with pytest.raises(UsageError, match="no exercise 'nope'"):
        learner.start(args("nope"))


def test_the_list_shows_progress(mine, capsys) -> None:
    exercise = exercises.find("flat-packet")
    progress.begun(exercise, mine)
    learner.list_exercises(argparse.Namespace())
    assert "begun" in capsys.readouterr().out
    found = samples.graded(exercise, samples.report(exercise, Verdict.PASS), points=7)
    progress.checked(exercise, mine, found)
    learner.list_exercises(argparse.Namespace())
    assert f"7 of {exercise.points} points" in capsys.readouterr().out


def test_a_later_failure_takes_nothing_away(mine, tmp_path, capsys) -> None:
    exercise = exercises.find("flat-packet")
    progress.begun(exercise, mine)
    progress.checked(exercise, mine, samples.graded(exercise, samples.report(exercise)))
    failed = samples.graded(exercise, samples.report(exercise, Verdict.WRONG_ANSWER), points=3)
    progress.checked(exercise, mine, failed)
    entry = progress.entry(exercise)
    assert (entry.points, entry.verdict) == (exercise.points, "pass")
    assert entry.minutes == 1, "from its beginning to its solution, rounded up"
    learner.list_exercises(argparse.Namespace())
    assert f"{exercise.points} of {exercise.points} points after 1 min" in capsys.readouterr().out
    learner._tell(exercise, failed, tmp_path, entry.points)
    assert f"points; your best, {exercise.points}, still counts\n" in capsys.readouterr().out


def test_a_compile_error_stands_first(exercise, tmp_path, capsys) -> None:
    found = refused(exercise, Verdict.COMPILE_ERROR, "Counter.java:1: error: ';' expected")
    learner._tell(exercise, samples.graded(exercise, found), tmp_path)
    assert capsys.readouterr().out.splitlines() == [
        "Counter.java:1: error: ';' expected",
        "answers, garbage: not checked until this is fixed",
        "compile_error: 0 of 10 points",
    ]


def test_damaged_progress_was_never_begun(mine) -> None:
    mine.mkdir()
    (mine / progress.FILE).write_text('{"flat-packet": {"colour": 1}}')
    assert progress.entry(exercises.find("flat-packet")) is None


@pytest.mark.slow
@pytest.mark.timeout(240)
@pytest.mark.parametrize("exercise", ONE_OF_EACH_LANGUAGE)
def test_public_tests_see_that_a_starter_is_no_solution(exercise, mine, bare) -> None:
    learner.start(args(exercise.name))
    passed, said = public_tests.run(bare, exercise, mine / exercise.name)
    assert not passed
    assert "not so: " in said
    assert ", line " in said


@pytest.mark.slow
@pytest.mark.timeout(240)
@pytest.mark.parametrize("name", NAMES)
def test_public_tests_pass_a_solution(name, mine, bare) -> None:
    exercise = exercises.find(name)
    learner.start(args(name))
    solve(exercise, mine)
    passed, said = public_tests.run(bare, exercise, mine / name)
    assert passed, said
    assert "0 not" in said


@pytest.mark.slow
@pytest.mark.timeout(240)
@pytest.mark.usefixtures("shut_in")
@pytest.mark.parametrize("exercise", ONE_IN_CPP)
def test_check_tells_a_solution_from_a_starter(exercise, mine, capsys) -> None:
    name = exercise.name
    learner.start(args(name))
    assert learner.check(args(name)) == 1
    solve(exercise, mine)
    capsys.readouterr()
    for _ in range(5):  # a busy machine may leave its speed open
        code, said = learner.check(args(name)), capsys.readouterr().out
        if "\ntoo_noisy: " not in said:
            break
    points = exercise.points
    assert code == 0
    assert f"\npass: {points} of {points} points\n" in said
    assert progress.entry(exercise).points == points


def test_public_tests_show_the_compiler_s_words(mine, bare) -> None:
    exercise = exercises.find("zero-alloc-pool")
    learner.start(args(exercise.name))
    (mine / exercise.name / "LifoPool.java").write_text("class LifoPool {")
    passed, said = public_tests.run(bare, exercise, mine / exercise.name)
    assert not passed
    assert "LifoPool.java:1: error:" in said


def test_a_compiler_without_end_is_not_taken_for_the_learner_s_code(
    mine, bare, monkeypatch
) -> None:
    monkeypatch.setattr(subject, "COMPILE_WALL_SECONDS", 0.01)
    exercise = exercises.find("hand-off-pool")
    learner.start(args(exercise.name))
    passed, said = public_tests.run(bare, exercise, mine / exercise.name)
    assert not passed
    assert said == "the compiler did not finish\n"


def test_who_has_solved_it_is_told_where_our_solution_is(
    exercise, tmp_path, monkeypatch, capsys
) -> None:
    """In a folder that is not a learner's, nothing is written."""
    monkeypatch.setattr("course.paths.SITE", tmp_path / "site")
    folder = tmp_path / "submission"
    folder.mkdir()
    failed = samples.graded(exercise, samples.report(exercise, Verdict.TIMEOUT))
    learner._tell(exercise, failed, folder)
    assert "ours" not in capsys.readouterr().out
    solved = samples.graded(exercise, samples.report(exercise, Verdict.PASS))
    learner._tell(exercise, solved, folder)
    assert f"our solution: {exercise.folder / 'solution'}; ./course site" in capsys.readouterr().out
    page = tmp_path / "site/exercises/count-up.html"
    page.parent.mkdir(parents=True)
    page.touch()
    learner._tell(exercise, solved, folder)
    assert f"our solution, explained at the end of {page}" in capsys.readouterr().out
    assert not list(folder.iterdir())


def test_our_solution_is_unfolded_beside_the_learner_s(exercise, tmp_path, capsys) -> None:
    (tmp_path / explore.NOTEBOOK).touch()
    failed = samples.graded(exercise, samples.report(exercise, Verdict.TIMEOUT))
    learner._tell(exercise, failed, tmp_path)
    ours = tmp_path / explore.SOLVED
    assert not ours.exists()
    solved = samples.graded(exercise, samples.report(exercise, Verdict.PASS))
    learner._tell(exercise, solved, tmp_path)
    assert f"our solution, explained in a notebook: {ours}" in capsys.readouterr().out
    assert ours.read_text() == explore.solved(exercise)[explore.SOLVED]
    ours.write_text("tried")
    learner._tell(exercise, solved, tmp_path)
    assert ours.read_text() == "tried", "the learner's by now"
    assert f"explained in a notebook: {ours}" in capsys.readouterr().out


def test_a_solution_that_cannot_be_written_is_on_its_page(
    exercise, tmp_path, monkeypatch, capsys
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    (tmp_path / explore.NOTEBOOK).touch()
    monkeypatch.setattr(learner, "write_atomically", full)
    solved = samples.graded(exercise, samples.report(exercise, Verdict.PASS))
    learner._tell(exercise, solved, tmp_path)
    assert "\nour solution" in capsys.readouterr().out


# ---- watching ----------------------------------------------------------------------------------


class Script(Keys):
    """Types lines, and saves files, one after the other."""

    def __init__(self, *steps) -> None:
        super().__init__()
        self._steps = list(steps)

    def typed(self, seconds: float) -> str | None:
        step = self._steps.pop(0) if self._steps else "q"
        if callable(step):
            step()
            return None
        return step


@pytest.fixture
def watching(exercise, tmp_path, monkeypatch):
    """Runs a watch on steps; gives what was said, and what was tested."""
    folder = tmp_path / "context"
    folder.mkdir()
    file = folder / "Counter.java"
    file.write_text("wrong")
    said: list[str] = []
    tested: list[str] = []
    monkeypatch.setattr(watch, "say", said.append)

    def test() -> tuple[bool, str]:
        tested.append(file.read_text())
        return tested[-1] == "right", "tested"

    def run(*steps) -> None:
        Watch(
            exercise,
            folder,
            test=test,
            check=lambda: file.read_text() == "right",
            keys=Script(*steps),
        ).run()

    def save(text: str):
        def now() -> None:
            file.write_text(text)
            later = file.stat().st_mtime_ns + 1_000_000_000 * len(tested)
            os.utime(file, ns=(later, later))

        return now

    return run, save, said, tested


def test_every_save_is_tested_until_it_is_right(watching) -> None:
    run, save, said, tested = watching
    run(None, save("better"), None, save("right"), None, "h")
    assert tested == ["wrong", "better", "right"]
    assert "the public tests pass; now checking as graded:" in said


def test_the_notebook_beside_it_is_nothing_to_test(watching, tmp_path) -> None:
    run, _, _, tested = watching
    run(None, (tmp_path / "context/explore.ipynb").touch, None)
    assert tested == ["wrong"]


def test_the_keys_are_told_again_after_each_verdict(watching) -> None:
    run, _, said, _ = watching
    run("c", "c", "q")
    assert said.count(KEYS) == 2


def test_hints_come_one_by_one(watching, exercise) -> None:
    run, _, said, _ = watching
    run("h", "h", "h", "h", "x")
    assert [line.partition(":")[0] for line in said if line.startswith("hint")] == [
        *(f"hint {number} of 3" for number in (1, 2, 3, 3))
    ]
    for number, hint in enumerate(exercise.hints, start=1):
        assert f"hint {number} of 3:\n{hint}" in said
    assert "there are only 3 hints; the last one again:" in said
    assert progress.entry(exercise).hints == 3


@pytest.fixture
def keyed(monkeypatch):
    """The command's watch gets these steps instead of a learner's keys."""
    return lambda *steps: monkeypatch.setattr(learner, "Keys", lambda: Script(*steps))


@pytest.mark.slow
@pytest.mark.timeout(240)
@tiers.of_one_worker("zero-alloc-pool")
def test_a_watch_goes_on_another_day_until_it_is_solved(mine, keyed, capsys) -> None:
    """The command itself: its context, the hints that it keeps, and what it says at the end."""
    known = exercises.everything()
    pool = exercises.find("zero-alloc-pool")
    following = known[known.index(pool) + 1]
    learner.start(args(pool.name))
    capsys.readouterr()

    keyed("h", "q")
    assert learner.watch(args(pool.name)) == 0
    said = capsys.readouterr().out
    assert f"hint 1 of {len(pool.hints)}:\n{pool.hints[0]}" in said
    assert "not there yet" in said
    assert said.endswith(f"\nto continue: ./course watch {pool.name}\n")
    assert progress.entry(pool).hints == 1

    keyed("h", lambda: solve(pool, mine))
    assert learner.watch(args(pool.name)) == 0
    said = capsys.readouterr().out
    assert f"hint 2 of {len(pool.hints)}:\n{pool.hints[1]}" in said
    assert "the public tests pass; now checking as graded:" in said
    assert f"\npass: {pool.points} of {pool.points} points\n" in said
    assert f"\nour solution, explained in a notebook: {mine / pool.name / explore.SOLVED}" in said
    assert said.endswith(f"\nnext: ./course start {following.name}  ({following.title})\n")
    assert progress.entry(pool).verdict == "pass"


def test_what_to_do_next(mine, tmp_path) -> None:
    one, other, *rest = exercises.everything()

    def says(folder: Path | None = None) -> str:
        return learner._what_next(one, folder)

    elsewhere = tmp_path / "elsewhere"
    assert says() == f"to continue: ./course watch {one.name}"
    assert says(elsewhere) == f"to continue: ./course watch {one.name} {elsewhere}"
    progress.checked(one, mine, samples.graded(one, samples.report(one)))
    assert says() == f"next: ./course start {other.name}  ({other.title})"
    progress.begun(other, mine)
    assert says() == f"next: ./course watch {other.name}  ({other.title})", "there is a folder"
    *some, last = rest
    for each in (other, *some):
        progress.checked(each, mine, samples.graded(each, samples.report(each)))
    assert says() == f"next: ./course start {last.name}  ({last.title})"
    progress.checked(last, mine, samples.graded(last, samples.report(last)))
    assert says() == "all exercises are solved"


@pytest.mark.parametrize("reason", [None, "the sandbox failed: bwrap: setting up uid map"])
def test_a_learner_goes_on_without_a_sandbox(monkeypatch, capsys, request, reason) -> None:
    if reason is None:
        request.getfixturevalue("shut_in")
    else:
        monkeypatch.setattr(learner.sandbox, "why_none", lambda: reason)
    with learner._context() as context:
        assert context.box.name == ("bubblewrap" if reason is None else "none")
    assert capsys.readouterr().err == (f"graded without a sandbox: {reason}\n" if reason else "")


def test_an_autograder_goes_on_with_a_sandbox_only(monkeypatch) -> None:
    monkeypatch.setattr(learner.sandbox, "why_none", lambda: "bubblewrap exists only on Linux")
    refused = pytest.raises(CourseError, match="--require-sandbox: bubblewrap exists only on Linux")
    with refused, learner._context(require_sandbox=True):
        pass


def test_it_can_be_checked_before_the_tests_pass(watching) -> None:
    run, _, said, tested = watching
    run("c", "q")
    assert len(tested) == 1
    assert not any("public tests pass" in line for line in said)


def test_keys_are_lines_of_a_terminal(tmp_path) -> None:
    reads, writes = os.pipe()
    with os.fdopen(reads) as source, os.fdopen(writes, "w") as sink:
        keys = Keys(source)
        assert keys.typed(0.01) is None
        sink.write(" H \n")
        sink.flush()
        assert keys.typed(5) == "h"
        sink.close()
        assert keys.typed(5) is None
        assert keys.typed(0.01) is None


def test_what_a_learner_puts_in_a_kept_failure_s_place_stops_nothing(exercise, tmp_path) -> None:
    failure = Failure((), "it is empty", fell=False)
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "found_1.txt").write_bytes(b"\xff")
    (tests / "found_2.txt").symlink_to("/dev/zero")
    (tests / "found_3.txt").mkdir()
    kept = found.keep(exercise, tmp_path, failure)
    assert kept == tests / "found_4.txt"
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "tests").symlink_to(tests)
    assert found.keep(exercise, elsewhere, failure) is None
