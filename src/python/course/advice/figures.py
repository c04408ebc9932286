"""The two rules' quantities from one log: the rate of allocation and the live data."""

import dataclasses
import itertools
import statistics
from typing import Any

CONCURRENT = ("The Z Garbage Collector", "Shenandoah", "Concurrent Mark Sweep")
"""Collectors, by their own names, that free memory while the program allocates.

Allocation in the meantime cannot be derived from the heap's use in their logs.
"""

NEVER = "Epsilon"
"""The collector that frees nothing; its log only shows how the heap fills."""


class NothingToTell(ValueError):
    """The log has too little data; the message is one line."""


@dataclasses.dataclass(frozen=True)
class Collection:
    """The heap's use around a collection, MB; its end is in ms since the JVM's start."""

    at_ms: float
    before_mb: float
    after_mb: float


@dataclasses.dataclass(frozen=True)
class Figures:
    """A log, or the part after its first seconds."""

    collector: str
    seconds: float | None
    """From the first moment counted to the last event in the log; None: unknown."""
    pauses_ms: tuple[float, ...]
    full: int
    """Number of full collections among the pauses."""
    stalls_ms: tuple[float, ...]
    concurrent_s: float
    collections: tuple[Collection, ...]
    to_safepoint_ms: float | None = None
    """The longest time from a request until all threads had stopped; None: unknown."""
    paused: bool = True
    """False if the log does not record pauses."""
    runs: int = 1
    """Number of the program's runs in this log; the figures are those of one run."""
    notes: tuple[str, ...] = ()
    """Limits of the figures, a sentence each without a full stop."""

    @property
    def concurrent(self) -> bool:
        """True if the program allocates while memory is freed."""
        return self.collector in CONCURRENT

    @property
    def longest_ms(self) -> float:
        """Longest pause or wait for memory, ms; 0 if there were none."""
        return max((*self.pauses_ms, *self.stalls_ms), default=0.0)

    @property
    def share(self) -> float | None:
        """Share of the time, 0 to 1, that the program was stopped or waited for memory.

        None: unknown.
        """
        if self.seconds is None or not self.paused:
            return None
        return min(1.0, (sum(self.pauses_ms) + sum(self.stalls_ms)) / 1000 / self.seconds)

    @property
    def allocated_mb_s(self) -> float | None:
        """Allocation rate, MB/s, from the growth between consecutive collections.

        For a concurrent collector it is a lower bound. None with fewer than two collections, or
        without times.
        """
        if self.seconds is None or not self._filled_mb:
            return None
        between = (self.collections[-1].at_ms - self.collections[0].at_ms) / 1000
        return sum(max(0.0, mb) for mb in self._filled_mb) / between if between > 0 else None

    @property
    def alive_mb(self) -> float | None:
        """Least that a collection left, MB: an upper bound of the live data then. None: unknown."""
        if self.collector == NEVER:
            return None
        return min((one.after_mb for one in self.collections), default=None)

    @property
    def room_mb(self) -> float | None:
        """Median of MB filled between two collections. None with fewer than two."""
        if self.collector == NEVER or not self._filled_mb:
            return None
        return statistics.median(self._filled_mb)

    @property
    def _filled_mb(self) -> list[float]:
        """MB by which the heap grew between each two collections."""
        pairs = itertools.pairwise(self.collections)
        return [later.before_mb - earlier.after_mb for earlier, later in pairs]


def figures(answer: dict[str, Any], after_s: float = 0.0) -> Figures:
    """Return the figures from an analyser's answer on a whole log (:mod:`course.process.gclog`).

    after_s: seconds since the JVM's start to leave out. Raises NothingToTell if nothing remains.
    """
    timed = answer.get("timed", True)
    if after_s and not timed:
        raise NothingToTell(f"has no times, so --after can't drop the first {after_s:g} s")
    after, first = after_s * 1000, answer.get("first_ms", 0.0) if timed else 0.0
    after = max(after, first) if after_s else first  # a log may start in the middle
    collections = tuple(Collection(*one) for one in answer["collections"] if one[0] >= after)
    pauses = [one for one in answer["events"] if one["at_ms"] >= after]
    stalls = [one for one in answer["stall_events"] if one["at_ms"] >= after]
    ends = [one.at_ms for one in collections]
    ends += [answer["last_ms"]] if "last_ms" in answer else []  # recordings include their end
    ends += [one["at_ms"] + one["pause_ms"] for one in pauses]
    ends += [one["at_ms"] + one["stall_ms"] for one in stalls]
    if not ends or max(ends) <= after:
        where = f" after {after_s:g} s" if after_s else ""
        raise NothingToTell(f"contains no collection{where}")
    return Figures(
        collector=answer["collector_name"],
        seconds=(max(ends) - after) / 1000 if timed else None,
        pauses_ms=tuple(one["pause_ms"] for one in pauses),
        full=sum("Full" in one["kind"] for one in pauses),
        stalls_ms=tuple(one["stall_ms"] for one in stalls),
        concurrent_s=answer["concurrent_ms"] / 1000,
        collections=collections,
        to_safepoint_ms=answer["max_to_safepoint_ms"] if answer["safepoints"] else None,
        paused=bool(answer["events"] or not answer["collections"])
        or answer["collector_name"] == NEVER,
        runs=answer.get("runs", 1),
        notes=tuple(answer.get("notes", ())),
    )
