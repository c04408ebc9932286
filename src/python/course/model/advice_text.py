"""The sentences of the course's rules, with their numbers filled in."""

import re
from collections.abc import Callable

from course.model.decision import Values


def digits(value: float, count: int = 3) -> str:
    """A number with this many significant digits, or all before the point: 14,300 or 0.012."""
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


def share(part: float) -> str:
    """A share of what is there: ``25 %``, or ``all``."""
    return percent(part) if part < 0.995 else "all"


def size(value: float) -> str:
    """Bytes: ``1.5 KB``."""
    for unit, bytes_ in (("GB", 1e9), ("MB", 1e6), ("KB", 1e3)):
        if value >= bytes_:
            return f"{digits(value / bytes_, 2)} {unit}"
    return f"{value:,.0f} B"


FORMATS: dict[str, Callable[[float], str]] = {
    "ms": milliseconds,
    "percent": percent,
    "share": share,
    "size": size,
    "mb": lambda value: f"{digits(value)} MB",
    "count": lambda value: f"{value:,.0f}",
    "times": lambda number: "once" if number == 1 else f"{number:,.0f} times",
    "times_as_long": lambda ratio: f"{100 * ratio:,.0f} %",
}
"""Name of a format in a rule's sentence -> function that formats a number."""

_GAP = re.compile(r"\{(\w+):(\w+)\}")


def say(sentence: str, values: Values) -> str:
    """Fill the numbers into a rule's sentence."""
    return _GAP.sub(lambda gap: FORMATS[gap[2]](values[gap[1]] or 0.0), sentence)
