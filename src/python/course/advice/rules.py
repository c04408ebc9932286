"""The conclusions of the course's rules from a program's figures, in sentences.

The rules themselves are data: :mod:`course.model.decision`.
"""

import dataclasses
import re
from collections.abc import Callable, Iterator, Mapping

from course.advice.figures import Figures
from course.model.decision import Values, rules


def digits(value: float, count: int = 3) -> str:
    """A number of so many significant digits, or all those before the point: 14,300 or 0.012."""
    if abs(value) >= 10 ** (count - 1):
        return f"{value:,.0f}"
    text = f"{value:.{count}g}"
    return text if "e" not in text else f"{value:.{count + 8}f}".rstrip("0").rstrip(".") or "0"


def milliseconds(value: float) -> str:
    """A time: ``2.57 ms``, ``812 ms``, ``1,354 ms``, and from ten seconds on ``14.3 s``."""
    return f"{digits(value)} ms" if value < 10_000 else f"{value / 1000:,.1f} s"


def percent(share: float) -> str:
    """A share of 0 to 1: ``0.36 %``."""
    if 0 < share < 1e-6:
        return "less than 0.0001 %"
    return f"{digits(100 * share, 2)} %" if share <= 1 else "more than all"


FORMATS: dict[str, Callable[[float], str]] = {
    "ms": milliseconds,
    "percent": percent,
    "mb": lambda value: f"{digits(value)} MB",
    "count": lambda value: f"{value:,.0f}",
    "times": lambda number: "once" if number == 1 else f"{number:,.0f} times",
    "times_as_long": lambda ratio: f"{100 * ratio:,.0f} %",
}
"""Name of a format in a rule's sentence -> function that formats a number."""

_GAP = re.compile(r"\{(\w+):(\w+)\}")


@dataclasses.dataclass(frozen=True)
class Pool:
    """A pool under consideration."""

    share: float
    """Share, 0 to 1, of the bytes allocated now that it would serve."""
    mb: float
    """MB that it would keep alive in addition to the current live data."""


def values_of(found: Figures, deadline_ms: float | None = None, pool: Pool | None = None) -> Values:
    """Return the rules' inputs from a log or recording; None is unknown."""
    waits = (*found.pauses_ms, *found.stalls_ms)
    broken = None if deadline_ms is None else sum(one > deadline_ms for one in waits)
    return {
        "share": found.share,
        "longest_ms": found.longest_ms if found.paused else None,
        "deadline_ms": deadline_ms,
        "broken": broken if found.paused else None,
        "seconds": found.seconds,
        "stalls": len(found.stalls_ms),
        "full": found.full,
        "pauses": len(found.pauses_ms),
        "rate_mb_s": found.allocated_mb_s,
        "alive_mb": found.alive_mb,
        "room_mb": found.room_mb,
        "pool_share": pool and pool.share,
        "pool_mb": pool and pool.mb,
        **rules().of_collector(found.collector),
    }


def advice(found: Figures, deadline_ms: float | None, pool: Pool | None) -> Iterator[str]:
    """Yield conclusions of a sentence or two each, with the chapter that explains them."""
    values = rules().evaluate(values_of(found, deadline_ms, pool))
    yield from (say(rule.say, values) for rule in rules().sentences(values))


def say(
    sentence: str, values: Values, more_formats: Mapping[str, Callable[[float], str]] = {}
) -> str:
    """Fill the numbers into a rule's sentence."""
    formats = {**FORMATS, **more_formats}
    return _GAP.sub(lambda gap: formats[gap[2]](values[gap[1]] or 0.0), sentence)
