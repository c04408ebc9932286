"""Tables that compare figures published by others with ours.

The figures are in ``results/``; published.toml describes them.
"""

import csv
import dataclasses
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from course.site.remarks import REMARKS
from course.site.table import Table, TableCell, divided, first, grouped_heads, row_header
from course.stats.bench_figures import at_percentile, figure
from course.stats.benches import Benches, BenchRecord
from course.stats.errors import PublishError, choose
from course.stats.figures import Figure

DEFINITIONS = Path(__file__).with_name("published.toml")

COLUMNS: Mapping[str, tuple[str, Callable[[float], float]]] = {
    "score_ops_per_us": ("ns", lambda operations: 1e3 / operations),
    "score_ops_per_ms": ("ns", lambda operations: 1e6 / operations),
    "latency_us": ("ns", lambda microseconds: microseconds * 1e3),
    "alloc_bytes_per_op": ("B", lambda amount: amount),
}
"""Column -> our unit, and the conversion to it: a rate becomes the time of one operation."""


@dataclasses.dataclass(frozen=True)
class Row:
    label: str
    contestant: str
    figure: Figure


@dataclasses.dataclass(frozen=True)
class Group:
    """Figures of one kind, compared with the first."""

    label: str
    metric: str
    percentile: str  # the percentile of that metric; empty: the metric itself
    rows: tuple[Row, ...]


@dataclasses.dataclass(frozen=True)
class Published:
    title: str
    bench: str
    remark: str
    has_errors: bool
    is_alone: bool  # True if we record nothing of the kind: the table has no columns of ours
    groups: tuple[Group, ...]


def load(name: str, root: Path) -> Published:
    """Load a table. Raises FigureError for an unknown name, PublishError naming a bad file."""
    definitions = tomllib.loads(DEFINITIONS.read_text(encoding="utf-8"))
    choose(name, definitions, "table of published figures")
    defined = definitions[name]
    path = root / "results" / defined["file"]
    try:
        with path.open(encoding="utf-8", newline="") as file:
            found = list(csv.DictReader(file))
        groups = tuple(_groups(defined, found))
    except (OSError, ValueError, KeyError) as error:
        raise PublishError(f"{path}: cannot read the published figures: {error}") from error
    told = (defined[key] for key in ("title", "bench", "remark"))
    alone = defined.get("alone", False)
    return Published(*told, has_errors="error" in defined, is_alone=alone, groups=groups)


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
                rows=tuple(
                    Row(label, contestant, _figure(defined, label, by_name[label]))
                    for label, contestant in group.get("rows", defined.get("rows", {})).items()
                ),
            )


def _figure(defined: dict[str, Any], label: str, row: dict[str, str]) -> Figure:
    unit, convert = COLUMNS[defined["column"]]
    per, value = defined.get("per", 1), float(row[defined["column"]])
    found = Figure(convert(value) / per, unit, about=f"published: {label}")
    error = float(row[defined["error"]]) if "error" in defined else 0.0
    if not 0 < error < value:
        return found
    ends = sorted(convert(end) / per for end in (value - error, value + error))
    return dataclasses.replace(found, low=ends[0], high=ends[1])


def published_table(benches: Benches, root: Path, name: str) -> Table:
    """Tabulate published, reference and this build's figures, with ratios within each column."""
    found = load(name, root)
    whole = benches.primary(found.bench)
    records = [] if found.is_alone else benches.all(found.bench)
    unit = found.groups[0].rows[0].figure.unit
    table = Table(f"{found.title}, {unit}", benches=records)
    titles = ["published", *(record.title for record in records)]
    pairs = ([TableCell("figure"), TableCell("ratio")] for _ in titles)
    table.head = grouped_heads(titles, pairs)
    for group in found.groups:
        columns = [[row.figure for row in group.rows]]
        columns += [[_ours(one, group, row.contestant) for row in group.rows] for one in records]
        body = []
        for index, row in enumerate(group.rows):
            ours = whole.contestants.get(row.contestant, {})
            cells = [row_header(ours.get("label", row.label))]
            for column in columns:
                ratio = divided(column[index].value, column[0].value)
                if index == 0 and ratio.html:
                    ratio = dataclasses.replace(ratio, html="1")
                cells += first([table.measured(column[index]), ratio])
            body.append(cells)
        table.add_group(group.label, body)
    table.remarks.append(found.remark)
    if found.is_alone:
        table.remarks.append("Ratios are to the group's first figure.")
        return table
    errors = ", the one below published figures is JMH's interval" if found.has_errors else ""
    table.remarks.append(f"{REMARKS['published_table']}{errors}.")
    return table


def _ours(record: BenchRecord, group: Group, contestant: str) -> Figure:
    ours = figure(record, contestant, group.metric)
    if not group.percentile or ours.value is None:
        return ours
    found = record.contestants[contestant]["figures"][group.metric].get("percentiles", {})
    if group.percentile not in found:
        reason = "our rounds are too short for this percentile, or don't record it"
        return Figure.absent("", reason, contestant)
    return at_percentile(record, contestant, group.metric, group.percentile)
