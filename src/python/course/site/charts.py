"""The content of the site's charts; svg.py renders them into pages."""

import dataclasses
import functools
import itertools
from collections.abc import Sequence
from typing import Any

import altair as alt

from course.model.names import labels
from course.model.pairs import Verdict
from course.model.probes import QUEUE_MS
from course.model.solutions import CASES, REAL_STRATEGIES, STRATEGIES, Solution
from course.site import drawing
from course.site.captions import plural
from course.site.cases import behind, cases_behind, probe_table
from course.site.drawing import Rows, colour, drawn, in_cases, log_domain, points, spreads
from course.site.origins import source_line
from course.site.remarks import REMARKS
from course.site.svg import INK, Chart
from course.site.table import Table, TableCell, left, row_header
from course.site.tables import POOLED, pooled
from course.site.widths import WIDTH
from course.stats.figures import Figure, Figures
from course.stats.lookup import Place, solutions
from course.stats.numbers import number, quantity, times
from course.stats.records import Record
from course.stats.values import compare, ratio

FEW = 8  # most intervals that an axis can label individually

SMALL = 20  # area of a point that carries less information than the others


class Charts:
    def __init__(self, figures: Figures) -> None:
        self._figures = figures

    def _look(self, asked: Sequence[Solution], mode: str = "batch") -> "Look":
        """Choose those of `asked` that have cells in this data set; all, if none has any."""
        has = [one for one in asked if self._figures.dataset.has(one, mode=mode)]
        return Look(self._figures, has or list(asked), mode)

    def batch(self, *names: str) -> Chart:
        """Draw ns per packet by case and strategy: a point a solution, a thin line its rounds."""
        look = self._look(solutions(*names))
        rows: dict[Place, dict[str, Any]] = {}
        for place in itertools.product(look.chosen, STRATEGIES, CASES):
            one, strategy, case = place
            old = self._figures.article.find("batch", one.article, strategy, case, "ns_per_packet")
            rows[place] = look.row(place, self._figures.batch(*place)) | {"old": old}

        def cells(table: Table, place: Place) -> list[TableCell]:
            old = rows[place]["old"]
            below = f"2019: {number(old)}" if old else ""
            return [table.measured(self._figures.batch(*place), below)]

        title = f"Batch mode: ns per packet, {look.names}"
        parts = ["growth", "log", "rounds", *["cross"] * any(row["old"] for row in rows.values())]
        spread = REMARKS["spread"]
        table = cases_behind(title, look.chosen, [*STRATEGIES], cells, remarks=(spread,))
        panels = look.by_strategy([*rows.values()], [*STRATEGIES], "ns per packet")
        return look.chart(title, _joined(*parts), panels, table)

    def summary(self, *names: str) -> Chart:
        """To allocate or to pool: draw each solution's two strategies on one line, case by case."""
        look = self._look(solutions(*names))
        chosen, strategies = look.chosen, ("alloc", "pool")
        places = itertools.product(chosen, strategies, CASES)
        rows = [look.row(place, self._figures.batch(*place)) for place in places]
        domain = log_domain(row[key] for row in rows for key in ("low", "high"))
        lines = list(look.labels.values())
        y = alt.Y("solution:N", sort=lines, scale=alt.Scale(domain=lines), title=None)
        shades = colour(chosen, lines, legend=False)
        shape = drawing.strategy_shape(strategies)

        encoding = {"axis": "ns per packet", "shape": shape, "y": y, "color": shades}
        layers = functools.partial(spreads, domain=domain, join=True, **encoding)

        def cells(table: Table, place: Place) -> list[TableCell]:
            return [table.measured(self._figures.batch(*place))]

        title = "To allocate or to pool? ns per packet in batch mode"
        table = cases_behind(title, chosen, strategies, cells, remarks=(REMARKS["spread"],))
        remark = _joined("ends", "log", "rounds")
        return look.chart(title, remark, in_cases(rows, 21, layers), table)

    def answer(self) -> Chart:
        """Draw pooling against allocating: a row for each usual program, a letter for each case."""
        figures = self._figures
        look = Look(figures, [one for one in solutions() if figures.dataset.has(one)])
        rows, table = [], behind(ANSWER)
        table.head = [[left("Solution"), *(TableCell(f"Case {case}") for case in CASES)]]
        for one in look.chosen:
            cells = [row_header(look.labels[one.key])]
            for case in CASES:
                places = [(one, strategy, case) for strategy in ("pool", "alloc")]
                pair = [figures.batch(*place) for place in places]
                for place in places:
                    look.see(place, "")
                cells.append(pooled(*pair))
                found, verdict = ratio(*pair), compare(*pair)
                if found.value is None:
                    continue
                row = {"solution": look.labels[one.key], "case": case, "value": found.value}
                row |= {"low": found.low or found.value, "high": found.high or found.value}
                rows.append(row | {"verdict": verdict if verdict in _COLOURS else ""})
            table.bodies.append([cells])
        table.remarks.append(POOLED)
        told = (f"{row['solution']}, {row['case']}: {times(row['value'])}." for row in rows)
        panels, remark = [_answers(rows)] if rows else [], REMARKS["answer_chart"]
        source, nothing = source_line(figures.dataset, look.records), "No pair was measured."
        return drawn(ANSWER, remark, told, panels, source, table.folded(), nothing)

    def gc(self, *names: str) -> Chart:
        """Draw GC pauses in batch mode: a point is the average, the line's end the longest."""
        look = self._look([one for one in solutions(*(names or ("heap",))) if one.collector])
        measures, rows = ("avg_pause_ms", "max_pause_ms"), []
        for place in itertools.product(look.chosen, REAL_STRATEGIES, CASES):
            average, longest = (self._figures.gc(*place, one) for one in measures)
            row, end = look.row(place, average), longest.value or None
            rows.append(row | {"low": row["value"], "high": end, "tick": end})

        def cells(table: Table, place: Place) -> list[TableCell]:
            return [table.measured(self._figures.gc(*place, one)) for one in measures]

        title = f"Pauses of the collector in batch mode, {look.names}"
        remark = _joined("gc_chart", "log").format(queue_ms=QUEUE_MS)
        columns = ("average, ms", "longest, ms")
        table = cases_behind(title, look.chosen, REAL_STRATEGIES, cells, columns=columns)
        panels = look.by_strategy(rows, REAL_STRATEGIES, "pause, ms", limit=QUEUE_MS)
        return look.chart(title, remark, panels, table)

    def realtime(self, *names: str) -> Chart:
        """Draw the packets lost in real time against the interval between them."""
        look = self._look(solutions(*names), "realtime")
        places = itertools.product(look.chosen, REAL_STRATEGIES, CASES)
        rows = [row for place in places for row in look.probes(place)]
        order = [*STRATEGIES.values()]
        rows.sort(key=lambda row: (order.index(row["panel"].partition(", ")[0]), row["panel"]))
        intervals = sorted({row["interval"] for row in rows})
        domain = log_domain(intervals)
        # Intervals found by search are many and not round.
        ticks = intervals if len(intervals) <= FEW else drawing.log_ticks(domain)
        highest = max([1.0, *(row["loss"] for row in rows)])
        losses = [one for one in (0, 0.1, 1, 10, 100) if one <= highest]
        x = alt.X(
            "interval:Q",
            title="interval between packets, ns (shorter is harder)",
            scale=alt.Scale(type="log", domain=domain, reverse=True, nice=False),
            axis=alt.Axis(values=ticks, format=",d"),
        )
        y = alt.Y(
            "loss:Q",
            title="lost, %",
            scale=alt.Scale(type="symlog", constant=0.1, domain=[0, highest], nice=False),
            axis=alt.Axis(values=losses, format="~r"),
        )
        encoding = {"x": x, "y": y, "color": look.colour()}
        panels = []
        for panel, inside in itertools.groupby(rows, lambda row: row["panel"]):
            base = drawing.data([*inside])
            whole, stalled = map(base.transform_filter, ("!datum.stalled", "datum.stalled"))
            layers = (
                drawing.lined(base, **encoding),
                points(whole).encode(shape=look.shape(), **encoding),
                # Small rather than hollow: hollow points belong to another program.
                points(stalled, size=SMALL).encode(shape=look.shape(), **encoding),
            )
            panels.append(alt.layer(*layers).properties(width=WIDTH, height=120, title=panel))
        title, remark = f"Real time: packets lost, {look.names}", REMARKS["realtime_chart"]
        return look.chart(title, remark, panels, probe_table(title, rows))


ANSWER = "To allocate or to pool? Time of pooling / time of allocating, in cases A, B and C"

_COLOURS = {
    Verdict.FASTER: "var(--course-other-1)",
    Verdict.SLOWER: "var(--course-warn)",
    "": "var(--course-quiet)",
}
"""Verdict on pooling -> colour; "" is any other verdict. The position says the same."""


def _answers(rows: Rows) -> alt.LayerChart:
    domain = log_domain([1, *(row[key] for row in rows for key in ("low", "high"))])
    names = list(dict.fromkeys(row["solution"] for row in rows))
    axis = "← pooling faster | allocating faster →"
    encoding = {
        "y": alt.Y("solution:N", sort=names, scale=alt.Scale(domain=names), title=None),
        "yOffset": alt.YOffset("case:N", scale=alt.Scale(domain=[*CASES])),
        "color": alt.Color(
            "verdict:N",
            scale=alt.Scale(domain=[*_COLOURS], range=[*_COLOURS.values()]),
            legend=None,
        ),
    }
    base, log_x = drawing.data(rows), drawing.log_x
    x = log_x("value", domain, axis)
    return alt.layer(
        drawing.data([{"at": 1}]).mark_rule(stroke=INK).encode(x=log_x("at", domain, axis)),
        base.mark_rule(strokeWidth=1.2, opacity=0.5).encode(
            x=log_x("low", domain, axis), x2="high:Q", **encoding
        ),
        base.mark_text(fontSize=11, fontWeight="bold").encode(x=x, text="case:N", **encoding),
    ).properties(width=WIDTH, height=alt.Step(9))


def _joined(*names: str) -> str:
    return "".join(REMARKS[name] for name in names)


@dataclasses.dataclass
class Look:
    """The selection behind a chart; it collects the records used and the description."""

    figures: Figures
    chosen: Sequence[Solution]
    mode: str = "batch"
    records: list[Record] = dataclasses.field(default_factory=list)
    spoken: list[str] = dataclasses.field(default_factory=list)

    @functools.cached_property
    def labels(self) -> dict[str, str]:
        """A solution's key -> its name in the chart."""
        return labels(self.chosen)

    @property
    def names(self) -> str:
        return "; ".join(self.labels.values())

    def probes(self, place: Place) -> Rows:
        one, strategy, case = place
        found = self.figures.realtime(*place)
        self.see(place, f"{found.verdict()}." if found.probes else "")
        return [
            {
                "solution": self.labels[one.key],
                "panel": f"{STRATEGIES[strategy]}, case {case}",
                "interval": each,
                "loss": probe["loss_pct"],
                "stalled": probe["stalled"] or probe.get("stopped_early", False),
            }
            for each, probe in found.probes.items()
        ]

    def see(self, place: Place, text: str) -> None:
        """Note that the chart uses this cell, with its line of the description."""
        one, strategy, case = place
        self.records += filter(None, [self.figures.record(*place, mode=self.mode)])
        if text:
            self.spoken.append(f"{self.labels[one.key]}, {strategy}, {case}: {text}")

    def row(self, place: Place, figure: Figure) -> dict[str, Any]:
        """Return a cell's row of chart data, and note that the chart shows this figure."""
        text = figure.status if figure.value is None else quantity(figure.value, figure.unit)
        self.see(place, f"{text}.")
        one, strategy, case = place
        # A logarithmic scale cannot show zero; the tables show such figures.
        value = figure.value or None
        return {
            "solution": self.labels[one.key],
            "strategy": STRATEGIES[strategy],
            "case": case,
            "value": value,
            "low": figure.low or value,
            "high": figure.high or value,
        }

    def colour(self) -> alt.Color:
        """Give each solution its own colour, with a legend if there are several."""
        return colour(self.chosen, [*self.labels.values()], legend=len(self.chosen) > 1)

    def shape(self) -> alt.Shape:
        """Give each solution its own shape, with a legend if there are several."""
        names, shapes = [*self.labels.values()], drawing.shapes_of(self.chosen)
        shown = alt.Legend(title=None, orient="top") if len(self.chosen) > 1 else None
        return alt.Shape("solution:N", scale=alt.Scale(domain=names, range=shapes), legend=shown)

    def by_strategy(
        self, rows: Rows, strategies: Sequence[str], axis: str, limit: float | None = None
    ) -> list[alt.LayerChart]:
        """Draw a panel for each case: a line for each strategy, a point for each solution."""
        ends = (row.get(key) for row in rows for key in ("low", "high", "old"))
        domain, names = log_domain([limit, *ends]), [*self.labels.values()]
        y = alt.Y("strategy:N", sort=[STRATEGIES[one] for one in strategies], title=None)
        offset = alt.YOffset("solution:N", sort=names, scale=alt.Scale(domain=names))
        encoding = {"shape": self.shape(), "y": y, "yOffset": offset, "color": self.colour()}
        layers = functools.partial(spreads, domain=domain, axis=axis, limit=limit, **encoding)
        return in_cases(rows, 11 if len(self.chosen) > 1 else 20, layers)

    def chart(
        self, title: str, remark: str, panels: Sequence[alt.LayerChart], table: Table
    ) -> Chart:
        """Build the chart of these panels, with its table folded behind it."""
        left_out = sum(record.status != "ok" for record in self.records)
        if left_out:
            cells = plural("cell", left_out)
            remark += f" The tables also list {left_out} {cells} that couldn't be measured."
        source = source_line(self.figures.dataset, self.records)
        nothing = "No cell was measured in real time in this run."
        return drawn(title, remark, self.spoken, panels, source, table.folded(), nothing)
