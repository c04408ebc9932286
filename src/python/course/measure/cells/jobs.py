"""A job: a round of a contest, as data that can be sent to any machine, and its outcome.

Jobs are independent of each other, so any :mod:`concurrent.futures` executor may run them.
"""

import dataclasses
from typing import Any

from course.measure.cells.contest import Contest
from course.measure.events import Event
from course.model import pairs
from course.model.cells import Cell
from course.model.probes import level_ns, verdict
from course.process.provenance import Provenance


@dataclasses.dataclass
class Fork:
    """What one process gave. A fork with a reason failed, and has no figures."""

    command: list[str]
    started: str  # ISO 8601, UTC
    turn: str = ""  # as the job that it was a part of has it
    reason: str | None = None
    duration_s: float = 0.0
    peak_rss_mb: float | None = None
    runtime: dict[str, Any] | None = None
    workload: int | None = None  # its version, as the program states it
    rounds: list[Event] = dataclasses.field(default_factory=list)
    has_all_phases: bool = False  # whether they contain the buffers' whole rhythm
    realtime: dict[str, Any] | None = None  # as in the record, except for the verdict
    digest: dict[str, Any] | None = None
    gc: dict[str, Any] | None = None
    gc_reason: str | None = None

    @property
    def ns_per_packet(self) -> float:
        """The mean over all packets of a batch process; else the shortest interval without loss."""
        if self.realtime is not None:
            return level_ns(verdict(self.realtime["probes"]), self.realtime["search"]["longest_ns"])
        elapsed = sum(event["elapsed_ns"] for event in self.rounds)
        return elapsed / sum(event["packets"] for event in self.rounds)

    @property
    def has_figure(self) -> bool:
        """Whether it tells more than that packets are lost at every interval."""
        return (
            self.realtime is None or verdict(self.realtime["probes"])["min_interval_ns"] is not None
        )

    @property
    def windows(self) -> pairs.Windows:
        """As a record has them: see :attr:`course.model.record.Times.windows`."""
        if self.has_all_phases:
            return [self.ns_per_packet]
        return [event["ns_per_packet"] for event in self.rounds]


@dataclasses.dataclass(frozen=True)
class Job:
    """Processes that take turns."""

    contest: Contest
    round: int  # of the contest, from 0
    turn: str
    """Shared by figures that may be paired, so unique to a sitting's round and its machine. It also
    seeds all random choices."""
    place: str = ""  # the kind of machine to run on; empty: this one

    @property
    def cells(self) -> tuple[Cell, ...]:
        return self.contest.cells

    @property
    def name(self) -> str:
        return self.contest.key


@dataclasses.dataclass(frozen=True)
class Outcome:
    forks: dict[str, Fork]  # cell's id -> its process's outcome
    provenance: Provenance  # reported by the machine that ran it
    seconds: float  # of the whole job
