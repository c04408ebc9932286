"""Format figures with their significant digits, and lists of words."""

import math
from collections.abc import Sequence

UNITS = {"ns": "ns", "ms": "ms", "%": "%", "/s": "per s", "million": "million", "x": "times"}
"""Unit in the records -> unit on a page."""

DASH, TIMES = "\u2013", "\u00d7"


def number(value: float) -> str:
    """Two or three digits, whole from 20 on, commas for thousands: 0.021, 1.4, 14.3, 84, 4,042."""
    if value == 0:
        return "0"
    size = abs(value)
    if size >= 20:
        return f"{value:,.0f}"
    if size >= 2:
        return _trim(f"{value:.1f}")
    if size >= 0.1:
        return _trim(f"{value:.2f}")
    digits = 1 - math.floor(math.log10(size))
    return _trim(f"{value:.{digits}f}")


def quantity(value: float, unit: str) -> str:
    """A number with its unit: ``84 ns``, ``3.2%``; with a non-breaking space."""
    if unit == "%":
        return f"{number(value)}%"
    return f"{number(value)}\u00a0{UNITS.get(unit, unit)}" if unit else number(value)


def span(low: float, high: float) -> str:
    """A range, low and high with a dash between; one number if both print alike."""
    ends = (number(low), number(high))
    return ends[0] if ends[0] == ends[1] else f"{ends[0]}{DASH}{ends[1]}"


def times(value: float) -> str:
    """A ratio to a hundredth below 1.1, else with two digits: 0.48, 1.02, 2.3, 14; a times sign."""
    digits = 3 if 1 <= value < 1.1 else 2
    return f"{float(f'{value:.{digits}g}'):,g}{TIMES}"


def interval(value: float) -> str:
    """An interval between packets in ns."""
    return f"{value:,.0f}\u00a0ns"


def _trim(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


def enumerated(words: Sequence[str]) -> str:
    """The words as a list: ``a, b and c``; empty if there are none."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))
