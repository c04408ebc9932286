"""What a data set says of a claim, cell by cell and in all."""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd

from course.publish.article import Article
from course.publish.claims.cells import Cell, places
from course.publish.claims.model import Claim, Comparison, Correlation, Side, State, Test, Trend
from course.publish.claims.quantities import QUANTITIES, REALTIME, Readings, readings
from course.publish.claims.realtime import UNKNOWN, RealTime, compare_realtime
from course.publish.dataset import Dataset
from course.publish.figures import Figure
from course.publish.numbers import number, quantity
from course.publish.values import compare

HOLDS, FAILS, INCONCLUSIVE, UNMEASURED = VERDICTS = (
    "holds", "fails", "inconclusive", "not measured",
)  # fmt: skip

FEWEST_POINTS = 5
"""A correlation over fewer cells is none."""

ONE_IN_TWENTY = 1.645
"""Standard deviations that chance exceeds, on one side, once in twenty times."""


@dataclasses.dataclass(frozen=True)
class Outcome:
    """The verdict on one cell, or on one row of cells."""

    what: str
    """What was read: the quantity's title."""
    cell: str
    left: str
    right: str
    """Empty where one figure, or a row of them, decides."""
    verdict: str
    reason: str = ""
    """Why it was not measured."""


@dataclasses.dataclass(frozen=True)
class Evaluation:
    """The verdict on a claim, with those of its cells."""

    verdict: str
    outcomes: tuple[Outcome, ...] = ()
    absent: int = 0
    """Cells that the data set does not have at all; they are no outcomes."""

    def count(self, verdict: str) -> int:
        """Number of outcomes of that verdict."""
        return sum(outcome.verdict == verdict for outcome in self.outcomes)

    @property
    def measured(self) -> int:
        """Number of outcomes with figures."""
        return len(self.outcomes) - self.count(UNMEASURED)

    def counts(self) -> str:
        """``holds in 7 of 12, fails in 2, inconclusive in 3; 1 not measured``."""
        if not self.measured:
            return UNMEASURED
        first, *rest = [name for name in VERDICTS[:3] if self.count(name)]
        text = f"{first} in {self.count(first)} of {self.measured}"
        text += "".join(f", {name} in {self.count(name)}" for name in rest)
        unmeasured = self.count(UNMEASURED)
        return f"{text}; {unmeasured} not measured" if unmeasured else text


def evaluate(claim: Claim, of: Dataset | Article | Readings) -> Evaluation:
    """Try every cell that the claim speaks of. The same data always give the same verdict."""
    source = readings(of) if isinstance(of, Dataset | Article) else of
    outcomes: list[Outcome] = []
    seen: set[Hashable] = set()
    absent = 0
    for test in claim.tests:
        for outcome in _try(test, source, seen):
            if outcome is None:
                absent += 1
            else:
                outcomes.append(outcome)
    return Evaluation(_overall(claim.aggregate, outcomes, absent), tuple(outcomes), absent)


def _overall(aggregate: str, outcomes: list[Outcome], absent: int) -> str:
    counts = Counter(outcome.verdict for outcome in outcomes)
    holds, fails = counts[HOLDS], counts[FAILS]
    open_verdict = INCONCLUSIVE if counts[INCONCLUSIVE] else UNMEASURED
    if aggregate == "every":
        if fails:
            return FAILS
        return HOLDS if holds else open_verdict
    if aggregate == "most":
        # What most cells do is not known while most of them leave it open.
        if not holds + fails or holds + fails < counts[INCONCLUSIVE]:
            return open_verdict
        return HOLDS if holds > fails else FAILS
    needed = int(aggregate.removeprefix("at least "))
    if holds >= needed:
        return HOLDS
    possible = len(outcomes) - fails + absent
    return FAILS if possible < needed else open_verdict


def _try(test: Test, source: Readings, seen: set[Hashable]) -> Iterator[Outcome | None]:
    """An outcome per cell, row of cells or runtime; None where there is no such cell."""
    match test:
        case Comparison():
            return _each_once(test, source, _compare, seen)
        case State():
            return _each_once(test, source, _state, seen)
        case Trend():
            return _trends(test, source)
        case Correlation():
            return _correlations(test, source)


def _each_once(
    test: Any,
    source: Readings,
    judge: Callable[[Any, Mapping[str, str], Readings], tuple[Hashable, Outcome | None]],
    seen: set[Hashable],
) -> Iterator[Outcome | None]:
    """Judge the test at each place. Places that mean the same figures are judged once a claim."""
    for place in places(test.over, source.runtimes()):
        key, outcome = judge(test, place, source)
        if key not in seen:
            seen.add(key)
            yield outcome


# ---- two figures -----------------------------------------------------------------------------


def _compare(
    test: Comparison, place: Mapping[str, str], source: Readings
) -> tuple[Hashable, Outcome | None]:
    left = Cell.of({**place, **test.left.place})
    right = None
    if isinstance(test.right, Side):
        right = Cell.of({**place, **test.right.place})
    read = (source.key(left), right and source.key(right))
    key = (*read, test.left.quantity, test.relation, test.factor)
    if right is not None and _same_figure(test, left, right, source):
        return key, None
    name = str(left) if right is None else _both(left, right)
    if test.left.quantity == REALTIME:
        assert right is not None
        a, b = source.realtime(left), source.realtime(right)
        texts, missing = (str(a), str(b)), (a.missing, b.missing)
        word = compare_realtime(a, b)
        verdict = _verdict(test.relation, word)
    else:
        one = _figure(test.left, left, source)
        other = _right(test.right, one, right, source)
        texts, missing = (_text(one), _text(other)), (_unknown(one), _unknown(other))
        verdict = _judge(test, one, other)
    if any(figure is not None and figure.status == "absent" for figure in missing):
        return key, None
    reason = next((_why(figure) for figure in missing if figure is not None), "")
    if verdict == UNMEASURED and not reason:
        reason = "how much they lose is not known"
    return key, Outcome(_title(test.left, test.right), name, *texts, verdict, reason)


def _title(left: Side, right: Side | float) -> str:
    """The title of what is compared; of both sides where they differ."""
    titles = [QUANTITIES[left.quantity][0]]
    if isinstance(right, Side) and right.quantity != left.quantity:
        titles.append(QUANTITIES[right.quantity][0])
    if left.divided_by is not None:
        titles[0] = f"ratio of {titles[0]}"
    return " / ".join(titles)


def _same_figure(test: Comparison, left: Cell, right: Cell, source: Readings) -> bool:
    """Whether both sides are one figure here, as two Java versions of the article are."""
    assert isinstance(test.right, Side)
    sides = (test.left, test.right)
    return (
        source.key(left) == source.key(right)
        and len({side.quantity for side in sides}) == 1
        and all(side.divided_by is None for side in sides)
    )


def _judge(test: Comparison, one: Figure, other: Figure) -> str:
    if test.relation != "alike":
        return _verdict(test.relation, compare(one, _times(other, test.factor)))
    low = compare(one, _times(other, 1 / (1 + test.tolerance)))
    high = compare(one, _times(other, 1 + test.tolerance))
    if "unknown" in (low, high):
        return UNMEASURED
    if low == "slower" and high == "faster":
        return HOLDS
    return FAILS if low == "faster" or high == "slower" else INCONCLUSIVE


def _verdict(relation: str, word: str) -> str:
    """The relation's verdict, where `word` is how the left side compares with the right."""
    if word == "unknown":
        return UNMEASURED
    if word == "about":
        return INCONCLUSIVE
    return HOLDS if (word == "faster") == (relation == "less") else FAILS


def _figure(side: Side, cell: Cell, source: Readings) -> Figure:
    figure = source.figure(side.quantity, cell)
    if side.divided_by is None:
        return figure
    below = source.figure(side.quantity, Cell.of({**dataclasses.asdict(cell), **side.divided_by}))
    for part in (figure, below):
        if part.value is None:
            return dataclasses.replace(part, unit="")
    if not figure.value or not below.value:
        return Figure(None, "", status=UNKNOWN, reason="no ratio: one part is zero")
    value = figure.value / below.value
    noise = value * math.hypot(figure.noise / figure.value, below.noise / below.value)
    return Figure(value, "", noise=noise)


def _right(side: Side | float, one: Figure, cell: Cell | None, source: Readings) -> Figure:
    if isinstance(side, Side):
        assert cell is not None
        return _figure(side, cell, source)
    return Figure(side, one.unit)


def _times(figure: Figure, factor: float) -> Figure:
    if figure.value is None:
        return figure
    return Figure(figure.value * factor, figure.unit, noise=figure.noise * factor)


def _text(figure: Figure) -> str:
    if figure.value is None:
        return figure.status
    return quantity(figure.value, figure.unit)


def _why(figure: Figure) -> str:
    """Why a figure has no value."""
    if figure.status == UNKNOWN:
        return figure.reason or ""
    return f"{figure.status}: {figure.reason}"


def _unknown(figure: Figure) -> Figure | None:
    return figure if figure.value is None else None


def _both(left: Cell, right: Cell) -> str:
    """What the cells have in common, and where they differ: ``heap, A: pool / alloc``."""
    one, other = dataclasses.asdict(left), dataclasses.asdict(right)
    differ = [name for name in one if one[name] != other[name]]
    if not differ:
        return str(left)
    common = [
        value for name, value in one.items()
        if name not in differ and value not in ("", "counter", "none")
    ]  # fmt: skip
    sides = (" ".join(filter(None, (cell[name] for name in differ))) for cell in (one, other))
    text = " / ".join(side.replace("none", "plain") for side in sides)
    return f"{', '.join(common)}: {text}" if common else text


# ---- real time -------------------------------------------------------------------------------


def _state(
    test: State, place: Mapping[str, str], source: Readings
) -> tuple[Hashable, Outcome | None]:
    cell, what = Cell.of(place), QUANTITIES[REALTIME][0]
    found = source.realtime(cell)
    key = (source.key(cell), test.relation)
    if found.missing is not None:
        if found.missing.status == "absent":
            return key, None
        status, reason = found.missing.status, _why(found.missing)
        return key, Outcome(what, str(cell), status, "", UNMEASURED, reason)
    known = _is(test.relation, found)
    verdict = INCONCLUSIVE if known is None else HOLDS if known else FAILS
    return key, Outcome(what, str(cell), str(found), "", verdict)


def _is(relation: str, found: RealTime) -> bool | None:
    if relation in ("works", "never works"):
        return found.works if found.works is None else found.works == (relation == "works")
    if found.loss_pct is None:
        return None
    return (found.loss_pct > 0) == (relation == "loses")


# ---- many figures ----------------------------------------------------------------------------


def _trends(test: Trend, source: Readings) -> Iterator[Outcome | None]:
    steps, what = test.over[test.along], QUANTITIES[test.quantity][0]
    rest = {name: values for name, values in test.over.items() if name != test.along}
    for place in places(rest, source.runtimes()):
        cells = [Cell.of({**place, test.along: step}) for step in steps]
        figures = [source.figure(test.quantity, cell) for cell in cells]
        missing = [figure for figure in figures if figure.value is None]
        if any(figure.status == "absent" for figure in missing):
            yield None
            continue
        name = str(cells[0]).replace(f", {steps[0]}", f", {steps[0]} to {steps[-1]}")
        shown = " → ".join(_text(figure) for figure in figures)
        if missing:
            yield Outcome(what, name, shown, "", UNMEASURED, _why(missing[0]))
            continue
        wrong = "faster" if test.relation == "rises" else "slower"
        turns = any(
            compare(after, before) == wrong for before, after in itertools.pairwise(figures)
        )
        whole = compare(figures[-1], figures[0])
        verdict = FAILS if turns else INCONCLUSIVE if whole == "about" else HOLDS
        yield Outcome(what, name, shown, "", verdict)


def _correlations(test: Correlation, source: Readings) -> Iterator[Outcome | None]:
    outer = {name: test.over[name] for name in ("implementation", "runtime") if name in test.over}
    inner = {name: values for name, values in test.over.items() if name not in outer}
    titles = (QUANTITIES[test.quantity][0], QUANTITIES[test.increases_with][0].lower())
    what = f"{titles[0]}: rank correlation with {titles[1]}"
    for group in places(outer, source.runtimes()):
        cells = [Cell.of({**group, **place}) for place in places(inner, [])]
        pairs = [
            (source.figure(test.increases_with, cell), source.figure(test.quantity, cell))
            for cell in cells
        ]
        known = [(x.value, y.value) for x, y in pairs if x.known and y.known]
        if not known:
            yield None
            continue
        name = ", ".join(value for value in group.values() if value)
        if len(known) < FEWEST_POINTS:
            reason = f"only {len(known)} cells have both figures"
            yield Outcome(what, name, "", "", UNMEASURED, reason)
            continue
        rho = rank_correlation(*zip(*known, strict=True))
        shown = f"{number(rho)} over {len(known)} cells"
        yield Outcome(what, name, shown, "", _correlated(rho, len(known)))


def rank_correlation(x: tuple[float, ...], y: tuple[float, ...]) -> float:
    """Spearman's rho; 0 when one of them never changes."""
    ranks = [pd.Series(values).rank() for values in (x, y)]
    if any(rank.nunique() == 1 for rank in ranks):
        return 0.0
    return float(np.corrcoef(*ranks)[0, 1])


def _correlated(rho: float, points: int) -> str:
    """Beyond what chance gives once in twenty times it holds; zero or less speaks against it."""
    if rho <= 0:
        return FAILS
    return HOLDS if rho * math.sqrt(points - 1) >= ONE_IN_TWENTY else INCONCLUSIVE
