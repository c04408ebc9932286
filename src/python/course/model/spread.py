"""What the rounds of a comparison say together: medians, ratios, and whether a goal is reached."""

import dataclasses
import math
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from course.model import pairs
from course.model.pairs import Prior
from course.model.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNMEASURED

LOW, HIGH = 10, 90
"""Percentiles between which figures are said to lie."""

Values = Mapping[int, float]
"""Round -> value."""

Interval = tuple[float, float]


@dataclasses.dataclass(frozen=True)
class Spread:
    """The median of the rounds, and what eight in ten of them lie between."""

    median: float
    low: float
    high: float
    rounds: int

    @classmethod
    def of(cls, values: Iterable[float]) -> "Spread | None":
        """Of the values of the rounds; None when there is none. Linear interpolation."""
        values = list(values)
        if not values:
            return None
        low, median, high = (float(one) for one in np.percentile(values, (LOW, 50, HIGH)))
        return cls(median, low, high, len(values))


def ratios(values: Values, base: Values) -> dict[int, float]:
    """Round -> value / base, in the rounds that have both: neighbours in time.

    A machine that is slower for a while is slower for both, and the ratio does not see it.
    """
    return {
        number: value / base[number]
        for number, value in values.items()
        if number in base and base[number] != 0
    }


def prior(contestants: Sequence[Values]) -> Prior:
    """How the contestants' ratios to the first of them vary from round to round."""
    first, *others = contestants or [{}]
    logs = [[*ratios(one, first).values()] for one in others]
    return pairs.prior(
        [math.log(value) for value in one] for one in logs if min(one, default=0) > 0
    )


def interval(values: Iterable[float], of: Prior) -> Interval:
    """Where the geometric mean of the rounds lies, as :mod:`course.model.pairs` estimates it.

    Their number was fixed before, so nobody looked in between. Of what is no ratio, such as 0, or
    is the same in every round, as a size is, it is the ends.
    """
    values = list(values)
    if min(values) <= 0 or len(set(values)) == 1:
        return min(values), max(values)
    found = pairs.estimate([math.log(value) for value in values], of, most_rounds=1)
    return (found.low, found.high) if found else (0.0, math.inf)


def verdict(ends: Interval | None, at_most: float) -> str:
    """``holds`` or ``fails`` where the interval lies on one side; else ``inconclusive``.

    Without a figure it is ``not measured``.
    """
    if ends is None:
        return UNMEASURED
    low, high = ends
    if high <= at_most:
        return HOLDS
    return FAILS if low > at_most else INCONCLUSIVE
