"""Figures that others published, read from ``results/``; published.toml says what they are."""

from __future__ import annotations

import csv
import dataclasses
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from course.stats.errors import PublishError, choose
from course.stats.figures import Figure

DEFINITIONS = Path(__file__).with_name("published.toml")
FOLDER = "results"


def _time_of(ns: float) -> Callable[[float], float]:
    """From so many operations in that time to the time of one, ns."""
    return lambda operations: ns / operations


COLUMNS: Mapping[str, tuple[str, Callable[[float], float]]] = {
    "score_ops_per_us": ("ns", _time_of(1e3)),
    "score_ops_per_ms": ("ns", _time_of(1e6)),
    "latency_us": ("ns", lambda microseconds: microseconds * 1e3),
    "alloc_bytes_per_op": ("B", lambda amount: amount),
}
"""Column -> our unit, and how a figure becomes one in it."""


@dataclasses.dataclass(frozen=True)
class Row:
    """A figure, and our contestant that stands beside it."""

    label: str
    contestant: str
    figure: Figure


@dataclasses.dataclass(frozen=True)
class Group:
    """Figures of one kind; they are compared with the first."""

    label: str
    metric: str
    """Of our bench."""
    percentile: str
    """Of the metric's percentiles; empty: the metric itself."""
    is_mean: bool
    """Of what our metric gives by its percentiles alone: so nothing of ours stands beside it."""
    rows: tuple[Row, ...]


@dataclasses.dataclass(frozen=True)
class Published:
    """A table of such figures."""

    title: str
    bench: str
    remark: str
    has_errors: bool
    groups: tuple[Group, ...]


def names() -> list[str]:
    """The tables that there are."""
    return list(_definitions())


def load(name: str, root: Path) -> Published:
    """A table by its name. Raises FigureError for an unknown one, PublishError naming the file."""
    definitions = _definitions()
    choose(name, definitions, "table of published figures")
    defined = definitions[name]
    path = root / FOLDER / defined["file"]
    try:
        with path.open(encoding="utf-8", newline="") as file:
            found = list(csv.DictReader(file))
        groups = tuple(_groups(defined, found))
    except (OSError, ValueError, KeyError) as error:
        raise PublishError(f"{path}: cannot read the published figures: {error}") from error
    return Published(
        title=defined["title"],
        bench=defined["bench"],
        remark=defined["remark"],
        has_errors="error" in defined,
        groups=groups,
    )


def _definitions() -> dict[str, Any]:
    return tomllib.loads(DEFINITIONS.read_text(encoding="utf-8"))


def _groups(defined: dict[str, Any], found: list[dict[str, str]]) -> Iterator[Group]:
    for group in defined["groups"]:
        for rank in group.get("percentiles", [""]):
            where = group["where"] | ({"percentile": rank} if rank else {})
            fitting = [row for row in found if all(row[key] == where[key] for key in where)]
            by_name = {row[defined["names"]]: row for row in fitting}
            yield Group(
                label=f"{group['label']}, {rank}\u00a0%" if rank else group["label"],
                metric=group["metric"],
                percentile=rank,
                is_mean=group.get("mean", False),
                rows=tuple(
                    Row(label, contestant, _figure(defined, label, by_name[label]))
                    for label, contestant in group.get("rows", defined.get("rows", {})).items()
                ),
            )


def _figure(defined: dict[str, Any], label: str, row: dict[str, str]) -> Figure:
    unit, convert = COLUMNS[defined["column"]]
    per, value = defined.get("per", 1), float(row[defined["column"]])
    figure = Figure(convert(value) / per, unit, about=f"published: {label}")
    error = float(row[defined["error"]]) if "error" in defined else 0.0
    if not 0 < error < value:
        return figure
    ends = sorted(convert(end) / per for end in (value - error, value + error))
    return dataclasses.replace(figure, low=ends[0], high=ends[1])
