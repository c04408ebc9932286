"""A cell: one point of the experiment's grid, which becomes one record."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any

from course.errors import UsageError

JAVA = ("heap", "native", "foreign", "flat", "flat-foreign")
IMPLEMENTATIONS = (*JAVA, "cpp", "cpp-flat", "cpp-limit")
COLLECTORS = ("serial", "parallel", "cms", "g1", "zgc", "shenandoah")
JDKS = (11, 17, 25)
STRATEGIES = ("dummy", "alloc", "mix", "pool")
SLABS = ("flat", "flat-foreign", "cpp-limit")
"""Implementations that keep all packets in one slab. Nothing is allocated there, so that only
SLAB_STRATEGIES have a meaning."""
SLAB_STRATEGIES = ("dummy", "pool")
FOREIGN = ("foreign", "flat-foreign")
"""Implementations on the foreign memory API as it is from FOREIGN_JDK on."""
FOREIGN_JDK = 25
CASES = ("A", "B", "C")
MODES = ("batch", "realtime")
GENERATORS = ("counter", "random")
VARIANTS = ("compact-headers", "large-heap", "threadless-clock", "second-search")
NONE = "none"
"""How a user writes the absence of a variant."""

VALUES: dict[str, tuple[str, ...]] = {
    "implementation": IMPLEMENTATIONS,
    "collector": COLLECTORS,
    "jdk": tuple(str(version) for version in JDKS),
    "strategy": STRATEGIES,
    "case": CASES,
    "mode": MODES,
    "generator": GENERATORS,
    "variant": (NONE, *VARIANTS),
}
"""What may be selected by: key -> valid values, as a user writes them."""


@dataclasses.dataclass(frozen=True)
class Cell:
    """Which program is measured, and how. Java has collector, JDK and heap; C++ has none.

    A variant differs from the plain cell in one thing, which its name says: compact object
    headers, a heap of 10 GB, or a clock that the consumer computes instead of a thread's.
    """

    implementation: str
    collector: str | None
    jdk: int | None
    strategy: str
    case: str
    mode: str
    generator: str
    heap: str | None
    variant: str | None = None

    @property
    def id(self) -> str:
        """Name of the cell and, with ``.json``, of its record's file."""
        runtime = () if self.collector is None else (self.collector, str(self.jdk))
        work = (self.strategy, self.case, self.mode, self.generator)
        variant = () if self.variant is None else (self.variant,)
        return "-".join((self.implementation, *runtime, *work, *variant))

    @property
    def title(self) -> str:
        """What all strategies of a column share: ``heap parallel 11 A``."""
        runtime = "" if self.collector is None else f" {self.collector} {self.jdk}"
        mode = "" if self.mode == "batch" else " real time"
        generator = "" if self.generator == "counter" else f" {self.generator}"
        variant = "" if self.variant is None else f" {self.variant}"
        return f"{self.implementation}{runtime} {self.case}{mode}{generator}{variant}"

    @property
    def makes_sense(self) -> bool:
        """Whether the implementation has the strategy, and runs on the JDK."""
        has_strategy = self.implementation not in SLABS or self.strategy in SLAB_STRATEGIES
        has_jdk = self.implementation not in FOREIGN or (self.jdk or 0) >= FOREIGN_JDK
        return has_strategy and has_jdk

    def to_dict(self) -> dict[str, Any]:
        """The record's ``cell``."""
        return dataclasses.asdict(self)

    @staticmethod
    def from_dict(values: Mapping[str, Any]) -> Cell:
        """Inverse of :meth:`to_dict`; records from before there were variants have none."""
        return Cell(**values)


class SelectionError(UsageError):
    """A selection that names an unknown key or value, or no cell at all; one line."""


def parse_selection(text: str | None) -> dict[str, frozenset[str]]:
    """Read ``implementation=heap,case=B|C``: key -> accepted values. None selects all.

    Raises SelectionError, naming what would be valid.
    """
    selection: dict[str, frozenset[str]] = {}
    if text is None:
        return selection
    for part in text.split(","):
        key, equals, values = (piece.strip() for piece in part.partition("="))
        if not equals:
            raise SelectionError(
                f"--only: '{part.strip()}' is not key=value; valid keys: {', '.join(VALUES)}"
            )
        if key not in VALUES:
            raise SelectionError(f"--only: unknown key '{key}'; valid keys: {', '.join(VALUES)}")
        if key in selection:
            raise SelectionError(
                f"--only: key '{key}' is given twice; write several values as {key}=x|y"
            )
        chosen = frozenset(value.strip() for value in values.split("|"))
        for value in sorted(chosen - set(VALUES[key])):
            raise SelectionError(
                f"--only: unknown {key} '{value}'; valid values: {', '.join(VALUES[key])}"
            )
        selection[key] = chosen
    return selection


def matches(cell: Cell, selection: Mapping[str, frozenset[str]]) -> bool:
    """Whether the cell has one of the accepted values under every key of the selection."""
    return all(_written(cell, key) in values for key, values in selection.items())


def valid_values(cells: Iterable[Cell]) -> str:
    """One line that lists, key by key, the values that the given cells have."""
    cells = list(cells)
    parts = []
    for key, order in VALUES.items():
        present = {_written(cell, key) for cell in cells}
        parts.append(f"{key}={'|'.join(value for value in order if value in present)}")
    return ", ".join(parts)


def _written(cell: Cell, key: str) -> str:
    value = getattr(cell, key)
    return NONE if value is None else str(value)
