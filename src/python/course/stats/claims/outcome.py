"""The verdict on one part of a claim."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable


@dataclasses.dataclass(frozen=True)
class Outcome:
    """The verdict on one cell, or on one row of cells."""

    what: str
    """What was read: the quantity's title."""
    cell: str
    left: str
    right: str
    """Empty where one figure, or a row of them, decides."""
    verdict: str
    reason: str = ""
    """Why it was not measured, or why that does not count."""


Tried = tuple[Hashable, Outcome | None]
"""What was read, equal for places that mean the same figures, and its outcome.

None: the data set has no such cell.
"""
