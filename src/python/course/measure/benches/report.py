"""A bench's summary as tables on a terminal: means, ratios with their spread, goals, caveats."""

import math
from collections.abc import Callable, Iterator
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from course.model.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNMEASURED

Record = dict[str, Any]

Say = Callable[[str], None]  # prints a line outside the report

COLOURS = {HOLDS: "green", FAILS: "red", INCONCLUSIVE: "yellow", UNMEASURED: "dim"}
"""Verdict on a goal -> its colour, beside the word."""

ELSEWHERE_WIDTH = 118  # columns of output into a file or a pipe


def console() -> Console:
    """Where reports go: as wide as the terminal, or wide enough for every table."""
    made = Console(highlight=False)
    return made if made.is_terminal else Console(highlight=False, width=ELSEWHERE_WIDTH)


def show(record: Record, out: Console) -> None:
    alone = []
    for metric in record["metrics"]:
        rows = [one for one in record["contestants"] if metric["name"] in one["figures"]]
        if len(rows) > 1:
            out.print(_table(record, metric, rows))
        elif rows:
            alone.append((metric, rows[0]))
    if alone:
        out.print(_figures(alone))
    if record["counts"]:
        out.print(_counts(record))
    for line in _lines(record):
        out.print(line, soft_wrap=True)


def _table(record: Record, metric: Record, rows: list[Record]) -> Table:
    """A metric's table: one section per group, compared with the group's baseline."""
    better = "" if metric["better"] == "neither" else f" ({metric['better']} is better)"
    bound = next((one for one in record["bounds"] if one["metric"] == metric["name"]), None)
    heads = ["mean", "rounds", "ratio", "95 %", *(["/ bound"] if bound else [])]
    table = _titled(f"{_what(metric)}{better}", [""], heads, metric["caption"])
    for group in record["groups"]:
        inside = [one for one in rows if one["group"] == group["key"]]
        if inside:
            table.add_row(Text(group["label"], style="italic"))
        for one in inside:
            table.add_row(*_row(one, metric, group, bound))
        table.add_section()
    return table


def _figures(alone: list[tuple[Record, Record]]) -> Table:
    table = _titled("Figures of single contestants", ["", ""], ["mean", "rounds"])
    for metric, one in alone:
        figure = one["figures"][metric["name"]]
        table.add_row(
            _what(metric), one["id"], number(figure["mean"]), span(figure["low"], figure["high"])
        )
    return table


def _titled(title: str, names: list[str], figures: list[str], caption: str | None = None) -> Table:
    """A table without rows. names, figures: the heads of its columns."""
    left = {"title_justify": "left", "caption_justify": "left"}
    table = Table(title=title, caption=caption, title_style="bold", **left)
    for head in names:
        table.add_column(head, overflow="fold")  # if space is short, wrap names, never figures
    for head in figures:
        table.add_column(head, justify="right", no_wrap=True)
    return table


def _what(metric: Record) -> str:
    return f"{metric['title']}, {metric['unit']}" if metric["unit"] else metric["title"]


def _row(one: Record, metric: Record, group: Record, bound: Record | None) -> list[str]:
    figure = one["figures"][metric["name"]]
    row = [f"  {one['label']}", number(figure["mean"]), span(figure["low"], figure["high"])]
    if one["id"] == group["baseline"]:
        row += ["1", "baseline"]
    elif figure["ratio"] is None:
        row += ["", ""]
    else:
        ratio = figure["ratio"]
        ends = span(ratio.low, ratio.high) if ratio.high < math.inf else ""
        row += [number(ratio.value), ends]
    if bound is not None:
        times = bound["times"].get(one["id"])
        row.append("" if times is None else number(times))
    return row


def _counts(record: Record) -> Table:
    title = "In a simulated cache, per packet (sizes reduced to a hundredth)"
    table = _titled(title, ["", "run"], ["instructions", "D1 misses", "LL misses"])
    for one in record["counts"]:
        per_packet = one["per_packet"]
        figures = (per_packet[key] for key in ("instructions", "d1_misses", "ll_misses"))
        table.add_row(one["contestant"], one["run"], *map(number, figures))
    return table


def _lines(record: Record) -> Iterator[Text]:
    for bound in record["bounds"]:
        yield Text(
            f"Estimated floor of {bound['metric']}: {number(bound['ns'])} ns = "
            f"{number(bound['lines'])} cache lines of {number(bound['ns_per_line'])} ns "
            f"({bound['from']})"
        )
    for goal in record["goals"]:
        word = goal["verdict"]
        figure = goal["figure"]
        found = f": {number(figure.value)}" if figure else ""
        if figure and figure.high < math.inf:
            found += f" ({span(figure.low, figure.high)})"
        limit = f", at most {number(goal['at_most'])} allowed"
        yield Text.assemble((word, COLOURS[word]), f"  {goal['statement']}{found}{limit}")
    for one in record["contestants"]:
        if one["status"] != "ok":
            yield Text(f"{one['status']}: {one['id']}: {one['reason']}")
        for metric, reason in one["skipped"].items():
            yield Text(f"skipped: {one['id']}, {metric}: {reason}")
    for caveat in record["caveats"]:
        yield Text(f"this machine: {caveat}")


def span(low: float, high: float) -> str:
    """Both ends of a spread; one if they print alike."""
    ends = number(low), number(high)
    return ends[0] if ends[0] == ends[1] else f"{ends[0]} to {ends[1]}"


def number(value: float) -> str:
    """Three significant digits, without an exponent."""
    if math.isinf(value):
        return "any"
    rounded = float(f"{value:.3g}")
    return f"{rounded:,.0f}" if abs(rounded) >= 100 else f"{rounded:g}"
