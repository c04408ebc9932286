"""What the two rules of chapter 3 make of a program's figures, sentence by sentence.

A collection happens when the free room Y is filled, a/Y times a second; where it visits what is
alive, it takes c * L. So a pool that takes a share p off the allocation and adds M to what is alive
changes the share of time by (1 - p), if nobody visits the pool, and if every collection does by
(1 - p) * (L + M)/L * Y/(Y - M).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from course.advice.figures import Figures
from course.advice.words import digits, milliseconds, percent

FULL_SHARE = 0.1
"""More of the pauses than this are full collections: they are no accident."""

LITTLE = 0.02
"""Of the time: whoever pools to save less than this pools for nothing."""


@dataclasses.dataclass(frozen=True)
class Pool:
    """A pool that one thinks of."""

    share: float
    """Of the bytes allocated now, 0 to 1, that it would serve."""
    mb: float
    """What it keeps alive beside what is alive now, MB."""


@dataclasses.dataclass(frozen=True)
class Forecast:
    """Share of time that collections would take, 0 to 1, with a pool."""

    least: float
    """If no collection visits the pool: it lies still in an old generation."""
    most: float | None
    """If every collection does; None: then there is not room enough."""


def with_pool(found: Figures, pool: Pool) -> Forecast | None:
    """What a pool would change; None when the log does not tell enough."""
    if found.share is None or found.alive_mb is None or not found.room_mb:
        return None
    least = found.share * (1 - pool.share)
    if pool.mb >= found.room_mb:
        return Forecast(least, None)
    visited = (found.alive_mb + pool.mb) / max(found.alive_mb, 1.0)
    oftener = found.room_mb / (found.room_mb - pool.mb)
    return Forecast(least, least * visited * oftener)


def advice(found: Figures, deadline_ms: float | None, pool: Pool | None) -> Iterator[str]:
    """What follows, a sentence or two each, with the chapter that says why."""
    yield from _deadline(found, deadline_ms)
    yield from _trouble(found)
    if pool is not None:
        yield _pool(found, pool)
    elif found.share is not None and found.share < LITTLE:
        yield (
            f"Collections take {percent(found.share)} of the time. A pool cannot save more than "
            "that and what allocating itself costs (chapter 5); it may still cost more."
        )


def _deadline(found: Figures, deadline_ms: float | None) -> Iterator[str]:
    if deadline_ms is None:
        return
    broken = sum(one > deadline_ms for one in (*found.pauses_ms, *found.stalls_ms))
    limit = milliseconds(deadline_ms)
    if not found.paused:
        return
    if broken:
        yield (
            f"The program stood still for longer than {limit} {_times(broken)}. Another "
            "collector, or fewer live objects, or a longer queue (chapters 7 and 8)."
        )
    else:
        where = "this log" if found.seconds is None else f"these {found.seconds:,.0f} s"
        yield (
            f"Nothing stood still for longer than {limit} in {where}. What happens less often than "
            "that the log cannot tell (chapter 7)."
        )


def _trouble(found: Figures) -> Iterator[str]:
    if found.stalls_ms:
        yield (
            f"A thread waited for memory {_times(len(found.stalls_ms))}: the collector lost the "
            "race against the program. More heap, or less allocation, which may mean a pool "
            "(chapter 8)."
        )
    if found.pauses_ms and found.full / len(found.pauses_ms) > FULL_SHARE:
        yield (
            f"Full collections are {found.full} of {len(found.pauses_ms)} pauses. Each visits all "
            "that is alive, a pool included (chapter 5); look for the reason before you pool."
        )


def _pool(found: Figures, pool: Pool) -> str:
    forecast = with_pool(found, pool)
    if forecast is None or found.share is None:
        what = "too few collections" if found.share is not None else "too little"
        return f"The log has {what} to say what a pool would change."
    now = percent(found.share)
    if forecast.most is None:
        return (
            f"A pool of {digits(pool.mb)} MB does not fit: between two collections only "
            f"{found.room_mb:,.0f} MB are filled. Give the heap more, or pool less (chapter 3)."
        )
    return (
        f"With the pool, collections would take {percent(forecast.least)} of the time where they "
        f"take {now}, if no collection visits it, and {percent(forecast.most)} if every one does "
        "(chapters 3 and 5). Between the two, only a measurement decides."
    )


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number:,} times"
