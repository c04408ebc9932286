"""Charts of benches, group by group: contestants, and percentiles of times taken singly."""

import itertools
from collections.abc import Sequence
from typing import Any

import altair as alt

from course.model.solutions import FAMILIES
from course.site import drawing
from course.site.bench_tables import add_groups, tells
from course.site.captions import plural
from course.site.cases import behind
from course.site.drawing import Rows, data, drawn, lined, log_domain, log_scale, points, told_apart
from course.site.origins import bench_source_line
from course.site.remarks import REMARKS
from course.site.signs import sign
from course.site.svg import INK, Chart
from course.site.table import Table, TableCell, left
from course.site.widths import WIDTH
from course.stats.bench_figures import at_percentile, figure, groups_of
from course.stats.benches import Benches, BenchRecord
from course.stats.errors import choose
from course.stats.numbers import quantity

LONGEST = 100_000.0
"""Position of 100 %, which would be at infinity: one step of the scale beyond 99.99 %."""


def bench_chart(benches: Benches, name: str, *metrics: str, groups: tuple[str, ...] = ()) -> Chart:
    """Draw a panel for each metric (by default the main ones) and group: its rounds are a line."""
    record = benches.primary(name)
    for metric in metrics:
        choose(metric, record.metrics, "metric")
    for group in groups:
        choose(group, record.groups, "group")
    shown, parts = metrics or record.main_metrics, groups or tuple(record.groups)
    panels, spoken = [], []
    for metric in shown:
        rows = _rows(record, metric)
        bound = record.bound(metric)
        least = bound["ns"] if bound else None
        domain = log_domain([least, *(row[key] for row in rows for key in ("low", "high"))])
        for group in parts:
            if inside := [row for row in rows if row["group"] == group]:
                panels.append(_panel(record, metric, inside, domain, least))
                spoken += [row["spoken"] for row in inside]
    remark = REMARKS["bench_chart"]
    if any(map(record.bound, shown)):
        remark += " The dashed line is the estimated floor."
    inside = [one for one in record.contestants.values() if one["group"] in parts]
    if left_out := sum(one["status"] != "ok" for one in inside):
        some = plural("contestant", left_out)
        remark += f" The tables also list {left_out} {some} that couldn't be measured."
    table, source = _table(record, shown, parts), bench_source_line(record)
    return drawn(record.raw["title"], remark, spoken, panels, source, table.folded())


def _table(record: BenchRecord, metrics: Sequence[str], groups: Sequence[str]) -> Table:
    """Add a column for each metric; rows include contestants that the scale cannot show."""
    table = behind(record.raw["title"])
    shown = (record.metrics[metric] for metric in metrics)
    heads = (", ".join(filter(None, (what["title"], what["unit"]))) for what in shown)
    table.head = [[left(""), *map(TableCell, heads)]]

    def cells(one: dict[str, Any]) -> list[TableCell]:
        name = one["id"]
        if not any(tells(record, name, metric) for metric in metrics):
            return []
        return [table.measured(figure(record, name, metric)) for metric in metrics]

    add_groups(table, record, groups, cells)
    return table


def _rows(record: BenchRecord, metric: str) -> Rows:
    """Return the contestants whose figure a logarithmic scale can show."""
    rows = []
    for name, one in record.contestants.items():
        found = figure(record, name, metric)
        if found.value is None or found.value <= 0 or not found.low or found.low <= 0:
            continue
        text = quantity(found.value, found.unit)
        rows.append(
            {
                "contestant": one["label"],
                "group": one["group"],
                "value": found.value,
                "low": found.low,
                "high": found.high,
                # Programs of the course look as they do in other charts.
                "colour": f"var(--course-{name})" if name in FAMILIES else INK,
                "shape": sign(name) if name in FAMILIES else "circle",
                "spoken": f"{record.groups[one['group']]['label']}, {one['label']}: {text}.",
            }
        )
    return rows


def _panel(
    record: BenchRecord, metric: str, rows: Rows, domain: list[float], least: float | None
) -> alt.LayerChart:
    what = record.metrics[metric]
    axis, shape = what["unit"] or what["title"], alt.Shape("shape:N", scale=None, legend=None)
    y = alt.Y("contestant:N", sort=[row["contestant"] for row in rows], title=None)
    shade = alt.Color("colour:N", scale=None, legend=None)
    layers = drawing.spreads(rows, domain, axis, shape, size=70, limit=least, y=y, color=shade)
    label = record.groups[rows[0]["group"]]["label"]
    title = [what["title"], label]  # two lines: on one, the longest title would be cut
    return alt.layer(*layers).properties(width=WIDTH, height=alt.Step(20), title=title)


class BenchPercentiles:
    """Percentiles of a metric whose times were taken singly; `groups` are all by default."""

    def __init__(self, benches: Benches) -> None:
        self._benches = benches

    def percentiles_table(self, name: str, metric: str, *groups: str) -> Table:
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
        table.remarks += [what["caption"], REMARKS["bench_percentiles_table"]]
        return table

    def percentiles(self, name: str, metric: str, *groups: str) -> Chart:
        """A panel for each group, a line for each contestant."""
        record = self._benches.primary(name)
        found = {key: _points(record, metric, key) for key in groups_of(record, metric, groups)}
        what = record.metrics[metric]
        rows = [row for inside in found.values() for row in inside]
        domain = log_domain(row["value"] for row in rows)
        ranks, panels = _ranks(record, metric), []
        for key, inside in found.items():
            if inside:
                panel = _percentiles_panel(inside, ranks, domain, what["unit"])
                title = [what["title"], record.groups[key]["label"]]
                panels.append(panel.properties(title=title))
        remark = REMARKS["bench_percentiles"]
        title, spoken = f"{record.raw['title']}: percentiles", (row["spoken"] for row in rows)
        source, table = bench_source_line(record), self.percentiles_table(name, metric, *groups)
        return drawn(title, remark, spoken, panels, source, table.folded(), apart=True)


def _percentiles(contestant: dict[str, Any], metric: str) -> set[str]:
    return set(contestant["figures"].get(metric, {}).get("percentiles", ()))


def _ranks(record: BenchRecord, metric: str) -> list[str]:
    """Return the percentiles common to all contestants that have any, in ascending order."""
    known = [_percentiles(one, metric) for one in record.contestants.values()]
    return sorted(set.intersection(*filter(None, known)), key=float) if any(known) else []


def _points(record: BenchRecord, metric: str, group: str) -> Rows:
    """Return a group's points, without times of 0: a logarithmic scale cannot show them."""
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


def _percentiles_panel(
    rows: Rows, ranks: list[str], domain: list[float], unit: str
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
    ).properties(width=WIDTH, height=240)


def _place(rank: float) -> float:
    """Return a percentile's position on the scale 1 / (1 - p), as in HdrHistogram's plots."""
    return round(100 / (100 - rank), 3) if rank < 100 else LONGEST
