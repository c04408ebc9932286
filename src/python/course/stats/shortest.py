"""A confidence range for the shortest interval of a cell, from its processes.

A search brackets the shortest interval of its process: it is longer than one that lost packets, and
at most the one found. Each process has its own. We want the centre of all processes, their
geometric mean. It lies in the range with a probability of 1 - ERROR, if the logarithms of processes
are independent and normally distributed, wherever in its bracket each of them lies: a search's
steps are not random, so the range's ends are based on the brackets' ends. The variance of a few
processes is estimated from all cells of the data set, and the range holds after any number of
rounds: both as in :mod:`course.model.pairs`.
"""

import dataclasses
import math
import statistics
from collections.abc import Mapping, Sequence
from typing import Any

from course.model import pairs
from course.model.pairs import Prior


@dataclasses.dataclass(frozen=True)
class Range:
    """Range of the processes' centre, ns."""

    low: float
    high: float
    processes: int


def brackets(processes: Sequence[Mapping[str, Any]]) -> list[tuple[float, float]]:
    """Bracket of each process's shortest interval, ns; from a record's ``processes``.

    Empty if one of them found none, or lost packets at no interval: that bracket has no lower end.
    """
    found = [(one["lossy_ns"], one["min_interval_ns"]) for one in processes]
    return [] if any(None in ends for ends in found) else found


def middles(found: Sequence[tuple[float, float]]) -> list[float]:
    """Logarithm of each bracket's geometric mean."""
    return [(math.log(low) + math.log(high)) / 2 for low, high in found]


def centre(found: Sequence[tuple[float, float]], of: Prior, most_rounds: int) -> Range | None:
    """Range of the brackets' centre; None if the variance is unknown.

    of: prior for the logarithms, from all cells. most_rounds: maximum number of rounds.
    """
    estimate = pairs.estimate(middles(found), of, most_rounds)
    if estimate is None:
        return None
    low, high = (statistics.fmean(map(math.log, ends)) for ends in zip(*found, strict=True))
    width = estimate.log_half_width
    return Range(math.exp(low - width), math.exp(high + width), len(found))
