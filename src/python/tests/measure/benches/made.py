"""Records of benches that nobody ran: of what a test says that contestants gave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from course.model.bench import Comparison, Contestant, Group, Metric, Program
from course.model.bench_definition import definition
from course.model.bench_record import GroupRecord
from course.process import bench_store

from ..samples import MACHINE

Told = dict[str, Any]

STARTED = "2020-01-01T00:00:00Z"
ORIGIN = {
    "commit": "c" * 40,
    "dirty": False,
    "source_hash": "5" * 64,
    "machine": MACHINE,
    "started": STARTED,
    "duration_s": 100.0,
}
PROGRAM = Program(("fake",), {"all": ()})


def rounds(mean: float) -> list[float]:
    """Three, whose geometric mean this is."""
    return [0.8 * mean, mean, 1.25 * mean]


def told(comparison: Comparison, gave: Mapping[str, Told] | None = None) -> dict[str, Told]:
    """Group -> what its record has. What contestants gave: metric -> a value, or percentiles, of
    each round; and of a contestant that differs in more, all that its record has else."""
    metrics = {one.name: one for one in comparison.metrics}
    made: dict[str, Told] = {}
    for one in comparison.contestants:
        given = {"values": {}, **(gave or {}).get(one.id, {})}
        contestant = {
            "id": one.id,
            "definition": definition(comparison, one, metrics),
            "status": "ok",
            "reason": None,
            "skipped": {},
            "commands": {run: ["fake"] for run in one.program.runs},
            "runtime": None,
            "turns": _turns(given.pop("values"), metrics, one),
        }
        group = {
            "schema": 2,
            "bench": comparison.name,
            "group": one.group,
            "rounds": 3,
            "asked": {"rounds": 3, "seconds": 0.5, "seed": 1},
            "metrics": [*metrics],
            "contestants": [],
            "counts": [],
            "caveats": [],
            "provenance": ORIGIN,
        }
        made.setdefault(one.group, group)["contestants"].append(contestant | given)
    return made


def _turns(values: Mapping[str, Sequence[Any]], metrics: Mapping[str, Metric], one: Contestant):
    return [
        {
            "round": number,
            "run": metrics[name].run or next(iter(one.program.runs)),
            "started": STARTED,
            "duration_s": 1.0,
            "peak_rss_mb": None,
            "results": [
                {
                    "metric": metrics[name].source or name,
                    "unit": "ns",
                    "percentiles" if isinstance(value, dict) else "value": value,
                }
            ],
        }
        for name, every in values.items()
        for number, value in enumerate(every, start=1)
    ]


def records(groups: Mapping[str, Told], **of_all: Any) -> list[GroupRecord]:
    """The records of these groups, with what all of them have."""
    return [GroupRecord(**(one | of_all)) for one in groups.values()]


def write(groups: Mapping[str, Told], folder: Path, **of_all: Any) -> None:
    """Write the records into a folder of benches."""
    for one in records(groups, **of_all):
        bench_store.write(one, folder / one.bench)


def bench(
    name: str,
    groups: Mapping[str, tuple[str, str]],
    contestants: Mapping[str, str],
    metrics: Sequence[Metric],
    **more: Any,
) -> Comparison:
    """A comparison. groups: key -> label and baseline; contestants: id -> group."""
    return Comparison(
        name=name,
        title=name.capitalize(),
        sources=(),
        rounds=3,
        seconds=0.5,
        timeout_s=1.0,
        groups=tuple(Group(key, *rest) for key, rest in groups.items()),
        metrics=tuple(metrics),
        contestants=tuple(
            Contestant(key, f"the {key}", group, PROGRAM) for key, group in contestants.items()
        ),
        **more,
    )
