"""What a sweep has to do: which cells are kept, which cannot run, which are measured."""

import dataclasses
import functools
from collections.abc import Callable
from typing import Any

from course.measure.cells import commands
from course.measure.cells.profiles import Batch, Realtime, Task
from course.model import machine
from course.model.cells import Cell
from course.process.provenance import Provenance
from course.process.store import Record, Store


@dataclasses.dataclass(frozen=True)
class Plan:
    """The tasks, sorted by what becomes of them."""

    keep: list[Task]
    skip: list[tuple[Task, str]]  # with the reason
    measure: list[Task]
    unfit: list[tuple[Task, str]]  # likewise
    fresh: bool
    """Whether nothing counts that was measured before."""


@dataclasses.dataclass(frozen=True)
class Site:
    """A kind of machine: the folder of its records, and how a record would be made there now."""

    profile: str
    store: Store
    provenance: Provenance
    why_not: Callable[[Cell], str | None]  # why a cell cannot run here
    arguments: Callable[[Task], list[str]]  # the command line of one that can
    why_unfit: Callable[[], str | None] = lambda: None
    """Why nothing can be measured in real time on this machine, in one line; None when it can. It
    may take its time: it is asked once for each :meth:`sort` at most, and only when there is a
    real-time cell to measure."""
    place: str = ""  # as jobs name it
    one_machine: bool = True  # not several of its kind

    def sort(self, tasks: list[Task], records: dict[str, Record], fresh: bool = False) -> Plan:
        """What becomes of each task, given the records (by cell id). Fresh keeps none."""
        plan = Plan([], [], [], [], fresh)
        why_unfit = functools.cache(self.why_unfit)
        for task in tasks:
            record = records.get(task.cell.id)
            if (reason := self.why_not(task.cell)) is not None:
                plan.skip.append((task, reason))
            elif not fresh and record is not None and self.is_current(record, task):
                plan.keep.append(task)
            elif task.cell.mode == "realtime" and (reason := why_unfit()) is not None:
                plan.unfit.append((task, reason))
            else:
                plan.measure.append(task)
        return plan

    def is_current(self, record: Record, task: Task) -> bool:
        """Whether the record says all that measuring the task again would.

        That is: it is ok, and of the same profile, machine, sources, command line and probes.
        """
        batch, command = record["batch"], record["provenance"]["command"]
        return (
            self.has_figures(record, task)
            and record.get("gc_reason") is None
            and commands.comparable(command) == commands.comparable(self.arguments(task))
            and (batch is None or batch["ns_per_packet"]["forks"] >= task.forks)
            and (isinstance(task.load, Batch) or _is_so_probed(record["realtime"], task.load))
        )

    def has_figures(self, record: Record, task: Task) -> bool:
        """Whether the record is ok, and of the same profile, machine and sources."""
        origin = record["provenance"]
        return (
            record["status"] == "ok"
            and record["profile"] == self.profile
            and Cell(**record["cell"]) == task.cell
            and origin["source_hash"] == self.provenance.source_hash(task.cell.implementation)
            and machine.is_same(self.provenance.machine, origin["machine"])
        )


def _is_so_probed(realtime: dict[str, Any], load: Realtime) -> bool:
    """Whether the probes are those of the load: they are not on the command line."""
    given = [one["interval_ns"] for one in realtime["probes"] if one.get("purpose") == "given"]
    search, settings = realtime.get("search"), load.search
    if search is None or settings is None:
        every = tuple(dict.fromkeys(given))  # each fork probes them all
        return search is settings and every == load.intervals_ns
    keys = ("shortest_ns", "longest_ns", "resolution", "longest_seconds")
    return all(search.get(key) == getattr(settings, key) for key in keys)
