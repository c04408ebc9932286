"""A comparison, as defined in its file: programs, contestants, metrics, goals."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from pydantic import ConfigDict, Field
from pydantic.dataclasses import dataclass

part = dataclass(frozen=True, config=ConfigDict(extra="forbid", validate_by_name=True))

ONLY_RUN = "all"  # the run of a program with only one

FLOOR = "floor"  # in place of a contestant in a goal: the floor from the bench's :class:`Bound`


@part
class Metric:
    """A figure by which contestants are compared, and its place in a program's output."""

    name: str
    title: str
    unit: str
    caption: str
    better: Literal["smaller", "larger", "neither"] = "smaller"
    source: str = Field("", validation_alias="from")  # its name in the programs; empty: the same
    run: str = ""  # its run; empty: any
    where: Mapping[str, Any] = Field(default_factory=dict)
    """Parameters that a result must have, if a program gives several of one name."""
    percentile: str = ""  # percentile of the source; empty: its value, or the median
    main: bool = False  # whether charts show it by default
    label: str = ""  # short for its title, above a column beside others; empty: its name

    def fits(self, run: str, result: Mapping[str, Any]) -> bool:
        """True if a result of that run belongs to this metric."""
        parameters = result.get("parameters", {})
        return (
            result["metric"] == (self.source or self.name)
            and self.run in ("", run)
            and all(parameters.get(key) == value for key, value in self.where.items())
            and (not self.percentile or self.percentile in result.get("percentiles", {}))
        )


@part
class Program:
    """How contestants are started, and their output."""

    command: tuple[str, ...]
    """``{java}`` stands for the JVM, ``{seconds}`` for the measuring time, ``{four_times}`` for
    four times that, and ``{quarter_ms}`` and ``{ten_times_ms}`` for a quarter of it and ten times
    that, in ms."""
    runs: Mapping[str, tuple[str, ...]]
    """Run -> its arguments. In each round a contestant has one process per run."""
    arguments: tuple[str, ...] = ()  # follow those of contestant and run
    output: str = "bench"
    """``bench``: the events of bench programs; ``analyser``: those of the analysers."""
    jdk: int | None = None  # the Java version that it runs on
    file: str = ""
    """File that must be built, as a pattern from the root; empty: the command's first word."""
    without: str = ""  # why the file may be missing on some machines; empty: it may not
    memory_mb: int = 0  # approximate need; it is skipped if the machine has less


@part
class Group:
    """Contestants that are compared with the same baseline."""

    key: str
    label: str
    baseline: str


@part
class Contestant:
    id: str
    label: str
    group: str
    program: Program
    arguments: tuple[str, ...] = ()
    name: str = ""  # the name that it must report; empty: any
    preload: str = ""  # the preloaded allocator, by its name in course.toolchain.libraries


@part
class Goal:
    """A contestant's target: a maximum for a value, or for a ratio to another contestant.

    A ratio is taken round by round.
    """

    statement: str
    contestant: str
    metric: str
    at_most: float
    against: str = ""  # the divisor: a contestant, or ``FLOOR``; empty: none
    against_metric: str = ""  # that contestant's metric; empty: the same


@part
class Bound:
    """The basis of an estimated floor; see :mod:`course.model.bound`."""

    generator: str
    lines: Mapping[str, tuple[str, ...]]
    """Metric -> the metrics that give ns per cache line at its footprint; the least one counts."""


@part
class Count:
    """What to count in a simulated cache; see :mod:`course.measure.benches.counting`."""

    contestants: tuple[str, ...]
    runs: Mapping[str, tuple[str, ...]]
    arguments: tuple[str, ...]


@part
class Quick:
    """A trimmed selection of a bench, for ``./course run``."""

    contestants: tuple[str, ...]  # ids; their baselines are included
    rounds: int
    seconds: float


@part
class Comparison:
    """A whole bench."""

    name: str
    title: str
    sources: tuple[str, ...]
    """The source files and folders, from the root, of all contestants' programs."""
    rounds: int
    seconds: float  # default measuring time of a program
    timeout_s: float  # per process
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
        """The id of the contestant to compare it with."""
        return next(group.baseline for group in self.groups if group.key == one.group)

    def together(self, groups: Iterable[str]) -> set[str]:
        """These groups, and all that they are compared with by rounds, or share a bound with."""
        group = {one.id: one.group for one in self.contestants}
        ties = [{one.key, group.get(one.baseline, one.key)} for one in self.groups]
        ties += [{group[name] for name in (goal.contestant, goal.against) if name in group}
                 for goal in self.goals]  # fmt: skip
        if self.bound is not None:
            ties.append({one.key for one in self.groups})
        found = set(groups)
        for _ in ties:  # ties may form a chain
            found = found.union(*(tie for tie in ties if tie & found))
        return found
