"""A comparison, as its file says it: programs, contestants, metrics, goals."""

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any

ONLY_RUN = "all"
"""The run of a program that has but one."""

FLOOR = "floor"
"""In place of a contestant in a goal: what the bench's :class:`Bound` computes."""


@dataclasses.dataclass(frozen=True)
class Metric:
    """A figure that contestants are compared by, and where a program's output has it."""

    name: str
    title: str
    unit: str
    caption: str
    better: str = "smaller"
    """``smaller``, ``larger``, or ``neither``."""
    source: str = ""
    """What the programs call it; empty: as here."""
    run: str = ""
    """Of which run; empty: of any."""
    where: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    """Parameters that a result must have, where a program gives several of one name."""
    percentile: str = ""
    """Which percentile of the source it is; empty: its value, or the median."""
    main: bool = False
    """Whether charts show it unless they are asked for another one."""

    def fits(self, run: str, result: Mapping[str, Any]) -> bool:
        """Whether a result of that run is one of this metric."""
        parameters = result.get("parameters", {})
        return (
            result["metric"] == (self.source or self.name)
            and self.run in ("", run)
            and all(parameters.get(key) == value for key, value in self.where.items())
            and (not self.percentile or self.percentile in result.get("percentiles", {}))
        )


@dataclasses.dataclass(frozen=True)
class Program:
    """How contestants are started, and what they print."""

    command: tuple[str, ...]
    """``{java}`` stands for the JVM, ``{seconds}`` for how long to measure, ``{four_times}`` for
    four times as long, and ``{quarter_ms}`` and ``{ten_times_ms}`` for a quarter of it and for
    ten times as long, in ms."""
    runs: Mapping[str, tuple[str, ...]]
    """Run -> its arguments. A turn of a contestant is one process for each."""
    arguments: tuple[str, ...] = ()
    """After those of contestant and run."""
    output: str = "bench"
    """``bench``: the events of bench programs; ``analyser``: those of the analysers."""
    jdk: int | None = None
    """The Java version that it runs on."""
    file: str = ""
    """What must have been built, as a pattern from the root; empty: the command's first word."""
    without: str = ""
    """Why the file may be absent, on some machines; empty: it must be there."""
    memory_mb: int = 0
    """What it needs, about; it is skipped where the machine has less."""


@dataclasses.dataclass(frozen=True)
class Group:
    """Contestants that are compared with the same baseline."""

    key: str
    label: str
    baseline: str


@dataclasses.dataclass(frozen=True)
class Contestant:
    id: str
    label: str
    group: str
    program: Program
    arguments: tuple[str, ...] = ()
    name: str = ""
    """What it calls itself; empty: whatever it likes."""
    preload: str = ""
    """The allocator that is loaded before the program, as course.toolchain.libraries names it."""


@dataclasses.dataclass(frozen=True)
class Goal:
    """What a contestant is hoped to reach: a value, or a ratio to another one, of at most so much.

    A ratio is taken round by round.
    """

    statement: str
    contestant: str
    metric: str
    at_most: float
    against: str = ""
    """Whose figure divides, a contestant's or ``FLOOR``; empty: nobody's."""
    against_metric: str = ""
    """Which of that contestant's figures; empty: the same metric."""


@dataclasses.dataclass(frozen=True)
class Bound:
    """What an estimated floor is computed from; see :mod:`course.model.bound`."""

    generator: str
    lines: Mapping[str, tuple[str, ...]]
    """Metric -> the metrics that give ns per cache line at its footprint, of which the least
    counts."""


@dataclasses.dataclass(frozen=True)
class Count:
    """What is counted in a simulated cache; see :mod:`course.measure.benches.counting`."""

    contestants: tuple[str, ...]
    runs: Mapping[str, tuple[str, ...]]
    arguments: tuple[str, ...]


@dataclasses.dataclass(frozen=True)
class Quick:
    """A trimmed choice: what ``./course run`` measures of a bench."""

    contestants: tuple[str, ...]
    """Ids; their baselines come with them."""
    rounds: int
    seconds: float


@dataclasses.dataclass(frozen=True)
class Comparison:
    """A whole bench."""

    name: str
    title: str
    sources: tuple[str, ...]
    """The files and folders, from the root, that make the programs of all its contestants."""
    rounds: int
    seconds: float
    """How long a program measures at a time, unless the user says otherwise."""
    timeout_s: float
    """Of one process."""
    groups: tuple[Group, ...]
    metrics: tuple[Metric, ...]
    contestants: tuple[Contestant, ...]
    goals: tuple[Goal, ...] = ()
    bound: Bound | None = None
    count: Count | None = None
    quick: Quick | None = None

    def contestant(self, name: str) -> Contestant:
        """The contestant of that id. Raises KeyError."""
        return {one.id: one for one in self.contestants}[name]

    def baseline(self, one: Contestant) -> str:
        """The id of the contestant that it is compared with."""
        return next(group.baseline for group in self.groups if group.key == one.group)

    def together(self, groups: Iterable[str]) -> set[str]:
        """These groups, and all that they are compared with by rounds, or have a bound with."""
        group = {one.id: one.group for one in self.contestants}
        ties = [{one.key, group.get(one.baseline, one.key)} for one in self.groups]
        ties += [{group[name] for name in (goal.contestant, goal.against) if name in group}
                 for goal in self.goals]  # fmt: skip
        if self.bound is not None:
            ties.append({one.key for one in self.groups})
        found = set(groups)
        for _ in ties:  # one may lead to the next
            found = found.union(*(tie for tie in ties if tie & found))
        return found
