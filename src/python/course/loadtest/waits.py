"""Waiting times of requests, by two clocks."""

import dataclasses
import math
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

RANKS = ("0", "50", "90", "99", "99.9", "99.99", "100")
"""The percentiles reported: 0 is the shortest time, 100 the longest."""

NS_PER_US = 1000
MICROSECONDS = "\u00b5s"

Times = NDArray[np.int64]
"""Nanoseconds per request, in the order of sending."""


@dataclasses.dataclass(frozen=True)
class Answers:
    """A loader's view of each request that it had to send at a constant rate."""

    interval_ns: int
    """From one request to the next."""
    sent: Times
    """Time of sending, by a clock with an arbitrary origin."""
    took: Times
    """From then until the answer was complete."""

    # --8<-- [start:two-clocks]
    def from_send(self) -> Times:
        """Since the request was sent, as most loaders count."""
        return self.took

    def from_schedule(self) -> Times:
        """Since it should have been sent, even if the loader was late."""
        due = self.interval_ns * np.arange(len(self.sent), dtype=np.int64)
        begin = (self.sent - due).min()  # the latest start for which no request is early
        return self.sent + self.took - (begin + due)

    # --8<-- [end:two-clocks]

    def rate(self) -> float:
        """Answers per second, from the first request to the last answer."""
        lasted = (self.sent + self.took).max() - self.sent.min()
        return len(self.sent) / (float(lasted) * 1e-9)


def percentiles(times: Times) -> dict[str, float]:
    """Percentile -> the shortest time not exceeded by that many per cent, in microseconds."""
    ordered = np.sort(times)
    return {rank: float(ordered[_place(rank, len(ordered))]) / NS_PER_US for rank in RANKS}


def _place(rank: str, count: int) -> int:
    # Fractions, because 99.9 per cent of a thousand are 999, but slightly more in floats.
    return max(0, math.ceil(Fraction(rank) * count / 100) - 1)
