"""``./course workshop``: a timed plan of chapters to read and exercises to solve, with what the
teacher says to each."""

import argparse
import dataclasses
import re
import textwrap
from collections.abc import Mapping, Sequence

from course.errors import UsageError
from course.grading.classroom import chapters
from course.grading.classroom.chapters import Chapter
from course.grading.exercises import exercise as exercises
from course.grading.exercises import readme
from course.grading.exercises.exercise import Exercise

BLOCK, BREAK, LUNCH = 90, 15, 60
OPENING, CLOSING, DISCUSSION = 15, 15, 10
"""All in minutes."""

SLACK = 0.1
"""Share of each block's time for work: compilers are missing, and people have questions."""

DAYS: Mapping[str, tuple[int, ...]] = {"half-day": (2,), "day": (4,), "two-days": (4, 4)}
"""Length of a workshop -> blocks of work on each day."""

WELCOME = "Welcome: ./course preflight, ./course exercises"
REST = "Slack: unfinished work and questions"
END = "The class board, and what to do next"
COLUMNS = 100


@dataclasses.dataclass(frozen=True)
class Block:
    """Time without a break. Its ends are minutes since midnight."""

    day: int
    begin: int
    end: int


@dataclasses.dataclass(frozen=True)
class Line(Block):
    text: str
    says: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """What the teacher says: a question, a prediction, a figure to show, an answer."""

    def __str__(self) -> str:
        clock = f"{self.begin // 60:02}:{self.begin % 60:02}"
        return f"{clock}  {self.end - self.begin:3} min  {self.text}"


@dataclasses.dataclass(frozen=True)
class Step:
    """Something to do, not yet scheduled."""

    minutes: int
    text: str
    says: Mapping[str, str]


Item = tuple[Step, ...]
"""Steps without a break between them."""


@dataclasses.dataclass(frozen=True)
class Plan:
    exercises: tuple[Exercise, ...]
    chapters: tuple[Chapter, ...]
    lines: tuple[Line, ...]


def workshop(args: argparse.Namespace) -> int:
    """Print a plan. Always returns 0. Raises UsageError and CourseError."""
    known = exercises.chosen(args.only)
    fit = [one for one in known if args.language in (None, one.language)]
    if not fit:
        raise UsageError(f"none of these exercises is in {args.language}; omit --language")
    made = plan(fit, chapters.everything(), args.length, args.start)
    left_out = [one.name for one in fit if one not in made.exercises]
    if args.only is not None and left_out:
        raise UsageError(
            f"--only: there is no time for {', '.join(left_out)}; name fewer, or take longer: "
            f"{', '.join(DAYS)}"
        )
    _show(made)
    return 0


def plan(known: Sequence[Exercise], book: Sequence[Chapter], length: str, start: int) -> Plan:
    """Plan as many exercises as there is time for, each after its chapter, and then chapters.

    The shortest come first, so that a room solves as many as it can; a chapter that several share
    is read once. start: minutes since midnight.
    """
    blocks = _blocks(DAYS[length], start)
    by_number = {chapter.number: chapter for chapter in book}
    solved: list[Exercise] = []
    read: set[int] = set()

    def more(exercise: Exercise) -> int:
        chapter = by_number.get(exercise.chapter)
        new = chapter is not None and chapter.number not in read
        return exercise.minutes + (chapter.minutes if new else 0)

    waiting = list(known)
    while waiting:
        one = min(waiting, key=lambda exercise: (more(exercise), exercise.chapter, exercise.name))
        waiting.remove(one)
        chapter = {one.chapter} & by_number.keys()
        if _laid_out(_items([*solved, one], read | chapter, by_number), blocks) is not None:
            solved.append(one)
            read |= chapter
    for chapter in book:
        if _laid_out(_items(solved, read | {chapter.number}, by_number), blocks) is not None:
            read.add(chapter.number)
    lines = _laid_out(_items(solved, read, by_number), blocks)
    assert lines is not None, "it did fit"
    return Plan(tuple(solved), tuple(by_number[number] for number in sorted(read)), tuple(lines))


def _blocks(days: Sequence[int], start: int) -> list[Block]:
    blocks = []
    for day, count in enumerate(days):
        begin = start
        for number in range(count):
            blocks.append(Block(day, begin, begin + BLOCK))
            is_noon = count > 2 and number + 1 == count // 2
            begin += BLOCK + (LUNCH if is_noon else BREAK)
    return blocks


def _items(
    solved: Sequence[Exercise], read: set[int], by_number: Mapping[int, Chapter]
) -> list[Item]:
    """Items by chapter; an exercise comes after its chapter."""
    items: list[Item] = []
    for number in sorted({*read, *(one.chapter for one in solved)}):
        if number in read:
            chapter = by_number[number]
            reading = f"Read chapter {number}, {chapter.title}"
            items.append((Step(chapter.minutes, reading, _of_chapter(chapter)),))
        for one in (one for one in solved if one.chapter == number):
            opens, closes = _of_exercise(one)
            work = Step(one.minutes, f"Exercise: {one.title} (./course start {one.name})", opens)
            items.append((work, Step(DISCUSSION, f"Discussion: {one.title}", closes)))
    return items


def _of_chapter(chapter: Chapter) -> dict[str, str]:
    figure = f"chapter {chapter.number}, '{chapter.figure}'" if chapter.figure else ""
    return _said(
        question=chapter.question, predict=chapter.prediction, show=figure, answer=chapter.answer
    )


def _of_exercise(exercise: Exercise) -> tuple[dict[str, str], dict[str, str]]:
    """What to say before the work, and after it."""
    text = readme.render(exercise) if (exercise.folder / "README.md").is_file() else ""
    first = re.search(r"\*\*Predict first:\*\* (.+?[.?!)])(?: [^.?!]+:)?\n\n", text, re.DOTALL)
    why = exercise.folder / "solution.md"
    answer = why.read_text(encoding="utf-8").split("\n\n")[0] if why.is_file() else ""
    most = max(exercise.checks[1:] or exercise.checks, key=lambda check: check.points)
    figure = f"what ./course check prints for {most.name}. {most.threshold()}"
    asked = first[1] if first else ""
    told = f"{answer} (exercises/{exercise.name}/solution.md)" if answer else ""
    return _said(question=exercise.summary, predict=asked), _said(show=figure, answer=told)


def _said(**texts: str) -> dict[str, str]:
    """Those that there are, each on one line."""
    return {word: " ".join(text.split()) for word, text in texts.items() if text}


def _laid_out(items: Sequence[Item], blocks: Sequence[Block]) -> list[Line] | None:
    """Return the timetable; None if it does not all fit."""
    waiting = list(items)
    lines: list[Line] = []
    first, *_, last = blocks
    for number, block in enumerate(blocks):
        if block is first:
            lines.append(Line(block.day, block.begin, block.begin + OPENING, WELCOME))
        now = block.begin + (OPENING if block is first else 0)
        end = block.end - (CLOSING if block is last else 0)
        left = int((end - now) * (1 - SLACK))
        while waiting and sum(step.minutes for step in waiting[0]) <= left:
            for step in waiting.pop(0):
                lines.append(Line(block.day, now, now + step.minutes, step.text, step.says))
                now, left = now + step.minutes, left - step.minutes
        lines.append(Line(block.day, now, end, REST))
        if block is last:
            lines.append(Line(block.day, end, block.end, END))
        elif blocks[number + 1].day == block.day:
            following = blocks[number + 1].begin
            word = "Lunch" if following - block.end >= LUNCH else "Break"
            lines.append(Line(block.day, block.end, following, word))
    return None if waiting else lines


def _show(made: Plan) -> None:
    count, pages = len(made.exercises), len(made.chapters)
    work = sum(one.minutes for one in (*made.exercises, *made.chapters))
    print(
        f"{count} exercise{'' if count == 1 else 's'}, {pages} chapter{'' if pages == 1 else 's'}, "
        f"{work} minutes of work"
    )
    print("the day before: see the checklist at the top of exercises/TEACHING.md")
    days = {line.day for line in made.lines}
    for day in sorted(days):
        print(f"\nday {day + 1}" if len(days) > 1 else "")
        for line in made.lines:
            if line.day == day:
                print(line)
                for word, text in line.says.items():
                    told = f"{' ' * 16}{word + ':':10}{text}"
                    print(textwrap.fill(told, COLUMNS, subsequent_indent=" " * 26))
