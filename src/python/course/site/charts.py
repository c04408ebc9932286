"""The charts of the site: what each shows. How it becomes a page's SVG: svg.py."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import altair as alt

from course.model.names import labels
from course.model.probes import QUEUE_MS
from course.model.solutions import CASES, REAL_STRATEGIES, STRATEGIES, Solution
from course.site.captions import SPREAD
from course.site.chart_tables import case_table, probe_table
from course.site.context import Context
from course.site.drawing import (
    WIDTH,
    colour,
    dashed,
    data,
    in_cases,
    joined,
    log_domain,
    log_ticks,
    log_x,
    nothing_measured,
    points,
    shapes_of,
    spread,
    stack,
    strategy_shape,
)
from course.site.origins import source_line
from course.site.svg import FAINT, Chart
from course.site.table import Table, TableCell
from course.stats.figures import Figure, Figures
from course.stats.lookup import Place, solutions
from course.stats.numbers import TIMES, number, quantity
from course.stats.records import Record

FEW = 8
"""So many intervals can stand under an axis, each by itself."""

SMALL = 20
"""Area of a point that tells less than the others."""

_LOG = "The scale is logarithmic: equal distances are equal ratios. "
_ROUNDS = "Thin lines reach from the fastest to the slowest round. "
_CROSS = "Grey crosses are the article's figures of 2019, from another machine. "
_GROWTH = (
    "Look from panel to panel: what moves to the right costs more when more packets are in use. "
)
_ENDS = (
    "A thick line joins the two strategies of one program. Look which one is at its left end, and "
    "whether they change places when more packets are in use. "
)


class Charts:
    """Functions that pages call; each returns a Chart. Unknown names raise FigureError."""

    def __init__(self, figures: Figures) -> None:
        self._figures = figures

    def _measured(self, asked: Sequence[Solution], **which: str) -> list[Solution]:
        """Those that this data set has cells of; all, if it has none of any."""
        has = [one for one in asked if self._figures.dataset.has(one, **which)]
        return has or list(asked)

    def batch(self, *names: str) -> Chart:
        """ns per packet by case and strategy: a point a solution, a thin line its rounds."""
        look = _Look(self._figures, self._measured(solutions(*names)))
        chosen, axis = look.chosen, "ns per packet"
        found: dict[Place, tuple[Figure, float | None]] = {}
        rows = []
        for place in _grid(chosen, STRATEGIES):
            one, strategy, case = place
            old = self._figures.article.find("batch", one.article, strategy, case, "ns_per_packet")
            found[place] = figure, _ = look.say(place, self._figures.batch(*place)), old
            rows.append(look.row(place, figure) | {"old": old})
        domain = log_domain(row[key] for row in rows for key in ("low", "high", "old"))
        y = alt.Y("strategy:N", sort=list(STRATEGIES.values()), title=None)
        encoding = {"y": y, "yOffset": _offset(chosen), "color": _colour(chosen)}

        def layers(inside: list[dict[str, Any]]) -> list[alt.Chart]:
            base = data(inside)
            return [
                spread(base, domain, axis, **encoding),
                _known(base, "old")
                .mark_text(text=TIMES, fontSize=15, color=FAINT, baseline="middle", dy=-1)
                .encode(x=log_x("old", domain, axis), y=y, yOffset=_offset(chosen)),
                points(base).encode(
                    x=log_x("value", domain, axis), shape=_shape(chosen), **encoding
                ),
            ]

        def cells(table: Table, place: Place) -> list[TableCell]:
            figure, old = found[place]
            return [table.measured(figure, f"2019: {number(old)}" if old else "")]

        title = f"Batch mode: ns per packet, {_list(chosen)}"
        remark = _GROWTH + _LOG + _ROUNDS + _CROSS * any(row["old"] for row in rows)
        table = case_table(title, chosen, [*STRATEGIES], cells)
        table.remarks.append(SPREAD)
        return look.chart(title, remark, in_cases(rows, _thick(chosen), layers), table)

    def summary(self, *names: str) -> Chart:
        """To allocate or to pool: both strategies of each solution on one line, case by case."""
        look = _Look(self._figures, self._measured(solutions(*names)))
        chosen, axis, strategies = look.chosen, "ns per packet", ("alloc", "pool")
        found = {
            place: look.say(place, self._figures.batch(*place))
            for place in _grid(chosen, strategies)
        }
        rows = [look.row(place, figure) for place, figure in found.items()]
        domain = log_domain(row[key] for row in rows for key in ("low", "high"))
        lines = list(labels(chosen).values())
        y = alt.Y("solution:N", sort=lines, scale=alt.Scale(domain=lines), title=None)
        encoding = {"y": y, "color": _colour(chosen, legend=False)}
        x = log_x("value", domain, axis)

        def layers(inside: list[dict[str, Any]]) -> list[alt.Chart]:
            base = data(inside)
            return [
                joined(base, x=x, **encoding),
                spread(base, domain, axis, **encoding),
                points(base).encode(x=x, shape=strategy_shape(strategies), **encoding),
            ]

        title = "To allocate or to pool? ns per packet in batch mode"
        table = case_table(
            title, chosen, strategies, lambda table, place: [table.measured(found[place])]
        )
        table.remarks.append(SPREAD)
        return look.chart(title, _ENDS + _LOG + _ROUNDS, in_cases(rows, 21, layers), table)

    def gc(self, *names: str) -> Chart:
        """Pauses of the collector in batch mode: the average, and at the line's end the longest."""
        asked = [one for one in solutions(*(names or ("heap",))) if one.collector]
        look = _Look(self._figures, self._measured(asked))
        chosen, axis = look.chosen, "pause, ms"
        found: dict[Place, tuple[Figure, Figure]] = {}
        rows = []
        for place in _grid(chosen, REAL_STRATEGIES):
            average = look.say(place, self._figures.gc(*place, "avg_pause_ms"))
            longest = self._figures.gc(*place, "max_pause_ms")
            found[place] = average, longest
            row = look.row(place, average)
            rows.append(row | {"low": row["value"], "high": longest.value or None})
        domain = log_domain([QUEUE_MS, *(row[key] for row in rows for key in ("low", "high"))])
        y = alt.Y("strategy:N", sort=[STRATEGIES[s] for s in REAL_STRATEGIES], title=None)
        encoding = {"y": y, "yOffset": _offset(chosen), "color": _colour(chosen)}

        def layers(inside: list[dict[str, Any]]) -> list[alt.Chart]:
            base = data(inside)
            return [
                dashed({"at": QUEUE_MS}).encode(x=log_x("at", domain, axis)),
                spread(base, domain, axis, **encoding),
                _known(base, "high")
                .mark_tick(thickness=3, size=11)
                .encode(x=log_x("high", domain, axis), **encoding),
                points(base).encode(
                    x=log_x("value", domain, axis), shape=_shape(chosen), **encoding
                ),
            ]

        title = f"Pauses of the collector in batch mode, {_list(chosen)}"
        remark = (
            "A point is the average pause, the tick at the end of its line the longest one. Look "
            f"for ticks beyond the dashed line: after {QUEUE_MS} ms the clock queue overflows "
            f"in real time. {_LOG}"
        )
        table = case_table(
            title,
            chosen,
            REAL_STRATEGIES,
            lambda table, place: [table.measured(figure) for figure in found[place]],
            columns=("average, ms", "longest, ms"),
        )
        return look.chart(title, remark, in_cases(rows, _thick(chosen), layers), table)

    def realtime(self, *names: str) -> Chart:
        """Packets lost in real time against the interval between them."""
        look = _Look(self._figures, self._measured(solutions(*names), mode="realtime"), "realtime")
        chosen = look.chosen
        rows = [row for place in _grid(chosen, REAL_STRATEGIES) for row in look.probes(place)]
        rows.sort(key=_panel_order)
        order = list(dict.fromkeys(row["panel"] for row in rows))
        intervals = sorted({row["interval"] for row in rows})
        domain = log_domain(intervals)
        highest = max([1.0, *(row["loss"] for row in rows)])
        x = alt.X(
            "interval:Q",
            title="interval between packets, ns (shorter is harder)",
            scale=alt.Scale(type="log", domain=domain, reverse=True, nice=False),
            # Intervals that were searched for are many and not round.
            axis=alt.Axis(
                values=intervals if len(intervals) <= FEW else log_ticks(domain), format=",d"
            ),
        )
        y = alt.Y(
            "loss:Q",
            title="lost, %",
            scale=alt.Scale(type="symlog", constant=0.1, domain=[0, highest], nice=False),
            axis=alt.Axis(values=[v for v in (0, 0.1, 1, 10, 100) if v <= highest], format="~r"),
        )
        encoding = {"x": x, "y": y, "color": _colour(chosen)}
        panels = []
        for panel in order:
            base = data([row for row in rows if row["panel"] == panel])
            whole, stalled = map(base.transform_filter, ("!datum.stalled", "datum.stalled"))
            panels.append(
                alt.layer(
                    base.mark_line(strokeWidth=1.6, opacity=0.8).encode(**encoding),
                    points(whole).encode(shape=_shape(chosen), **encoding),
                    # Not hollow: so are the points of another program.
                    points(stalled, size=SMALL).encode(shape=_shape(chosen), **encoding),
                ).properties(width=WIDTH, height=120, title=panel)
            )
        if not panels:
            panels = [nothing_measured("No cell was measured in real time in this run.")]
        remark = (
            "Look where a line leaves zero: from there to the right packets come too fast. The "
            "vertical scale is linear up to 0.1 % and logarithmic above it. Small points: the "
            "clock itself stalled, or the probe ended at its first loss: how much is lost is not "
            "known."
        )
        title = f"Real time: packets lost, {_list(chosen)}"
        return look.chart(title, remark, panels, probe_table(title, rows))


@dataclasses.dataclass
class _Look:
    """What a chart shows of some solutions: it collects the records and the description."""

    figures: Figures
    chosen: Sequence[Solution]
    mode: str = "batch"
    records: list[Record] = dataclasses.field(default_factory=list)
    spoken: list[str] = dataclasses.field(default_factory=list)

    def probes(self, place: Place) -> list[dict[str, Any]]:
        """The probes of a cell as rows of a chart's data."""
        one, strategy, case = place
        found = self.figures.realtime(*place)
        self._see(place, f"{found.verdict()}." if found.probes else "")
        return [
            {
                "solution": labels(self.chosen)[one.key],
                "panel": f"{STRATEGIES[strategy]}, case {case}",
                "interval": each,
                "loss": probe["loss_pct"],
                "stalled": probe["stalled"] or probe.get("stopped_early", False),
            }
            for each, probe in found.probes.items()
        ]

    def say(self, place: Place, figure: Figure) -> Figure:
        """Note that the chart shows this figure; returns it."""
        text = figure.status if figure.value is None else quantity(figure.value, figure.unit)
        self._see(place, f"{text}.")
        return figure

    def _see(self, place: Place, text: str) -> None:
        one, strategy, case = place
        record = self.figures.record(*place, mode=self.mode)
        if record is not None:
            self.records.append(record)
        if text:
            self.spoken.append(f"{labels(self.chosen)[one.key]}, {strategy}, {case}: {text}")

    def row(self, place: Place, figure: Figure) -> dict[str, Any]:
        """A figure as a row of a chart's data."""
        one, strategy, case = place
        # A logarithmic scale has no place for zero: such a figure is left to the tables.
        value = figure.value or None
        return {
            "solution": labels(self.chosen)[one.key],
            "strategy": STRATEGIES[strategy],
            "case": case,
            "value": value,
            "low": figure.low or value,
            "high": figure.high or value,
        }

    def chart(
        self, title: str, remark: str, panels: Sequence[alt.LayerChart], table: Table
    ) -> Chart:
        """The chart of these panels, with the table behind it."""
        left_out = sum(record.status != "ok" for record in self.records)
        if left_out:
            cells = "cell" if left_out == 1 else "cells"
            remark += f" Without {left_out} {cells} that could not be measured: see the tables."
        return Chart(
            title=title,
            remark=remark,
            description=" ".join(self.spoken) or "Nothing was measured.",
            spec=stack(*panels),
            source=source_line(self.figures.dataset, self.records),
            extra=table.folded(),
        )


def _grid(chosen: Iterable[Solution], strategies: Collection[str]) -> list[Place]:
    return [(one, each, case) for one in chosen for each in strategies for case in CASES]


def _panel_order(row: dict[str, Any]) -> tuple[int, str]:
    strategy, _, case = row["panel"].partition(", ")
    return list(STRATEGIES.values()).index(strategy), case


def _known(base: alt.Chart, key: str) -> alt.Chart:
    return base.transform_filter(f"isValid(datum.{key})")


def _offset(chosen: Sequence[Solution]) -> alt.YOffset:
    names = list(labels(chosen).values())
    return alt.YOffset("solution:N", sort=names, scale=alt.Scale(domain=names))


def _thick(chosen: Sequence[Solution]) -> float:
    return 11 if len(chosen) > 1 else 20


def _colour(chosen: Sequence[Solution], legend: bool = True) -> alt.Color:
    return colour(chosen, list(labels(chosen).values()), legend=legend and len(chosen) > 1)


def _shape(chosen: Sequence[Solution]) -> alt.Shape:
    names, shapes = list(labels(chosen).values()), shapes_of(chosen)
    shown = alt.Legend(title=None, orient="top") if len(chosen) > 1 else None
    return alt.Shape("solution:N", scale=alt.Scale(domain=names, range=shapes), legend=shown)


def _list(chosen: Sequence[Solution]) -> str:
    return "; ".join(labels(chosen).values())


def macros(context: Context) -> dict[str, Any]:
    """Name in a page -> function."""
    charts = Charts(context.dataset_columns.primary.figures)
    return {
        "batch_chart": charts.batch,
        "summary_chart": charts.summary,
        "gc_chart": charts.gc,
        "realtime_chart": charts.realtime,
    }
