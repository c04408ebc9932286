"""What pages show of times that were taken one by one: percentiles, from 0 to 100."""

import itertools
from typing import Any

import altair as alt

from course.site.bench_tables import add_groups
from course.site.context import Context
from course.site.drawing import data, drawn, lined, log_domain, log_scale, points, told_apart
from course.site.origins import bench_source_line
from course.site.svg import Chart
from course.site.table import Table, TableCell, left
from course.site.widths import WIDTH
from course.stats.bench_figures import at_percentile, groups_of
from course.stats.benches import Benches, BenchRecord
from course.stats.numbers import quantity

HEIGHT = 240

LONGEST = 100_000.0
"""Where 100 % stands, which would be infinitely far: a step of the scale behind 99.99 %."""


class BenchPercentiles:
    """Both take a metric that programs give by its percentiles, and groups: by default all."""

    def __init__(self, benches: Benches) -> None:
        self._benches = benches

    def table(self, name: str, metric: str, *groups: str) -> Table:
        """A row for each contestant, a column for each percentile."""
        record = self._benches.primary(name)
        shown, ranks = groups_of(record, metric, groups), _ranks(record, metric)
        what = record.metrics[metric]
        unit = f", {what['unit']}" if what["unit"] else ""
        table = Table(f"{what['title']}, percentiles{unit}", benches=[record])
        table.head = [[left(""), *(TableCell(f"{rank}\u00a0%") for rank in ranks)]]

        def cells(one: dict[str, Any]) -> list[TableCell]:
            here = [rank for rank in ranks if rank in _percentiles(one, metric)]
            return [table.measured(at_percentile(record, one["id"], metric, rank)) for rank in here]

        add_groups(table, record, shown, cells)
        table.remarks.append(what["caption"])
        table.remarks.append(
            "0 % is the shortest time, 100 % the longest. Each figure is the geometric mean of "
            "the rounds, with the lowest and the highest below it."
        )
        return table

    def chart(self, name: str, metric: str, *groups: str) -> Chart:
        """A panel for each group, a line for each contestant."""
        record = self._benches.primary(name)
        found = {key: _points(record, metric, key) for key in groups_of(record, metric, groups)}
        what = record.metrics[metric]
        rows = [row for inside in found.values() for row in inside]
        domain = log_domain(row["value"] for row in rows)
        panels = [
            _panel(inside, _ranks(record, metric), domain, what["unit"]).properties(
                title=[what["title"], record.groups[key]["label"]]
            )
            for key, inside in found.items()
            if inside
        ]
        remark = (
            "Both scales are logarithmic: a step from 90 to 99 % is as wide as one from 99 to "
            "99.9 %, and the last point is the longest time of all. A point is the mean of "
            "the rounds."
        )
        title, spoken = f"{record.raw['title']}: percentiles", (row["spoken"] for row in rows)
        source, table = bench_source_line(record), self.table(name, metric, *groups)
        return drawn(title, remark, spoken, panels, source, table.folded(), apart=True)


def _percentiles(contestant: dict[str, Any], metric: str) -> set[str]:
    """Those that the contestant has of the metric."""
    return set(contestant["figures"].get(metric, {}).get("percentiles", ()))


def _ranks(record: BenchRecord, metric: str) -> list[str]:
    """The percentiles that all have who have any, from 0 to 100."""
    known = [_percentiles(one, metric) for one in record.contestants.values()]
    return sorted(set.intersection(*filter(None, known)), key=float) if any(known) else []


def _points(record: BenchRecord, metric: str, group: str) -> list[dict[str, Any]]:
    """A group's points; a time of 0 has no place on a logarithmic scale."""
    points = []
    label = record.groups[group]["label"]
    inside = [one for one in record.contestants.values() if one["group"] == group]
    for one, rank in itertools.product(inside, _ranks(record, metric)):
        if rank not in _percentiles(one, metric):
            continue
        found = at_percentile(record, one["id"], metric, rank)
        if found.value:
            told = f"{label}, {one['label']}, {rank} %: {quantity(found.value, found.unit)}."
            point = {"contestant": one["label"], "rank": rank, "value": found.value}
            points.append(point | {"spoken": told})
    return points


def _panel(
    rows: list[dict[str, Any]], ranks: list[str], domain: list[float], unit: str
) -> alt.LayerChart:
    places = {rank: _place(float(rank)) for rank in ranks}
    base = data([{**point, "place": places[point["rank"]]} for point in rows])
    x = alt.X(
        "place:Q",
        title="percentile",
        scale=alt.Scale(type="log", domain=[1, LONGEST], nice=False),
        axis=alt.Axis(
            values=list(places.values()),
            labelExpr=f"datum.value < {LONGEST} ? format(100 - 100 / datum.value, '.6~r') : '100'",
        ),
    )
    y = alt.Y("value:Q", title=unit, **log_scale(domain))
    colour, shape = told_apart("contestant", [*dict.fromkeys(one["contestant"] for one in rows)])
    return alt.layer(
        lined(base, x=x, y=y, color=colour),
        points(base, size=52).encode(x=x, y=y, color=colour, shape=shape),
    ).properties(width=WIDTH, height=HEIGHT)


def _place(rank: float) -> float:
    """Where a percentile stands, on a scale of 1 / (1 - p) as plots of HdrHistogram have it."""
    return round(100 / (100 - rank), 3) if rank < 100 else LONGEST


def macros(context: Context) -> dict[str, Any]:
    percentiles = BenchPercentiles(context.benches)
    return {"bench_percentiles_table": percentiles.table, "bench_percentiles": percentiles.chart}
