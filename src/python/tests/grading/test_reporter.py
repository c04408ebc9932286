"""What a teacher sees while a class is graded: on a terminal, and elsewhere."""

import io

import pytest
from rich.console import Console

from course.grading.classroom import teacher
from course.grading.grader import refused
from course.grading.verdicts import Verdict

from . import samples

HOSTILE = "it said: [/x]\n\x1b]0;owned\x07 [bold]"


@pytest.fixture
def screen(monkeypatch) -> io.StringIO:
    """A terminal."""
    shown = io.StringIO()
    console = Console(file=shown, force_terminal=True, width=160)
    monkeypatch.setattr(teacher, "Console", lambda stderr: console)
    return shown


def test_a_bar_shows_what_a_submission_says_and_obeys_none_of_it(exercise, screen) -> None:
    with teacher.Reporter(2) as reporter:
        for learner in ("ada", ":skull: [/y]"):
            failed = refused(exercise, Verdict.GRADER_ERROR, HOSTILE)
            reporter.result(samples.graded(exercise, failed, learner))
    shown = screen.getvalue()
    assert (
        r":skull: [/y] count-up: grader_error, 0 of 10 (it said: [/x] \x1b]0;owned\x07 [bold])"
        in shown
    )
    assert "2/2" in shown
    assert "\N{SKULL}" not in shown
    assert "\x1b]0;" not in shown


def test_a_bar_names_who_was_graded_last(exercise, screen) -> None:
    with teacher.Reporter(3) as reporter:
        passed = samples.report(exercise, Verdict.PASS, Verdict.PASS)
        reporter.result(samples.graded(exercise, passed))
        assert "[1/3]" not in screen.getvalue(), "there is a line only for what went wrong"
    assert "ada count-up: pass, 10 of 10" in screen.getvalue()


def test_without_a_terminal_there_is_a_line_for_each(exercise, capsys) -> None:
    with teacher.Reporter(1) as reporter:
        failed = refused(exercise, Verdict.GRADER_ERROR, HOSTILE)
        reporter.result(samples.graded(exercise, failed, "a\nda"))
    assert capsys.readouterr().err == (
        r"[1/1] a da count-up: grader_error, 0 of 10 (it said: [/x] \x1b]0;owned\x07 [bold])" "\n"
    )
