"""Detect cells whose counted rounds were still getting faster or slower."""

from collections.abc import Iterable, Sequence
from statistics import fmean

UNSETTLED = 1.25
"""If all processes change by a quarter or more, one way, a mean depends on when we looked."""


def trends(processes: Iterable[Sequence[float]]) -> list[float]:
    """For each process: mean of its first third of rounds, divided by that of its last third.

    Above 1 the process got faster. Processes with fewer than three rounds are left out.
    """
    thirds = ((rounds, len(rounds) // 3) for rounds in processes)
    return [fmean(rounds[:third]) / fmean(rounds[-third:]) for rounds, third in thirds if third]


def is_unsettled(processes: Iterable[Sequence[float]]) -> bool:
    """True if all processes got faster, or all slower, by at least UNSETTLED."""
    found = trends(processes)
    return bool(found) and (min(found) >= UNSETTLED or max(found) <= 1 / UNSETTLED)
