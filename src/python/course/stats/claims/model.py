"""A claim and its tests, as the files of claims say them."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

KINDS = ("conclusion", "verdict", "rule", "prediction", "explanation", "opinion")
"""What a statement is where it stands. A verdict is said of figures in passing."""

Over = Mapping[str, Sequence[str]]
"""Dimension -> the values that a test goes through."""


@dataclasses.dataclass(frozen=True)
class Source:
    """Who says it."""

    key: str
    title: str
    author: str
    year: int
    url: str | None
    """None: this course."""


@dataclasses.dataclass(frozen=True)
class Side:
    """One side of a comparison: a quantity, at the test's cell but for what is said here."""

    quantity: str
    place: Mapping[str, str]
    divided_by: Mapping[str, str] | None = None
    """Of which cell the same quantity divides it; the rest is as in `place`."""


@dataclasses.dataclass(frozen=True)
class Comparison:
    """``less``, ``greater`` (than `factor` times the right side) or ``alike`` (within a share)."""

    over: Over
    relation: str
    left: Side
    right: Side | float
    factor: float = 1.0
    tolerance: float = 0.0


@dataclasses.dataclass(frozen=True)
class Trend:
    """``rises`` or ``falls`` from the first to the last value of a dimension, turning nowhere."""

    over: Over
    relation: str
    quantity: str
    along: str


@dataclasses.dataclass(frozen=True)
class Correlation:
    """The more of one quantity, the more of the other, over the cells of each runtime."""

    over: Over
    quantity: str
    increases_with: str


@dataclasses.dataclass(frozen=True)
class State:
    """What a cell does in real time: ``works``, ``never works``, ``loses``, ``loses nothing``.

    The first two are about any interval, the last two about 1,000 ns.
    """

    over: Over
    relation: str


@dataclasses.dataclass(frozen=True)
class Contest:
    """One side of a comparison in a bench: a contestant's figure."""

    contestant: str
    metric: str


@dataclasses.dataclass(frozen=True)
class Bench:
    """As Comparison, of contestants of a bench, round by round; or of one with a number."""

    bench: str
    relation: str
    left: Contest
    right: Contest | float
    factor: float = 1.0
    tolerance: float = 0.0


Test = Comparison | Trend | Correlation | State | Bench


@dataclasses.dataclass(frozen=True)
class Claim:
    """A statement with its tests; `waits_for` instead of tests: no program measures it yet."""

    id: str
    statement: str
    source: Source
    where: str
    """Section, chapter or comment in which it stands."""
    kind: str
    tests: tuple[Test, ...]
    aggregate: str = "every"
    """``every``, ``most`` or ``at least N``: of how many cells the statement speaks.

    Every cell: so in each of the tests. The others count the cells of all tests together.
    """
    quote: str | None = None
    waits_for: str | None = None
