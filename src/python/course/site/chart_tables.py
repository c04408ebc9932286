"""The tables behind charts of cells, with the charts' figures."""

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from course.model.names import labels
from course.model.solutions import CASES, Solution
from course.site.captions import place_headers
from course.site.cases import case_heads, case_rows
from course.site.table import Table, TableCell, beside, known, left
from course.stats.lookup import Place
from course.stats.numbers import number


def cases_behind(
    title: str,
    chosen: Sequence[Solution],
    strategies: Sequence[str],
    cells: Callable[[Table, Place], list[TableCell]],
    *,
    columns: Sequence[str] = (),
    remarks: Sequence[str] = (),
) -> Table:
    """Tabulate a row for each solution and strategy, with one or several columns per case."""
    table = behind(title)
    if columns:
        table.head = case_heads([*map(TableCell, columns)])
    else:
        cases = (TableCell(f"Case {case}", "course-first") for case in CASES)
        table.head = [[left("Strategy"), *cases]]
    table.bodies = case_rows(chosen, labels(chosen), strategies, lambda place: cells(table, place))
    table.remarks += remarks
    return table


def place_table(
    title: str, columns: Sequence[str], rows: Iterable[tuple[Place, Sequence[float | None]]]
) -> Table:
    table = behind(title)
    table.head = [[*map(left, ("Solution", "Strategy", "Case")), *map(TableCell, columns)]]
    body = [[*place_headers(place), *map(known, figures)] for place, figures in rows]
    table.bodies = [body] if body else []
    return table


def probe_table(title: str, rows: Iterable[dict[str, Any]]) -> Table:
    """Tabulate a real-time chart's rows, one per probe, in the order of its panels."""
    table = behind(title)
    words, figures = ("Panel", "Solution"), ("interval, ns", "lost, %")
    table.head = [[*map(left, words), *map(TableCell, figures)]]
    for panel, inside in itertools.groupby(rows, lambda row: row["panel"]):
        body: list[list[TableCell]] = []
        for solution, found in itertools.groupby(inside, lambda row: row["solution"]):
            probes = sorted(found, key=lambda row: row["interval"], reverse=True)
            figures = ((number(one["interval"]), _lost(one)) for one in probes)
            body += beside(solution, [[*map(TableCell, pair)] for pair in figures])
        table.bodies.append(beside(panel, body))
    return table


def behind(title: str) -> Table:
    """Return an empty table to go behind a chart."""
    return Table(f"{title}, as a table", quiet=True)


def _lost(probe: dict[str, Any]) -> str:
    """The share a probe lost; unknown for a stalled one, which is a small point."""
    return "some" if probe["stalled"] and probe["loss"] else number(probe["loss"])
