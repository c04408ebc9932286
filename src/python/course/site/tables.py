"""The tables of batch mode, each made anew from the records at every build."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from course.model.names import labels
from course.model.pairs import Verdict
from course.model.solutions import CASES, REAL_STRATEGIES, STRATEGIES, Solution
from course.site.captions import (
    SPREAD,
    explain,
    heads,
    left,
    list_names,
    old,
    old_head,
    only_measured,
)
from course.site.cases import COMPARED, case_heads, case_marks, case_rows, legend
from course.site.context import Context
from course.site.table import Table, TableCell, quoted, row_header
from course.stats.columns import DatasetColumn, DatasetColumns
from course.stats.errors import FigureError
from course.stats.figures import GC_COLUMNS, Figure
from course.stats.lookup import Place, solutions
from course.stats.numbers import number, times
from course.stats.values import compare, ratio


class Tables:
    """Functions that pages call; each returns a Table. Unknown names raise FigureError.

    Side by side in each table: the article of 2019 and every column, oldest first.
    """

    def __init__(self, dataset_columns: DatasetColumns) -> None:
        self._dataset_columns = dataset_columns

    def batch(self, *names: str, generator: str = "counter") -> Table:
        """ns per packet: rows are strategies, columns cases, the article's figures beside ours.

        `names`: solutions ("heap-g1") or groups ("heap": one row group a collector).
        """
        asked = solutions(*names)
        which = "" if generator == "counter" else f", {generator} numbers"
        table = Table(
            f"Batch mode{which}: ns per packet, {list_names(asked)}",
            self._dataset_columns,
            quiet=True,
        )
        quotes = generator == "counter" and any(one.article for one in asked)
        last, base = list(self._dataset_columns)[-1], self._dataset_columns.base
        scaled = last.dataset.scaled or (base is not None and base.dataset.scaled)
        is_divided = not scaled and (quotes or base is not None)
        columns = [old_head()] * quotes + heads(self._dataset_columns)
        if is_divided:
            than = base.title if base else "2019"
            of = f"{last.title}, divided by {than}"
            columns += [TableCell(Markup('<abbr title="{}">÷&nbsp;{}</abbr>').format(of, than))]
        several = len(asked) > 1
        table.head = case_heads(["Strategy"], columns)
        if len(columns) == 1:
            table.head = [[left("Strategy"), *(TableCell(f"Case {case}") for case in CASES)]]
        chosen = only_measured(table, asked, self._dataset_columns, generator=generator)

        def cells(place: Place) -> list[TableCell]:
            before = old(self._dataset_columns, "batch", place, "ns_per_packet")
            found = [
                self._batch(table, each, place, generator=generator)
                for each in self._dataset_columns
            ]
            here = [quoted(before)] if quotes else []
            here += [table.measured(figure) for figure in found]
            if is_divided:
                here.append(_ratio(found[-1], found[-2].value if base else before))
            return here

        known = labels(asked) if several else {}
        table.bodies += case_rows(chosen, known, tuple(STRATEGIES), cells)
        table.remarks.append(SPREAD)
        explain(table, chosen, quotes)
        return table

    def gc(self, *names: str) -> Table:
        """The collector's cost: the article's six figures, its own below each, and two of ours."""
        asked = [one for one in solutions(*(names or ("heap",))) if one.collector]
        if not asked:
            raise FigureError(f"none of {', '.join(names)} has a collector")
        table = Table(
            f"Garbage collection in batch mode, {list_names(asked)}",
            self._dataset_columns,
            quiet=True,
        )
        several = len(asked) > 1
        head = [left("Collector")] * several + [left("Case"), left("Strategy")]
        table.head = [head + [TableCell(title) for title, _, _ in GC_COLUMNS.values()]]
        chosen = only_measured(table, asked, self._dataset_columns)
        rows, known = len(CASES) * len(REAL_STRATEGIES), labels(asked)
        for one in chosen:
            body = []
            for case in CASES:
                for strategy in REAL_STRATEGIES:
                    row = [row_header(STRATEGIES[strategy])]
                    if strategy == REAL_STRATEGIES[0]:
                        row.insert(0, row_header(case, rowspan=len(REAL_STRATEGIES), group=True))
                        if several and case == CASES[0]:
                            row.insert(0, row_header(known[one.key], rowspan=rows, group=True))
                    row += [
                        self._gc_cell(table, one, strategy, case, column) for column in GC_COLUMNS
                    ]
                    body.append(row)
            table.bodies.append(body)
        quotes = any(
            old(self._dataset_columns, "gc", (one, "pool", "A"), "max_pause_ms") for one in chosen
        )
        if len(self._dataset_columns) > 1:
            *others, last = (dataset_column.title for dataset_column in self._dataset_columns)
            table.remarks.append(
                f"Each figure is of {last}; below it, by its name, stands that of "
                f"{' and '.join(others)}."
            )
        if quotes:
            table.remarks.append("Below each figure, after “2019:”, stands the article's.")
        explain(table, chosen, quotes)
        return table

    def _gc_cell(
        self, table: Table, one: Solution, strategy: str, case: str, column: str
    ) -> TableCell:
        """The last column's figure, and those of the others below it."""
        *others, last = self._dataset_columns
        below = []
        for dataset_column in reversed(others):
            table.see(dataset_column, dataset_column.figures.record(one, strategy, case))
            figure = dataset_column.figures.gc(one, strategy, case, column)
            if figure.value is not None:
                below.append(f"{dataset_column.title}: {number(figure.value)}")
        name = GC_COLUMNS[column][2]
        before = old(self._dataset_columns, "gc", (one, strategy, case), name) if name else None
        if before is not None:
            below.append(f"2019: {number(before)}")
        table.see(last, last.figures.record(one, strategy, case))
        lines = Markup("<br>").join(below)
        return table.measured(last.figures.gc(one, strategy, case, column), lines)

    def summary(self, *names: str) -> Table:
        """Solutions in batch mode, without dummy, with the best of each column marked."""
        asked = solutions(*names)
        table = Table(
            f"Batch mode: ns per packet, {'all' if not names else list_names(asked)}",
            self._dataset_columns,
            quiet=True,
        )
        columns = [old_head(), *heads(self._dataset_columns)]
        table.head = case_heads(["Strategy"], columns)
        chosen = only_measured(table, asked, self._dataset_columns)
        grid = {
            (dataset_column.key, (one, strategy, case)): self._batch(
                table, dataset_column, (one, strategy, case)
            )
            for dataset_column in self._dataset_columns
            for one in chosen
            for strategy in REAL_STRATEGIES
            for case in CASES
        }

        def before(place: Place) -> float | None:
            return old(self._dataset_columns, "batch", place, "ns_per_packet")

        signs = case_marks(
            chosen,
            self._dataset_columns,
            before,
            lambda dataset_column, place: grid[dataset_column.key, place].value,
        )

        def cells(place: Place) -> list[TableCell]:
            here = [quoted(before(place), signs.get(("2019", place)))]
            here += [
                table.measured(
                    grid[dataset_column.key, place], mark=signs.get((dataset_column.key, place))
                )
                for dataset_column in self._dataset_columns
            ]
            return here

        def compared(one: Solution, case: str) -> list[TableCell]:
            places = [(one, strategy, case) for strategy in ("pool", "alloc")]
            quotes = [Figure(before(place), "ns") for place in places]
            ours = [
                [grid[dataset_column.key, place] for place in places]
                for dataset_column in self._dataset_columns
            ]
            return [pooled(*pair) for pair in (quotes, *ours)]

        table.bodies += case_rows(chosen, labels(asked), REAL_STRATEGIES, cells, compared)
        table.remarks += [legend(), SPREAD, POOLED]
        explain(table, chosen, True)
        return table

    def _batch(
        self, table: Table, dataset_column: DatasetColumn, place: Place, **which: str
    ) -> Figure:
        table.see(dataset_column, dataset_column.figures.record(*place, **which))
        return dataset_column.figures.batch(*place, **which)


POOLED = (
    f"{COMPARED}: below 1 pooling takes less time. ≈ means the same within 5 %, ? that the rounds "
    "do not decide."
)


_SIGNS = {Verdict.SAME: "≈ ", Verdict.OPEN: "? "}
"""Before a ratio that tells no winner."""


def pooled(pool: Figure, alloc: Figure) -> TableCell:
    """Pooling to allocation; empty where one of them has no figure, which its own row explains."""
    found = ratio(pool, alloc)
    if found.value is None:
        return TableCell("", "course-ratio")
    sign = _SIGNS.get(compare(pool, alloc), "")
    return TableCell(sign + times(found.value), "course-ratio", title=found.about)


def _ratio(figure: Figure, other: float | None) -> TableCell:
    if figure.value is None or not other:
        return TableCell("", "course-ratio")
    return TableCell(times(figure.value / other), "course-ratio")


def macros(context: Context) -> dict[str, Any]:
    """Name in a page -> function."""
    tables = Tables(context.dataset_columns)
    return {
        "batch_table": tables.batch,
        "batch_table_on_other_machines": Tables(context.other_machines.dataset_columns).batch,
        "gc_table": tables.gc,
        "summary_table": tables.summary,
    }
