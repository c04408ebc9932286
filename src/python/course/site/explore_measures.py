"""The figures that the explorer offers: where a record has each, and what stands beside it."""

from __future__ import annotations

import dataclasses
from typing import Any

from course.model.solutions import CASES, MODES, SOLUTIONS, STRATEGIES
from course.stats.article import Article
from course.stats.figures import GC_COLUMNS, SHARES

Steps = tuple[str, ...]
"""The keys that lead to a figure, from the record's outermost object inwards."""

BOTH = tuple(MODES)


@dataclasses.dataclass(frozen=True)
class Measure:
    """A figure of a record."""

    key: str
    title: str
    """With its unit, as a heading."""
    unit: str
    modes: tuple[str, ...]
    """The modes whose records have it."""
    value: Steps
    low: Steps = ()
    """With `high` the ends of its spread; without steps there is none."""
    high: Steps = ()
    spread: str = ""
    """What the ends of the spread are."""
    article: tuple[str, str] | None = None
    """Table and column of the article."""
    bounded: bool = False
    """Whether what the machine's memory allows is a lower bound of it."""

    def old(self, article: Article) -> dict[str, float]:
        """``solution/strategy/case``, by the article's names, to the article's figure."""
        if self.article is None:
            return {}
        table, column = self.article
        solutions = dict.fromkeys(one.article for one in SOLUTIONS.values() if one.article)
        places = [
            (name, strategy, case)
            for name in solutions
            for strategy in STRATEGIES
            for case in CASES
        ]
        found = {"/".join(place): article.find(table, *place, column) for place in places}
        return {place: value for place, value in found.items() if value is not None}


def figure(raw: Any, steps: Steps) -> float | None:
    """The figure that the steps lead to; None where they, or the record, end before."""
    if not steps:
        return None
    for step in steps:
        raw = None if raw is None else raw.get(step)
    return raw


def _of_the_collector(key: str) -> Measure:
    title, unit, article = GC_COLUMNS[key]
    return Measure(
        key=key,
        title=title,
        unit=unit,
        modes=BOTH,
        value=("gc", key),
        high=("gc", "max_pause_ms") if key == "avg_pause_ms" else (),
        spread="up to the longest pause" if key == "avg_pause_ms" else "",
        article=("gc", article) if article else None,
    )


MEASURES = (
    Measure(
        key="ns",
        title="Time of a packet, ns",
        unit="ns",
        modes=("batch",),
        value=("batch", "ns_per_packet", "mean"),
        low=("batch", "ns_per_packet", "min"),
        high=("batch", "ns_per_packet", "max"),
        spread="from the fastest to the slowest round",
        article=("batch", "ns_per_packet"),
        bounded=True,
    ),
    Measure(
        key="interval",
        title="Shortest interval without loss, ns",
        unit="ns",
        modes=("realtime",),
        value=("realtime", "verdict", "min_interval_ns"),
        low=("realtime", "verdict", "lossy_ns"),
        spread="from the longest interval that lost packets",
        article=("realtime", "min_interval_ns"),
    ),
    Measure(
        key="predicted",
        title="Predicted interval, ns",
        unit="ns",
        modes=("realtime",),
        value=("realtime", "prediction", "interval_ns"),
    ),
    Measure(
        key="loss",
        title="Lost at 1,000 ns, %",
        unit="%",
        modes=("realtime",),
        value=("realtime", "verdict", "loss_pct_at_1000"),
        article=("realtime", "loss_pct_at_1000ns"),
    ),
    *(_of_the_collector(key) for key in GC_COLUMNS if key not in SHARES),
    Measure(
        key="rss",
        title="Largest resident set, MiB",
        unit="MiB",
        modes=BOTH,
        value=("peak_rss_mb",),
    ),
)
"""In the order in which they are offered; the first of a mode is shown unless another is chosen."""
