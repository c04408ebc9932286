"""The conclusions of the course's rules from a program's figures, in sentences.

The rules themselves are data: :mod:`course.model.decision`.
"""

import dataclasses
from collections.abc import Iterator

from course.advice.figures import Figures
from course.model.advice_text import say
from course.model.decision import Values, rules


@dataclasses.dataclass(frozen=True)
class Pool:
    """A pool under consideration."""

    share: float
    """Share, 0 to 1, of the bytes allocated now that it would serve."""
    mb: float
    """MB that it would keep alive in addition to the current live data."""
    held_ms: float | None = None
    """How long the program uses an object before it goes back; None is unknown."""


def values_of(found: Figures, deadline_ms: float | None = None, pool: Pool | None = None) -> Values:
    """Return the rules' inputs from a log or recording; None is unknown."""
    waits = (*found.pauses_ms, *found.stalls_ms)
    over: list[float] | None = None  # how far each exceeds the deadline; unknown without one
    if deadline_ms is not None and found.paused:
        over = [one - deadline_ms for one in waits if one > deadline_ms]
    return {
        "share": found.share,
        "longest_ms": found.longest_ms if found.paused else None,
        "deadline_ms": deadline_ms,
        "broken": None if over is None else len(over),
        "late_share": sum(over) / 1000 / found.seconds if over and found.seconds else None,
        "seconds": found.seconds,
        "stalls": len(found.stalls_ms),
        "full": found.full,
        "pauses": len(found.pauses_ms),
        "rate_mb_s": found.allocated_mb_s,
        "alive_mb": found.alive_mb,
        "room_mb": found.room_mb,
        "pool_share": pool and pool.share,
        "pool_mb": pool and pool.mb,
        "held_ms": pool and pool.held_ms,
        **rules().of_collector(found.collector),
    }


def advice(found: Figures, deadline_ms: float | None, pool: Pool | None) -> Iterator[str]:
    """Yield conclusions of a sentence or two each, with the chapter that explains them."""
    values = rules().evaluate(values_of(found, deadline_ms, pool))
    yield from (say(rule.say, values) for rule in rules().sentences(values))
