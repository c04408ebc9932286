"""The charts of benches: contestants on a logarithmic scale, group by group."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import altair as alt
from markupsafe import Markup

from course.model.solutions import FAMILIES
from course.site.bench_tables import source_line, tells
from course.site.blocks import render
from course.site.captions import left
from course.site.drawing import WIDTH, data, log_domain, log_x, nothing_measured
from course.site.signs import sign
from course.site.svg import FAINT, INK, draw_twice, family_colours
from course.site.table import Cell, Table, row_header
from course.stats.bench_figures import figure
from course.stats.benches import Benches, BenchRecord
from course.stats.errors import choose
from course.stats.numbers import quantity

_COLOURS = family_colours()
"""Of contestants that are programs of the course: they look here as they do in other charts."""


@dataclasses.dataclass(frozen=True)
class BenchChart:
    """A Vega-Lite specification with all that is said about it, and its record."""

    title: str
    remark: str
    description: str
    spec: dict[str, Any]
    record: BenchRecord
    extra: str
    """HTML that follows the drawing: the same as a table."""

    def html(self) -> str:
        """The chart as HTML, its record named under it."""
        wide, narrow = draw_twice(self.spec, self.title, self.description)
        return render(
            "chart.html",
            title=self.title,
            remark=self.remark,
            extra=Markup(self.extra),
            wide=Markup(wide),
            narrow=Markup(narrow),
            source=Markup(source_line(self.record)),
        )


class BenchCharts:
    """Functions that pages call. Unknown names raise FigureError."""

    def __init__(self, benches: Benches) -> None:
        self._benches = benches

    def one(self, name: str, *metrics: str, groups: tuple[str, ...] = ()) -> BenchChart:
        """A panel for each metric and group: a point a contestant, a line its rounds.

        `metrics` and `groups`: by default the bench's main metrics, and all groups.
        """
        record = self._benches.primary(name)
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
        if not panels:
            panels = [nothing_measured("Nothing was measured in this run.")]
        has_bound = any(record.bound(metric) for metric in shown)
        remark = (
            "The scale is logarithmic: equal distances are equal ratios. A point is the median of "
            "the rounds, its line what eight in ten of them lie between. Where two lines overlap, "
            "ask the table: its ratios compare within a round."
        )
        if has_bound:
            remark += " The dashed line is the lower bound."
        left_out = sum(
            one["status"] != "ok" and one["group"] in parts for one in record.contestants.values()
        )
        if left_out:
            some = "contestant" if left_out == 1 else "contestants"
            remark += f" Without {left_out} {some} that could not be measured: see the tables."
        return BenchChart(
            title=record.raw["title"],
            remark=remark,
            description=" ".join(spoken) or "Nothing was measured.",
            spec=alt.vconcat(*panels, spacing=12).to_dict(),
            record=record,
            extra=_table(record, shown, parts).folded(),
        )


def _table(record: BenchRecord, metrics: Sequence[str], groups: Sequence[str]) -> Table:
    """A column for each metric; also of who has no figure that a scale can show."""
    table = Table(f"{record.raw['title']}, as a table", quiet=True)
    heads = [record.metrics[metric] for metric in metrics]
    table.head = [[left(""), *(Cell(", ".join(filter(None, (what["title"], what["unit"]))))
                               for what in heads)]]  # fmt: skip
    width = 1 + len(metrics)
    for group in groups:
        rows = [
            [
                row_header(one["label"]),
                *(table.measured(figure(record, name, metric)) for metric in metrics),
            ]
            for name, one in record.contestants.items()
            if one["group"] == group and any(tells(record, name, metric) for metric in metrics)
        ]
        if rows:
            label = record.groups[group]["label"]
            table.bodies.append([[Cell(label, "course-left", "rowgroup", colspan=width)], *rows])
    if not table.bodies:
        table.bodies.append([[Cell("not measured", "course-left", colspan=width)]])
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
                "colour": _COLOURS.get(name, INK),
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
    axis = what["unit"] or what["title"]
    base = data(rows)
    names = [row["contestant"] for row in rows]
    y = alt.Y("contestant:N", sort=names, title=None)
    colour = alt.Color("colour:N", scale=None, legend=None)
    layers = [
        base.mark_rule(strokeWidth=1.2).encode(
            x=log_x("low", domain, axis), x2="high:Q", y=y, color=colour
        ),
        base.mark_point(filled=True, size=70, opacity=1, strokeWidth=0).encode(
            x=log_x("value", domain, axis),
            y=y,
            color=colour,
            shape=alt.Shape("shape:N", scale=None, legend=None),
        ),
    ]
    if least is not None:
        rule = data([{"at": least}]).mark_rule(stroke=FAINT, strokeDash=[5, 4])
        layers.insert(0, rule.encode(x=log_x("at", domain, axis)))
    label = record.groups[rows[0]["group"]]["label"]
    title = [what["title"], label]  # two lines: in one, the longest would be cut
    return alt.layer(*layers).properties(width=WIDTH, height=alt.Step(20), title=title)
