"""Profiles: which cells are measured, and for how long. The data are in ``profiles.toml``."""

from __future__ import annotations

import dataclasses
import itertools
import tomllib
from pathlib import Path
from typing import Any

from course.errors import UsageError
from course.measure.cells import Cell

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
class Realtime:
    """Intervals that a real-time cell probes, in the order given."""

    intervals_ns: tuple[int, ...]
    seconds_per_interval: float
    warmup_seconds: float


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


@dataclasses.dataclass(frozen=True)
class Profile:
    """A named list of tasks, and the time that all of them may take together."""

    name: str
    budget_s: float
    tasks: tuple[Task, ...]


class UnknownProfileError(UsageError):
    """The profile does not exist; one line that lists those that do."""


def names() -> list[str]:
    """The profiles' names, shortest sweep first."""
    return list(_data())


def load(name: str) -> Profile:
    """The profile of that name. Raises UnknownProfileError."""
    data = _data()
    if name not in data:
        raise UnknownProfileError(f"unknown profile '{name}'; valid profiles: {', '.join(data)}")
    profile = data[name]
    tasks = [task for block in profile["cells"] for task in _tasks(profile, block)]
    return Profile(name, profile["budget_s"], tuple(tasks))


def _data() -> dict[str, Any]:
    with FILE.open("rb") as file:
        return tomllib.load(file)


def _tasks(profile: dict[str, Any], block: dict[str, Any]) -> list[Task]:
    # The strategy varies fastest: those that are compared run one after another, when the
    # machine is in the same mood.
    combinations = itertools.product(
        block.get("runtimes", [None]), block["generators"], block["cases"], block["strategies"]
    )
    tasks = []
    for runtime, generator, case, strategy in combinations:
        collector, jdk = runtime.split() if runtime else (None, None)
        cell = Cell(
            implementation=block["implementation"],
            collector=collector,
            jdk=int(jdk) if jdk else None,
            strategy=strategy,
            case=case,
            mode=block["mode"],
            generator=generator,
            heap=block.get("heap"),
        )
        tasks.append(
            Task(
                cell=cell,
                scale=profile["scale"],
                forks=block["forks"],
                seconds=block["seconds"],
                timeout_s=profile["timeout_s"],
                load=_load(block),
                jvm_flags=tuple(block.get("jvm_flags", ())),
            )
        )
    return tasks


def _load(block: dict[str, Any]) -> Batch | Realtime:
    kind = {"batch": Batch, "realtime": Realtime}[block["mode"]]
    fields = {field.name for field in dataclasses.fields(kind)}
    values = {name: value for name, value in block.items() if name in fields}
    if "intervals_ns" in values:
        values["intervals_ns"] = tuple(values["intervals_ns"])
    return kind(**values)
