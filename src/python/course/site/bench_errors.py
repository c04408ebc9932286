"""JMH's error, which knows one process, beside the distance at which processes lie."""

import functools
import statistics
from typing import Any

from course.model import benches
from course.model.bench import Metric
from course.site.captions import left
from course.site.context import Context
from course.site.table import Table, TableCell, known, row_header, small
from course.stats.bench_figures import figure
from course.stats.benches import Benches, BenchRecord
from course.stats.errors import choose
from course.stats.numbers import number, span


def errors_table(opened: Benches, name: str, metric: str, group: str) -> Table:
    """A row for each contestant of the group: the figure, and two ways to doubt it.

    Unknown names raise FigureError.
    """
    record = opened.primary(name)
    choose(metric, record.metrics, "metric")
    choose(group, record.groups, "group")
    measured = next(one for one in benches.load(name).metrics if one.name == metric)
    what = record.metrics[metric]
    title = f"{what['title']}: JMH's error, and what it doesn't see"
    table = Table(title, benches=[record])
    heads = (f"mean, {what['unit']}", "JMH's error in a process, ± %", "processes apart, ± %")
    table.head = [[left(""), *map(TableCell, heads)]]
    inside = [one for one in record.contestants.values() if one["group"] == group]
    body = [_row(table, record, one, measured) for one in inside]
    table.bodies = [body] if body else []
    table.remarks.append(
        "JMH's error is half of a 99.9 % confidence interval, from the iterations of one "
        "process: the median over the rounds, with the smallest and the largest below it. The "
        "last column is half the distance from the shortest to the longest round, each of which "
        "is a process."
    )
    return table


def _row(
    table: Table, record: BenchRecord, contestant: dict[str, Any], metric: Metric
) -> list[TableCell]:
    found = figure(record, contestant["id"], metric.name)
    head = [row_header(contestant["label"]), table.measured(found)]
    if found.value is None:
        return [*head, known(None), known(None)]
    values = [one for one in contestant["figures"][metric.name]["values"] if one is not None]
    apart = 100 * (max(values) - min(values)) / 2 / found.value
    return [*head, _errors(_shares(contestant, metric)), TableCell(number(apart))]


def _shares(contestant: dict[str, Any], metric: Metric) -> list[float]:
    """The error of each process, as a share of its mean in per cent; none in older records."""
    return [
        100 * result["error"] / result["value"]
        for turn in contestant["turns"]
        for result in turn["results"]
        if metric.fits(turn["run"], result) and "error" in result
    ]


def _errors(shares: list[float]) -> TableCell:
    if not shares:
        return known(None)
    low, high = min(shares), max(shares)
    return TableCell(
        number(statistics.median(shares)) + small(span(low, high) if low != high else "")
    )


def macros(context: Context) -> dict[str, Any]:
    return {"bench_errors_table": functools.partial(errors_table, context.benches)}
