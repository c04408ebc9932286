"""The record of a bench's group: its contestants' results in every round, and their provenance.

Each group has its own file, ``BENCH/GROUP.json``, which a new measurement replaces. It contains
nothing that follows from the turns: see :mod:`course.model.bench_summary`.
"""

from typing import Annotated, Literal, NotRequired, Self

from pydantic import AfterValidator, ConfigDict, Field, FiniteFloat, model_validator
from typing_extensions import TypedDict

from course.model.record import Machine, Runtime
from course.model.strict import Count, Figure, Hash, Line, Moment, Strict

Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*$")]
Command = Annotated[list[str], Field(min_length=1)]
Duration = Annotated[FiniteFloat, Field(ge=0)]


class _Result(TypedDict):
    """As the program printed it, perhaps with more."""

    __pydantic_config__ = ConfigDict(extra="allow")  # type: ignore[misc]
    metric: str
    value: NotRequired[Figure]
    percentiles: NotRequired[Annotated[dict[str, Figure], Field(min_length=1)]]


def _either(one: _Result) -> _Result:
    if ("value" in one) == ("percentiles" in one):
        raise ValueError("should have either a value or percentiles")
    return one


Result = Annotated[_Result, AfterValidator(_either)]

MEDIAN = "50"  # the percentile that represents them all


def value_of(result: Result, percentile: str = "") -> float:
    """The number to compare a result by: that percentile, or its value, or its median."""
    if "value" in result and not percentile:
        return result["value"]
    return result["percentiles"][percentile or MEDIAN]


class Asked(Strict):
    """Settings by the user, or the bench's file."""

    rounds: Count
    seconds: float = Field(gt=0)  # measuring time of a program
    seed: int  # of the rounds' orders
    quick: bool = False  # whether it was the trimmed selection for ./course run


class GroupOrigin(Strict):
    """The figures' origin. Groups that began together are of one sitting."""

    commit: str | None
    dirty: bool | None
    """Whether the working tree differed from the commit. None without git."""
    source_hash: Hash  # over the sources of all contestants
    machine: Machine
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
    """A contestant that was measured, or why not."""

    id: Name
    definition: Hash | None
    """Its definition's, in the bench's file; None: measured before there were any hashes."""
    status: Literal["ok", "failed", "skipped"]
    reason: Line | None  # why it is not ok
    skipped: dict[Name, Line]  # metric -> why it could not be measured here, or not in every round
    commands: dict[Name, Command]  # run of the program -> exact command line of its first turn
    runtime: Runtime | None
    turns: list[Turn]

    @model_validator(mode="after")
    def _either(self) -> Self:
        if (self.status == "ok") != (self.reason is None) or (self.reason and self.turns):
            raise ValueError("has a reason, and no turns, where it is not ok, and only there")
        return self


class PerPacket(Strict):
    """Counts of a simulated cache, with sizes scaled down a hundredfold."""

    instructions: FiniteFloat
    d1_misses: FiniteFloat
    ll_misses: FiniteFloat


class Counted(Strict):
    """A contestant's counts in a run."""

    contestant: Name
    run: Name
    command: Command
    per_packet: PerPacket


class GroupRecord(Strict):
    """Results of contestants that are compared with the same baseline."""

    format: Literal[2] = Field(default=2, alias="schema")
    bench: Name
    group: Name
    rounds: Count  # whole ones: fewer than asked for if the bench was stopped
    asked: Asked
    metrics: list[Name]  # all at the time: the definitions include these
    contestants: list[Contestant] = Field(min_length=1)
    counts: list[Counted]
    caveats: list[Line]
    """The doctor's statements, before the first round, on how far to trust the machine."""
    provenance: GroupOrigin
