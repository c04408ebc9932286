"""Charts of real time: the shortest intervals, and how well they were predicted."""

import itertools
from typing import Any

import altair as alt

from course.model.names import labels
from course.model.solutions import CASES, SOLUTIONS, STRATEGIES, Solution
from course.site import drawing
from course.site.captions import place_headers
from course.site.cases import behind, cases_behind
from course.site.charts import Look
from course.site.drawing import colour, data, drawn, in_cases, joined, log_domain, log_x, points
from course.site.origins import source_line
from course.site.realtime_tables import shortly
from course.site.remarks import REMARKS
from course.site.signs import sign
from course.site.svg import FAINT, INK, Chart
from course.site.table import Table, TableCell, known, left
from course.site.widths import WIDTH
from course.stats.columns import DatasetColumn
from course.stats.lookup import Place, solutions
from course.stats.numbers import quantity
from course.stats.prediction_accuracy import Prediction, in_words, predictions

ROOM = 3.5  # factor by which the axis is longer if words have to fit at its end

_STRATEGIES = ("alloc", "pool")
_HOLLOW = {"alloc": "□", "pool": "○"}  # strategy -> its hollow sign, put before the share lost


class RealtimeCharts:
    def __init__(self, column: DatasetColumn) -> None:
        self._column = column

    def intervals(self, *names: str) -> Chart:
        """Draw the shortest interval without loss per strategy, or else the share lost."""
        figures = self._column.figures
        chosen = [one for one in solutions(*names) if figures.dataset.has(one, mode="realtime")]
        look, known, rows = Look(figures, chosen, "realtime"), labels(chosen), []
        for one, case in itertools.product(chosen, CASES):
            row, losing = {"solution": known[one.key], "case": case}, []
            for strategy in _STRATEGIES:
                place = one, strategy, case
                found = figures.realtime(*place)
                if not found.probes:
                    continue
                look.see(place, f"{found.verdict()}.")
                if found.min_interval_ns is None:
                    lost = shortly(found).replace("lost: ", "")
                    losing.append(f"{_HOLLOW[strategy]}\u00a0{lost}")
                else:
                    told = {"strategy": STRATEGIES[strategy], "value": found.min_interval_ns}
                    rows.append(row | told)
            if losing:
                rows.append(row | {"text": "  ".join(losing)})
        title = "Real time: the shortest interval without loss, ns"
        domain = log_domain(row.get("value") for row in rows)
        if any("text" in row for row in rows):
            domain[1] *= ROOM
        panels = in_cases(rows, 21, lambda inside: _layers(inside, chosen, domain))

        def cells(table: Table, place: Place) -> list[TableCell]:
            found = figures.realtime(*place)
            return [TableCell(shortly(found)) if found.probes else table.missing(found.missing)]

        table = cases_behind(title, chosen, _STRATEGIES, cells)
        return look.chart(title, REMARKS["intervals_chart"], panels, table)

    def prediction(self) -> Chart:
        """Draw predicted and found intervals, with a band of 10 % around equality."""
        every = predictions(self._column)
        found = [one for one in every if one.predicted and one.found]
        title = "The shortest interval: predicted and found, ns"
        if not found:
            source = source_line(self._column.dataset, [])
            nothing = "No interval was predicted in this run."
            return drawn(title, "", (), [], source, nothing=nothing)
        agree = in_words([each for one in every for each in one.outcomes])
        spoken = [f"Within a tenth of the prediction: {agree}."]
        for one in found:
            solution, strategy, case = one.place
            cell = f"{labels([solution])[solution.key]}, {strategy}, {case}"
            times = f"predicted {quantity(one.predicted, 'ns')}, found {quantity(one.found, 'ns')}"
            spoken.append(f"{cell}: {times}.")
        records = (self._column.figures.record(*one.place, mode="realtime") for one in found)
        source = source_line(self._column.dataset, [*filter(None, records)])
        table = behind(title)
        words, figures = ("Solution", "Strategy", "Case"), ("predicted, ns", "found, ns")
        table.head = [[*map(left, words), *map(TableCell, figures)]]
        pairs = ((one.place, (one.predicted, one.found)) for one in every)
        table.bodies = [[[*place_headers(place), *map(known, pair)] for place, pair in pairs]]
        remark = REMARKS["prediction_chart"]
        return drawn(title, remark, spoken, [_against(found)], source, table.folded())


def _against(found: list[Prediction]) -> alt.LayerChart:
    chosen = [one for one in SOLUTIONS.values() if one in {each.place[0] for each in found}]
    of_family: dict[str, Solution] = {}
    for one in chosen:
        of_family.setdefault(one.family, one)
    legend = {
        family: one.label.split(" ")[0] if one.collector else one.label
        for family, one in of_family.items()
    }
    families, names = [*legend], [*legend.values()]
    rows = [
        {"solution": legend[one.place[0].family], "predicted": one.predicted, "found": one.found}
        for one in found
    ]
    domain = log_domain(row[key] for row in rows for key in ("predicted", "found"))
    line = [{"predicted": end, "found": end} for end in domain]
    ends = data([one | {"low": one["found"] * 0.9, "high": one["found"] * 1.1} for one in line])
    x = log_x("predicted", domain, "predicted, ns")
    scale = alt.Scale(type="log", domain=domain, nice=False, clamp=True)
    axis = alt.Axis(values=drawing.log_ticks(domain), format="~r")
    y = alt.Y("found:Q", title="found, ns", scale=scale, axis=axis)
    low = alt.Y("low:Q", scale=scale, title="found, ns")
    # Each sign stands for all programs under that collector.
    signs = alt.Scale(domain=names, range=[sign(family) for family in families])
    shapes = alt.Shape("solution:N", scale=signs, legend=alt.Legend(title=None, orient="top"))
    shades = colour([*of_family.values()], names)
    return alt.layer(
        ends.mark_area(color=FAINT, opacity=0.25).encode(x=x, y=low, y2="high:Q"),
        ends.mark_line(stroke=FAINT, strokeDash=[5, 4]).encode(x=x, y=y),
        points(data(rows), size=52).encode(x=x, y=y, color=shades, shape=shapes),
    ).properties(width=WIDTH, height=360)


def _layers(
    here: list[dict[str, Any]], chosen: list[Solution], domain: list[float]
) -> list[alt.Chart]:
    names = [name for name in labels(chosen).values() if name in {row["solution"] for row in here}]
    y = alt.Y("solution:N", sort=names, scale=alt.Scale(domain=names), title=None)
    x = log_x("value", domain, "ns between packets")
    shades = colour(chosen, list(labels(chosen).values()), legend=False)
    found = data([row for row in here if "value" in row])
    words = data([row | {"at": domain[1]} for row in here if "text" in row])
    return [
        joined(found, x=x, y=y, color=shades),
        points(found).encode(x=x, y=y, color=shades, shape=drawing.strategy_shape(_STRATEGIES)),
        words.mark_text(align="right", fontSize=12, color=INK).encode(
            x=log_x("at", domain, "ns between packets"), y=y, text="text:N"
        ),
    ]
