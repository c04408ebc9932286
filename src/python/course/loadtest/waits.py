"""How long requests waited, by two clocks."""

import dataclasses
import math
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

RANKS = ("0", "50", "90", "99", "99.9", "99.99", "100")
"""The percentiles that are told: 0 is the shortest time, 100 the longest."""

NS_PER_US = 1000
MICROSECONDS = "\u00b5s"

Times = NDArray[np.int64]
"""Nanoseconds, one for each request, in the order in which they were sent."""


@dataclasses.dataclass(frozen=True)
class Answers:
    """What a loader saw of each request that it was to send at a constant rate."""

    interval_ns: int
    """From one request to the next."""
    sent: Times
    """When, by a clock that began somewhere."""
    took: Times
    """From then until the whole answer was there."""

    # --8<-- [start:two-clocks]
    def from_send(self) -> Times:
        """Since the request was sent, as most loaders count."""
        return self.took

    def from_schedule(self) -> Times:
        """Since it should have been sent, whatever kept the loader from it."""
        due = self.interval_ns * np.arange(len(self.sent), dtype=np.int64)
        begin = (self.sent - due).min()  # the latest at which nobody was sent too early
        return self.sent + self.took - (begin + due)

    # --8<-- [end:two-clocks]

    def rate(self) -> float:
        """Answers a second, from the first request to the last answer."""
        lasted = (self.sent + self.took).max() - self.sent.min()
        return len(self.sent) / (float(lasted) * 1e-9)


def percentiles(times: Times) -> dict[str, float]:
    """Percentile -> the shortest time that so many per cent do not exceed, in microseconds."""
    ordered = np.sort(times)
    return {rank: float(ordered[_place(rank, len(ordered))]) / NS_PER_US for rank in RANKS}


def _place(rank: str, count: int) -> int:
    # Of fractions, because 99.9 per cent of a thousand are 999, and of floats a bit more.
    return max(0, math.ceil(Fraction(rank) * count / 100) - 1)
