"""Profiles: which cells are measured, and for how long. The data are in ``profiles.toml``."""

import dataclasses
import functools
import itertools
import tomllib
from pathlib import Path
from typing import Any

from course.errors import UsageError
from course.model.cells import Cell
from course.model.solutions import IMPLEMENTATIONS

FILE = Path(__file__).with_name("profiles.toml")


@dataclasses.dataclass(frozen=True)
class Batch:
    """Rounds of a batch cell. A limit of 0 ms is none; settle None is the program's own rule."""

    packets: int
    warmup_rounds: int
    rounds: int
    round_limit_ms: int
    settle: int | None = None


@dataclasses.dataclass(frozen=True)
class Search:
    """How the shortest interval without loss is looked for: see search.py."""

    service_seconds: float  # at full speed, for the prediction
    warmup_seconds: float  # at full speed, before; the JVM compiles then, beside a spinning clock
    shortest_ns: int
    longest_ns: int
    resolution: float  # 0.1: the next shorter interval known to lose is at most 10 % below
    longest_seconds: float  # of a probe; up to that it sees as many packets as the service run


@dataclasses.dataclass(frozen=True)
class Realtime:
    """What a real-time cell probes: the intervals given, in their order, or those of a search."""

    seconds_per_interval: float  # of a search: at least
    warmup_seconds: float
    intervals_ns: tuple[int, ...] = ()
    search: Search | None = None


@dataclasses.dataclass(frozen=True)
class Task:
    """A cell with all that is needed to measure it."""

    cell: Cell
    scale: int
    forks: int
    seconds: float  # expected duration of one fork
    timeout_s: float  # of one fork
    load: Batch | Realtime
    jvm_flags: tuple[str, ...] = ()  # beside those of every JVM
    part: str | None = None  # of the profile; None: it has no parts


@dataclasses.dataclass(frozen=True)
class Profile:
    """A named list of tasks, and the time that all of them may take together."""

    name: str
    budget_s: float
    most_rounds: int
    """Of a pair that stays open. The more looks at a verdict, the wider its interval."""
    tasks: tuple[Task, ...]

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of its parts, which may be measured one by one; most profiles have none."""
        return tuple(dict.fromkeys(task.part for task in self.tasks if task.part is not None))


@functools.cache
def load(name: str) -> Profile:
    """The profile of that name. Raises UsageError."""
    data = _data()
    if name not in data:
        raise UsageError(f"unknown profile '{name}'; valid profiles: {', '.join(data)}")
    profile = data[name]
    blocks = (_whole(profile, block) for block in profile["cells"])
    tasks = [task for block in blocks for task in _tasks(profile, block)]
    return Profile(name, profile["budget_s"], profile["most_rounds"], tuple(tasks))


def _data() -> dict[str, Any]:
    with FILE.open("rb") as file:
        return tomllib.load(file)


def _whole(profile: dict[str, Any], block: dict[str, Any]) -> dict[str, Any]:
    """The block, with the values of the load that it names."""
    return profile["loads"][block["load"]] | block if "load" in block else block


def _tasks(profile: dict[str, Any], block: dict[str, Any]) -> list[Task]:
    # The strategy varies fastest: those that are compared run one after another, when the
    # machine is in the same mood.
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
        heap = (
            block.get("heap", profile.get("heap", IMPLEMENTATIONS[implementation].heap))
            if runtime
            else None
        )
        cell = Cell(
            implementation=implementation,
            collector=collector,
            jdk=int(jdk) if jdk else None,
            strategy=strategy,
            case=case,
            mode=block["mode"],
            generator=generator,
            heap=heap,
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
                load=_load(block),
                jvm_flags=tuple(profile.get("jvm_flags", ())),
                part=part,
            )
        )
    return tasks


def _runtimes(block: dict[str, Any]) -> list[tuple[str | None, str | None]]:
    """Part of the profile and Java runtime, either of which there may be none."""
    runtimes, part = block.get("runtimes", [None]), block.get("part")
    if isinstance(runtimes, dict):
        return [(part, runtime) for part, some in runtimes.items() for runtime in some]
    return [(part, runtime) for runtime in runtimes]


def _load(block: dict[str, Any]) -> Batch | Realtime:
    if block["mode"] == "batch":
        return Batch(**_fields(Batch, block))
    values = _fields(Realtime, block)
    if "search" in values:
        values["search"] = Search(**values["search"])
    else:
        values["intervals_ns"] = tuple(values["intervals_ns"])
    return Realtime(**values)


def _fields(kind: type, block: dict[str, Any]) -> dict[str, Any]:
    return {
        field.name: block[field.name] for field in dataclasses.fields(kind) if field.name in block
    }
