"""Evidence for the verdicts: the collectors' logs, and how the time splits."""

import itertools
from pathlib import Path
from typing import Any

from course.model.solutions import CASES
from course.site.origins import sources_of
from course.site.table import Table, TableCell, beside, left, row_header
from course.stats.claims.cells import Subject
from course.stats.claims.evaluate import readings
from course.stats.claims.quantities import QUANTITIES
from course.stats.columns import DatasetColumns
from course.stats.errors import FigureError, choose
from course.stats.figures import Figure
from course.stats.numbers import number, quantity
from course.stats.records import Record

SPLIT = (
    "batch_ns", "batch_ns_outside_pauses", "batch_ns_in_pauses", "fraction_pct",
    "avg_pause_ms", "live_objects_million",
)  # fmt: skip
"""Columns of the table that splits a packet's time."""

FIRST_PAUSES = 6


class LogEvidence:
    def __init__(self, dataset_columns: DatasetColumns, folder: Path) -> None:
        self._dataset_columns = dataset_columns
        self._folder = folder

    def pause_split_table(self, runtime: str, strategy: str) -> Table:
        """Tabulate ns per packet in and outside pauses, heap buffers: the article's, then ours."""
        title = f"Where a packet's time goes: heap buffers, {runtime}, {strategy}, batch mode"
        table = Table(title, sources=sources_of(self._dataset_columns))
        heads = (TableCell(QUANTITIES[column][0]) for column in SPLIT)
        table.head = [[left("Data set"), left("Case"), *heads]]
        data = {"2019": self._dataset_columns.article}
        data |= {one.title: one.dataset for one in self._dataset_columns}
        for name, source in data.items():
            read, rows = readings(source), []
            for case in CASES:
                place = Subject("heap", runtime, strategy, case)
                figures = (read.figure(column, place) for column in SPLIT)
                rows.append([row_header(case), *map(_shown, figures)])
            table.bodies.append(beside(name, rows))
        return table

    def article_slowdown(self, case: str) -> Figure:
        """Ratio of the article's time in a case to its time in A, without pauses, of pooling in the
        heap under Parallel, the article's "CMS"."""
        outside = [self._of_2019("batch_ns_outside_pauses", name) for name in ("A", case)]
        return Figure(outside[1] / outside[0], "", about=f"the article of 2019, {case} / A")

    def article_explained(self, case: str) -> Figure:
        """Share of the drop in `fraction_pct` from A to a case that is due to time outside pauses.

        Give the case A's pause time per packet but keep its own time outside: how far does its
        `fraction_pct` move from A's towards its own?
        """
        inside = self._of_2019("batch_ns_in_pauses", "A")
        mixed = 100 * inside / (inside + self._of_2019("batch_ns_outside_pauses", case))
        first, last = (self._of_2019("fraction_pct", name) for name in ("A", case))
        about = f"from the article's figures of 2019, cases A and {case}"
        return Figure(100 * (first - mixed) / (first - last), "%", about=about)

    def _of_2019(self, column: str, case: str) -> float:
        choose(case, CASES, "case")
        cell = Subject("heap", "parallel 8", "pool", case)
        value = readings(self._dataset_columns.article).figure(column, cell).value
        if value is None:
            raise FigureError(f"the article has no {column} of {cell}")
        return value

    def collector_log_table(self, runtimes: list[str], strategy: str, case: str) -> Table:
        """Tabulate what the logs of some runtimes say in real time, with the packets lost."""
        title = f"What the logs say in real time: heap buffers, {strategy}, case {case}"
        table = Table(title, sources=sources_of(self._dataset_columns))
        words = map(left, ("Data set", "Runtime", "The log calls it"))
        figures = map(TableCell, ("Longest pause", "Pauses", "Lost at 1,000\u00a0ns"))
        table.head = [[*words, *figures, left("The first pauses of the probe")]]
        rows = []
        for one, runtime in itertools.product(self._dataset_columns, runtimes):
            cell = Subject("heap", runtime, strategy, case)
            for record in one.dataset.records.values():
                if record.cell["mode"] == "realtime" and Subject.of_record(record.cell) == cell:
                    collector, *told, pauses = _told(record)
                    words = [row_header(one.title), left(runtime), left(collector)]
                    last = TableCell(pauses, "course-text")
                    rows.append([*words, *map(TableCell, told), last])
        table.bodies = [rows] if rows else []
        return table

    def log_excerpt(self, name: str) -> str:
        """Markdown: a stored log excerpt. Raises FigureError if the name is unknown."""
        known = {file.stem: file for file in self._folder.glob("*.log")}
        if name not in known:
            raise FigureError(f"no excerpt {name!r}; valid: {', '.join(sorted(known)) or 'none'}")
        return f"\n````text\n{known[name].read_text(encoding='utf-8').rstrip()}\n````\n"


def _shown(figure: Figure) -> TableCell:
    if figure.value is not None:
        return TableCell(number(figure.value))
    word = "not measured" if figure.status == "absent" else figure.status
    reason = figure.reason or ""
    return TableCell(word, "course-missing" if reason else "", title=reason)


def _told(record: Record) -> tuple[str, str, str, str, str]:
    """Return the collector's name, longest pause, pause count, loss, first pauses; or why not."""
    if record.status != "ok":
        return record.status, record.reason or "", "", "", ""
    gc, result = record.raw["gc"], record.raw["realtime"]
    loss = result["verdict"]["loss_pct_at_1000"]
    lost = "not known" if loss is None else quantity(loss, "%")
    if gc is None:
        return "no log", "", "", lost, ""
    longest = quantity(gc["max_pause_ms"], "ms")
    return gc["collector_name"], longest, str(gc["pauses"]), lost, _first_pauses(result["probes"])


def _first_pauses(probes: list[dict[str, Any]]) -> str:
    """Quote the first probe at 1,000 ns: time, kind and length of its first pauses."""
    found = (
        one["timeline"] for one in probes if one["interval_ns"] == 1000 and one.get("timeline")
    )
    pauses = next(found, {"pauses": []})["pauses"][:FIRST_PAUSES]
    return "; ".join(
        f"{at / 1000:.2f} s {kind} {quantity(length, 'ms')}" for at, length, kind in pauses
    )
