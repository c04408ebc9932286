"""Detect cells whose counted windows were still getting faster or slower."""

import math
from collections.abc import Iterable, Sequence
from statistics import fmean

from course.model import pairs

UNSETTLED = 1.25  # change within a process's windows that readers should know of


def trends(processes: Iterable[Sequence[float]]) -> list[float]:
    """For each process: how many times as long the first half of its windows took as the second.

    Above 1 the process got faster. Processes with a single window are left out.
    """
    return [math.exp(-pairs.trend(windows)) for windows in processes if len(windows) > 1]


def is_unsettled(processes: Iterable[Sequence[float]]) -> bool:
    """True if the processes got faster, or slower, by at least UNSETTLED, beyond chance."""
    processes = list(processes)
    mean = fmean(map(pairs.trend, processes))  # asked first, because tests of chance take longer
    return abs(mean) >= math.log(UNSETTLED) and pairs.lasting(processes) != 0
