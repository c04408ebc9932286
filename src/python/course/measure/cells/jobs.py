"""A job: a round of a contest, as data that any machine can be handed, and what it gives back.

A job depends on no other one, so any executor of :mod:`concurrent.futures` may run it.
"""

import dataclasses

from course.measure.cells.contest import Contest
from course.measure.cells.fork import Fork
from course.model.cells import Cell
from course.process.provenance import Provenance


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
