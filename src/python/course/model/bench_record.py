"""The record of a bench's group: what its contestants gave in every round, and where it comes from.

Each group has a file of its own, ``BENCH/GROUP.json``: to measure it again is to replace the file.
Nothing that follows from the turns is in it: see :mod:`course.model.bench_summary`.
"""

from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, FiniteFloat, model_validator

from course.model.machine import KEYS
from course.model.record import Runtime
from course.model.strict import Count, Hash, Line, Moment, Strict

Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*$")]
Command = Annotated[list[str], Field(min_length=1)]
Duration = Annotated[FiniteFloat, Field(ge=0)]


def _result(one: dict[str, Any]) -> dict[str, Any]:
    figures = [one["value"]] if "value" in one else [*(one.get("percentiles") or {}).values()]
    if not isinstance(one.get("metric"), str) or ("value" in one) == ("percentiles" in one):
        raise ValueError("a result has a metric, and either a value or percentiles")
    if not figures or not all(type(figure) in (int, float) for figure in figures):
        raise ValueError("the figures of a result should be numbers")
    return one


def _machine(one: dict[str, Any]) -> dict[str, Any]:
    if set(one) != set(KEYS):
        raise ValueError(f"should have {', '.join(KEYS)}")
    return one


Result = Annotated[dict[str, Any], AfterValidator(_result)]
"""As the program printed it."""

MEDIAN = "50"
"""Of percentiles the one that stands for all."""


def value_of(result: Result, percentile: str = "") -> float:
    """The number that a result is compared by: that percentile, or its value, or its median."""
    if "value" in result and not percentile:
        return result["value"]
    return result["percentiles"][percentile or MEDIAN]


class Asked(Strict):
    """What the user, or the bench's file, wanted."""

    rounds: Count
    seconds: float = Field(gt=0)
    """How long a program measures at a time."""
    seed: int
    """Of the rounds' orders."""
    quick: bool = False
    """Whether it was the trimmed choice that ./course run takes."""


class GroupOrigin(Strict):
    """Where figures come from. Groups that began together are of one sitting."""

    commit: str | None
    dirty: bool | None
    """Whether the working tree differed from the commit. None without git."""
    source_hash: Hash
    """Over the sources of all contestants."""
    machine: Annotated[dict[str, Any], AfterValidator(_machine)]
    started: Moment
    duration_s: Duration


class Turn(Strict):
    """A process of a whole round."""

    round: Count
    run: Name
    started: Moment
    duration_s: Duration
    peak_rss_mb: float | None = Field(gt=0)
    results: list[Result]


class Contestant(Strict):
    """Who was measured, or why not."""

    id: Name
    definition: Hash | None
    """Over what the bench's file said that it runs; None: it was measured before there were any."""
    status: Literal["ok", "failed", "skipped"]
    reason: Line | None
    """Why it is not ok."""
    skipped: dict[Name, Line]
    """Metric -> why it could not be measured here, or not in every round."""
    commands: dict[Name, Command]
    """Run of the program -> exact command line of its first turn."""
    runtime: Runtime | None
    turns: list[Turn]

    @model_validator(mode="after")
    def _either(self) -> Self:
        if (self.status == "ok") != (self.reason is None) or (self.reason and self.turns):
            raise ValueError("has a reason, and no turns, where it is not ok, and only there")
        return self


class PerPacket(Strict):
    """What a simulated cache counted, sizes scaled down a hundredfold."""

    instructions: FiniteFloat
    d1_misses: FiniteFloat
    ll_misses: FiniteFloat


class Counted(Strict):
    """What a contestant did in a run."""

    contestant: Name
    run: Name
    command: Command
    per_packet: PerPacket


class GroupRecord(Strict):
    """What contestants gave that are compared with the same baseline."""

    format: Literal[2] = Field(default=2, alias="schema")
    bench: Name
    group: Name
    rounds: Count
    """Whole ones: fewer than asked for where the bench was stopped."""
    asked: Asked
    metrics: list[Name]
    """That there were: of these the definitions are."""
    contestants: list[Contestant] = Field(min_length=1)
    counts: list[Counted]
    caveats: list[Line]
    """What may be trusted on the machine, as the doctor said it before the first round."""
    provenance: GroupOrigin
