"""A plan for a room: all its time is used, nothing comes before what it needs."""

import argparse
import itertools
from pathlib import Path

import pytest
from course_tests.grading import samples

from course.cli.main import COMMANDS
from course.errors import UsageError
from course.grading.classroom import chapters, workshop
from course.grading.classroom.chapters import Chapter
from course.grading.classroom.workshop import DAYS, Plan, plan
from course.grading.exercises import exercise as exercises
from course.grading.exercises.exercise import Exercise, parse
from course.grading.verdicts import GraderError

NINE = 9 * 60
BOOK = [Chapter(number, f"Chapter {number}", 20) for number in range(1, 7)]


def make(name: str, chapter: int, minutes: int) -> Exercise:
    said = samples.definition(title=name.title(), chapter=chapter, minutes=minutes)
    return parse(said, Path("nowhere", name))


MANY = [make(f"task-{n}", chapter=1 + n % 6, minutes=25 + n) for n in range(12)]


def minutes_of(made: Plan, text: str) -> int:
    return sum(line.end - line.begin for line in made.lines if line.text.startswith(text))


@pytest.mark.parametrize("length", DAYS)
def test_every_minute_of_a_day_has_a_line(length) -> None:
    made = plan(MANY, BOOK, length, NINE)
    for day, blocks in enumerate(DAYS[length]):
        lines = [line for line in made.lines if line.day == day]
        assert lines[0].begin == NINE
        assert all(one.end == two.begin for one, two in itertools.pairwise(lines))
        assert all(line.begin < line.end for line in lines)
        work = sum(line.end - line.begin for line in lines if line.text not in ("Break", "Lunch"))
        assert work == blocks * workshop.BLOCK
        assert [line.text for line in lines].count("Lunch") == (blocks > 2)
    assert made.lines[0].text == workshop.WELCOME
    assert made.lines[-1].text == workshop.END


@pytest.mark.parametrize("length", DAYS)
def test_nothing_is_split_and_each_exercise_is_discussed(length) -> None:
    made = plan(MANY, BOOK, length, NINE)
    texts = [line.text for line in made.lines]
    for one in made.exercises:
        place = texts.index(f"Exercise: {one.title} (./course start {one.name})")
        assert made.lines[place].end - made.lines[place].begin == one.minutes
        assert texts[place + 1] == f"Discussion: {one.title}"
        assert texts.count(texts[place]) == 1
        assert texts.index(f"Read chapter {one.chapter}, Chapter {one.chapter}") < place
    for chapter in made.chapters:
        assert minutes_of(made, f"Read chapter {chapter.number},") == chapter.minutes


@pytest.mark.parametrize("length", DAYS)
def test_each_block_has_a_slack_of_a_tenth(length) -> None:
    made = plan(MANY, BOOK, length, NINE)
    work = 0
    for line in made.lines:
        if line.text == workshop.REST:
            assert line.end - line.begin >= workshop.SLACK * (work + line.end - line.begin)
            work = 0
        elif line.text.startswith(("Read", "Exercise", "Discussion")):
            work += line.end - line.begin
    assert work == 0, "slack is the last of each block"


def test_a_longer_workshop_has_more() -> None:
    counts = [len(plan(MANY, BOOK, length, NINE).exercises) for length in DAYS]
    assert counts == sorted(set(counts))


def test_the_shortest_come_first_and_what_is_shared_is_read_once() -> None:
    known = [make("long", 1, 60), make("short", 2, 30), make("sibling", 2, 45)]
    made = plan(known, BOOK, "half-day", NINE)
    assert [one.name for one in made.exercises] == ["short", "sibling"]
    assert minutes_of(made, "Read chapter 2") == 20


def test_a_chapter_that_is_not_written_yet_is_not_read() -> None:
    made = plan([make("early", 9, 30)], [], "half-day", NINE)
    assert [one.name for one in made.exercises] == ["early"]
    assert not [line for line in made.lines if line.text.startswith("Read")]


def test_what_does_not_fit_before_a_break_comes_after_it() -> None:
    made = plan([make("first", 9, 50), make("second", 9, 51)], [], "half-day", NINE)
    texts = [(line.end - line.begin, line.text) for line in made.lines]
    assert texts == [
        (15, workshop.WELCOME),
        (50, "Exercise: First (./course start first)"),
        (10, "Discussion: First"),
        (15, workshop.REST),
        (15, "Break"),
        (51, "Exercise: Second (./course start second)"),
        (10, "Discussion: Second"),
        (14, workshop.REST),
        (15, workshop.END),
    ]


def test_what_no_block_holds_is_left_out() -> None:
    made = plan([make("endless", 9, 100), make("short", 9, 20)], [], "half-day", NINE)
    assert [one.name for one in made.exercises] == ["short"]


def test_a_line_says_when_and_how_long() -> None:
    made = plan(MANY, BOOK, "half-day", NINE)
    assert str(made.lines[0]) == f"09:00   15 min  {workshop.WELCOME}"


# ---- the command -------------------------------------------------------------------------------


def args(length: str = "half-day", **more) -> argparse.Namespace:
    given = {"length": length, "start": NINE, "language": None, "only": None}
    return argparse.Namespace(**(given | more))


def test_the_command_line_knows_every_length() -> None:
    choices = COMMANDS["workshop"].options["length LENGTH"]["choices"]
    assert set(choices) == set(DAYS)


@pytest.mark.parametrize("length", DAYS)
def test_the_course_itself_has_a_plan(length, capsys) -> None:
    assert workshop.workshop(args(length)) == 0
    said = capsys.readouterr().out
    assert "./course start " in said
    assert ("day 2" in said) == (length == "two-days")


def test_a_language_is_chosen(capsys) -> None:
    workshop.workshop(args("two-days", language="java"))
    said = capsys.readouterr().out
    for one in exercises.everything():
        assert (f"./course start {one.name})" in said) <= (one.language == "java")


def test_what_is_asked_for_is_in_it_or_told(monkeypatch, capsys) -> None:
    workshop.workshop(args(only="zero-alloc-pool"))
    said = capsys.readouterr().out
    assert said.startswith("1 exercise, ")
    assert "./course start zero-alloc-pool)" in said
    with pytest.raises(UsageError, match="no exercise 'nope'"):
        workshop.workshop(args(only="nope"))
    with pytest.raises(UsageError, match="none of these exercises is in java"):
        workshop.workshop(args(only="flat-packet", language="java"))
    monkeypatch.setattr(workshop.chapters, "everything", lambda: [Chapter(11, "Long", 400)])
    with pytest.raises(UsageError, match="no time for flat-packet; name fewer, or take longer"):
        workshop.workshop(args(only="flat-packet"))


def test_the_teacher_is_told_what_to_say_to_each_exercise() -> None:
    """The question and the prediction before the work, the figure and the answer after it."""
    for one in exercises.everything():
        opens, closes = (dict(said) for said in workshop._of_exercise(one))
        assert opens["question"] == one.summary
        assert opens["predict"][-1] in ".?!)", one.name
        assert f"./course check prints for {one.checks[0].name}" not in closes["show"]
        assert closes["answer"].endswith("solution.md)"), one.name


# ---- chapters ----------------------------------------------------------------------------------


def test_every_chapter_says_how_long_it_takes() -> None:
    book = chapters.everything()
    assert [one.number for one in book] == sorted({one.number for one in book})
    assert all(one.title and one.minutes > 0 for one in book)


def test_every_chapter_has_a_question_a_prediction_and_an_answer() -> None:
    for one in chapters.everything():
        assert all((one.question, one.prediction, one.answer)), one.number
        assert "{{" not in one.answer
        assert one.figure or one.number in (3, 4), one.number


def test_a_chapter_that_does_not(tmp_path) -> None:
    (tmp_path / "01-short.md").write_text('---\ntitle: "1. Short"\n---\n')
    with pytest.raises(GraderError, match=r"01-short.md: a chapter's head has"):
        chapters.everything(tmp_path)
