"""A sweep's plan: which cells are kept, which cannot run, which are measured."""

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
    """The tasks, sorted by what to do with them."""

    keep: list[Task]
    skip: list[tuple[Task, str]]  # with the reason
    measure: list[Task]
    unfit: list[tuple[Task, str]]  # likewise
    fresh: bool  # whether to ignore earlier measurements


@dataclasses.dataclass(frozen=True)
class Site:
    """A kind of machine: the folder of its records, and how new ones would be measured."""

    profile: str
    store: Store
    provenance: Provenance
    why_not: Callable[[Cell], str | None]  # why a cell cannot run here
    arguments: Callable[[Task], list[str]]  # a runnable task's command line
    why_unfit: Callable[[], str | None] = lambda: None
    """Why real time cannot be measured on this machine, in one line; None if it can. May be slow:
    :meth:`sort` calls it once at most, and only if there is a real-time cell to measure."""
    place: str = ""  # its name in jobs
    one_machine: bool = True  # the only one of its kind

    def sort(self, tasks: list[Task], records: dict[str, Record], fresh: bool = False) -> Plan:
        """Sort the tasks, given the records (by cell id). fresh: keep none."""
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
        """True if measuring the task again would add nothing to the record.

        That is, it is ok and has the same profile, machine, sources, command line and probes.
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
        """True if the record is ok and has the same profile, machine and sources."""
        origin = record["provenance"]
        return (
            record["status"] == "ok"
            and record["profile"] == self.profile
            and Cell(**record["cell"]) == task.cell
            and origin["source_hash"] == self.provenance.source_hash(task.cell.implementation)
            and machine.is_same(self.provenance.machine, origin["machine"])
        )


def _is_so_probed(realtime: dict[str, Any], load: Realtime) -> bool:
    """True if the probes match the load, which the command line does not contain."""
    given = [one["interval_ns"] for one in realtime["probes"] if one.get("purpose") == "given"]
    search, settings = realtime.get("search"), load.search
    if search is None or settings is None:
        every = tuple(dict.fromkeys(given))  # each fork probes all of them
        return search is settings and every == load.intervals_ns
    keys = ("shortest_ns", "longest_ns", "resolution", "longest_seconds")
    return all(search.get(key) == getattr(settings, key) for key in keys)
