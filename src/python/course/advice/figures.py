"""The quantities of the two rules, from one log: how fast is allocated, how much is alive."""

import dataclasses
import itertools
import statistics
from typing import Any

CONCURRENT = ("The Z Garbage Collector", "Shenandoah", "Concurrent Mark Sweep")
"""Collectors, as they call themselves, that free memory while the program allocates.

What is allocated in the meantime cannot be told from what their logs say about the heap.
"""


class NothingToTell(ValueError):
    """The log has too little for a figure; one line."""


@dataclasses.dataclass(frozen=True)
class Collection:
    """The heap's use around a collection, MB; its end is in ms since the JVM's start."""

    at_ms: float
    before_mb: float
    after_mb: float


@dataclasses.dataclass(frozen=True)
class Figures:
    """A log, or what is left of it without its first seconds."""

    collector: str
    seconds: float | None
    """From the first moment that counts to the last thing that the log tells; None: untold."""
    pauses_ms: tuple[float, ...]
    full: int
    """How many of the pauses were full collections."""
    stalls_ms: tuple[float, ...]
    concurrent_s: float
    collections: tuple[Collection, ...]
    to_safepoint_ms: float | None = None
    """The longest time from a request until all threads stood still; None: untold."""
    paused: bool = True
    """Whether the log tells pauses at all."""
    runs: int = 1
    """How often the program was started in this log; the figures are those of one run."""
    notes: tuple[str, ...] = ()
    """What the figures cannot say, a sentence each without a full stop."""

    @property
    def concurrent(self) -> bool:
        """Whether the program allocates while memory is freed."""
        return self.collector in CONCURRENT

    @property
    def longest_ms(self) -> float:
        """Of all pauses and waits for memory; 0 if there were none."""
        return max((*self.pauses_ms, *self.stalls_ms), default=0.0)

    @property
    def share(self) -> float | None:
        """Of the time, 0 to 1, for which the program stood still or waited for memory.

        None: the log does not tell.
        """
        if self.seconds is None or not self.paused:
            return None
        return min(1.0, (sum(self.pauses_ms) + sum(self.stalls_ms)) / 1000 / self.seconds)

    @property
    def allocated_mb_s(self) -> float | None:
        """Allocated in a second, MB: what each collection found more than the last one had left.

        For a concurrent collector it is the least that it can have been. None with fewer than two
        collections, or without times.
        """
        if self.seconds is None or len(self.collections) < 2:
            return None
        first, *rest = self.collections
        last, grown = first, 0.0
        for one in rest:
            grown += max(0.0, one.before_mb - last.after_mb)
            last = one
        between = (last.at_ms - first.at_ms) / 1000
        return grown / between if between > 0 else None

    @property
    def alive_mb(self) -> float | None:
        """The least that a collection left, MB: no less than what was alive then. None: unknown."""
        return min((one.after_mb for one in self.collections), default=None)

    @property
    def room_mb(self) -> float | None:
        """Filled between two collections, MB, as a median. None with fewer than two of them."""
        filled = [
            later.before_mb - earlier.after_mb
            for earlier, later in itertools.pairwise(self.collections)
        ]
        return statistics.median(filled) if filled else None


def figures(answer: dict[str, Any], after_s: float = 0.0) -> Figures:
    """Figures from an analyser's answer about a whole log (see :mod:`course.process.gclog`).

    after_s: so many seconds since the JVM's start do not count. Raises NothingToTell when nothing
    is left.
    """
    timed = answer.get("timed", True)
    if after_s and not timed:
        raise NothingToTell(f"has no times, so --after can't drop the first {after_s:g} s")
    after, first = after_s * 1000, answer.get("first_ms", 0.0) if timed else 0.0
    after = max(after, first) if after_s else first  # a log may begin in the middle
    collections = tuple(Collection(*one) for one in answer["collections"] if one[0] >= after)
    pauses = [one for one in answer["events"] if one["at_ms"] >= after]
    stalls = [one for one in answer["stall_events"] if one["at_ms"] >= after]
    ends = [one.at_ms for one in collections]
    ends += [answer["last_ms"]] if "last_ms" in answer else []  # a recording says when it ended
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
        paused=bool(answer["events"]) or not answer["collections"],
        runs=answer.get("runs", 1),
        notes=tuple(answer.get("notes", ())),
    )
