"""The explorer's measures: where a record has each figure, and related facts."""

import dataclasses
import itertools
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from course.model.solutions import CASES, MODES, SOLUTIONS, STRATEGIES
from course.stats.article import Article
from course.stats.figures import GC_COLUMNS, SHARES

Steps = Sequence[str]
"""The keys that lead to a figure, from the record's outermost object inwards."""

BOTH = tuple(MODES)


@dataclasses.dataclass(frozen=True)
class Measure:
    key: str
    title: str  # a heading, with the unit
    unit: str
    modes: tuple[str, ...]
    value: Steps
    low: Steps = ()  # with `high`, the ends of its spread; without steps it has no spread
    high: Steps = ()
    spread: str = ""  # meaning of the spread's ends
    article: tuple[str, str] | None = None
    bounded: bool = False  # True if the machine's memory sets an estimated floor for it

    def old(self, article: Article) -> dict[str, float]:
        """Map ``solution/strategy/case``, in the article's names, to the article's figure."""
        if self.article is None:
            return {}
        table, column = self.article
        solutions = dict.fromkeys(one.article for one in SOLUTIONS.values() if one.article)
        found = {
            "/".join(place): article.find(table, *place, column)
            for place in itertools.product(solutions, STRATEGIES, CASES)
        }
        return {place: value for place, value in found.items() if value is not None}


def figure(raw: Any, steps: Steps) -> float | None:
    """Return the figure at the end of the steps; None if the record ends before."""
    if not steps:
        return None
    for step in steps:
        raw = None if raw is None else raw.get(step)
    return raw


def _of_the_collector(key: str) -> Measure:
    title, unit, column = GC_COLUMNS[key]
    article = ("gc", column) if column else None
    ends = {"high": ("gc", "max_pause_ms"), "spread": "up to the longest pause"}
    more = ends if key == "avg_pause_ms" else {}
    return Measure(key, title, unit, BOTH, ("gc", key), article=article, **more)


_LISTED = tomllib.loads(Path(__file__).with_name("explorer_measures.toml").read_text("utf-8"))

MEASURES = (
    *(Measure(**one) for one in _LISTED["first"]),
    *(_of_the_collector(key) for key in GC_COLUMNS if key not in SHARES),
    *(Measure(**one) for one in _LISTED["last"]),
)
"""In the order offered; the first of a mode is shown unless another is chosen."""
