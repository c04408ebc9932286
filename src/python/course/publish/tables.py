"""The tables of the site, each made anew from the records at every build."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from course.publish.errors import FigureError
from course.publish.figures import GC_COLUMNS, Figure, Figures
from course.publish.names import (
    CASES,
    REAL_STRATEGIES,
    STRATEGIES,
    Solution,
    full_label,
    solutions,
)
from course.publish.numbers import interval, number, quantity, times
from course.publish.table import Cell, Table, quoted, row_header


class Tables:
    """Functions that pages call; each returns a Table. Unknown names raise FigureError."""

    def __init__(self, figures: Figures) -> None:
        self._figures = figures

    def batch(self, *names: str, generator: str = "counter") -> Table:
        """ns per packet: rows are strategies, columns cases, the article's figures beside ours.

        `names`: solutions ("heap-g1") or implementations ("heap": one row group a collector).
        """
        chosen = solutions(*names)
        which = "" if generator == "counter" else f", {generator} numbers"
        table = Table(f"Batch mode{which}: ns per packet, {_names(chosen)}")
        quotes = [one for one in chosen if one.article]
        ratios = bool(quotes) and not self._figures.dataset.scaled
        columns = [Cell("this machine")]
        columns += [Cell("2019", "course-article")] if quotes else []
        columns += [Cell(Markup('<abbr title="this machine / 2019">ratio</abbr>'))] * ratios
        corner = [_left("Solution", 2)] * (len(chosen) > 1) + [_left("Strategy", 2)]
        table.head = [
            corner + [Cell(f"Case {case}", colspan=len(columns)) for case in CASES],
            columns * len(CASES),
        ]
        if len(columns) == 1:
            cases = [Cell(f"Case {case}") for case in CASES]
            table.head = [[*(_left(cell.html) for cell in corner), *cases]]
        for one in chosen:
            body = []
            for strategy, name in STRATEGIES.items():
                row = [row_header(name)]
                if len(chosen) > 1 and not body:
                    row.insert(0, row_header(full_label(one), rowspan=len(STRATEGIES), group=True))
                for case in CASES:
                    self._see(table, one, strategy, case, generator=generator)
                    figure = self._figures.batch(one, strategy, case, generator=generator)
                    row.append(table.measured(figure))
                    old = self._old("batch", one, strategy, case, "ns_per_packet")
                    row += [quoted(old)] if quotes else []
                    row += [_ratio(figure, old)] * ratios
                body.append(row)
            table.bodies.append(body)
        table.remarks.append(_SPREAD)
        _explain(table, chosen, bool(quotes))
        return table

    def gc(self, *names: str) -> Table:
        """The collector's cost: the article's six figures, its own below each, and two of ours."""
        chosen = [one for one in solutions(*(names or ("heap",))) if one.collector]
        if not chosen:
            raise FigureError(f"none of {', '.join(names)} has a collector")
        table = Table(f"Garbage collection in batch mode, {_names(chosen)}")
        several = len(chosen) > 1
        head = [_left("Collector")] * several + [_left("Case"), _left("Strategy")]
        head += [Cell(title) for title, _, _ in GC_COLUMNS.values()]
        table.head = [head]
        rows = len(CASES) * len(REAL_STRATEGIES)
        for one in chosen:
            body = []
            for case in CASES:
                for strategy in REAL_STRATEGIES:
                    self._see(table, one, strategy, case)
                    row = [row_header(STRATEGIES[strategy])]
                    if strategy == REAL_STRATEGIES[0]:
                        row.insert(0, row_header(case, rowspan=len(REAL_STRATEGIES), group=True))
                        if several and case == CASES[0]:
                            row.insert(0, row_header(one.label, rowspan=rows, group=True))
                    row += [
                        self._gc_cell(table, one, strategy, case, column) for column in GC_COLUMNS
                    ]
                    body.append(row)
            table.bodies.append(body)
        quotes = any(self._old("gc", one, "pool", "A", "max_pause_ms") for one in chosen)
        if quotes:
            table.remarks.append("Below each figure, after “2019:”, stands the article's.")
        _explain(table, chosen, quotes)
        return table

    def _gc_cell(self, table: Table, one: Solution, strategy: str, case: str, column: str) -> Cell:
        name = GC_COLUMNS[column][2]
        old = self._old("gc", one, strategy, case, name) if name else None
        below = "" if old is None else f"2019: {number(old)}"
        return table.measured(self._figures.gc(one, strategy, case, column), below)

    def realtime(self, *names: str) -> Table:
        """Real time: packets lost at each probed interval, the clock's longest stall, a verdict."""
        chosen = solutions(*names)
        table = Table(
            f"Real time: packets lost, %, by the interval between packets, {_names(chosen)}"
        )
        rows = [
            (one, strategy, case, record)
            for one in chosen
            for strategy in REAL_STRATEGIES
            for case in CASES
            if (record := self._see(table, one, strategy, case, mode="realtime"))
        ]
        intervals = sorted(
            {
                int(probe["interval_ns"])
                for *_, record in rows
                for probe in (record.raw["realtime"] or {"probes": []})["probes"]
            },
            reverse=True,
        )
        table.head = [
            [_left("Solution"), _left("Strategy"), _left("Case")]
            + [Cell(interval(each)) for each in intervals]
            + [_left("Verdict"), Cell("2019", "course-article course-left")]
        ]
        for one, strategy, case, _ in rows:
            table.bodies.append([self._realtime_row(table, one, strategy, case, intervals)])
        if not rows:
            reason = f"Not measured: not part of the {self._figures.dataset.profile} run"
            table.bodies.append([[Cell(reason, "course-left", colspan=len(table.head[0]))]])
        table.remarks.append(
            "Below each loss stands the longest stall of the clock thread itself: a stall longer "
            "than the queue lasts (100 ms) makes a loss that the program did not cause; such a "
            "probe is marked “stalled” and is left out of the verdict."
        )
        _explain(table, [one for one in chosen if any(row[0] is one for row in rows)], True)
        return table

    def _realtime_row(
        self, table: Table, one: Solution, strategy: str, case: str, intervals: Sequence[int]
    ) -> list[Cell]:
        found = self._figures.realtime(one, strategy, case)
        row = [row_header(full_label(one)), _left(STRATEGIES[strategy]), _left(case)]
        for each in intervals:
            probe = found.probes.get(each)
            if probe is None:
                missing = found.missing if not found.probes else Figure(
                    None, "%", status="absent", reason="not every interval was probed everywhere",
                    about=found.missing.about,
                )  # fmt: skip
                row.append(table.measured(missing))
                continue
            figure = Figure(probe["loss_pct"], "%", about=f"{found.missing.about}, {each} ns")
            stall = quantity(probe["longest_stall_ns"] * 1e-6, "ms")
            below = f"stalled {stall}" if probe["stalled"] else f"stall {stall}"
            row.append(table.measured(figure, below))
        row.append(_left(found.verdict() if found.probes else table.measured(found.missing).html))
        row.append(self._old_verdict(one, strategy, case))
        return row

    def _old_verdict(self, one: Solution, strategy: str, case: str) -> Cell:
        shortest = self._old("realtime", one, strategy, case, "min_interval_ns")
        if shortest is not None:
            return Cell(f"from {interval(shortest)}", "course-article course-left")
        lost = self._old("realtime", one, strategy, case, "loss_pct_at_1000ns")
        if lost is not None:
            return Cell(
                f"lost {quantity(lost, '%')} at 1,000\u00a0ns", "course-article course-left"
            )
        return quoted(None)

    def summary(self) -> Table:
        """Every solution in batch mode, without dummy; the fastest of each case is starred."""
        chosen = solutions()
        table = Table("All solutions in batch mode: ns per packet")
        table.head = [
            [_left("Solution", 2), _left("Strategy", 2)]
            + [Cell(f"Case {case}", colspan=2) for case in CASES],
            [Cell("this machine"), Cell("2019", "course-article")] * len(CASES),
        ]
        grid = {
            (one.key, strategy, case): self._figures.batch(one, strategy, case)
            for one in chosen
            for strategy in REAL_STRATEGIES
            for case in CASES
        }
        best = {case: _least(f for (_, _, at), f in grid.items() if at == case) for case in CASES}
        for one in chosen:
            body = []
            for strategy in REAL_STRATEGIES:
                row = [row_header(STRATEGIES[strategy])]
                if not body:
                    header = row_header(full_label(one), rowspan=len(REAL_STRATEGIES), group=True)
                    row.insert(0, header)
                for case in CASES:
                    self._see(table, one, strategy, case)
                    figure = grid[one.key, strategy, case]
                    row.append(table.measured(figure, best=figure is best[case]))
                    row.append(quoted(self._old("batch", one, strategy, case, "ns_per_packet")))
                body.append(row)
            table.bodies.append(body)
        table.remarks += [_SPREAD, "★ marks the fastest of its column on this machine."]
        _explain(table, chosen, True)
        return table

    def _old(
        self, table: str, one: Solution, strategy: str, case: str, column: str
    ) -> float | None:
        return self._figures.article.find(table, one.article, strategy, case, column)

    def _see(self, table: Table, one: Solution, strategy: str, case: str, **which):
        """Note for the line under the table that it rests on this record."""
        record = self._figures.record(one, strategy, case, **which)
        if record is not None:
            table.records.append(record)
        return record


_SPREAD = "Each figure is the mean over all packets; below it stand the fastest and slowest round."


def _left(text: str, rowspan: int = 1) -> Cell:
    """A header cell of a column of words."""
    return Cell(text, "course-left", rowspan=rowspan)


def _names(chosen: Sequence[Solution]) -> str:
    java = [one.label for one in chosen if one.collector]
    other = [one.label for one in chosen if not one.collector]
    of_java = [f"Java heap buffers under {_and(java)}"] if java else []
    return ", ".join(of_java + other)


def _and(words: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _explain(table: Table, chosen: Iterable[Solution], quotes: bool) -> None:
    """Say whose the old figures are, and which names the article used."""
    table.remarks += [f"{one.label}: {one.note}" for one in chosen if one.note]
    if quotes:
        table.remarks.append(
            "2019: the article's figures, another machine (dual Xeon E5-2620 v3) and Java 8 or 11; "
            "a dash: it has none."
        )


def _ratio(figure: Figure, old: float | None) -> Cell:
    if figure.value is None or old is None:
        return Cell("", "course-ratio")
    return Cell(times(figure.value / old), "course-ratio")


def _least(found: Iterable[Figure]) -> Figure | None:
    known = [figure for figure in found if figure.value is not None]
    return min(known, key=lambda figure: figure.value, default=None)
