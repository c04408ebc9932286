"""Find the shortest interval at which a program loses no packet, with as few probes as can be.

Nothing here runs a program. A search is a generator: it yields the probe that it wants next and is
sent what came of it. It starts at the predicted interval, looks one step below and above, and
goes further, with growing steps, only where the prediction does not hold.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Generator, Iterable
from typing import Any

from course.measure import figures
from course.measure.figures import LOSS_AT_NS
from course.measure.profiles import Search

Probe = dict[str, Any]

TRIES = 3
"""How often a probe is made whose loss the clock's own stall may have caused."""


@dataclasses.dataclass(frozen=True)
class Request:
    """A probe that is wanted. Until the loss: it may end as soon as it has lost a packet."""

    interval_ns: int
    purpose: str  # as in the record
    until_loss: bool = False


Asking = Generator[Request, Probe, None]
"""Yields requests, and is sent the probes, as the record has them."""

Test = Callable[[int], Generator[Request, Probe, bool]]
"""Asks for what tells whether an interval is too short."""


def given(intervals_ns: Iterable[int]) -> Asking:
    """Probe these intervals, each for the full time."""
    for interval_ns in intervals_ns:
        yield from _settled(Request(interval_ns, "given"))


def find(settings: Search, predicted_ns: int | None, mean_ns: float) -> Asking:
    """Probe around the prediction until the shortest interval without loss is known.

    predicted_ns: None when no interval is predicted to be long enough. mean_ns: what a packet
    took on average; no shorter interval will do.

    That is: to the resolution, with the next shorter one seen to lose. Where there is none, the
    loss at 1000 ns is measured instead; and if that is next to nothing, how short the interval
    can be until it no longer is.
    """
    yield from _Find(settings).run(predicted_ns, mean_ns)


class _Find:
    def __init__(self, settings: Search) -> None:
        self._settings = settings
        self._ratio = 1 + settings.resolution

    def run(self, predicted_ns: int | None, mean_ns: float) -> Asking:
        shortest, longest = self._settings.shortest_ns, self._settings.longest_ns
        if predicted_ns is None:
            # The loss at 1000 ns is wanted if the prediction holds, and no loss if it does not.
            probe = yield from _settled(Request(LOSS_AT_NS, "loss"))
            if figures.is_lossless(probe):
                # What the service run saw is rare. Without it, the mean would be the prediction.
                start = min(max(shortest, math.ceil(mean_ns)), LOSS_AT_NS - 1)
                if not (yield from self._loses(start)):
                    yield from self._down(start, self._loses)
                else:
                    yield from self._up(start, LOSS_AT_NS - 1)
                return
            if (yield from self._loses(longest, "confirm")):
                yield from self._almost(probe)
            else:
                yield from self._between(LOSS_AT_NS, longest, self._loses)
            return
        if not (yield from self._loses(predicted_ns, "confirm")):
            yield from self._down(predicted_ns, self._loses)
        elif not (yield from self._up(predicted_ns, longest)):
            probe = yield from _settled(Request(LOSS_AT_NS, "loss"))
            yield from self._almost(probe)

    def _almost(self, at_1000: Probe) -> Asking:
        if figures.is_almost_lossless(at_1000):
            yield from self._down(LOSS_AT_NS, self._loses_much)

    def _down(self, fine: int, loses: Test) -> Asking:
        """From an interval that is fine to shorter ones, until one loses."""
        shortest = self._settings.shortest_ns
        steps = 1
        while fine > shortest:
            below = min(fine - 1, math.ceil(fine / self._ratio**steps))
            below = max(shortest, below)
            if (yield from loses(below)):
                yield from self._between(below, fine, loses)
                return
            fine = below
            steps *= 2

    def _up(self, lossy: int, longest: int) -> Generator[Request, Probe, bool]:
        """From an interval that loses to longer ones, until one does not; whether there is one."""
        steps = 1
        while lossy < longest:
            above = max(lossy + 1, math.floor(lossy * self._ratio**steps))
            above = min(longest, above)
            if not (yield from self._loses(above)):
                yield from self._between(lossy, above, self._loses)
                return True
            lossy = above
            steps *= 2
        return False

    def _between(self, lossy: int, fine: int, loses: Test) -> Asking:
        """Halve the way (in ratios) between one that loses and a longer one that is fine."""
        while fine - lossy > 1 and fine > lossy * self._ratio:
            middle = min(fine - 1, max(lossy + 1, round(math.sqrt(lossy * fine))))
            if (yield from loses(middle)):
                lossy = middle
            else:
                fine = middle

    def _loses(self, interval_ns: int, purpose: str = "search") -> Generator[Request, Probe, bool]:
        probe = yield from _settled(Request(interval_ns, purpose, until_loss=True))
        return not figures.is_lossless(probe)

    def _loses_much(self, interval_ns: int) -> Generator[Request, Probe, bool]:
        probe = yield from _settled(Request(interval_ns, "search"))
        return not figures.is_almost_lossless(probe)


def _settled(request: Request) -> Generator[Request, Probe, Probe]:
    """Make the probe, and again while its loss may be the clock's; the one that counts."""
    probes = [(yield request)]
    repeat = dataclasses.replace(request, purpose="repeat")
    while figures.is_doubtful(probes[-1]) and len(probes) < TRIES:
        probes.append((yield repeat))
    return figures.decisive(probes)


def plain_probes(settings: Search, found_ns: float | None) -> int:
    """How many probes a plain search takes: down from the longest interval, to the first loss.

    Its steps are of the same resolution. When already the first one loses, it too measures the
    loss at 1000 ns.
    """
    if found_ns is None:
        return 2
    steps = math.floor(_steps(settings, settings.longest_ns / found_ns))
    return 1 + min(1 + steps, math.ceil(_steps(settings, _range(settings))))


def bisection_probes(settings: Search, found_ns: float | None) -> int:
    """As :func:`plain_probes`, by halving the range, once the longest interval loses nothing."""
    if found_ns is None:
        return 2
    return 1 + max(0, math.ceil(math.log2(_steps(settings, _range(settings)))))


def _range(settings: Search) -> float:
    return settings.longest_ns / settings.shortest_ns


def _steps(settings: Search, ratio: float) -> float:
    """How many steps of the resolution make the ratio."""
    return math.log(ratio) / math.log(1 + settings.resolution)
