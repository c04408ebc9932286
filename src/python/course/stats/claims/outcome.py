"""The verdict on one part of a claim."""

import dataclasses
import math
from collections.abc import Hashable

from course.model.verdicts import UNMEASURED
from course.stats.claims.realtime import UNKNOWN
from course.stats.figures import Figure
from course.stats.numbers import quantity


@dataclasses.dataclass(frozen=True)
class Outcome:
    """The verdict on one cell, or on one row of cells."""

    what: str  # the quantity's title
    cell: str
    left: str
    right: str  # empty if one figure, or a row of them, decides
    verdict: str
    reason: str = ""  # why it was not measured, or does not count


Tried = tuple[Hashable, Outcome | None]
"""A key, equal for places that read the same figures, and the outcome.

None: the data set has no such cell.
"""


MOST_ROUNDS = 100  # a pair that needs more is hardly worth a verdict


def undecided(done: int, needed: float) -> str:
    """What it would take to decide, at the present spread: rounds done and needed."""
    so_far = f"undecided after {done} round{'s' if done > 1 else ''}"
    about = "about" if needed < MOST_ROUNDS else "more than"
    return f"{so_far}; {about} {math.ceil(min(needed, MOST_ROUNDS))} would decide"


def figure_text(figure: Figure) -> str:
    if figure.value is not None:
        return "infinite" if figure.value == math.inf else quantity(figure.value, figure.unit)
    if figure.above is None or math.isinf(figure.above):
        return figure.status
    return f"over {quantity(figure.above, figure.unit)}"


def without_figure(key: Hashable, what: str, cell: str, figure: Figure, shown: str = "") -> Tried:
    if figure.status == "absent":
        return key, None
    return key, Outcome(what, cell, shown, "", UNMEASURED, why_none(figure))


def why_none(figure: Figure) -> str:
    if figure.status == UNKNOWN:
        return figure.reason or ""
    return f"{figure.status}: {figure.reason}"
