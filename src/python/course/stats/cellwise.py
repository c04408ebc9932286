"""Two ways to run the same programs, compared cell by cell, for sentences about all of them."""

import dataclasses
import itertools
from collections.abc import Iterator, Mapping

from course.model.solutions import CASES, REAL_STRATEGIES
from course.model.verdicts import UNMEASURED
from course.stats.figures import Figures
from course.stats.lookup import solutions
from course.stats.numbers import number

Way = Mapping[str, str]  # parameters that a side fixes: strategy, generator or variant


@dataclasses.dataclass(frozen=True)
class Told:
    text: str
    of_reference: bool


class Cellwise:
    """Functions for sentences; unknown names raise FigureError. Without a cell: not measured.

    In all: `left` and `right` are the two ways, and `names` the solutions, as for tables. Means, in
    ns per packet, are compared as tables show them, whatever the verdict of their rounds.
    """

    def __init__(self, figures: Figures, reference: Figures | None = None) -> None:
        """reference: used if the data set has no cells measured both ways."""
        self._figures = figures
        self._reference = reference

    def more_in(self, left: Way, right: Way, *names: str) -> Told:
        """Number of cells where `left` has the larger figure: ``8 of 9``."""
        found, of_reference = self._found(left, right, names)
        text = f"{sum(a > b for a, b in found)} of {len(found)}" if found else UNMEASURED
        return Told(text, of_reference)

    def ratios(self, left: Way, right: Way, *names: str) -> Told:
        """Smallest and largest ratio of `left` to `right`: ``0.79 to 1.4``."""
        cells, of_reference = self._found(left, right, names)
        found = [a / b for a, b in cells if b]
        text = f"{number(min(found))} to {number(max(found))}" if found else UNMEASURED
        return Told(text, of_reference)

    def _found(
        self, left: Way, right: Way, names: tuple[str, ...]
    ) -> tuple[list[tuple[float, float]], bool]:
        """Both figures of each cell, and whether they come from the reference."""
        for figures in filter(None, (self._figures, self._reference)):
            if found := list(_cells(figures, left, right, names)):
                return found, figures is self._reference
        return [], False


def _cells(
    figures: Figures, left: Way, right: Way, names: tuple[str, ...]
) -> Iterator[tuple[float, float]]:
    strategies = REAL_STRATEGIES if "strategy" not in left else [""]
    for one, strategy, case in itertools.product(solutions(*names), strategies, CASES):
        place = {"strategy": strategy, "case": case}
        a, b = (figures.batch(one, **(place | dict(way))).value for way in (left, right))
        if a is not None and b is not None:
            yield a, b
