"""The charts of the site: what each shows. How it becomes a page's SVG: svg.py."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Sequence
from typing import Any

import altair as alt

from course.publish.figures import Figure, Figures
from course.publish.names import (
    CASES,
    REAL_STRATEGIES,
    STRATEGIES,
    Solution,
    full_label,
    solutions,
)
from course.publish.numbers import TIMES, quantity
from course.publish.records import Record
from course.publish.svg import FAINT, INK, Chart, series_colour

WIDTH = 520
"""Width of a panel in units of the drawing; the page scales it."""

CAPACITY_MS = 100
"""What the clock queue bridges: a longer pause loses packets in real time."""

_LOG = "The scale is logarithmic: equal distances are equal ratios. "
_ROUNDS = "Thin lines reach from the fastest to the slowest round. "
_CROSS = "Grey crosses are the article's figures of 2019, from another machine. "


class Charts:
    """Functions that pages call; each returns a Chart. Unknown names raise FigureError."""

    def __init__(self, figures: Figures) -> None:
        self._figures = figures

    def batch(self, *names: str) -> Chart:
        """ns per packet by case and strategy: a point a solution, a thin line its rounds."""
        chosen = solutions(*names)
        rows, look = [], _Look(self._figures, chosen)
        for one, strategy, case in _grid(chosen, STRATEGIES):
            old = self._figures.article.find("batch", one.article, strategy, case, "ns_per_packet")
            figure = look.batch(one, strategy, case)
            rows.append(_row(one, strategy, case, figure) | {"old": old})
        domain = _domain(row[key] for row in rows for key in ("low", "high", "old"))
        y = alt.Y("strategy:N", sort=list(STRATEGIES.values()), title=None)
        panels = []
        for case in CASES:
            base = _data([row for row in rows if row["case"] == case])
            encoding = {"y": y, "yOffset": _offset(chosen), "color": _colour(chosen)}
            title = "ns per packet"
            panels.append(
                alt.layer(
                    base.mark_rule(strokeWidth=1.2).encode(
                        x=_x("low", domain, title), x2="high:Q", **encoding
                    ),
                    _known(base, "old")
                    .mark_text(text=TIMES, fontSize=15, color=FAINT, baseline="middle", dy=-1)
                    .encode(x=_x("old", domain, title), y=y, yOffset=_offset(chosen)),
                    _points(base, size=58).encode(
                        x=_x("value", domain, title), shape=_shape(chosen), **encoding
                    ),
                ).properties(width=WIDTH, height=alt.Step(_thick(chosen)), title=f"Case {case}")
            )
        remark = _LOG + _ROUNDS + _CROSS * any(row["old"] for row in rows)
        return look.chart(f"Batch mode: ns per packet, {_list(chosen)}", remark, panels)

    def summary(self) -> Chart:
        """To allocate or to pool: both strategies of each solution on one line, case by case."""
        chosen = solutions()
        rows, look = [], _Look(self._figures, chosen)
        for one, strategy, case in _grid(chosen, ("alloc", "pool")):
            rows.append(_row(one, strategy, case, look.batch(one, strategy, case)))
        domain = _domain(row[key] for row in rows for key in ("low", "high"))
        labels = [full_label(one) for one in chosen]
        y = alt.Y("solution:N", sort=labels, scale=alt.Scale(domain=labels), title=None)
        order = [STRATEGIES["alloc"], STRATEGIES["pool"]]
        legend = alt.Legend(title=None, orient="top", symbolFillColor=INK, symbolStrokeWidth=0)
        shape = alt.Shape(
            "strategy:N", scale=alt.Scale(domain=order, range=["square", "circle"]), legend=legend
        )
        panels = []
        for case in CASES:
            here = [row for row in rows if row["case"] == case]
            base = _data(here)
            encoding = {"y": y, "color": _colour(chosen, legend=False)}
            x = _x("value", domain, "ns per packet")
            panels.append(
                alt.layer(
                    base.mark_line(strokeWidth=4, opacity=0.4).encode(
                        x=x, detail="solution:N", **encoding
                    ),
                    base.mark_rule(strokeWidth=1.2).encode(
                        x=_x("low", domain, "ns per packet"), x2="high:Q", **encoding
                    ),
                    _points(base, size=90).encode(x=x, shape=shape, **encoding),
                ).properties(width=WIDTH, height=alt.Step(21), title=f"Case {case}")
            )
        title = "To allocate or to pool? ns per packet in batch mode"
        return look.chart(title, _LOG + _ROUNDS, panels)

    def gc(self, *names: str) -> Chart:
        """Pauses of the collector in batch mode: the average, and at the line's end the longest."""
        chosen = [one for one in solutions(*(names or ("heap",))) if one.collector]
        rows, look = [], _Look(self._figures, chosen)
        for one, strategy, case in _grid(chosen, REAL_STRATEGIES):
            average = look.gc(one, strategy, case, "avg_pause_ms")
            longest = self._figures.gc(one, strategy, case, "max_pause_ms")
            row = _row(one, strategy, case, average)
            rows.append(row | {"low": row["value"], "high": longest.value or None})
        domain = _domain([CAPACITY_MS, *(row[key] for row in rows for key in ("low", "high"))])
        y = alt.Y("strategy:N", sort=[STRATEGIES[s] for s in REAL_STRATEGIES], title=None)
        limit = _data([{"at": CAPACITY_MS}]).mark_rule(stroke=FAINT, strokeDash=[5, 4])
        panels = []
        for case in CASES:
            base = _data([row for row in rows if row["case"] == case])
            encoding = {"y": y, "yOffset": _offset(chosen), "color": _colour(chosen)}
            title = "pause, ms"
            panels.append(
                alt.layer(
                    limit.encode(x=_x("at", domain, title)),
                    base.mark_rule(strokeWidth=1.2).encode(
                        x=_x("low", domain, title), x2="high:Q", **encoding
                    ),
                    _known(base, "high")
                    .mark_tick(thickness=3, size=11)
                    .encode(x=_x("high", domain, title), **encoding),
                    _points(base, size=58).encode(
                        x=_x("value", domain, title), shape=_shape(chosen), **encoding
                    ),
                ).properties(width=WIDTH, height=alt.Step(_thick(chosen)), title=f"Case {case}")
            )
        remark = (
            f"{_LOG}A point is the average pause, the tick at the end of its line the longest one. "
            f"Beyond the dashed line, {CAPACITY_MS} ms, the clock queue overflows in real time."
        )
        return look.chart(f"Pauses of the collector in batch mode, {_list(chosen)}", remark, panels)

    def realtime(self, *names: str) -> Chart:
        """Packets lost in real time against the interval between them."""
        chosen = solutions(*names)
        rows, look = [], _Look(self._figures, chosen)
        for one, strategy, case in _grid(chosen, REAL_STRATEGIES):
            rows += look.probes(one, strategy, case)
        order = list(dict.fromkeys(row["panel"] for row in sorted(rows, key=_panel_order)))
        intervals = sorted({row["interval"] for row in rows})
        highest = max([1.0, *(row["loss"] for row in rows)])
        x = alt.X(
            "interval:Q",
            title="interval between packets, ns (shorter is harder)",
            scale=alt.Scale(type="log", reverse=True, nice=False, padding=14),
            axis=alt.Axis(values=intervals, format=",d"),
        )
        y = alt.Y(
            "loss:Q",
            title="lost, %",
            scale=alt.Scale(type="symlog", constant=0.1, domain=[0, highest], nice=False),
            axis=alt.Axis(values=[v for v in (0, 0.1, 1, 10, 100) if v <= highest], format="~g"),
        )
        panels = []
        for panel in order:
            base = _data([row for row in rows if row["panel"] == panel])
            panels.append(
                alt.layer(
                    base.mark_line(strokeWidth=1.6, opacity=0.8).encode(
                        x=x, y=y, color=_colour(chosen)
                    ),
                    _points(base.transform_filter("!datum.stalled"), size=58).encode(
                        x=x, y=y, color=_colour(chosen), shape=_shape(chosen)
                    ),
                    base.transform_filter("datum.stalled")
                    .mark_point(filled=False, size=58, strokeWidth=1.6)
                    .encode(x=x, y=y, color=_colour(chosen), shape=_shape(chosen)),
                ).properties(width=WIDTH, height=120, title=panel)
            )
        if not panels:
            panels = [_nothing("No cell was measured in real time in this run.")]
        remark = (
            "The vertical scale is linear up to 0.1 % and logarithmic above it. Hollow points: the "
            "clock itself stalled for longer than the queue lasts, so the loss says nothing."
        )
        return look.chart(f"Real time: packets lost, {_list(chosen)}", remark, panels)


@dataclasses.dataclass
class _Look:
    """Looks figures up, and remembers the records and how a screen reader would tell of them."""

    figures: Figures
    chosen: Sequence[Solution]
    records: list[Record] = dataclasses.field(default_factory=list)
    spoken: list[str] = dataclasses.field(default_factory=list)

    def batch(self, one: Solution, strategy: str, case: str) -> Figure:
        self._see(self.figures.record(one, strategy, case))
        return self._say(one, strategy, case, self.figures.batch(one, strategy, case))

    def gc(self, one: Solution, strategy: str, case: str, column: str) -> Figure:
        self._see(self.figures.record(one, strategy, case))
        return self._say(one, strategy, case, self.figures.gc(one, strategy, case, column))

    def probes(self, one: Solution, strategy: str, case: str) -> list[dict[str, Any]]:
        self._see(self.figures.record(one, strategy, case, mode="realtime"))
        found = self.figures.realtime(one, strategy, case)
        if found.probes:
            self.spoken.append(f"{full_label(one)}, {strategy}, {case}: {found.verdict()}.")
        return [
            {
                "solution": full_label(one),
                "panel": f"{STRATEGIES[strategy]}, case {case}",
                "interval": each,
                "loss": probe["loss_pct"],
                "stalled": probe["stalled"],
            }
            for each, probe in found.probes.items()
        ]

    def _see(self, record: Record | None) -> None:
        if record is not None:
            self.records.append(record)

    def _say(self, one: Solution, strategy: str, case: str, figure: Figure) -> Figure:
        text = figure.status if figure.value is None else quantity(figure.value, figure.unit)
        self.spoken.append(f"{full_label(one)}, {strategy}, {case}: {text}.")
        return figure

    def chart(self, title: str, remark: str, panels: Sequence[alt.LayerChart]) -> Chart:
        left_out = sum(record.status != "ok" for record in self.records)
        if left_out:
            cells = "cell" if left_out == 1 else "cells"
            remark += f" Without {left_out} {cells} that failed or were skipped: see the tables."
        return Chart(
            title=title,
            remark=remark,
            description=" ".join(self.spoken) or "Nothing was measured.",
            spec=alt.vconcat(*panels, spacing=12).to_dict(),
            records=self.records,
        )


def _grid(chosen: Iterable[Solution], strategies: Iterable[str]):
    strategies = tuple(strategies)
    return [(one, s, case) for one in chosen for s in strategies for case in CASES]


def _row(one: Solution, strategy: str, case: str, figure: Figure) -> dict[str, Any]:
    # A logarithmic scale has no place for zero: such a figure is left to the tables.
    value = figure.value or None
    return {
        "solution": full_label(one),
        "strategy": STRATEGIES[strategy],
        "case": case,
        "value": value,
        "low": figure.low or value,
        "high": figure.high or value,
    }


def _panel_order(row: dict[str, Any]) -> tuple[int, str]:
    strategy, _, case = row["panel"].partition(", ")
    return list(STRATEGIES.values()).index(strategy), case


def _data(rows: list[dict[str, Any]]) -> alt.Chart:
    return alt.Chart(alt.Data(values=rows))


def _known(base: alt.Chart, key: str) -> alt.Chart:
    return base.transform_filter(f"isValid(datum.{key})")


def _points(base: alt.Chart, size: int) -> alt.Chart:
    return base.mark_point(filled=True, size=size, opacity=1, strokeWidth=0)


def _nothing(text: str) -> alt.LayerChart:
    return alt.layer(_data([{}]).mark_text(text=text)).properties(width=WIDTH, height=40)


def _domain(values: Iterable[float | None]) -> list[float]:
    """Ends of a logarithmic scale: a little beyond the figures, the same in every panel."""
    known = [value for value in values if value]
    return [min(known) * 0.85, max(known) * 1.18] if known else [1, 1000]


def _ticks(domain: list[float]) -> list[float]:
    """1, 2, 5 of each power of ten; only the powers where the scale spans many."""
    low, high = (math.floor(math.log10(end)) for end in domain)
    steps = (1,) if high - low > 3 else (1, 2, 5)
    ticks = [step * 10.0**power for power in range(low, high + 1) for step in steps]
    return [tick for tick in ticks if domain[0] <= tick <= domain[1]]


def _x(key: str, domain: list[float], title: str) -> alt.X:
    return alt.X(
        f"{key}:Q",
        title=title,
        scale=alt.Scale(type="log", domain=domain, nice=False),
        axis=alt.Axis(values=_ticks(domain), format="~r"),
    )


def _offset(chosen: Sequence[Solution]) -> alt.YOffset:
    labels = [full_label(one) for one in chosen]
    return alt.YOffset("solution:N", sort=labels, scale=alt.Scale(domain=labels))


def _thick(chosen: Sequence[Solution]) -> float:
    return 11 if len(chosen) > 1 else 20


def _colour(chosen: Sequence[Solution], legend: bool = True) -> alt.Color:
    labels = [full_label(one) for one in chosen]
    colours = [series_colour(one) for one in chosen]
    shown = alt.Legend(title=None, orient="top") if legend and len(chosen) > 1 else None
    return alt.Color("solution:N", scale=alt.Scale(domain=labels, range=colours), legend=shown)


def _shape(chosen: Sequence[Solution]) -> alt.Shape:
    labels = [full_label(one) for one in chosen]
    shapes = [one.shape for one in chosen]
    shown = alt.Legend(title=None, orient="top") if len(chosen) > 1 else None
    return alt.Shape("solution:N", scale=alt.Scale(domain=labels, range=shapes), legend=shown)


def _list(chosen: Sequence[Solution]) -> str:
    return ", ".join(full_label(one) for one in chosen)
