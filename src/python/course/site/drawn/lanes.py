"""Lines of the cache between two cores, each as a curve: up is the first core, down the second."""

from __future__ import annotations

from collections.abc import Sequence

from course.site.drawn.block import WIDTH
from course.site.drawn.journeys import FIRST, SECOND, Use, journeys, stays
from course.site.interactive.picture import Picture, Point

LEFT = 98
"""Where curves begin, behind their names."""

HEIGHT, STEP = 14, 24
"""Of a lane, and from one to the next."""

Lane = tuple[str, str, str]
"""What it is called, the line of the cache, and the core that has it at first."""


def panel_height(lanes: Sequence[Lane]) -> float:
    """Of a panel with its title and the room below it."""
    return 22 + STEP * len(lanes) + 12


def counted(uses: Sequence[Use], lanes: Sequence[Lane]) -> int:
    """The journeys of all the lanes' lines."""
    return sum(journeys(uses, line, start) for _, line, start in lanes)


def panel(
    picture: Picture,
    top: float,
    title: str,
    uses: Sequence[Use],
    lanes: Sequence[Lane],
    *,
    length: float,
) -> None:
    """A title with the number of journeys, and a lane for each line. `length`: of time."""
    picture.text(title, 0, top + 12)
    picture.text(f"{counted(uses, lanes)} journeys", WIDTH, top + 12, anchor="end")
    for number, (label, line, start) in enumerate(lanes):
        above = top + 22 + number * STEP
        below = above + HEIGHT
        picture.text(label, 0, below - 2, look="quiet")
        for edge in (above, below):
            picture.line("line", [(LEFT, edge), (WIDTH, edge)])
        picture.line("live", _curve(stays(uses, line, start), length, above, below))


def _curve(
    found: list[tuple[float, str]], length: float, above: float, below: float
) -> list[Point]:
    heights = {FIRST: above, SECOND: below}
    scale = (WIDTH - LEFT) / length
    points: list[Point] = []
    for at, core in found:
        x = LEFT + at * scale
        points += [(x, points[-1][1])] if points else []
        points.append((x, heights[core]))
    return [*points, (WIDTH, points[-1][1])]
