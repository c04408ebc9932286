"""Tables of batch mode, rebuilt from the records at every build."""

import functools
from collections.abc import Callable

from markupsafe import Markup

from course.model.names import labels
from course.model.pairs import Verdict
from course.model.solutions import CASES, REAL_STRATEGIES, STRATEGIES, Solution
from course.site.captions import explain, heads, list_names, old, only_measured
from course.site.cases import COMPARED, case_marks, case_table, legend
from course.site.remarks import REMARKS
from course.site.table import Mark, Table, TableCell, beside, divided, left, quoted, row_header
from course.stats.columns import DatasetColumn, DatasetColumns
from course.stats.errors import FigureError
from course.stats.figures import GC_COLUMNS, Figure
from course.stats.lookup import Place, solutions
from course.stats.numbers import number, times
from course.stats.values import compare, ratio


class Tables:
    """Tables that compare the article of 2019 and every data set, oldest first."""

    def __init__(self, dataset_columns: DatasetColumns) -> None:
        self._columns = dataset_columns

    def batch(self, *names: str, generator: str = "counter") -> Table:
        """Tabulate ns per packet: strategies by cases, the article's figures beside ours.

        `names`: solutions ("heap-g1") or groups ("heap": a row group for each collector).
        """
        asked = solutions(*names)
        which = "" if generator == "counter" else f", {generator} numbers"
        quotes = generator == "counter" and any(one.article for one in asked)
        last, base = list(self._columns)[-1], self._columns.base
        scaled = last.dataset.scaled or (base is not None and base.dataset.scaled)
        is_divided = not scaled and (quotes or base is not None)
        columns = heads(self._columns, quotes)
        if is_divided:
            than = base.title if base else "2019"
            of = f"{last.title}, divided by {than}"
            columns += [TableCell(Markup('<abbr title="{}">÷&nbsp;{}</abbr>').format(of, than))]

        def cells(table: Table, place: Place) -> list[TableCell]:
            before = old(self._columns, "batch", place, "ns_per_packet")
            found = [_batch(table, each, place, generator=generator) for each in self._columns]
            here = [quoted(before)] if quotes else []
            here += [table.measured(figure) for figure in found]
            if is_divided:
                here.append(divided(found[-1].value, found[-2].value if base else before))
            return here

        table = case_table(
            f"Batch mode{which}: ns per packet, {list_names(asked)}",
            self._columns,
            asked,
            [columns],
            cells,
            [*STRATEGIES],
            names=None if len(asked) > 1 else {},
            remarks=[REMARKS["spread"]],
            quotes=quotes,
            generator=generator,
        )
        if len(columns) == 1:
            table.head = [[left("Strategy"), *(TableCell(f"Case {case}") for case in CASES)]]
        return table

    def gc(self, *names: str) -> Table:
        """Tabulate the collector's cost: the article's six measures and figures, and two more."""
        asked = [one for one in solutions(*(names or ("heap",))) if one.collector]
        if not asked:
            raise FigureError(f"none of {', '.join(names)} has a collector")
        title = f"Garbage collection in batch mode, {list_names(asked)}"
        table = Table(title, self._columns, quiet=True)
        several = len(asked) > 1
        head = [left("Collector")] * several + [left("Case"), left("Strategy")]
        table.head = [head + [TableCell(title) for title, _, _ in GC_COLUMNS.values()]]
        chosen = only_measured(table, asked, self._columns)
        known = labels(asked)

        def row(place: Place) -> list[TableCell]:
            cells = (self._gc_cell(table, place, key) for key in GC_COLUMNS)
            return [row_header(STRATEGIES[place[1]]), *cells]

        for one in chosen:
            body = []
            for case in CASES:
                body += beside(case, [row((one, strategy, case)) for strategy in REAL_STRATEGIES])
            table.bodies.append(beside(known[one.key], body) if several else body)
        *others, last = (column.title for column in self._columns)
        if others:
            below = f"with those from {' and '.join(others)} below, by name"
            table.remarks.append(f"The figures are from {last}, {below}.")
        longest = (old(self._columns, "gc", (one, "pool", "A"), "max_pause_ms") for one in chosen)
        if quotes := any(longest):
            table.remarks.append("The article's figure is below each of ours, after “2019:”.")
        explain(table, chosen, quotes)
        return table

    def _gc_cell(self, table: Table, place: Place, key: str) -> TableCell:
        """Show the last data set's figure, with the others' below it."""
        last, *others = reversed([*self._columns])
        for column in (last, *others):
            table.see(column, column.figures.record(*place))
        found = last.figures.gc(*place, key)
        figures = ((one.title, one.figures.gc(*place, key).value) for one in others)
        below = [f"{title}: {number(value)}" for title, value in figures if value is not None]
        name = GC_COLUMNS[key][2]
        before = old(self._columns, "gc", place, name) if name else None
        if before is not None:
            below.append(f"2019: {number(before)}")
        return table.measured(found, Markup("<br>").join(below))

    def summary(self, *names: str) -> Table:
        """Tabulate solutions in batch mode, without dummy, marking the best of each column."""
        asked = solutions(*names)
        before = functools.partial(old, self._columns, "batch", column="ns_per_packet")

        def show(table: Table, one: DatasetColumn, place: Place, mark: Mark | None) -> TableCell:
            return table.measured(_batch(table, one, place), mark=mark)

        return contest_table(
            f"Batch mode: ns per packet, {list_names(asked) if names else 'all'}",
            self._columns,
            asked,
            old=before,
            ours=lambda column, place: column.figures.batch(*place),
            quote=lambda place, mark: quoted(before(place), mark),
            show=show,
            remarks=[legend(), REMARKS["spread"], POOLED],
        )


def contest_table(
    title: str,
    columns: DatasetColumns,
    asked: list[Solution],
    *,
    old: Callable[[Place], float | None],
    ours: Callable[[DatasetColumn, Place], Figure],
    quote: Callable[[Place, Mark | None], TableCell],
    show: Callable[[Table, DatasetColumn, Place, Mark | None], TableCell],
    remarks: list[str],
    marks_ours: bool = True,
    **which: str,
) -> Table:
    """Mark the best of each column, or of 2019's only, and add, under each solution, pooling /
    allocating. `old` and `ours` return the competing figures, `quote` and `show` the cells."""
    signs = case_marks(
        columns.having(asked, **which),
        columns,
        old,
        lambda column, at: ours(column, at).value if marks_ours else None,
    )

    def cells(table: Table, place: Place) -> list[TableCell]:
        first = quote(place, signs.get(("2019", place)))
        return [first, *(show(table, one, place, signs.get((one.key, place))) for one in columns)]

    def compared(one: Solution, case: str) -> list[TableCell]:
        pair = [(one, strategy, case) for strategy in ("pool", "alloc")]
        quotes = pooled(*(Figure(old(place), "ns") for place in pair))
        return [quotes, *(pooled(*(ours(column, place) for place in pair)) for column in columns)]

    return case_table(
        title, columns, asked, [heads(columns)], cells, compared=compared, remarks=remarks, **which
    )


def _batch(table: Table, column: DatasetColumn, place: Place, **which: str) -> Figure:
    table.see(column, column.figures.record(*place, **which))
    return column.figures.batch(*place, **which)


POOLED = REMARKS["pooled"].format(compared=COMPARED)

_SIGNS = {Verdict.SAME: "≈ ", Verdict.OPEN: "? "}


def pooled(pool: Figure, alloc: Figure) -> TableCell:
    """Return pooling / allocation; empty if a figure is missing, as that figure's row explains."""
    found = ratio(pool, alloc)
    if found.value is None:
        return TableCell("", "course-ratio")
    sign = _SIGNS.get(compare(pool, alloc), "")
    title = found.about.strip(" /")
    if found.low is not None and found.high is not None:
        title += f"; {number(found.low)} to {number(found.high)}"
    return TableCell(sign + times(found.value), "course-ratio", title=title)
