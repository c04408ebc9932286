"""Find the shortest interval at which a program loses no packet, with as few probes as possible.

Nothing here runs a program. A search is a generator: it yields the next probe it wants and is sent
the result. It starts at the predicted interval, probes one step below and above, and goes
further, with growing steps, only if the prediction does not hold.
"""

import dataclasses
import math
from collections.abc import Callable, Generator

from course.measure.cells.profiles import Realtime, Search
from course.model.probes import (
    LOSS_AT_NS,
    WARMER,
    Probe,
    decisive,
    is_almost_lossless,
    is_doubtful,
    is_lossless,
    is_old,
)

TRIES = 3  # attempts at a probe while its loss may not be the program's


@dataclasses.dataclass(frozen=True)
class Request:
    """A requested probe. until_loss: it may end as soon as it loses a packet."""

    interval_ns: int
    seconds: float  # the window that counts
    purpose: str  # as in the record
    until_loss: bool = False
    warmups: int = 1  # how many times as long as usual the program warms up


LONGER = 5
"""Warm-ups, after a loss that was older than its window. A program that is a tenth faster than the
clock takes a second to empty a full queue of 100 ms, and a warm-up may last only 0.3 s."""


Asking = Generator[Request, Probe, None]
"""Yields requests, and is sent the probes, as in the record."""

Finding = Generator[Request, Probe, int]  # like Asking; returns the shortest interval without loss

Test = Callable[[int], Generator[Request, Probe, bool]]  # probes whether an interval is too short


def given(load: Realtime) -> Asking:
    """Probe the given intervals, each for the full time."""
    for interval_ns in load.intervals_ns:
        yield from _settled(Request(interval_ns, load.seconds_per_interval, "given"))


def find(load: Realtime, predicted_ns: int | None, mean_ns: float, packets: int) -> Asking:
    """Probe around the prediction until the shortest interval without loss is known.

    predicted_ns: None if no interval is predicted to be long enough. mean_ns: mean service time of
    the service run; no shorter interval will do. packets: number in that run. Collections depend on
    the number of packets, not on time, so a lossless probe has to see as many, unless that takes
    too long.

    "Known" means to the resolution, with the next shorter interval seen to lose. If every interval
    up to 1000 ns loses, we measure the loss there. If all longer ones lose, too, and that loss is
    negligible, we search for the shortest interval at which it still is.

    At the end, packets arrive twice as fast as the program can take them, and are counted. If its
    pace differs much from the one before the search, the machine has changed, and the prediction is
    for a different one.
    """
    find = _Find(load, packets)
    yield from find.run(predicted_ns, mean_ns)
    yield find.pace(mean_ns)


class _Find:
    def __init__(self, load: Realtime, packets: int) -> None:
        assert load.search is not None
        self._settings = load.search
        self._ratio = 1 + load.search.resolution
        self._least_seconds = load.seconds_per_interval
        self._packets = packets

    def run(self, predicted_ns: int | None, mean_ns: float) -> Asking:
        shortest, longest = self._settings.shortest_ns, self._settings.longest_ns
        if predicted_ns is None:
            # The loss at 1000 ns is wanted if the prediction holds, and no loss if it does not.
            probe = yield from self._probe(LOSS_AT_NS, "loss")
            if is_lossless(probe):
                # The service run saw a rare event, without which the prediction would be the mean.
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
        found: int | None
        if not (yield from self._loses(predicted_ns, "confirm")):
            found = yield from self._down(predicted_ns, self._loses)
        else:
            found = yield from self._up(predicted_ns, longest)
        if found is None or found > LOSS_AT_NS:
            probe = yield from self._probe(LOSS_AT_NS, "loss")
            if found is None:
                yield from self._almost(probe)

    def pace(self, mean_ns: float) -> Request:
        """A probe so fast that the program never waits."""
        interval_ns = max(self._settings.shortest_ns, math.floor(mean_ns / 2))
        return Request(interval_ns, self._settings.service_seconds, "pace")

    def _almost(self, at_1000: Probe) -> Asking:
        if is_almost_lossless(at_1000):
            yield from self._down(LOSS_AT_NS, self._loses_much)

    # --8<-- [start:down]
    def _down(self, fine: int, loses: Test) -> Finding:
        """Shorten a lossless interval until one loses packets."""
        shortest = self._settings.shortest_ns
        steps = 1
        while fine > shortest:
            below = min(fine - 1, math.ceil(fine / self._ratio**steps))
            below = max(shortest, below)
            if (yield from loses(below)):
                return (yield from self._between(below, fine, loses))
            fine = below
            steps *= 2
        return fine

    # --8<-- [end:down]

    def _up(self, lossy: int, longest: int) -> Generator[Request, Probe, int | None]:
        """Lengthen a lossy interval until one is lossless; None if there is none."""
        steps = 1
        while lossy < longest:
            above = max(lossy + 1, math.floor(lossy * self._ratio**steps))
            above = min(longest, above)
            if not (yield from self._loses(above)):
                return (yield from self._between(lossy, above, self._loses))
            lossy = above
            steps *= 2
        return None

    def _between(self, lossy: int, fine: int, loses: Test) -> Finding:
        """Bisect (by ratio) between a lossy interval and a longer lossless one."""
        while fine - lossy > 1 and fine > lossy * self._ratio:
            middle = min(fine - 1, max(lossy + 1, round(math.sqrt(lossy * fine))))
            if (yield from loses(middle)):
                lossy = middle
            else:
                fine = middle
        return fine

    def _loses(self, interval_ns: int, purpose: str = "search") -> Generator[Request, Probe, bool]:
        probe = yield from self._probe(interval_ns, purpose, until_loss=True)
        return not is_lossless(probe)

    def _loses_much(self, interval_ns: int) -> Generator[Request, Probe, bool]:
        probe = yield from self._probe(interval_ns, "search")
        return not is_almost_lossless(probe)

    def _probe(
        self, interval_ns: int, purpose: str, *, until_loss: bool = False
    ) -> Generator[Request, Probe, Probe]:
        as_many_seconds = min(self._settings.longest_seconds, self._packets * interval_ns / 1e9)
        seconds = round(max(self._least_seconds, as_many_seconds), 3)
        return (yield from _settled(Request(interval_ns, seconds, purpose, until_loss)))


def _settled(request: Request) -> Generator[Request, Probe, Probe]:
    """Probe, repeatedly while the clock or the warm-up may have caused the loss; return the one
    that counts."""
    probes = [(yield request)]
    again = dataclasses.replace(request, purpose="repeat")
    while is_doubtful(probes[-1]) and len(probes) < TRIES:
        if is_old(probes[-1]):
            again = dataclasses.replace(again, purpose=WARMER, warmups=LONGER)
        probes.append((yield again))
    return decisive(probes)


@dataclasses.dataclass(frozen=True)
class Effort:
    """The cost of another search: number of probes, and how many of them last the full time.

    These lose nothing, or measure how much is lost. The others end at the first loss, too, and
    cost only their warm-up.
    """

    probes: int
    whole: int


HOPELESS = Effort(probes=2, whole=1)
"""If even the longest interval loses packets; the other probe measures the loss at 1000 ns."""


def plain(settings: Search, found_ns: float | None) -> Effort:
    """A linear search: in steps of the resolution from the longest interval to the first loss."""
    if found_ns is None:
        return HOPELESS
    steps = math.floor(_steps(settings, found_ns))
    probes = 1 + min(1 + steps, math.ceil(_steps(settings, settings.shortest_ns)))
    return Effort(probes, probes if found_ns <= settings.shortest_ns else probes - 1)


def bisection(settings: Search, found_ns: float | None) -> Effort:
    """Like :func:`plain`, but by bisection, once the longest interval loses nothing."""
    if found_ns is None:
        return HOPELESS
    lossy, fine = float(settings.shortest_ns), float(settings.longest_ns)
    probes = whole = 1
    for _ in range(max(0, math.ceil(math.log2(_steps(settings, settings.shortest_ns))))):
        middle = math.sqrt(lossy * fine)
        probes += 1
        if middle < found_ns:
            lossy = middle
        else:
            fine = middle
            whole += 1
    return Effort(probes, whole)


def _steps(settings: Search, shortest_ns: float) -> float:
    """Number of steps of the resolution from the longest interval to this one."""
    return math.log(settings.longest_ns / shortest_ns) / math.log(1 + settings.resolution)
