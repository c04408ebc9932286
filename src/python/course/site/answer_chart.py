"""The chart of the course's question: pooling against allocating, each pair a letter."""

import itertools
from collections.abc import Iterable
from typing import Any

import altair as alt

from course.model.names import labels
from course.model.pairs import Verdict
from course.model.solutions import CASES, Solution
from course.site.chart_tables import behind
from course.site.drawing import data, drawn, log_domain, log_x
from course.site.origins import source_line
from course.site.remarks import REMARKS
from course.site.svg import INK, Chart
from course.site.table import Table, TableCell, left, row_header
from course.site.tables import POOLED, pooled
from course.site.widths import WIDTH
from course.stats.figures import Figure, Figures
from course.stats.lookup import solutions
from course.stats.numbers import times
from course.stats.records import Record
from course.stats.values import compare, ratio

TITLE = "To allocate or to pool? Time of pooling / time of allocating, in cases A, B and C"

_COLOURS = {
    Verdict.FASTER: "var(--course-other-1)",
    Verdict.SLOWER: "var(--course-warn)",
    "": "var(--course-quiet)",
}
"""Verdict on pooling -> colour; "" is any other verdict. The position says the same."""

Pair = tuple[Solution, str]


def answer_chart(figures: Figures) -> Chart:
    """Draw all usual programs: a row for each, with a letter for each case."""
    chosen = [one for one in solutions() if figures.dataset.has(one)]
    records: list[Record] = []
    pairs: dict[Pair, tuple[Figure, Figure]] = {}
    for one, case in itertools.product(chosen, CASES):
        pairs[one, case] = figures.batch(one, "pool", case), figures.batch(one, "alloc", case)
        records += filter(None, (figures.record(one, each, case) for each in ("pool", "alloc")))
    rows = [_row(labels(chosen)[one.key], case, *pairs[one, case]) for one, case in pairs]
    rows = [row for row in rows if row["value"] is not None]
    told = (f"{row['solution']}, {row['case']}: {times(row['value'])}." for row in rows)
    panels, source = [_panel(rows)] if rows else [], source_line(figures.dataset, records)
    table = _table(chosen, pairs).folded()
    remark = REMARKS["answer_chart"]
    return drawn(TITLE, remark, told, panels, source, table, "No pair was measured.")


def _row(name: str, case: str, pool: Figure, alloc: Figure) -> dict[str, Any]:
    found, verdict = ratio(pool, alloc), compare(pool, alloc)
    return {
        "solution": name,
        "case": case,
        "value": found.value,
        "low": found.low or found.value,
        "high": found.high or found.value,
        "verdict": verdict if verdict in _COLOURS else "",
    }


def _panel(rows: list[dict[str, Any]]) -> alt.LayerChart:
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
    base, x = data(rows), log_x("value", domain, axis)
    return alt.layer(
        data([{"at": 1}]).mark_rule(stroke=INK).encode(x=log_x("at", domain, axis)),
        base.mark_rule(strokeWidth=1.2, opacity=0.5).encode(
            x=log_x("low", domain, axis), x2="high:Q", **encoding
        ),
        base.mark_text(fontSize=11, fontWeight="bold").encode(x=x, text="case:N", **encoding),
    ).properties(width=WIDTH, height=alt.Step(9))


def _table(chosen: Iterable[Solution], pairs: dict[Pair, tuple[Figure, Figure]]) -> Table:
    table = behind(TITLE)
    table.head = [[left("Solution"), *(TableCell(f"Case {case}") for case in CASES)]]
    names = labels([*chosen])
    table.bodies = [
        [[row_header(names[one.key]), *(pooled(*pairs[one, case]) for case in CASES)]]
        for one in chosen
    ]
    table.remarks.append(POOLED)
    return table
