"""Summarise a comparison's rounds: means, ratios, and whether a goal is reached."""

import dataclasses
import math
import statistics
from collections.abc import Iterable, Mapping, Sequence

from course.model import pairs
from course.model.pairs import Prior
from course.model.verdicts import UNMEASURED, of_range

Values = Mapping[int, float]  # round -> value


@dataclasses.dataclass(frozen=True)
class Spread:
    """The mean, minimum and maximum of the rounds."""

    mean: float  # geometric, so that ratios of means are means of ratios; with zeros, the median
    low: float
    high: float

    @classmethod
    def of(cls, values: Iterable[float]) -> "Spread | None":
        """From the values of the rounds; None if there are none."""
        values = list(values)
        if not values:
            return None
        return cls(_centre(values), min(values), max(values))


def _centre(values: Sequence[float]) -> float:
    if min(values) <= 0 or len(set(values)) == 1:
        return statistics.median(values)
    return statistics.geometric_mean(values)


def ratios(values: Values, base: Values) -> dict[int, float]:
    """Round -> value / base, for the rounds that have both: neighbours in time.

    A machine that is slower for a while is slower for both, which cancels out in the ratio.
    """
    return {
        number: value / base[number]
        for number, value in values.items()
        if number in base and base[number] != 0
    }


def prior(sittings: Iterable[Sequence[Values]]) -> Prior:
    """Prior of contestants' ratios, from those to the first one in each sitting."""
    logs = [
        [*ratios(one, first).values()]
        for first, *others in filter(None, sittings)
        for one in others
    ]
    return pairs.prior(
        [math.log(value) for value in one] for one in logs if min(one, default=0) > 0
    )


@dataclasses.dataclass(frozen=True)
class Mean:
    """The geometric mean of the rounds, and its confidence interval."""

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Iterable[float], of: Prior) -> "Mean | None":
        """As :mod:`course.model.pairs` estimates it; None if there are no values.

        The number of rounds was fixed in advance, so there were no interim looks. If a value is 0,
        or all are equal, as sizes are, it is the median with minimum and maximum, which are no
        confidence interval. A single round says nothing about others.
        """
        values = list(values)
        if not values:
            return None
        if len(values) < pairs.LEAST_ROUNDS:
            return cls(values[0], 0.0, math.inf)
        if min(values) <= 0 or len(set(values)) == 1:
            return cls(_centre(values), min(values), max(values))
        found = pairs.estimate([math.log(value) for value in values], of, most_rounds=1)
        assert found is not None
        return cls(found.ratio, found.low, found.high)


def verdict(found: Mean | None, at_most: float) -> str:
    """``holds`` or ``fails`` if the interval lies on one side; else ``inconclusive``.

    Without a figure it is ``not measured``.
    """
    return UNMEASURED if found is None else of_range(found.low, found.high, -math.inf, at_most)
