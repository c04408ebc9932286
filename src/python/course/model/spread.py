"""What the rounds of a comparison say together: medians, ratios, and whether a goal is reached."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping

import numpy as np

from course.model.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNMEASURED

LOW, HIGH = 10, 90
"""Percentiles between which figures are said to lie."""

Values = Mapping[int, float]
"""Round -> value."""


@dataclasses.dataclass(frozen=True)
class Spread:
    """The median of the rounds, and what eight in ten of them lie between."""

    median: float
    low: float
    high: float
    rounds: int

    @classmethod
    def of(cls, values: Iterable[float]) -> Spread | None:
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


def verdict(spread: Spread | None, at_most: float) -> str:
    """``holds`` or ``fails`` where eight rounds in ten lie on one side; else ``inconclusive``.

    Without a figure it is ``not measured``.
    """
    if spread is None:
        return UNMEASURED
    if spread.high <= at_most:
        return HOLDS
    return FAILS if spread.low > at_most else INCONCLUSIVE
