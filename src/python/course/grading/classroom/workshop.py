"""``./course workshop``: a timed plan for a room, of chapters to read and exercises to solve."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Mapping, Sequence

from course.errors import UsageError
from course.grading.classroom import chapters
from course.grading.classroom.chapters import Chapter
from course.grading.exercises import exercise as exercises
from course.grading.exercises.exercise import Exercise

BLOCK, BREAK, LUNCH = 90, 15, 60
OPENING, CLOSING = 15, 15
SHORTEST = 10
"""Nobody begins something when less is left before a break, all in minutes."""

DAYS: Mapping[str, tuple[int, ...]] = {"half-day": (2,), "day": (4,), "two-days": (4, 4)}
"""Length of a workshop -> blocks of work on each day."""

WELCOME = "Welcome: ./course doctor, ./course exercises"
UNFINISHED = "What is not finished yet, and questions"
END = "The class board, and what to go on with"
CONTINUED = ", continued"


@dataclasses.dataclass(frozen=True)
class Item:
    """Something to do."""

    minutes: int
    text: str


@dataclasses.dataclass(frozen=True)
class Block:
    """Time without a break. Its ends are minutes since midnight."""

    day: int
    begin: int
    end: int


@dataclasses.dataclass(frozen=True)
class Line:
    """A line of the timetable."""

    day: int
    begin: int
    end: int
    text: str

    def __str__(self) -> str:
        return f"{clock(self.begin)}  {self.end - self.begin:3} min  {self.text}"


@dataclasses.dataclass(frozen=True)
class Plan:
    """A workshop."""

    exercises: tuple[Exercise, ...]
    chapters: tuple[Chapter, ...]
    lines: tuple[Line, ...]


def workshop(args: argparse.Namespace) -> int:
    """Print a plan. Always returns 0. Raises UsageError and CourseError.

    args: length (a key of DAYS), start (minutes since midnight), language ("java", "cpp" or None),
    only (names with commas, or None).
    """
    known = exercises.everything()
    if args.only is not None:
        names = dict.fromkeys(name.strip() for name in args.only.split(","))
        known = [exercises.find(name) for name in names]
    fit = [one for one in known if args.language in (None, one.language)]
    if not fit:
        raise UsageError(f"no exercise of these is in {args.language}; leave out --language")
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
    """As many of the exercises as there is time for, each after its chapter, and then chapters.

    Those that take least come first, so that a room solves as many as it can; what they share, a
    chapter, is read once. start: minutes since midnight.
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
    """In the order of the chapters; an exercise comes after its chapter."""
    items = []
    for number in sorted({*read, *(one.chapter for one in solved)}):
        if number in read:
            chapter = by_number[number]
            items.append(Item(chapter.minutes, f"Read chapter {number}, {chapter.title}"))
        items += [
            Item(one.minutes, f"Exercise: {one.title} (./course start {one.name})")
            for one in solved
            if one.chapter == number
        ]
    return items


def _laid_out(items: Sequence[Item], blocks: Sequence[Block]) -> list[Line] | None:
    """The timetable; None when there is no time for all of it. What a break parts is continued."""
    first, *_, last = blocks
    lines = [Line(first.day, first.begin, first.begin + OPENING, WELCOME)]
    index, now = 0, first.begin + OPENING

    def end() -> int:
        return blocks[index].end - (CLOSING if blocks[index] is last else 0)

    def go_on() -> bool:
        """To the next block, if there is one."""
        nonlocal index, now
        block = blocks[index]
        if now < end():
            lines.append(Line(block.day, now, end(), UNFINISHED))
        if block is last:
            return False
        index += 1
        now = blocks[index].begin
        if blocks[index].day == block.day:
            long = now - block.end >= LUNCH
            lines.append(Line(block.day, block.end, now, "Lunch" if long else "Break"))
        return True

    for item in items:
        left, text = item.minutes, item.text
        while left:
            if end() - now < min(left, SHORTEST):
                if not go_on():
                    return None
                continue
            took = min(left, end() - now)
            lines.append(Line(blocks[index].day, now, now + took, text))
            left, now, text = left - took, now + took, item.text + CONTINUED
    while go_on():
        pass
    lines.append(Line(last.day, last.end - CLOSING, last.end, END))
    return lines


def _show(made: Plan) -> None:
    count, pages = len(made.exercises), len(made.chapters)
    work = sum(one.minutes for one in (*made.exercises, *made.chapters))
    print(
        f"{count} exercise{'' if count == 1 else 's'}, {pages} chapter{'' if pages == 1 else 's'}, "
        f"{work} minutes of work"
    )
    print("beforehand: ./course setup on each machine; without a network, see ./course bundle")
    days = {line.day for line in made.lines}
    for day in sorted(days):
        print(f"\nday {day + 1}" if len(days) > 1 else "")
        for line in made.lines:
            if line.day == day:
                print(line)


def clock(minutes: int) -> str:
    """Minutes since midnight as a clock shows them."""
    return f"{minutes // 60:02}:{minutes % 60:02}"
