"""A job: a round of a contest, as data that any machine can be handed, and what it gives back.

A job depends on no other one, so any executor of :mod:`concurrent.futures` may run it.
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
    realtime: dict[str, Any] | None = None  # as in the record, but for the verdict
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
    def trend(self) -> float:
        """As :func:`course.model.pairs.trend` has it."""
        return pairs.trend([event["ns_per_packet"] for event in self.rounds])


@dataclasses.dataclass(frozen=True)
class Job:
    """Processes that take turns."""

    contest: Contest
    round: int  # which of the contest's, from 0
    turn: str
    """What its figures have in common with those that they may be paired with: no other session's
    rounds, nor other machines', have it. It seeds all that is left to chance, too."""
    place: str = ""  # the kind of machine that is to run it; empty: this one

    @property
    def cells(self) -> tuple[Cell, ...]:
        return self.contest.cells

    @property
    def name(self) -> str:
        return self.contest.key


@dataclasses.dataclass(frozen=True)
class Outcome:
    forks: dict[str, Fork]  # cell's id -> what its process gave
    provenance: Provenance  # as the machine that ran it says
    seconds: float  # how long it took, with all that belongs to it
