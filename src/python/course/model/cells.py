"""A cell: one point of the experiment's grid, which becomes one record."""

import dataclasses
from collections.abc import Collection
from typing import Annotated, Any, ClassVar, Self

from pydantic import AfterValidator, ConfigDict, Field, model_validator

from course.model import solutions
from course.model.solutions import IMPLEMENTATIONS


def _one_of(values: Collection[Any]) -> AfterValidator:
    def check(value: Any) -> Any:
        if value not in values:
            raise ValueError(f"should be {', '.join(map(str, values))}; not {value!r}")
        return value

    return AfterValidator(check)


@dataclasses.dataclass(frozen=True)
class Cell:
    """Which program is measured, and how. Java has collector, JDK and heap; C++ has none.

    A variant differs from the plain cell in one thing, given by its name: compact object headers,
    a heap of 10 GB, or a clock that the consumer computes instead of a thread's. Cells are
    validated as part of a record: :class:`course.model.record.CellRecord`.
    """

    __pydantic_config__: ClassVar = ConfigDict(extra="forbid")

    implementation: Annotated[str, _one_of(IMPLEMENTATIONS)]
    collector: Annotated[str | None, _one_of([*solutions.COLLECTORS, None])]
    jdk: Annotated[int | None, Field(strict=True), _one_of([*solutions.JDKS, None])]
    strategy: Annotated[str, _one_of(solutions.STRATEGIES)]
    case: Annotated[str, _one_of(solutions.CASES)]
    mode: Annotated[str, _one_of(solutions.MODES)]
    generator: Annotated[str, _one_of(solutions.GENERATORS)]
    heap: Annotated[str | None, Field(pattern=r"^[1-9][0-9]*[mg]$")]  # as given to -Xms and -Xmx
    variant: Annotated[str | None, _one_of([*solutions.VARIANTS, None])] = None
    """Missing in the first records."""

    @model_validator(mode="after")
    def _of_java(self) -> Self:
        is_java = IMPLEMENTATIONS[self.implementation].is_java
        for name in ("collector", "jdk", "heap"):
            if (getattr(self, name) is not None) != is_java:
                raise ValueError(f"{self.implementation} has {'a' if is_java else 'no'} {name}")
        return self

    @property
    def id(self) -> str:
        """Name of the cell and, with ``.json``, of its record's file."""
        work = (self.strategy, self.case, self.mode, self.generator)
        parts = (self.implementation, self.collector, self.jdk, *work, self.variant)
        return "-".join(str(part) for part in parts if part is not None)

    @property
    def title(self) -> str:
        """Name shared by all strategies of a column: ``heap parallel 11 A``."""
        runtime = "" if self.collector is None else f" {self.collector} {self.jdk}"
        mode = "" if self.mode == "batch" else " real time"
        generator = "" if self.generator == "counter" else f" {self.generator}"
        variant = "" if self.variant is None else f" {self.variant}"
        return f"{self.implementation}{runtime} {self.case}{mode}{generator}{variant}"

    @property
    def makes_sense(self) -> bool:
        """True if the implementation has the strategy and runs on the JDK."""
        program = IMPLEMENTATIONS[self.implementation]
        has_jdk = program.jdk_from is None or (self.jdk or 0) >= program.jdk_from
        return self.strategy in program.strategies and has_jdk

    @property
    def language(self) -> str:
        """``java`` or ``cpp``."""
        return "java" if IMPLEMENTATIONS[self.implementation].is_java else "cpp"

    @property
    def heap_mb(self) -> int:
        """The Java heap, MiB; none in C++."""
        return int(self.heap[:-1]) * {"m": 1, "g": 1024}[self.heap[-1]] if self.heap else 0
