"""Marks for the best of a column: the article's three colours, with a sign and a word each."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

from markupsafe import Markup

from course.site.table import Mark
from course.stats.numbers import number

BEST = Mark("★", "best of all", "course-best")
BEST_JAVA = Mark("◆", "best of Java", "course-java")
SECOND_JAVA = Mark("◇", "second best of Java", "course-second")
BEST_IS_JAVA = Mark("★◆", "best of all, and of Java", "course-best")

Place = TypeVar("Place", bound=Hashable)


def marks(column: Mapping[Place, float], java: Iterable[Place]) -> dict[Place, Mark]:
    """The marks of a column whose least figure is its best; equal as written is equal.

    `java` are the places whose figures are Java's.
    """
    if not column:
        return {}
    written = {place: number(value) for place, value in column.items()}
    best = written[min(column, key=lambda place: column[place])]
    of_java = [place for place in java if place in column]
    order = list(
        dict.fromkeys(written[place] for place in sorted(of_java, key=lambda place: column[place]))
    )
    result = {}
    for place in of_java:
        if written[place] == order[0]:
            result[place] = BEST_JAVA
        elif written[place] == order[1]:
            result[place] = SECOND_JAVA
    for place, text in written.items():
        if text == best:
            result[place] = BEST_IS_JAVA if result.get(place) is BEST_JAVA else BEST
    return result


def legend() -> Markup:
    """What the signs and colours mean; it stands under each table that has them."""
    return Markup(", ").join(
        Markup('<span class="course-mark {}">{}</span> {}').format(mark.style, mark.sign, text)
        for mark, text in (
            (BEST, "the best of its column"),
            (BEST_JAVA, "the best of Java"),
            (SECOND_JAVA, "the second best of Java"),
        )
    ) + Markup("; with several of them, all are equal as written.")
