"""Tables of real time: the article's, every probe, and other experiments."""

import dataclasses
import itertools
from collections.abc import Iterator
from typing import Any

from markupsafe import Markup

from course.model.solutions import VARIANTS
from course.site.captions import heads, list_names, old, place_headers
from course.site.cases import case_table, legend
from course.site.remarks import REMARKS
from course.site.table import Mark, Table, TableCell, divided, known, left, marked, quoted, small
from course.site.tables import POOLED, contest_table
from course.stats.columns import DatasetColumn, DatasetColumns
from course.stats.errors import choose
from course.stats.figures import Figure, RealTime
from course.stats.lookup import Place, solutions
from course.stats.numbers import number, quantity, span
from course.stats.prediction_accuracy import Outcome, Prediction, places, predictions

PURPOSES: dict[str, str] = REMARKS["purposes"]

_PLACE = tuple(map(left, ("Solution", "Strategy", "Case")))

_WIDEST = 10
"""Ratio of a range's ends from which on it tells so little that it stands in the tooltip only."""

_DOUBTFUL = Markup(
    ' <span class="course-badge" title="In a probe that counts, the clock itself stalled, or '
    'the loss was older than the window">doubtful</span>'
)


class RealtimeTables:
    def __init__(self, dataset_columns: DatasetColumns) -> None:
        self._columns = dataset_columns

    def realtime(self, *names: str) -> Table:
        """The article's table: the shortest interval without loss, or the loss at 1,000 ns."""
        asked = solutions(*names)
        figures = REMARKS["shortest"], REMARKS["realtime_table"]
        return contest_table(
            "Real time: the shortest interval without loss, ns, or what is lost at 1,000 ns, "
            f"{list_names(asked) if names else 'all solutions'}",
            self._columns,
            asked,
            old=self._old_interval,
            ours=_shortest,
            quote=self._old,
            show=_ours,
            remarks=[legend(), REMARKS["unmarked"], POOLED, *figures],
            marks_ours=False,
            mode="realtime",
        )

    def _old_interval(self, place: Place) -> float | None:
        lost = self._quote(place, "loss_pct_at_1000ns")
        return None if lost else self._quote(place, "min_interval_ns")

    def _old(self, place: Place, mark: Mark | None) -> TableCell:
        shortest = self._quote(place, "min_interval_ns")
        lost = self._quote(place, "loss_pct_at_1000ns")
        large = self._quote(place, "loss_pct_at_1000ns_heap_10g")
        if lost is None:
            return quoted(shortest, mark)
        text = f"lost: {quantity(lost, '%')}"
        text = f"{number(shortest)}; {text}" if shortest is not None else text
        below = f"10 GB: {quantity(large, '%')}" if large is not None else ""
        return TableCell(Markup("{}").format(text) + small(below), "course-article course-wraps")

    def _quote(self, place: Place, column: str) -> float | None:
        return old(self._columns, "realtime", place, column)

    def large_heap(self, *names: str) -> Table:
        """Loss at 1,000 ns with the usual heap and with 10 GB, the article's beside ours."""
        sources = heads(self._columns)

        def cells(table: Table, place: Place) -> list[TableCell]:
            large = self._quote(place, "loss_pct_at_1000ns_heap_10g")
            heaps = itertools.product(self._columns, (None, "large-heap"))
            ours = (_loss(table, column, place, variant) for column, variant in heaps)
            return [quoted(self._quoted_loss(place)), quoted(large), *ours]

        return case_table(
            "Packets lost at 1,000 ns, %: a heap of 2 GB and one of 10 GB",
            self._columns,
            solutions(*(names or ("heap",))),
            [
                [dataclasses.replace(head, colspan=2) for head in sources],
                [TableCell("2\u00a0GB"), TableCell("10\u00a0GB")] * len(sources),
            ],
            cells,
            mode="realtime",
            variant="large-heap",
        )

    def _quoted_loss(self, place: Place) -> float | None:
        """Return the article's loss at 1,000 ns: 0 if a shorter interval was without loss."""
        lost = self._quote(place, "loss_pct_at_1000ns")
        shortest = self._quote(place, "min_interval_ns")
        return 0.0 if lost is None and shortest and shortest <= 1000 else lost

    def prediction(self) -> Table:
        """Tabulate predicted and found intervals and the cost of the search, cell by cell."""
        title = "The shortest interval, predicted from one run at full speed and found"
        table = Table(title, self._columns)

        def rows(column: DatasetColumn) -> Iterator[list[TableCell]]:
            for one in predictions(column):
                _found(table, column, one.place)
                yield [*place_headers(one.place), *_prediction(one)]

        heads = map(TableCell, ("predicted, ns", "found, ns", "found / predicted"))
        costs = map(TableCell, ("probes", "seconds", "plain search, s", "saved"))
        table.of_each([*_PLACE, *heads, left("within 10 %"), *costs], rows)
        table.remarks.append(REMARKS["prediction_table"])
        return table

    def probes(self, *names: str, variant: str | None = None) -> Table:
        """Tabulate every probe of the plain cells, or of a variant's, in the order measured."""
        if variant is not None:
            choose(variant, VARIANTS, "variant")
        asked = solutions(*names)
        which = f", {variant.replace('-', ' ')}" if variant else ""
        table = Table(f"Every probe in real time, {list_names(asked)}{which}", self._columns)

        def rows(column: DatasetColumn) -> Iterator[list[TableCell]]:
            for place in places(column, variant):
                if place[0] in asked:
                    found = _found(table, column, place, variant)
                    for probe in found.raw.get("probes", []):
                        yield [*place_headers(place), *_probe(probe)]

        figures = ("interval, ns", "seconds", "sent", "lost", "lost, %")
        stall = TableCell("longest stall of the clock, ms")
        table.of_each([*_PLACE, *map(TableCell, figures), stall, left("made")], rows)
        table.remarks.append(REMARKS["probes_table"])
        return table


def twice_measured(columns: DatasetColumns, variant: str) -> Table:
    """Tabulate cells measured both plainly and as a variant, with the ratio."""
    title, *heads = REMARKS["twice"][variant]
    table = Table(title, columns, remarks=[REMARKS["shortest"]])

    def rows(column: DatasetColumn) -> Iterator[list[TableCell]]:
        for place in places(column, variant):
            plain, other = (_found(table, column, place, one) for one in (None, variant))
            cells = (_short(table, plain), _short(table, other))
            ratio = divided(other.min_interval_ns, plain.min_interval_ns)
            yield [*place_headers(place), *cells, ratio]

    table.of_each([*_PLACE, *map(TableCell, heads)], rows)
    return table


def _found(
    table: Table, column: DatasetColumn, place: Place, variant: str | None = None
) -> RealTime:
    """Return a cell's result, and note that the table uses it."""
    table.see(column, column.figures.record(*place, mode="realtime", variant=variant))
    return column.figures.realtime(*place, variant=variant)


def _ours(table: Table, column: DatasetColumn, place: Place, mark: Mark | None) -> TableCell:
    found = _found(table, column, place)
    if not found.probes:
        return table.missing(found.missing)
    text = marked(shortly(found), mark)
    if found.min_interval_ns is None:
        large = column.figures.realtime(*place, variant="large-heap").loss_at_1000
        if large is not None:
            text += small(f"10 GB: {quantity(large, '%')}")
    if found.doubtful:
        text += _DOUBTFUL
    if found.centre and found.centre.high < _WIDEST * found.centre.low:
        text += small(span(found.centre.low, found.centre.high))
    if prediction := found.raw.get("prediction"):
        interval, lost = (prediction[key] for key in ("interval_ns", "loss_pct_at_1000"))
        told = f"lost: {quantity(lost or 0.0, '%')}" if interval is None else number(interval)
        text += small(f"predicted {told}")
    style = f"course-measured course-wraps {mark.style if mark else ''}".strip()
    title = "; ".join(filter(None, (f"{found.missing.about}: {found.verdict()}", found.range)))
    return TableCell(text, style, title=title)


def _loss(table: Table, column: DatasetColumn, place: Place, variant: str | None) -> TableCell:
    found = _found(table, column, place, variant)
    figure = found.missing
    if found.loss_at_1000 is not None:
        figure = Figure(found.loss_at_1000, "%", about=figure.about)
    elif found.probes:
        reason = "1,000 ns is inconclusive: not probed, or the clock stalled"
        figure = dataclasses.replace(figure, status="absent", reason=reason)
    return table.measured(figure)


def _short(table: Table, found: RealTime) -> TableCell:
    if not found.probes:
        return table.missing(found.missing)
    text = marked(shortly(found), None) + (_DOUBTFUL if found.doubtful else "")
    return TableCell(text, "course-measured", title=f"{found.missing.about}: {found.verdict()}")


def shortly(found: RealTime) -> str:
    """Write the verdict like the article: ``250``, ``250; lost: 0.0025%`` or ``lost: 75%``."""
    if found.min_interval_ns is not None:
        return ("≤\u00a0" if found.at_most else "") + number(found.min_interval_ns)
    if found.almost is not None:
        # The loss at 1,000 ns, as elsewhere in the table, unless it is zero.
        loss = found.almost["loss_pct"] if found.loss_at_1000 is None else found.loss_at_1000
        lost = quantity(loss, "%") if loss else found.almost_loses
        return f"{number(found.almost['interval_ns'])}; lost: {lost}"
    if found.loss_pct_at_1000 is not None:
        return f"lost: {quantity(found.loss_pct_at_1000, '%')}"
    return found.verdict()


def _shortest(column: DatasetColumn, place: Place) -> Figure:
    """Return the shortest interval without loss; without a value if only an upper bound."""
    found = column.figures.realtime(*place)
    return found.missing if found.at_most else found.shortest


def _prediction(one: Prediction) -> list[TableCell]:
    plain, took = one.search["plain_seconds"], one.search["seconds"]
    return [
        *map(known, (one.predicted, one.found)),
        divided(one.found, one.predicted),
        TableCell(", ".join(map(_AGREES.get, one.outcomes)), "course-text"),
        *map(TableCell, (str(one.probes), number(took), number(plain))),
        divided(plain, took),
    ]


_AGREES = {
    Outcome.AGREES: "✓ yes",
    Outcome.NONE: "✓ yes",
    Outcome.DIFFERS: "✗ no",
    Outcome.OPEN: "? open",
    Outcome.MOVED: "? another pace",
}


def _probe(probe: dict[str, Any]) -> list[TableCell]:
    notes = [PURPOSES[probe["purpose"]]] if "purpose" in probe else []
    notes += ["stalled"] if probe["stalled"] else []
    notes += ["stopped at its first loss"] if probe.get("stopped_early") else []
    share = "some" if probe.get("stopped_early") else number(probe["loss_pct"])
    before = (number(probe[key]) for key in ("interval_ns", "seconds", "sent", "lost"))
    figures = (*before, share, number(probe["longest_stall_ns"] * 1e-6))
    return [*map(TableCell, figures), TableCell("; ".join(notes), "course-text")]
