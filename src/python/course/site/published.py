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


def load(name: str, root: Path) -> dict[str, Any]:
    """Load a table: its definition, with the rows of each group: their name, our contestant, and
    their figure. Raises FigureError for an unknown name, PublishError naming a bad file."""
    definitions = tomllib.loads(DEFINITIONS.read_text(encoding="utf-8"))
    choose(name, definitions, "table of published figures")
    defined = definitions[name]
    path = root / "results" / defined["file"]
    try:
        with path.open(encoding="utf-8", newline="") as file:
            found = list(csv.DictReader(file))
        return defined | {"groups": [*_groups(defined, found)]}
    except (OSError, ValueError, KeyError) as error:
        raise PublishError(f"{path}: cannot read the published figures: {error}") from error


def _groups(defined: dict[str, Any], found: list[dict[str, str]]) -> Iterator[dict[str, Any]]:
    """Yield the groups; one for each percentile, where a definition lists several."""
    for group in defined["groups"]:
        for rank in group.get("percentiles", [""]):
            where = group["where"] | ({"percentile": rank} if rank else {})
            fitting = [row for row in found if all(row[key] == where[key] for key in where)]
            by_name = {row[defined["names"]]: row for row in fitting}
            rows = [
                (label, contestant, _figure(defined, label, by_name[label]))
                for label, contestant in group.get("rows", defined.get("rows", {})).items()
            ]
            label = f"{group['label']}, {rank}\u00a0%" if rank else group["label"]
            yield group | {"label": label, "percentile": rank, "rows": rows}


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
    whole, is_alone = benches.primary(found["bench"]), found.get("alone", False)
    records = [] if is_alone else benches.all(found["bench"])
    unit, _ = COLUMNS[found["column"]]
    table = Table(f"{found['title']}, {unit}", benches=records)
    titles = ["published", *(record.title for record in records)]
    pairs = ([TableCell("figure"), TableCell("ratio")] for _ in titles)
    table.head = grouped_heads(titles, pairs)
    for group in found["groups"]:
        columns = [[figure for _, _, figure in group["rows"]]]
        columns += [[_ours(one, group, name) for _, name, _ in group["rows"]] for one in records]
        body = []
        for index, (label, contestant, _) in enumerate(group["rows"]):
            ours = whole.contestants.get(contestant, {})
            cells = [row_header(ours.get("label", label))]
            for column in columns:
                ratio = divided(column[index].value, column[0].value)
                if index == 0 and ratio.html:
                    ratio = dataclasses.replace(ratio, html="1")
                cells += first([table.measured(column[index]), ratio])
            body.append(cells)
        table.add_group(group["label"], body)
    table.remarks.append(found["remark"])
    if is_alone:
        table.remarks.append("Ratios are to the group's first figure.")
        return table
    errors = ", the one below published figures is JMH's interval" if "error" in found else ""
    table.remarks.append(f"{REMARKS['published_table']}{errors}.")
    return table


def _ours(record: BenchRecord, group: dict[str, Any], contestant: str) -> Figure:
    metric, percentile = group["metric"], group["percentile"]
    ours = figure(record, contestant, metric)
    if not percentile or ours.value is None:
        return ours
    found = record.contestants[contestant]["figures"][metric].get("percentiles", {})
    if percentile not in found:
        reason = "our rounds are too short for this percentile, or don't record it"
        return Figure.absent("", reason, contestant)
    return at_percentile(record, contestant, metric, percentile)
