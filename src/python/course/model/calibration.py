"""What `./course calibrate` found: where the engine errs, and how much the rounds of a pair vary.

It lets programs take turns with themselves. The logarithm of such twins' ratio varies by two
processes of one program, that of a pair by one process of each side: a pair's variance is the mean
of its sides' twins'. It differs a hundredfold between programs: under some collectors a process may
settle in one state or another, and stay there.
"""

import dataclasses
import re
import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from pydantic import Field

from course.model import pairs
from course.model.pairs import Prior
from course.model.record import Machine
from course.model.solutions import CASES, STRATEGIES
from course.model.strict import Strict

ROUNDS = 2  # per pair of twins, with a look at the verdict after each: as in a trimmed sweep


class Twins(Strict):
    """Rounds of a program against itself."""

    program: str  # id of its cell
    loaded: bool  # whether another program kept a core busy meanwhile
    log_ratios: list[float]  # per round, as for a pair
    windows: list[tuple[list[float], list[float]]]  # per round, of each side: ns per packet
    seconds: list[float]  # time of each round


class Bias(Strict):
    """How much taking turns changes a program's time."""

    program: str
    log_ratios: list[float]  # per process: of its time in turn to its time without a wait


class Pair(Strict):
    """Rounds of pooling against allocating in one whole run."""

    pool: str
    base: str
    log_ratios: list[float]
    windows: list[tuple[list[float], list[float]]]
    """As of twins."""


class Origin(Strict):
    """A sitting on a machine."""

    started: str  # ISO 8601, UTC
    machine: Machine


class Calibration(Strict):
    """All experiments on one machine, unless `rest` says otherwise."""

    format: Literal[2] = Field(default=2, alias="schema")
    started: str  # ISO 8601, UTC
    commit: str | None
    dirty: bool | None
    machine: Machine
    twins: list[Twins]
    bias: list[Bias]
    runs: tuple[list[Pair], ...] = ()
    """Two whole runs, one after the other: whether a reader would get the same verdicts again."""
    rest: Origin | None = None
    """Of bias and runs, if they are from another sitting, on another machine."""


_WEIGHT = 2
"""Degrees of freedom that its kind has in the variance of a program (Smyth's d0, as estimated from
the twins of several calibrations)."""

_LEAST = 1e-4  # no two processes are promised to agree better than within 1 %

_STRATEGY_AND_CASE = re.compile(f"-(?:{'|'.join(STRATEGIES)})-(?:{'|'.join(CASES)})-")


@dataclasses.dataclass(frozen=True)
class Spreads:
    """Variances of twins' rounds. Read only; empty where nothing was calibrated."""

    programs: Mapping[str, float]  # cell's id -> variance, drawn towards that of its kind
    kinds: Mapping[str, float]  # implementation and runtime -> mean variance of its programs
    own: bool = True  # whether they are of the machine that is measured on

    @classmethod
    def of(cls, twins: Sequence[Twins]) -> "Spreads":
        # The mean of twins' logarithms is known: 0, as chance decides who comes first.
        squares: dict[str, list[float]] = {}
        kinds: dict[str, list[float]] = {}
        for one in twins:
            found = [max(ratio**2, _LEAST) for ratio in one.log_ratios]
            squares.setdefault(one.program, []).extend(found)
            kinds.setdefault(_kind(one.program), []).extend(found)
        means = {kind: statistics.fmean(found) for kind, found in kinds.items()}
        return cls(
            {
                name: (sum(found) + _WEIGHT * means[_kind(name)]) / (len(found) + _WEIGHT)
                for name, found in squares.items()
            },
            means,
        )

    def of_pair(self, one: str, other: str) -> float:
        """The variance of a round's logarithm, by the ids of two cells. Raises StatisticsError if
        there are no twins."""
        return (self._of_program(one) + self._of_program(other)) / 2

    def _of_program(self, name: str) -> float:
        """Its own, else that of its kind, else the mean of all kinds."""
        own = self.programs.get(name) or self.kinds.get(_kind(name))
        return own or statistics.fmean(self.kinds.values())


NONE = Spreads({}, {})


def priors(
    spreads: Spreads, rounds: Mapping[tuple[str, str], Sequence[float]]
) -> Callable[[str, str], Prior]:
    """The priors of pairs that take turns, in one data set, by the ids of two cells.

    rounds: such ids -> the logarithms of their ratios.
    """
    if not spreads.kinds:
        of_all = pairs.prior(rounds.values())
        return lambda one, other: of_all
    of_one = pairs.calibrated_prior((logs, spreads.of_pair(*ids)) for ids, logs in rounds.items())
    return lambda one, other: of_one.times(spreads.of_pair(one, other))


def _kind(program: str) -> str:
    """Return a cell's id without strategy and case; a variant is part of the kind."""
    return _STRATEGY_AND_CASE.split(program, maxsplit=1)[0]
