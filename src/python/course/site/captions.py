"""Heads, captions and remarks shared by tables of several solutions."""

from collections.abc import Iterable, Sequence

from course.model.names import full_label, labels
from course.model.solutions import IMPLEMENTATIONS, STRATEGIES, Solution
from course.site.remarks import REMARKS
from course.site.table import Table, TableCell, left, row_header
from course.stats.columns import DatasetColumn, DatasetColumns
from course.stats.lookup import Place
from course.stats.numbers import enumerated


def place_headers(place: Place) -> list[TableCell]:
    """Return the leading cells of a row about one place: solution, strategy and case."""
    one, strategy, case = place
    return [row_header(full_label(one)), left(STRATEGIES[strategy]), left(case)]


def list_names(chosen: Sequence[Solution]) -> str:
    """For a caption: ``Java, heap buffers under G1 and ZGC; C++``. More than four are counted."""
    parts = []
    for implementation in dict.fromkeys(one.implementation for one in chosen):
        those = [one for one in chosen if one.implementation == implementation]
        if those[0].collector is None:
            parts.append(those[0].label)
            continue
        known = labels(chosen)
        names = [known[one.key].partition(", ")[2] for one in those]
        under = f"{len(names)} collectors and JDKs" if len(names) > 4 else enumerated(names)
        parts.append(f"{IMPLEMENTATIONS[implementation].label} under {under}")
    return "; ".join(parts)


def plural(noun: str, count: float) -> str:
    return noun if count == 1 else f"{noun}s"


def only_measured(
    table: Table, chosen: Sequence[Solution], dataset_columns: DatasetColumns, **which: str | None
) -> list[Solution]:
    """Return the solutions with a cell in any data set; a remark names the others."""
    present = dataset_columns.having(chosen, **which)
    absent = [full_label(one) for one in chosen if one not in present]
    if absent and present:
        table.remarks.append(f"Not in any data set shown here: {'; '.join(absent)}.")
    return present


def explain(table: Table, chosen: Iterable[Solution], quotes: bool) -> None:
    """Say where the figures of 2019 come from, and which names the article used."""
    notes = dict.fromkeys(f"{one.label}: {one.note}" for one in chosen if one.note)
    table.remarks += notes
    if quotes:
        table.remarks.append(REMARKS["article"])


def old(dataset_columns: DatasetColumns, table: str, place: Place, column: str) -> float | None:
    """Return the article's figure for comparison, or None if it has none."""
    one, strategy, case = place
    return dataset_columns.article.find(table, one.article, strategy, case, column)


def heads(dataset_columns: Iterable[DatasetColumn], quotes: bool = True) -> list[TableCell]:
    """Return the heads of the article's column, if there is one, and of each data set's."""
    ours = [TableCell(one.title) for one in dataset_columns]
    return [TableCell("2019", "course-article"), *ours] if quotes else ours
