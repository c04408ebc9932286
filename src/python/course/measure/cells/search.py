"""Find the shortest interval at which a program loses no packet, with as few probes as can be.

Nothing here runs a program. A search is a generator: it yields the probe that it wants next and is
sent what came of it. It starts at the predicted interval, looks one step below and above, and
goes further, with growing steps, only where the prediction does not hold.
"""

import dataclasses
import math
from collections.abc import Callable, Generator

from course.measure.cells.profiles import Realtime, Search
from course.model.probes import (
    LOSS_AT_NS,
    Probe,
    decisive,
    is_almost_lossless,
    is_doubtful,
    is_lossless,
)

TRIES = 3
"""How often a probe is made whose loss the clock's own stall may have caused."""


@dataclasses.dataclass(frozen=True)
class Request:
    """A probe that is wanted. Until the loss: it may end as soon as it has lost a packet."""

    interval_ns: int
    seconds: float  # the window that counts
    purpose: str  # as in the record
    until_loss: bool = False


Asking = Generator[Request, Probe, None]
"""Yields requests, and is sent the probes, as the record has them."""

Finding = Generator[Request, Probe, int]
"""As Asking; returns the shortest interval that is fine."""

Test = Callable[[int], Generator[Request, Probe, bool]]
"""Asks for what tells whether an interval is too short."""


def given(load: Realtime) -> Asking:
    """Probe the intervals that are given, each for the full time."""
    for interval_ns in load.intervals_ns:
        yield from _settled(Request(interval_ns, load.seconds_per_interval, "given"))


def find(load: Realtime, predicted_ns: int | None, mean_ns: float, packets: int) -> Asking:
    """Probe around the prediction until the shortest interval without loss is known.

    predicted_ns: None when no interval is predicted to be long enough. mean_ns: what a packet
    took on average in the service run; no shorter interval will do. packets: those of that run. A
    collection comes after so many packets, not after so long: a probe that loses nothing has seen
    as many, unless they take too long.

    That is: to the resolution, with the next shorter one seen to lose. Where no interval up to
    1000 ns will do, the loss there is measured; if there is no longer one either, and that loss is
    next to nothing, how short the interval can be until it no longer is.

    At the end packets come twice as fast as they can be taken, and are counted. If that takes much
    longer or shorter than before the search, the machine has changed, and the prediction is of
    another one.
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
        """The probe of a program that never waits."""
        interval_ns = max(self._settings.shortest_ns, math.floor(mean_ns / 2))
        return Request(interval_ns, self._settings.service_seconds, "pace")

    def _almost(self, at_1000: Probe) -> Asking:
        if is_almost_lossless(at_1000):
            yield from self._down(LOSS_AT_NS, self._loses_much)

    # --8<-- [start:down]
    def _down(self, fine: int, loses: Test) -> Finding:
        """From an interval that is fine to shorter ones, until one loses."""
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
        """From an interval that loses to longer ones, until one is fine; None: there is none."""
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
        """Halve the way (in ratios) between one that loses and a longer one that is fine."""
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
    """Make the probe, and again while its loss may be the clock's; the one that counts."""
    probes = [(yield request)]
    repeat = dataclasses.replace(request, purpose="repeat")
    while is_doubtful(probes[-1]) and len(probes) < TRIES:
        probes.append((yield repeat))
    return decisive(probes)


@dataclasses.dataclass(frozen=True)
class Effort:
    """What another search takes: probes, and how many of these last for the full time.

    Those are the ones that lose nothing, or tell how much is lost. Of the others it takes the
    warm-up only: they end at the first loss, too.
    """

    probes: int
    whole: int


HOPELESS = Effort(probes=2, whole=1)
"""Where the longest interval loses packets, already; the other one tells the loss at 1000 ns."""


def plain(settings: Search, found_ns: float | None) -> Effort:
    """A plain search: down from the longest interval, to the first loss.

    Its steps are of the same resolution.
    """
    if found_ns is None:
        return HOPELESS
    steps = math.floor(_steps(settings, settings.longest_ns / found_ns))
    probes = 1 + min(1 + steps, math.ceil(_steps(settings, _range(settings))))
    return Effort(probes, probes if found_ns <= settings.shortest_ns else probes - 1)


def bisection(settings: Search, found_ns: float | None) -> Effort:
    """As :func:`plain`, by halving the range, once the longest interval loses nothing."""
    if found_ns is None:
        return HOPELESS
    lossy, fine = float(settings.shortest_ns), float(settings.longest_ns)
    probes = whole = 1
    for _ in range(max(0, math.ceil(math.log2(_steps(settings, _range(settings)))))):
        middle = math.sqrt(lossy * fine)
        probes += 1
        if middle < found_ns:
            lossy = middle
        else:
            fine = middle
            whole += 1
    return Effort(probes, whole)


def _range(settings: Search) -> float:
    return settings.longest_ns / settings.shortest_ns


def _steps(settings: Search, ratio: float) -> float:
    """How many steps of the resolution make the ratio."""
    return math.log(ratio) / math.log(1 + settings.resolution)
