"""Results of a cell's probes, and which of two cells copes with the shorter interval."""

import dataclasses
import math
from datetime import datetime
from typing import Any

from course.model.pairs import SAME, Verdict
from course.model.probes import decisive_by_interval, is_doubtful, is_lossless
from course.stats.figures import Figure
from course.stats.noise import ONE_PROCESS, are_sittings_apart
from course.stats.numbers import interval, quantity
from course.stats.rounds import Rounds
from course.stats.values import compare

LONGEST_NS = 2000.0  # the longest interval searched: a cell that loses packets here never works

AT_NS = 1000.0  # the interval at which losses are compared

UNKNOWN = "unknown"
"""Status of a figure that a cell's record lacks; `absent` means that there is no record."""


@dataclasses.dataclass(frozen=True)
class Bounds:
    """Bounds of a cell's smallest interval: above one, and at most the other."""

    works_from: float | None = None
    """Smallest interval found, ns: it and all longer ones tried lost nothing."""
    loses_at: float | None = None
    """Longest interval below that, ns, that lost packets; infinity: every interval."""
    shortest: bool = False
    """Whether nothing shorter is searched: then the smallest interval found is the figure."""
    loss_pct: float | None = None  # at AT_NS; None: unknown
    noise: float = ONE_PROCESS  # likely deviation of another process, as a share
    events: int = 0  # number of losses in the probe that measures the loss; 0: unknown
    doubt: str = ""  # why the absence of losses proves nothing
    started: datetime | None = None  # time of measurement; None: unknown, or irrelevant
    drift: float = 0.0  # likely deviation of another process hours later, as a share
    missing: Figure | None = None  # why nothing is known
    rounds: Rounds | None = None  # the shortest intervals of its processes, if they took turns

    @classmethod
    def of_record(
        cls, result: dict[str, Any], noise: float = ONE_PROCESS, between_pauses: float | None = None
    ) -> "Bounds":
        """From a record's ``realtime``.

        noise: likely deviation of another process, as a share.
        between_pauses: packets between two pauses that are too long for the queue, in batch mode;
        None: it had no such pauses.
        """
        found = result["verdict"]["min_interval_ns"]
        probes = list(decisive_by_interval(result["probes"]).values())
        lossy = [
            probe["interval_ns"]
            for probe in probes
            if not is_lossless(probe)
            and not is_doubtful(probe)
            and (found is None or probe["interval_ns"] < found)
        ]
        loss = result["verdict"]["loss_pct_at_1000"]
        if loss is None and found is not None and found <= AT_NS:
            loss = 0.0
        search = result.get("search")
        shortest = bool(search and found is not None and found <= search["shortest_ns"])
        return cls(
            found, max(lossy, default=None), shortest, loss, noise,
            events=_events(probes), doubt=_doubt(probes, found, between_pauses),
        )  # fmt: skip

    @property
    def works(self) -> bool | None:
        """True if there is an interval at which nothing is lost; None: unknown."""
        if self.doubt:
            return None
        if self.works_from is not None:
            return True
        return False if (self.loses_at or 0.0) >= LONGEST_NS else None

    @property
    def min_interval(self) -> Figure:
        """The smallest interval as a figure; without a value if only a bound is known."""
        if self.missing is not None:
            return self.missing
        if self.doubt:
            return unknown(self.doubt)
        if self.works_from is None:
            lost = unknown("packets are lost at every interval that was tried")
            noise = self.noise * (self.loses_at or 0.0)
            return dataclasses.replace(
                lost, above=self.loses_at, noise=noise, started=self.started, drift=self.drift
            )
        if self.loses_at is None and not self.shortest:
            return unknown(f"nothing shorter than {interval(self.works_from)} was tried")
        width = self.works_from - (self.loses_at or self.works_from)
        noise = max(self.noise * self.works_from, width)
        return Figure(self.works_from, "ns", noise=noise, started=self.started, drift=self.drift)

    @property
    def loss(self) -> Figure:
        """Share of packets lost at AT_NS; the noise is at least one event more or less."""
        if self.missing is not None:
            return dataclasses.replace(self.missing, unit="%")
        if self.doubt:
            return unknown(self.doubt, "%")
        if self.loss_pct is None:
            return unknown(f"the loss at {interval(AT_NS)} is not known", "%")
        share = max(self.noise, 1 / self.events if self.events else 0.0)
        # The loss is the excess over the queue's capacity, so it is not proportional to any time:
        # if a machine changes over hours, losses may appear from nothing.
        drift = math.inf if self.drift > self.noise else 0.0
        noise = share * self.loss_pct
        return Figure(self.loss_pct, "%", noise=noise, started=self.started, drift=drift)

    def __str__(self) -> str:
        """As in the article's tables: an interval, or the loss at 1,000 ns."""
        if self.missing is not None:
            return self.missing.reason or self.missing.status
        if self.works_from is not None:
            bounded = self.doubt or self.min_interval.known
            return f"{'' if bounded else 'at most '}{interval(self.works_from)}"
        # A loss of 0 at AT_NS says nothing if a longer interval lost packets.
        loses = self.loses_at is not None and math.isfinite(self.loses_at)
        if self.loss_pct or (self.loss_pct is not None and not loses):
            return f"lost {quantity(self.loss_pct, '%')}"
        if self.loses_at is not None:
            return f"loses at {interval(self.loses_at)}"
        return "no probe shows it"


def _events(probes: list[dict[str, Any]]) -> int:
    """Number of losses at AT_NS, from the probe's timeline."""
    at = [one for one in probes if one["interval_ns"] == AT_NS and not one.get("stopped_early")]
    return sum(len((one.get("timeline") or {}).get("losses", ())) for one in at)


def _doubt(probes: list[dict[str, Any]], found: float | None, between_pauses: float | None) -> str:
    """Why the interval found may not be lossless; empty: there is no doubt.

    Probes with too few packets for two pauses that no queue can bridge may have met none.
    """
    if found is None or between_pauses is None:
        return ""
    watched = sum(one["sent"] for one in probes if one["interval_ns"] >= found)
    if watched >= 2 * between_pauses:
        return ""
    return (
        f"only {watched:,} packets were observed, but batch mode has a pause too long for the "
        f"queue every {between_pauses:,.0f}"
    )


def compare_realtime(a: Bounds, b: Bounds) -> str:
    """``faster``: `a` certainly copes with a shorter interval, or loses less if both lose.

    Else ``slower``, ``the same``, ``open`` (undecided by the probes) or ``unknown``. Shared rounds
    decide, if there are any.
    """
    if a.missing is not None or b.missing is not None:
        return "unknown"
    if a.doubt or b.doubt:
        return Verdict.OPEN
    if a.works_from is None and b.works_from is None:
        return compare(a.loss, b.loss)
    if a.rounds and b.rounds and (estimate := a.rounds.against(b.rounds)) is not None:
        return estimate.verdict
    if _shorter(a, b):
        return Verdict.FASTER
    return Verdict.SLOWER if _shorter(b, a) else Verdict.OPEN


def _shorter(a: Bounds, b: Bounds) -> bool:
    """True if `a` works at an interval at which `b` does not, beyond the deviation of processes.

    Hours later everything may take longer, including the pauses that leave `b` no interval.
    """
    if a.works_from is None or b.loses_at is None:
        return False
    margin = 1.0 if b.works_from is None else 1.0 + max(SAME, a.noise)
    if are_sittings_apart(a.started, b.started):
        margin = max(margin, math.exp(math.hypot(a.drift, b.drift)))
    return a.works_from * margin <= b.loses_at


def every_interval(loss_pct: float | None) -> Bounds:
    """A cell that loses packets at every interval, as some in the article do."""
    return Bounds(loses_at=math.inf, loss_pct=loss_pct, noise=0.0)


def unknown(reason: str, unit: str = "ns") -> Figure:
    return Figure(None, unit, status=UNKNOWN, reason=reason)
