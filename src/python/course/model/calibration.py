"""What the measuring engine was found to get wrong: the record of `./course calibrate`."""

from typing import Any, Literal

from pydantic import Field

from course.model.strict import Strict

ROUNDS = 3
"""Of each pair of twins; after each of them a verdict is looked for."""


class Twins(Strict):
    """Rounds of a program against itself."""

    program: str
    """Id of its cell."""
    loaded: bool
    """Whether another program kept a core busy meanwhile."""
    log_ratios: list[float]
    """Of each round, as those of a pair."""
    trends: list[float]
    """Of each round: see :func:`course.model.pairs.trend`."""
    seconds: list[float]
    """What each round took."""


class Bias(Strict):
    """A program's times when it takes turns, by those when it runs alone, round by round."""

    program: str
    log_ratios: list[float]


class Calibration(Strict):
    """All that was tried on one machine."""

    format: Literal[1] = Field(default=1, alias="schema")
    started: str
    """ISO 8601, UTC."""
    commit: str | None
    dirty: bool | None
    machine: dict[str, Any]
    twins: list[Twins]
    bias: list[Bias]
