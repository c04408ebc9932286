"""The interactive figures by the names that pages use."""

from __future__ import annotations

from collections.abc import Callable

from course.site.interactive.block import InteractiveFigure
from course.site.interactive.heap_figure import heap_figure
from course.site.interactive.lines_figure import lines_figure
from course.site.interactive.queue_figure import queue_figure
from course.stats.benches import Benches
from course.stats.figures import Figure, Figures
from course.stats.lookup import solution


class InteractiveFigures:
    """Functions that pages call; each returns an InteractiveFigure."""

    def __init__(self, figures: Figures, benches: Benches) -> None:
        self._figures = figures
        self._benches = benches

    def functions(self) -> dict[str, Callable[[], InteractiveFigure]]:
        """Name in a page -> function."""
        return {
            "heap_figure": heap_figure,
            "queue_figure": queue_figure,
            "lines_figure": self.lines,
        }

    def lines(self) -> InteractiveFigure:
        """The walk over cache lines, in this machine's numbers as far as they are known."""
        return lines_figure(self._benches.primary("limit"), self._dummy())

    def _dummy(self) -> Figure:
        """ns per packet with one packet for all; a scaled run's figure would say nothing."""
        one = solution("cpp-flat")
        if self._figures.dataset.scaled:
            return Figure(None, "ns", status="absent", reason="the run is scaled down")
        return self._figures.batch(one, "dummy", "A")
