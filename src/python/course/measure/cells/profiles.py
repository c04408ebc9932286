"""Profiles: which cells to measure, and for how long. The data are in ``profiles.toml``."""

import dataclasses
import functools
import itertools
import math
import tomllib
from pathlib import Path
from typing import Any

import pydantic.dataclasses
from pydantic import TypeAdapter

from course.errors import UsageError
from course.model.cells import Cell
from course.model.solutions import IMPLEMENTATIONS

FILE = Path(__file__).with_name("profiles.toml")


Seconds = int | float  # as written, since records compare command lines


@pydantic.dataclasses.dataclass(frozen=True)
class Batch:
    """Rounds of a batch cell. Limit 0 ms: none; settle None: the program's default."""

    packets: int
    warmup_rounds: int
    rounds: int
    round_limit_ms: int
    settle: int | None = None


@pydantic.dataclasses.dataclass(frozen=True)
class Search:
    """How to find the shortest interval without loss: see search.py."""

    service_seconds: Seconds  # at full speed, for the prediction
    warmup_seconds: Seconds  # before that, at full speed; the JVM compiles, beside a spinning clock
    shortest_ns: int
    longest_ns: int
    resolution: float  # 0.1: the next shorter interval, known to lose, is at most 10 % below
    longest_seconds: Seconds  # of a probe; within that it sees as many packets as the service run


@pydantic.dataclasses.dataclass(frozen=True)
class Realtime:
    """Probes of a real-time cell: the given intervals, in order, or those of a search."""

    seconds_per_interval: Seconds  # at least, in a search
    warmup_seconds: Seconds
    intervals_ns: tuple[int, ...] = ()
    search: Search | None = None


_LOADS = {"batch": TypeAdapter(Batch), "realtime": TypeAdapter(Realtime)}
"""Mode -> what reads its load; other keys of a block are left alone."""


@dataclasses.dataclass(frozen=True)
class Task:
    """A cell and everything needed to measure it."""

    cell: Cell
    scale: int
    forks: int
    seconds: float  # expected duration of one fork
    timeout_s: float  # of one fork
    load: Batch | Realtime
    jvm_flags: tuple[str, ...] = ()  # in addition to the usual ones
    part: str | None = None  # of the profile, if it has parts


@dataclasses.dataclass(frozen=True)
class Profile:
    """A named list of tasks, and their total time budget."""

    name: str
    budget_s: float
    most_rounds: int
    """For a pair that stays open. The more interim looks, the wider a verdict's interval."""
    tasks: tuple[Task, ...]

    @property
    def parts(self) -> tuple[str, ...]:
        """Names of its parts, which may be measured separately; most profiles have none."""
        return tuple(dict.fromkeys(task.part for task in self.tasks if task.part is not None))

    def with_rounds(self, rounds: int) -> "Profile":
        """The profile with exactly that many rounds of each cell, whatever they show."""
        tasks = tuple(dataclasses.replace(task, forks=rounds) for task in self.tasks)
        return dataclasses.replace(self, budget_s=math.inf, most_rounds=rounds, tasks=tasks)


@functools.cache
def load(name: str) -> Profile:
    """Load the profile of that name. Raises UsageError."""
    data = _data()
    if name not in data:
        raise UsageError(f"unknown profile '{name}'; valid profiles: {', '.join(data)}")
    profile = data[name]
    tasks = [task for block in profile["cells"] for task in _tasks(profile, block)]
    return Profile(name, profile["budget_s"], profile["most_rounds"], tuple(tasks))


def _data() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def _tasks(profile: dict[str, Any], block: dict[str, Any]) -> list[Task]:
    if "load" in block:  # its values are the block's own
        block = profile["loads"][block["load"]] | block
    # The strategy varies fastest: compared cells run one after another, while the machine's state
    # is similar.
    combinations = itertools.product(
        block["implementations"],
        _runtimes(block),
        block.get("generators", ["counter"]),
        block["cases"],
        block["strategies"],
    )
    tasks = []
    for implementation, (part, runtime), generator, case, strategy in combinations:
        collector, jdk = runtime.split() if runtime else (None, None)
        usual_heap = profile.get("heap", IMPLEMENTATIONS[implementation].heap)
        cell = Cell(
            implementation=implementation,
            collector=collector,
            jdk=int(jdk) if jdk else None,
            strategy=strategy,
            case=case,
            mode=block["mode"],
            generator=generator,
            heap=block.get("heap", usual_heap) if runtime else None,
            variant=block.get("variant"),
        )
        if not cell.makes_sense:
            continue
        tasks.append(
            Task(
                cell=cell,
                scale=profile["scale"],
                forks=block.get("forks", 1),
                seconds=block["seconds"],
                timeout_s=profile["timeout_s"],
                load=_LOADS[cell.mode].validate_python(_adapting(profile, cell) | block),
                jvm_flags=tuple(profile.get("jvm_flags", ())),
                part=part,
            )
        )
    return tasks


def _adapting(profile: dict[str, Any], cell: Cell) -> dict[str, int]:
    """Packets until the cell's collector has adapted, where the profile lists it.

    In case C, a load says how long it settles. Without objects, there is nothing to adapt to.
    """
    packets = profile.get("adapts_after", {}).get(cell.collector)
    has_objects = IMPLEMENTATIONS[cell.implementation].packet_bytes > 0
    return {"settle": packets} if packets and has_objects and cell.case != "C" else {}


def _runtimes(block: dict[str, Any]) -> list[tuple[str | None, str | None]]:
    """Pairs of the profile's part and the Java runtime; either may be None."""
    runtimes, part = block.get("runtimes", [None]), block.get("part")
    if isinstance(runtimes, dict):
        return [(part, runtime) for part, some in runtimes.items() for runtime in some]
    return [(part, runtime) for runtime in runtimes]
