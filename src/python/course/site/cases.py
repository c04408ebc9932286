"""Tables of cells: heads, rows and marks for each case, and the tables behind charts."""

import dataclasses
import functools
import itertools
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from markupsafe import Markup, escape

from course.model.names import labels
from course.model.solutions import CASES, REAL_STRATEGIES, STRATEGIES, Solution
from course.site.captions import explain, only_measured
from course.site.table import Mark, Table, TableCell, beside, first, left, row_header
from course.stats.columns import DatasetColumn, DatasetColumns
from course.stats.lookup import Place
from course.stats.numbers import number

BEST = Mark("★", "best of its column", "course-best")
BEST_JAVA = Mark("◆", "best of Java", "course-java")
SECOND_JAVA = Mark("◇", "second best of Java", "course-second")
BEST_IS_JAVA = Mark("★◆", "best of its column, and of Java", "course-best")

T = TypeVar("T", bound=Hashable)

COMPARED = f"{STRATEGIES['pool']} / {STRATEGIES['alloc'].lower()}"
"""Label of the row that answers the course's question."""


def case_heads(*levels: Sequence[TableCell]) -> list[list[TableCell]]:
    """Return the head of a table of strategies, with these rows under each case."""
    across = sum(cell.colspan for cell in levels[0])
    top = [left("Strategy", 1 + len(levels))]
    for case in CASES:
        top += in_case(case, [TableCell(f"Case {case}", colspan=across)])
    return [top, *([one for case in CASES for one in in_case(case, level)] for level in levels)]


def in_case(case: str, cells: Sequence[TableCell]) -> list[TableCell]:
    """Set the case's cells apart and name them by a style: phones show one case at a time."""
    style = f"course-in-{case.lower()}"
    named = [dataclasses.replace(one, style=f"{one.style} {style}".strip()) for one in cells]
    return first(named)


def case_rows(
    chosen: Iterable[Solution],
    names: Mapping[str, str],
    strategies: Sequence[str],
    cells: Callable[[Place], list[TableCell]],
    compared: Callable[[Solution, str], list[TableCell]] | None = None,
) -> list[list[list[TableCell]]]:
    """Return a body for each solution, headed by its name if there are `names`, with a row for each
    strategy; `cells` makes those of one case, `compared` those of a last row, pooling /
    allocation."""
    bodies = []
    for one in chosen:
        body: list[list[TableCell]] = []
        for strategy in strategies:
            row = [row_header(STRATEGIES[strategy])]
            for case in CASES:
                row += in_case(case, cells((one, strategy, case)))
            body.append(row)
        if compared is not None:
            ratios = [cell for case in CASES for cell in in_case(case, compared(one, case))]
            body.append([row_header(COMPARED), *ratios])
        if names:
            # The name goes above, not beside, to leave the full width to the figures.
            name, across = escape(names[one.key]), len(body[0])
            body.insert(0, [TableCell(name, "course-left", "rowgroup", colspan=across)])
        bodies.append(body)
    return bodies


def case_table(  # noqa: PLR0917
    title: str,
    columns: DatasetColumns,
    asked: Sequence[Solution],
    heads: Sequence[Sequence[TableCell]],
    cells: Callable[[Table, Place], list[TableCell]],
    strategies: Sequence[str] = REAL_STRATEGIES,
    *,
    names: Mapping[str, str] | None = None,
    compared: Callable[[Solution, str], list[TableCell]] | None = None,
    remarks: Iterable[str] = (),
    quotes: bool = True,
    **which: str,
) -> Table:
    """Build a table of the solutions of `asked` that any data set has, with the usual remarks; see
    case_heads and case_rows. `names`: by default the labels of `asked`; `quotes`: it has figures of
    2019."""
    table = Table(title, columns, quiet=True, head=case_heads(*heads))
    chosen = only_measured(table, asked, columns, **which)
    names = labels(asked) if names is None else names
    table.bodies = case_rows(chosen, names, strategies, functools.partial(cells, table), compared)
    table.remarks += remarks
    explain(table, chosen, quotes)
    return table


def case_marks(
    chosen: Iterable[Solution],
    dataset_columns: DatasetColumns,
    old: Callable[[Place], float | None],
    ours: Callable[[DatasetColumn, Place], float | None],
) -> dict[tuple[str, Place], Mark]:
    """Map (column's key or 2019, place) to the mark of the best of each case in each column. `old`
    and `ours` return a competing figure, or None. Scaled runs have no best."""
    rows = [(one, strategy) for one in chosen for strategy in REAL_STRATEGIES]
    java = [row for row in rows if row[0].collector]
    whole = [one for one in dataset_columns if not one.dataset.scaled]
    columns = {"2019": old} | {one.key: functools.partial(ours, one) for one in whole}
    result: dict[tuple[str, Place], Mark] = {}
    for case, (key, figure) in itertools.product(CASES, columns.items()):
        figures = {row: figure((*row, case)) for row in rows}
        found = {row: value for row, value in figures.items() if value is not None}
        for row, mark in marks(found, java).items():
            result[key, (*row, case)] = mark
    return result


def marks(column: Mapping[T, float], java: Iterable[T]) -> dict[T, Mark]:
    """Mark the best of a column, where lower is better; equal as printed is a tie."""
    if not column:
        return {}
    written = {place: number(value) for place, value in column.items()}
    best = written[min(column, key=lambda place: column[place])]
    of_java = sorted((place for place in java if place in column), key=lambda place: column[place])
    order = dict.fromkeys(written[place] for place in of_java)
    signs = dict(zip(order, (BEST_JAVA, SECOND_JAVA), strict=False))
    result = {place: signs[written[place]] for place in of_java if written[place] in signs}
    for place, text in written.items():
        if text == best:
            result[place] = BEST_IS_JAVA if result.get(place) is BEST_JAVA else BEST
    return result


def legend() -> Markup:
    """Explain the marks' signs and colours, for below the tables that use them."""
    best, java, second = (
        Markup('<span class="course-mark {0.style}">{0.sign}</span>').format(mark)
        for mark in (BEST, BEST_JAVA, SECOND_JAVA)
    )
    told = "{} the best of its column, {} the best of Java, {} the second best of Java"
    return Markup(f"{told}; ties share a mark.").format(best, java, second)


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
