"""The shortest interval of a cell as a range, with the confidence that its processes allow.

A search brackets the shortest interval of its process: it is longer than one that lost packets, and
at most the one found. Another process has another one. What is asked for is the centre of all
processes, their geometric mean. It lies in the range with a probability of 1 - ERROR, if the
logarithms of processes are independent and normally distributed, wherever in its bracket each of
them lies: the steps of a search are no chance, so both ends of the range go by the brackets' ends.
How much a few processes vary is told by all cells of the data set, and the range holds after any
number of rounds: both as :mod:`course.model.pairs` has it.
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
    """Where the centre of processes lies, ns."""

    low: float
    high: float
    processes: int


def brackets(processes: Sequence[Mapping[str, Any]]) -> list[tuple[float, float]]:
    """Where the shortest interval of each process lies, ns; of a record's ``processes``.

    Empty where one of them found none.
    """
    found = [
        (one["lossy_ns"] or one["min_interval_ns"], one["min_interval_ns"]) for one in processes
    ]
    return [] if any(high is None for _, high in found) else found


def middles(found: Sequence[tuple[float, float]]) -> list[float]:
    """The logarithm of each bracket's middle, in ratios."""
    return [(math.log(low) + math.log(high)) / 2 for low, high in found]


def centre(found: Sequence[tuple[float, float]], of: Prior, most_rounds: int) -> Range | None:
    """The range of their centre; None where they tell no variance.

    of: the prior of the logarithms of all cells. most_rounds: how many there may be at most.
    """
    estimate = pairs.estimate(middles(found), of, most_rounds)
    if estimate is None:
        return None
    low, high = (statistics.fmean(map(math.log, ends)) for ends in zip(*found, strict=True))
    width = estimate.log_half_width
    return Range(math.exp(low - width), math.exp(high + width), len(found))
