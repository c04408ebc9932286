"""A cell: one point of the experiment's grid, which becomes one record."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any

from course.errors import UsageError

IMPLEMENTATIONS = ("heap", "cpp", "cpp-flat")
COLLECTORS = ("parallel", "cms", "g1", "zgc")
JDKS = (11, 25)
STRATEGIES = ("dummy", "alloc", "mix", "pool")
CASES = ("A", "B", "C")
MODES = ("batch", "realtime")
GENERATORS = ("counter", "random")

VALUES: dict[str, tuple[str, ...]] = {
    "implementation": IMPLEMENTATIONS,
    "collector": COLLECTORS,
    "jdk": tuple(str(version) for version in JDKS),
    "strategy": STRATEGIES,
    "case": CASES,
    "mode": MODES,
    "generator": GENERATORS,
}
"""What may be selected by: key -> valid values, as a user writes them."""


@dataclasses.dataclass(frozen=True)
class Cell:
    """Which program is measured, and how. Java has collector, JDK and heap; C++ has none."""

    implementation: str
    collector: str | None
    jdk: int | None
    strategy: str
    case: str
    mode: str
    generator: str
    heap: str | None

    @property
    def id(self) -> str:
        """Name of the cell and, with ``.json``, of its record's file."""
        runtime = () if self.collector is None else (self.collector, str(self.jdk))
        return "-".join(
            (self.implementation, *runtime, self.strategy, self.case, self.mode, self.generator)
        )

    @property
    def title(self) -> str:
        """What all strategies of a column share: ``heap parallel 11 A``."""
        runtime = "" if self.collector is None else f" {self.collector} {self.jdk}"
        mode = "" if self.mode == "batch" else " real time"
        generator = "" if self.generator == "counter" else f" {self.generator}"
        return f"{self.implementation}{runtime} {self.case}{mode}{generator}"

    def to_dict(self) -> dict[str, Any]:
        """The record's ``cell``."""
        return dataclasses.asdict(self)

    @staticmethod
    def from_dict(values: Mapping[str, Any]) -> Cell:
        """Inverse of :meth:`to_dict`."""
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
    return all(str(getattr(cell, key)) in values for key, values in selection.items())


def valid_values(cells: Iterable[Cell]) -> str:
    """One line that lists, key by key, the values that the given cells have."""
    cells = list(cells)
    parts = []
    for key, order in VALUES.items():
        present = {str(getattr(cell, key)) for cell in cells}
        parts.append(f"{key}={'|'.join(value for value in order if value in present)}")
    return ", ".join(parts)
