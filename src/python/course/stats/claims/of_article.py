"""Read quantities from the article of 2019."""

import math
import re
from collections.abc import Hashable

from course.model.solutions import COLLECTORS
from course.stats.article import Article
from course.stats.claims.cells import Subject
from course.stats.claims.quantities import NOT_IN_2019, OF_REALTIME, QUANTITIES
from course.stats.claims.realtime import AT_NS, Bounds, every_interval
from course.stats.figures import GC_COLUMNS, Figure

ARTICLE_COLLECTORS = {key: one.article for key, one in COLLECTORS.items() if one.article}
"""Collector -> its name in the article, which calls Parallel CMS."""

LOSSES = {"none": "loss_pct_at_1000ns", "large-heap": "loss_pct_at_1000ns_heap_10g"}
"""Variant -> its column."""


class ArticleReadings:
    """The figures of 2019, taken as exact, as their spread is unknown.

    The article has one Java version per collector, so any version in a test means that one.
    """

    is_full = False  # it has nearly a third of today's cells

    def __init__(self, article: Article) -> None:
        self._article = article

    def runtimes(self) -> list[str]:
        """Collectors with the versions that the article ran them on."""
        return ["parallel 8", "g1 8", "zgc 11"]

    def named(self, cells: str) -> str:
        for runtime in self.runtimes():
            cells = re.sub(rf"\b{runtime.split()[0]} \d+", runtime, cells)
        return cells

    def key(self, cell: Subject) -> Hashable:
        """The row of its tables, and whether it is the column of the large heap."""
        return self._solution(cell), cell.strategy, cell.case, cell.variant

    def _solution(self, cell: Subject) -> str | None:
        """The article's name of the solution: ``heap-cms``, ``cpp``."""
        if not cell.runtime:
            return cell.implementation
        name = ARTICLE_COLLECTORS.get(cell.collector)
        return f"{cell.implementation}-{name}" if name else None

    def figure(self, quantity: str, cell: Subject) -> Figure:
        unit = QUANTITIES[quantity][1]
        if quantity in OF_REALTIME:
            found = self.realtime(cell)
            return found.loss if quantity == "loss_pct" else found.min_interval
        plain = cell.variant == "none" and cell.generator == "counter"
        if not plain or quantity in NOT_IN_2019:
            return _not_there(unit)
        if quantity in ("batch_ns_in_pauses", "batch_ns_outside_pauses"):
            mean = self._find("batch", cell, "ns_per_packet")
            share = self._find("gc", cell, "gc_fraction_pct")
            if mean is None or share is None:
                return _not_there(unit)
            part = share / 100 if quantity == "batch_ns_in_pauses" else 1 - share / 100
            return Figure(mean * part, unit)
        table, column = "batch", "ns_per_packet"
        if quantity in GC_COLUMNS:
            table, column = "gc", GC_COLUMNS[quantity][2]
        value = self._find(table, cell, column)
        return _not_there(unit) if value is None else Figure(value, unit)

    def realtime(self, cell: Subject) -> Bounds:
        """Smallest interval, or loss, with a 2 GB or 10 GB heap.

        If the article gives an interval *and* a small loss, packets are lost at every interval.
        """
        missing = Bounds(missing=_not_there("ns"))
        column = LOSSES.get(cell.variant)
        if cell.generator != "counter" or column is None:
            return missing
        if (loss := self._find("realtime", cell, column)) is not None:
            return every_interval(loss)
        shortest = self._find("realtime", cell, "min_interval_ns")
        if shortest is None or cell.variant != "none":
            return missing
        loss = 0.0 if shortest <= AT_NS else None
        return Bounds(shortest, math.nextafter(shortest, 0), True, loss, noise=0.0)

    def _find(self, table: str, cell: Subject, column: str) -> float | None:
        return self._article.find(table, self._solution(cell), cell.strategy, cell.case, column)


def _not_there(unit: str) -> Figure:
    return Figure.absent(unit, "not in the article")
