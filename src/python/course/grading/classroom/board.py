"""The class board: a page for the wall of a room. It names learners by nickname or not at all."""

from collections.abc import Sequence

from course.grading import pages
from course.grading.classroom.gradebook import Grades
from course.grading.classroom.roster import Roster
from course.grading.exercises import exercise as exercises
from course.grading.result import Result
from course.grading.text import on_one_line

Row = tuple[str, list[int | str], int]
"""A nickname, its points by exercise (empty where there are none), and their sum."""


def page(
    results: Sequence[Result], roster: Roster, *, names: bool = True, zeros: bool = True
) -> str:
    """Return the board as HTML: the most points first, without learners who have no nickname.

    names: if false, count who has solved each exercise. zeros: if false, hide learners without
    points, and all zeros.
    """
    found = Grades(results)
    known = {one.name: one.title for one in exercises.everything()}
    titles = [known.get(name, name) for name in found.exercises]
    rows = _by_learner(found, roster, zeros=zeros) if names else _by_exercise(found, titles)
    nicknames = sum(bool(roster.entry(one).nickname) for one in found.learners) if names else 0
    return pages.render(
        "board.html",
        title="Class board",
        when=pages.newest(results),
        names=list(found.exercises),
        titles=titles,
        most=list(found.exercises.values()),
        named=names,
        rows=rows,
        no_zeros=not zeros,
        unnamed=len(found.learners) - nicknames if names else 0,
    )


def _by_learner(found: Grades, roster: Roster, *, zeros: bool) -> list[Row]:
    rows = [
        (nickname, [one if one or zeros else "" for one in found.row(who)], found.total(who))
        for who in found.learners
        if (nickname := on_one_line(roster.entry(who).nickname)) and (zeros or found.total(who))
    ]
    return sorted(rows, key=lambda row: (-row[2], row[0].casefold()))


def _by_exercise(found: Grades, titles: Sequence[str]) -> list[Row]:
    """In a nickname's place a title; in that of points how many have all of them, and some."""
    rows = []
    for title, (name, most) in zip(titles, found.exercises.items(), strict=True):
        earned = [got[name].points for got in found.learners.values() if name in got]
        some = sum(0 < one < most for one in earned)
        rows.append((title, [sum(one == most for one in earned), some], 0))
    return rows
