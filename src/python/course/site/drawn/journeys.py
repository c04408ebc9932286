"""How often lines of the cache change cores.

A line is where it was used last. That is enough of a cache for what we draw: there each line that
both cores use is written by one of them between two uses of the other.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

FIRST, SECOND = "first", "second"
"""The two cores: on which the work begins, and on which it goes on."""


@dataclasses.dataclass(frozen=True)
class Use:
    """A core reads or writes a line at a time."""

    at: float
    core: str
    line: str


def stays(uses: Iterable[Use], line: str, start: str) -> list[tuple[float, str]]:
    """Since when the line is where. It is on the core `start` at time 0."""
    found = [(0.0, start)]
    for use in sorted(uses, key=lambda use: use.at):
        if use.line == line and use.core != found[-1][1]:
            found.append((use.at, use.core))
    return found


def journeys(uses: Iterable[Use], line: str, start: str) -> int:
    """How often the line changes cores."""
    return len(stays(uses, line, start)) - 1
