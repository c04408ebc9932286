"""Cells as a claim names them: some dimensions fixed, others open."""

import dataclasses
import fnmatch
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from course.measure.cells.selection import VALUES
from course.model import solutions

PLAIN = {"generator": "counter", "variant": "none"}
"""Dimension -> its value if a test does not name it."""

NO_RUNTIME = ""  # the runtime of a C++ program

Place = Mapping[str, str]  # dimension -> value, for all or some of them

VALID_VALUES: dict[str, tuple[str, ...]] = {
    "implementation": VALUES["implementation"],
    "runtime": tuple(
        f"{collector} {jdk}" for collector in solutions.COLLECTORS for jdk in solutions.JDKS
    ),
    **{name: VALUES[name] for name in ("strategy", "case", "generator", "variant")},
}
"""Dimension -> its values; runtimes as ``g1 25``. Dimensions identify a cell, together with the
mode, which follows from the quantity."""


@dataclasses.dataclass(frozen=True)
class Subject:
    """A cell, without its mode."""

    implementation: str
    runtime: str
    strategy: str
    case: str
    generator: str = "counter"
    variant: str = "none"

    @classmethod
    def of(cls, place: Place) -> "Subject":
        """From all dimensions. A C++ program has no runtime, whatever the place says."""
        values = {**PLAIN, **place}
        if not solutions.IMPLEMENTATIONS[values["implementation"]].is_java:
            values["runtime"] = NO_RUNTIME
        return cls(**values)

    @classmethod
    def of_record(cls, cell: Mapping[str, Any]) -> "Subject":
        runtime = NO_RUNTIME if cell["collector"] is None else f"{cell['collector']} {cell['jdk']}"
        return cls(
            cell["implementation"], runtime, cell["strategy"], cell["case"], cell["generator"],
            cell.get("variant") or "none",
        )  # fmt: skip

    @property
    def collector(self) -> str:
        """``g1`` of ``g1 25``; empty for C++."""
        return self.runtime.partition(" ")[0]

    def __str__(self) -> str:
        """Text for readers, without default values."""
        parts = [self.implementation, self.runtime, self.strategy, self.case]
        parts += [] if self.generator == PLAIN["generator"] else [self.generator]
        parts += [] if self.variant == PLAIN["variant"] else [self.variant.replace("-", " ")]
        return ", ".join(filter(None, parts))


def is_pattern(runtime: str) -> bool:
    """True if it may match several runtimes: ``*``, ``g1 *``, ``* 25``."""
    return "*" in runtime


def places(over: Mapping[str, Sequence[str]], runtimes: Iterable[str]) -> Iterator[dict[str, str]]:
    """All combinations of the values; a runtime pattern expands to those that match."""
    known = list(runtimes)
    values = {
        name: _expanded(given, known) if name == "runtime" else list(given)
        for name, given in over.items()
    }
    for combination in itertools.product(*values.values()):
        yield dict(zip(values, combination, strict=True))


def _expanded(given: Iterable[str], known: Sequence[str]) -> list[str]:
    found = (fnmatch.filter(known, name) if is_pattern(name) else [name] for name in given)
    return [*dict.fromkeys(itertools.chain.from_iterable(found))]
