"""How well predicted and found intervals agree, and how much time prediction saved."""

import dataclasses
import enum
import functools
import itertools
from collections import Counter
from collections.abc import Collection, Iterator

from course.model.probes import decisive, is_doubtful, is_lossless, tries
from course.model.solutions import CASES, COLLECTORS, REAL_STRATEGIES, SOLUTIONS
from course.stats.columns import DatasetColumn
from course.stats.errors import choose
from course.stats.figures import Figure
from course.stats.lookup import Place

WITHIN = 0.1  # share by which a found interval may differ from the predicted one


class Outcome(enum.Enum):
    """Whether a search found what was expected."""

    AGREES = "agree"
    DIFFERS = "missed"
    OPEN = "left open by the search's step size"
    MOVED = "not judged: the machine's speed changed"
    NONE = "none, as expected"


SEARCHES = {"plain": "plain_seconds", "bisection": "bisection_seconds"}
"""Alternative search -> its time in a record's ``search``."""


@dataclasses.dataclass(frozen=True)
class Prediction:
    """A cell's predicted interval, and the one found."""

    place: Place
    predicted: float | None
    found: float | None
    probes: int
    search: dict[str, float]
    outcomes: tuple[Outcome, ...]  # per process: its own search against its own prediction


def outcome(
    expected: float | None, found: float | None, lossy: float | None, pace: float = 1.0
) -> Outcome:
    """Whether the shortest interval, a whole number of ns, lies within 10 % of the expected one.

    It is longer than the longest that lost packets, if any did, and at most the one found: if only
    part of this range lies within 10 %, the outcome is open. pace: time per packet at full speed
    after the search divided by that before; if it has changed, there is no verdict.
    """
    if expected is None and found is None:
        return Outcome.NONE
    most = 1 + WITHIN + 1e-6  # rounding in the records must not decide
    if not 1 / most <= pace <= most:
        return Outcome.MOVED
    if expected is None or found is None:
        return Outcome.DIFFERS
    lowest = found if lossy is None else lossy + 1
    if found <= expected * most and expected <= lowest * most:
        return Outcome.AGREES
    apart = lowest > expected * most or expected > found * most
    return Outcome.DIFFERS if apart else Outcome.OPEN


@functools.lru_cache(maxsize=8)  # a page calls this a dozen times per data set
def predictions(dataset_column: DatasetColumn) -> tuple[Prediction, ...]:
    """Predictions for all plain cells of a data set that were searched."""
    result = []
    for place in places(dataset_column):
        found = dataset_column.figures.realtime(*place)
        prediction, search = (found.raw.get(key) for key in ("prediction", "search"))
        if prediction and search:
            predicted, shortest = prediction["interval_ns"], found.min_interval_ns
            lossy = found.raw["verdict"].get("lossy_ns")
            outcomes = tuple(
                outcome(
                    one["predicted_ns"],
                    one["min_interval_ns"],
                    one["lossy_ns"],
                    (one["after_ns"] or one["before_ns"]) / one["before_ns"],
                )
                for one in found.raw.get("processes") or ()
            )
            # A record of one process has no pace: judge it without.
            outcomes = outcomes or (outcome(predicted, shortest, lossy),)
            probes = sum(map(len, tries(found.raw["probes"])))
            result.append(Prediction(place, predicted, shortest, probes, search, outcomes))
    return tuple(result)


def places(dataset_column: DatasetColumn, variant: str | None = None) -> Iterator[Place]:
    """The cells that a data set has in real time."""
    record = functools.partial(dataset_column.figures.record, mode="realtime", variant=variant)
    for place in itertools.product(SOLUTIONS.values(), REAL_STRATEGIES, CASES):
        # Two variants at once are not measured.
        if not (variant and place[0].variant) and record(*place):
            yield place


class PredictionAccuracy:
    """Functions for sentences. Without a prediction: ``not measured``."""

    def __init__(self, dataset_column: DatasetColumn) -> None:
        self._column = dataset_column

    def agreement(self, *collectors: str) -> str:
        """In how many searches it held: ``41 of 45 (4 missed); 12 more rightly found none``.

        A search counts if an interval was predicted or found; the others rightly found none.
        `collectors`: count their cells only; ``none`` stands for C++.
        """
        for name in collectors:
            choose(name, [*COLLECTORS, "none"], "collector")
        return in_words(
            [
                each
                for one in predictions(self._column)
                if not collectors or (one.place[0].collector or "none") in collectors
                for each in one.outcomes
            ]
        )

    def repeated(self) -> str:
        """Cells whose second search confirmed the first, judged and worded like a prediction."""
        figures, outcomes = self._column.figures, []
        for place in places(self._column, "second-search"):
            first = figures.realtime(*place)
            second = figures.realtime(*place, variant="second-search")
            if first.raw.get("search") and second.raw.get("search"):
                lossy = second.raw["verdict"].get("lossy_ns")
                outcomes.append(outcome(first.min_interval_ns, second.min_interval_ns, lossy))
        return in_words(outcomes)

    def saved(self, search: str = "plain") -> Figure:
        """Time of another search for the same intervals, as a multiple of ours."""
        choose(search, SEARCHES, "search")
        about = f"seconds of a {search} search / seconds of ours"
        those = [one.search for one in predictions(self._column) if SEARCHES[search] in one.search]
        if not those:
            return Figure.absent("x", "no interval was searched in this run", about)
        other = sum(one[SEARCHES[search]] for one in those)
        return Figure(other / sum(one["seconds"] for one in those), "x", about=about)

    def probes_per_cell(self) -> Figure:
        """Mean number of probes per searched cell."""
        about = "probes / cells that were predicted and searched"
        counts = [one.probes for one in predictions(self._column)]
        if not counts:
            return Figure.absent("", "no interval was searched in this run", about)
        return Figure(sum(counts) / len(counts), "", about=about)

    def host_stalls(self) -> str:
        """Probes repeated because the host stalled the clock, and the results.

        ``65 of 1,022 probes: 18 then lost nothing, 15 stalled each time, 32 lost again``.
        """
        records = self._column.dataset.records.values()
        groups = [
            group
            for record in records
            if record.status == "ok" and record.raw["realtime"]
            for group in tries(record.raw["realtime"]["probes"])
        ]
        again = [group for group in groups if len(group) > 1]
        if not groups:
            return "not measured"
        gone = sum(is_lossless(decisive(group)) for group in again)
        never = sum(is_doubtful(decisive(group)) for group in again)
        lost = len(again) - gone - never
        text = f"{len(again):,} of {len(groups):,} probes"
        if again:
            text += f": {gone} then lost nothing, {never} stalled each time, {lost} lost again"
        return text


def in_words(outcomes: Collection[Outcome]) -> str:
    """``69 of 184 (97 missed, 18 open)``, and how many others rightly found none.

    All counts except the last add up to the one after "of".
    """
    if not outcomes:
        return "not measured"
    counts = Counter(outcomes)
    none = counts[Outcome.NONE]
    rest = [
        f"{counts[one]} {one.value}"
        for one in (Outcome.DIFFERS, Outcome.OPEN, Outcome.MOVED)
        if counts[one]
    ]
    text = f"{counts[Outcome.AGREES]} of {len(outcomes) - none}"
    text += f" ({', '.join(rest)})" if rest else ""
    return text + (f"; {none} more rightly found none" if none else "")
