"""Does taking turns change a program's figures? Each process is compared with itself.

A waiting program loses its cached data, and its collector may keep going. So stretches of windows
in turn, as a sweep plays them, alternate with stretches of as many windows without a wait. Two
processes of one program differ by more than that.
"""

import math
import random
import statistics
from collections.abc import Sequence

from course.measure.cells.bout import Limit, Manner, Turn, turns
from course.measure.events import Event

CYCLES = 3
"""Stretches in turn. Each lies between two without a wait, so a steady drift of the machine or of
the program cancels out."""


def plan(manner: Manner, dice: random.Random) -> list[Turn]:
    """All turns of a bout; as many windows count in each stretch as in a whole bout of a sweep."""
    made = _uninterrupted(manner, dice)
    for _ in range(CYCLES):
        made += turns(manner, dice) + _uninterrupted(manner, dice)
    return made


def _uninterrupted(manner: Manner, dice: random.Random) -> list[Turn]:
    """A stretch for each side. What the wait before it did is over once it counts."""
    order = list(enumerate(manner.limits))
    dice.shuffle(order)
    made: list[Turn] = []
    for side, limit in order:
        made += [Turn(side, Limit(manner.lead_ms), counts=False)] * bool(manner.lead_ms)
        made += [Turn(side, limit, counts=False)] * manner.block
        made += [Turn(side, limit, counts=True)] * manner.windows
    return made


def log_ratio(windows: Sequence[Event]) -> float:
    """The logarithm of a process's time in turn to its time without a wait.

    windows: all that counted, in their order.
    """
    each = len(windows) // (2 * CYCLES + 1)
    logs = [
        math.log(_ns_per_packet(windows[start : start + each]))
        for start in range(0, len(windows), each)
    ]
    return statistics.fmean(
        logs[turn] - (logs[turn - 1] + logs[turn + 1]) / 2 for turn in range(1, len(logs), 2)
    )


def _ns_per_packet(windows: Sequence[Event]) -> float:
    return sum(one["elapsed_ns"] for one in windows) / sum(one["packets"] for one in windows)
