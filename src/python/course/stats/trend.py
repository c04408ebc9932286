"""Whether a cell's rounds were still getting faster or slower while they were counted."""

from statistics import fmean
from typing import Any

UNSETTLED = 1.25
"""From a change of a quarter on, one way in all processes, a mean depends on when we looked."""


def trends(figures: dict[str, Any]) -> list[float]:
    """Of each process: the mean of its first third of rounds, divided by that of its last third.

    `figures` is a record's ``ns_per_packet``. Above 1 the process got faster. Without as many as
    three rounds there is none.
    """
    rounds = figures["rounds"]
    third = rounds // 3
    if not third:
        return []
    samples = figures["samples"]
    processes = [samples[start : start + rounds] for start in range(0, len(samples), rounds)]
    return [fmean(each[:third]) / fmean(each[-third:]) for each in processes]


def is_unsettled(figures: dict[str, Any]) -> bool:
    """Whether all processes got faster, or all slower, by UNSETTLED at the least."""
    found = trends(figures)
    return bool(found) and (min(found) >= UNSETTLED or max(found) <= 1 / UNSETTLED)
