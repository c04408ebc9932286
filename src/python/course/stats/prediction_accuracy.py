"""How far predicted and found intervals agree, and how much time predicting them saved."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator

from course.model.solutions import CASES, COLLECTORS, REAL_STRATEGIES, SOLUTIONS
from course.stats.columns import DatasetColumn
from course.stats.errors import choose
from course.stats.figures import Figure
from course.stats.lookup import Place

WITHIN = 0.1
"""Share by which a found interval may differ from the predicted one."""

SEARCHES = {"plain": "plain_seconds", "bisection": "bisection_seconds"}
"""Another way to search -> its time in a record's ``search``."""


@dataclasses.dataclass(frozen=True)
class Prediction:
    """What was predicted for a cell, and what was found."""

    place: Place
    predicted: float | None
    found: float | None
    lossy: float | None
    """The longest interval below the found one that lost packets; None: there is none."""
    probes: int
    search: dict[str, float]

    @property
    def agrees(self) -> bool:
        """Whether the search found what was predicted; see :func:`same`."""
        return same(self.predicted, self.found, self.lossy) is not False

    @property
    def is_rightly_none(self) -> bool:
        """Whether no interval was predicted to do without loss, and none does."""
        return self.predicted is None and self.found is None


def same(expected: float | None, found: float | None, lossy: float | None) -> bool | None:
    """Whether the shortest interval lies within 10 % of the expected one; None: there is neither.

    It lies between the longest that lost packets, if any did, and the one found.
    """
    if expected is None or found is None:
        return None if expected == found else False
    most = 1 + WITHIN + 1e-6  # rounding in the records shall not decide
    lowest = found if lossy is None else lossy
    return found <= expected * most and expected <= lowest * most


def predictions(dataset_column: DatasetColumn) -> list[Prediction]:
    """Every plain cell of a data set that was predicted and searched."""
    result = []
    for place in places(dataset_column):
        found = dataset_column.figures.realtime(*place)
        if found.prediction and found.search:
            result.append(
                Prediction(
                    place,
                    found.prediction["interval_ns"],
                    found.min_interval_ns,
                    found.raw["verdict"].get("lossy_ns"),
                    len(found.raw["probes"]),
                    found.search,
                )
            )
    return result


def repetitions(dataset_column: DatasetColumn) -> list[bool | None]:
    """Of every cell that was searched twice, whether the second search found what the first had.

    It is judged as a prediction is, by :func:`same`.
    """
    result = []
    for place in places(dataset_column, "second-search"):
        first = dataset_column.figures.realtime(*place)
        second = dataset_column.figures.realtime(*place, variant="second-search")
        if first.search and second.search:
            lossy = second.raw["verdict"].get("lossy_ns")
            result.append(same(first.min_interval_ns, second.min_interval_ns, lossy))
    return result


def places(dataset_column: DatasetColumn, variant: str | None = None) -> Iterator[Place]:
    """The cells that a data set has in real time."""
    for one in SOLUTIONS.values():
        if variant and one.variant:
            continue  # two variants at once are not measured
        if dataset_column.dataset.has(one, mode="realtime", variant=variant):
            for strategy in REAL_STRATEGIES:
                for case in CASES:
                    if dataset_column.figures.record(
                        one, strategy, case, mode="realtime", variant=variant
                    ):
                        yield one, strategy, case


class PredictionAccuracy:
    """What sentences can ask for. Without a prediction: ``not measured``."""

    def __init__(self, dataset_column: DatasetColumn) -> None:
        self._edition = dataset_column

    def functions(self) -> dict[str, Callable[..., object]]:
        """Name in a page -> function."""
        return {
            "agreement": self.agreement,
            "repeated": self.repeated,
            "saved": self.saved,
            "probes_per_cell": self.probes_per_cell,
        }

    def agreement(self, *collectors: str) -> str:
        """In how many cells it held: ``41 of 45 cells; in 12 more there is none, as predicted``.

        In cells that have no interval without loss there is nothing to be right about but that.
        With `collectors`, of their cells only; ``none`` stands for C++.
        """
        for name in collectors:
            choose(name, [*COLLECTORS, "none"], "collector")
        all_of_them = [
            one
            for one in predictions(self._edition)
            if not collectors or (one.place[0].collector or "none") in collectors
        ]
        outcomes = [None if one.is_rightly_none else one.agrees for one in all_of_them]
        return _in_words(outcomes, "there is none, as predicted")

    def repeated(self) -> str:
        """In how many cells a second search found what the first one had, as `agreement` says."""
        return _in_words(repetitions(self._edition), "neither found one")

    def saved(self, search: str = "plain") -> Figure:
        """How many times as long another search for the same intervals would have taken."""
        choose(search, SEARCHES, "search")
        about = f"seconds of a {search} search / seconds of ours"
        those = [one.search for one in predictions(self._edition) if SEARCHES[search] in one.search]
        if not those:
            return Figure.absent("x", "no interval was searched in this run", about)
        other = sum(one[SEARCHES[search]] for one in those)
        return Figure(other / sum(one["seconds"] for one in those), "x", about=about)

    def probes_per_cell(self) -> Figure:
        """How many probes a searched cell took, on average."""
        about = "probes / cells that were predicted and searched"
        counts = [one.probes for one in predictions(self._edition)]
        if not counts:
            return Figure.absent("", "no interval was searched in this run", about)
        return Figure(sum(counts) / len(counts), "", about=about)


def _in_words(outcomes: list[bool | None], of_none: str) -> str:
    """``41 of 45 cells``, and how many outcomes were None."""
    if not outcomes:
        return "not measured"
    some = [one for one in outcomes if one is not None]
    text = f"{sum(some)} of {len(some)} cells"
    none = len(outcomes) - len(some)
    return f"{text}; in {none} more {of_none}" if none else text
