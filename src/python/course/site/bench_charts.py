"""The charts of benches: contestants on a logarithmic scale, group by group."""

import functools
from collections.abc import Sequence
from typing import Any

import altair as alt

from course.model.solutions import FAMILIES
from course.site.bench_tables import add_groups, tells
from course.site.chart_tables import behind
from course.site.context import Context
from course.site.drawing import drawn, log_domain, spreads
from course.site.origins import bench_source_line
from course.site.signs import sign
from course.site.svg import INK, Chart
from course.site.table import Table, TableCell, left
from course.site.widths import WIDTH
from course.stats.bench_figures import figure
from course.stats.benches import Benches, BenchRecord
from course.stats.errors import choose
from course.stats.numbers import quantity


def bench_chart(benches: Benches, name: str, *metrics: str, groups: tuple[str, ...] = ()) -> Chart:
    """A panel for each metric and group: a point a contestant, a line its rounds.

    `metrics` and `groups`: by default the bench's main metrics, and all groups.
    Unknown names raise FigureError.
    """
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
            inside = [row for row in rows if row["group"] == group]
            if inside:
                panels.append(_panel(record, metric, inside, domain, least))
                spoken += [row["spoken"] for row in inside]
    has_bound = any(record.bound(metric) for metric in shown)
    remark = (
        "The scale is logarithmic: equal distances are equal ratios. A point is the mean of "
        "the rounds, and its line covers them all. If two lines overlap, check the table, whose "
        "ratios compare within a round."
    )
    if has_bound:
        remark += " The dashed line is the estimated floor."
    left_out = sum(
        one["status"] != "ok" and one["group"] in parts for one in record.contestants.values()
    )
    if left_out:
        some = "contestant" if left_out == 1 else "contestants"
        remark += f" The tables also list {left_out} {some} that couldn't be measured."
    table, source = _table(record, shown, parts), bench_source_line(record)
    return drawn(record.raw["title"], remark, spoken, panels, source, table.folded())


def _table(record: BenchRecord, metrics: Sequence[str], groups: Sequence[str]) -> Table:
    """A column for each metric; also of who has no figure that a scale can show."""
    table = behind(record.raw["title"])
    heads = [record.metrics[metric] for metric in metrics]
    table.head = [[left(""), *(TableCell(", ".join(filter(None, (what["title"], what["unit"]))))
                               for what in heads)]]  # fmt: skip

    def cells(one: dict[str, Any]) -> list[TableCell]:
        name = one["id"]
        if not any(tells(record, name, metric) for metric in metrics):
            return []
        return [table.measured(figure(record, name, metric)) for metric in metrics]

    add_groups(table, record, groups, cells)
    return table


def _rows(record: BenchRecord, metric: str) -> list[dict[str, Any]]:
    """Those that have a figure which a logarithmic scale can show."""
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
                # A program of the course looks as it does in other charts.
                "colour": f"var(--course-{name})" if name in FAMILIES else INK,
                "shape": sign(name) if name in FAMILIES else "circle",
                "spoken": f"{record.groups[one['group']]['label']}, {one['label']}: {text}.",
            }
        )
    return rows


def _panel(
    record: BenchRecord,
    metric: str,
    rows: list[dict[str, Any]],
    domain: list[float],
    least: float | None,
) -> alt.LayerChart:
    what = record.metrics[metric]
    layers = spreads(
        rows,
        domain,
        what["unit"] or what["title"],
        alt.Shape("shape:N", scale=None, legend=None),
        size=70,
        limit=least,
        y=alt.Y("contestant:N", sort=[row["contestant"] for row in rows], title=None),
        color=alt.Color("colour:N", scale=None, legend=None),
    )
    label = record.groups[rows[0]["group"]]["label"]
    title = [what["title"], label]  # two lines: in one, the longest would be cut
    return alt.layer(*layers).properties(width=WIDTH, height=alt.Step(20), title=title)


def macros(context: Context) -> dict[str, Any]:
    return {"bench_chart": functools.partial(bench_chart, context.benches)}
