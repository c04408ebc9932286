"""What the rounds of a comparison say together: means, ratios, and whether a goal is reached."""

import dataclasses
import math
import statistics
from collections.abc import Iterable, Mapping, Sequence

from course.model import pairs
from course.model.pairs import Prior
from course.model.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNMEASURED

Values = Mapping[int, float]
"""Round -> value."""


@dataclasses.dataclass(frozen=True)
class Spread:
    """The mean of the rounds, and the least and the greatest of them."""

    mean: float
    """Geometric, so that ratios of means are means of ratios; of zeros the median."""
    low: float
    high: float

    @classmethod
    def of(cls, values: Iterable[float]) -> "Spread | None":
        """Of the values of the rounds; None when there is none."""
        values = list(values)
        if not values:
            return None
        return cls(_centre(values), min(values), max(values))


def _centre(values: Sequence[float]) -> float:
    if min(values) <= 0 or len(set(values)) == 1:
        return statistics.median(values)
    return statistics.geometric_mean(values)


def ratios(values: Values, base: Values) -> dict[int, float]:
    """Round -> value / base, in the rounds that have both: neighbours in time.

    A machine that is slower for a while is slower for both, and the ratio does not see it.
    """
    return {
        number: value / base[number]
        for number, value in values.items()
        if number in base and base[number] != 0
    }


def prior(sittings: Iterable[Sequence[Values]]) -> Prior:
    """How the ratios of contestants vary from round to round: in each sitting, to the first."""
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
        """As :mod:`course.model.pairs` estimates it; None when there is no value.

        The number of rounds was fixed before, so nobody looked in between. Of what is no ratio,
        such as 0, or is the same in several rounds, as a size is, it is the median with the ends,
        and they are no confidence interval. A single round says nothing of the others.
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
    """``holds`` or ``fails`` where the interval lies on one side; else ``inconclusive``.

    Without a figure it is ``not measured``.
    """
    if found is None:
        return UNMEASURED
    if found.high <= at_most:
        return HOLDS
    return FAILS if found.low > at_most else INCONCLUSIVE
