"""Whether a cell's rounds were still getting faster or slower while they were counted."""

from collections.abc import Iterable, Sequence
from statistics import fmean

UNSETTLED = 1.25
"""From a change of a quarter on, one way in all processes, a mean depends on when we looked."""


def trends(processes: Iterable[Sequence[float]]) -> list[float]:
    """Of each process: the mean of its first third of rounds, divided by that of its last third.

    Above 1 the process got faster. Of fewer than three rounds there is none.
    """
    thirds = ((rounds, len(rounds) // 3) for rounds in processes)
    return [fmean(rounds[:third]) / fmean(rounds[-third:]) for rounds, third in thirds if third]


def is_unsettled(processes: Iterable[Sequence[float]]) -> bool:
    """Whether all processes got faster, or all slower, by UNSETTLED at the least."""
    found = trends(processes)
    return bool(found) and (min(found) >= UNSETTLED or max(found) <= 1 / UNSETTLED)
