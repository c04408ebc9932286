"""Tables in which figures that others published stand beside ours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from course.site import published
from course.site.captions import left
from course.site.context import Context
from course.site.published import Group
from course.site.table import Cell, Table, first, row_header
from course.stats.bench_figures import at_percentile, figure
from course.stats.benches import Benches, BenchRecord
from course.stats.figures import Figure
from course.stats.numbers import times

PERCENTILES_ONLY = "our programs tell percentiles, and no mean"
NO_SUCH_RANK = "our rounds are too short for this percentile, or do not tell it"
"""Why nothing of ours stands beside a published figure."""


class PublishedTables:
    """Functions that pages call. Unknown names raise FigureError."""

    def __init__(self, benches: Benches, root: Path) -> None:
        """root: of the repository, whose ``results/`` hold the figures."""
        self._benches, self._root = benches, root

    def one(self, name: str) -> Table:
        """Published, reference and this build, each with its own ratios."""
        found = published.load(name, self._root)
        records, whole = self._benches.all(found.bench), self._benches.primary(found.bench)
        unit = found.groups[0].rows[0].figure.unit
        table = Table(f"{found.title}, {unit}", benches=records)
        titles = ["published", *(record.title for record in records)]
        table.head = [
            [left("", 2), *(Cell(title, "course-first", colspan=2) for title in titles)],
            [cell for _ in titles for cell in first([Cell("figure"), Cell("ratio")])],
        ]
        for group in found.groups:
            columns = [
                [row.figure for row in group.rows],
                *(
                    [_ours(record, group, row.contestant) for row in group.rows]
                    for record in records
                ),
            ]
            body = []
            for index, row in enumerate(group.rows):
                ours = whole.contestants.get(row.contestant, {})
                cells = [row_header(ours.get("label", row.label))]
                for column in columns:
                    cells += first([table.measured(column[index]), _ratio(column, index)])
                body.append(cells)
            table.add_group(group.label, body)
        table.remarks.append(found.remark)
        table.remarks.append(
            "A ratio is that of the figure to the first one of the group in the same column: other "
            "machines and other Javas stand in columns of their own. Below our figures stands what "
            "eight rounds in ten lie between"
            + (", below published ones the interval that JMH gave." if found.has_errors else ".")
        )
        return table


def _ours(record: BenchRecord, group: Group, contestant: str) -> Figure:
    if group.is_mean:
        return Figure(None, "", status="absent", reason=PERCENTILES_ONLY, about=contestant)
    ours = figure(record, contestant, group.metric)
    if not group.percentile or ours.value is None:
        return ours
    found = record.contestants[contestant]["figures"][group.metric].get("percentiles", {})
    if group.percentile not in found:
        return Figure(None, "", status="absent", reason=NO_SUCH_RANK, about=contestant)
    return at_percentile(record, contestant, group.metric, group.percentile)


def _ratio(column: list[Figure], index: int) -> Cell:
    """To the first of the column."""
    value, base = column[index].value, column[0].value
    if value is None or not base:
        return Cell("", "course-ratio")
    return Cell("1" if index == 0 else times(value / base), "course-ratio")


def macros(context: Context) -> dict[str, Any]:
    """Name in a page -> function."""
    return {"published_table": PublishedTables(context.benches, context.regions.root).one}
