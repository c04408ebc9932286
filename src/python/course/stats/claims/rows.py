"""Judge a claim by many figures: whether they rise, fall, or correlate."""

import itertools
import math
from collections.abc import Iterator

import numpy as np

from course.model.pairs import Verdict
from course.model.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNMEASURED
from course.stats.claims.cells import Subject, places
from course.stats.claims.model import Correlation, Trend
from course.stats.claims.outcome import Outcome, Tried, figure_text, without_figure
from course.stats.claims.quantities import QUANTITIES, Readings
from course.stats.numbers import number
from course.stats.values import compare

FEWEST_POINTS = 5  # fewest cells for a correlation

ONE_IN_TWENTY = 1.645  # standard deviations that chance exceeds, one-sided, once in twenty times

FEW = {5: 0.899, 6: 0.828, 7: 0.714, 8: 0.642, 9: 0.599, 10: 0.563}
"""Points -> the rank correlation that chance reaches at most once in twenty times.

Exact, from all permutations, rounded down; for so few the normal distribution is too lenient.
"""


def trends(test: Trend, source: Readings) -> Iterator[Tried]:
    steps, what = test.over[test.along], QUANTITIES[test.quantity][0]
    rest = {name: values for name, values in test.over.items() if name != test.along}
    for place in places(rest, source.runtimes()):
        cells = [Subject.of({**place, test.along: step}) for step in steps]
        key = (test.relation, test.quantity, *map(source.key, cells))
        figures = [source.figure(test.quantity, cell) for cell in cells]
        missing = [figure for figure in figures if figure.value is None]
        name = str(cells[0]).replace(f", {steps[0]}", f", {steps[0]} to {steps[-1]}")
        shown = " → ".join(figure_text(figure) for figure in figures)
        if missing:
            absent = [figure for figure in missing if figure.status == "absent"]
            yield without_figure(key, what, name, (absent or missing)[0], shown)
            continue
        wrong = Verdict.FASTER if test.relation == "rises" else Verdict.SLOWER
        turns = any(
            compare(after, before) == wrong for before, after in itertools.pairwise(figures)
        )
        whole = compare(figures[-1], figures[0])
        verdict = FAILS if turns or whole in (Verdict.SAME, wrong) else HOLDS
        if not turns and whole == Verdict.OPEN:
            verdict = INCONCLUSIVE
        yield key, Outcome(what, name, shown, "", verdict)


def correlations(test: Correlation, source: Readings) -> Iterator[Tried]:
    outer = {name: test.over[name] for name in ("implementation", "runtime") if name in test.over}
    inner = {name: values for name, values in test.over.items() if name not in outer}
    titles = (QUANTITIES[test.quantity][0], QUANTITIES[test.increases_with][0].lower())
    what = f"{titles[0]}: rank correlation with {titles[1]}"
    for group in places(outer, source.runtimes()):
        cells = [Subject.of({**group, **place}) for place in places(inner, [])]
        key = (test.quantity, test.increases_with, *map(source.key, cells))
        pairs = [
            (source.figure(test.increases_with, cell), source.figure(test.quantity, cell))
            for cell in cells
        ]
        known = [(x.value, y.value) for x, y in pairs if x.known and y.known]
        if not known:
            yield key, None
            continue
        name = ", ".join(value for value in group.values() if value)
        if len(known) < FEWEST_POINTS:
            reason = f"only {len(known)} cells have both figures"
            yield key, Outcome(what, name, "", "", UNMEASURED, reason)
            continue
        rho = rank_correlation(*zip(*known, strict=True))
        shown = f"{number(rho)} over {len(known)} cells"
        yield key, Outcome(what, name, shown, "", _correlated(rho, len(known)))


def rank_correlation(x: tuple[float, ...], y: tuple[float, ...]) -> float:
    """Spearman's rho; 0 if one of them is constant."""
    if len(set(x)) == 1 or len(set(y)) == 1:
        return 0.0
    return float(np.corrcoef(_ranks(x), _ranks(y))[0, 1])


def _ranks(values: tuple[float, ...]) -> np.ndarray:
    """The rank of each value, from 1. Equal values share the mean of their ranks."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[places]


def _correlated(rho: float, points: int) -> str:
    """Holds from what chance reaches at most once in twenty times; fails from the opposite."""
    needed = FEW.get(points) or ONE_IN_TWENTY / math.sqrt(points - 1)
    if abs(rho) < needed:
        return INCONCLUSIVE
    return HOLDS if rho > 0 else FAILS
