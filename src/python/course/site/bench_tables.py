"""Tables of benches, rebuilt from their records at every build."""

import dataclasses
import math
import statistics
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from markupsafe import Markup

from course.model import benches as definitions
from course.model.bench import Metric
from course.model.verdicts import SIGNS
from course.site.remarks import REMARKS
from course.site.table import Table, TableCell, first, grouped_heads, known, left, row_header, small
from course.stats.bench_figures import NOT_PART, apart, figure, groups_of
from course.stats.benches import Benches, BenchRecord
from course.stats.errors import choose
from course.stats.figures import Figure
from course.stats.numbers import TIMES, number, quantity, span, times

KINDS = {"mean": "mean", "ratio": "ratio", "bound": f"{TIMES} floor"}


class BenchTables:
    def __init__(self, benches: Benches) -> None:
        self._benches = benches

    def table(self, name: str, *groups: str, metric: str = "") -> Table:
        """Tabulate a metric, by default the first: mean, ratio and multiple of the floor."""
        records, whole = self._benches.all(name), self._benches.primary(name)
        metric = metric or next(iter(whole.metrics))
        shown = groups_of(whole, metric, groups)
        what = whole.metrics[metric]
        unit = f", {what['unit']}" if what["unit"] else ""
        better = "" if what["better"] == "neither" else f" ({what['better']} is better)"
        table = Table(f"{what['title']}{unit}{better}", benches=records)
        kinds = [["mean", "ratio", *["bound"] * bool(one.bound(metric))] for one in records]
        heads = [[TableCell(KINDS[kind]) for kind in some] for some in kinds]
        if len(records) == 1:
            table.head = [[left(""), *heads[0]]]
        else:
            table.head = grouped_heads([record.title for record in records], heads)

        def cells(one: dict[str, Any]) -> list[TableCell]:
            name, is_base = one["id"], one["id"] == whole.groups[one["group"]]["baseline"]
            if not any(tells(record, name, metric) for record in records):
                return []
            found: list[TableCell] = []
            for record, some in zip(records, kinds, strict=True):
                found += first([_cell(table, record, name, metric, kind, is_base) for kind in some])
            return found

        add_groups(table, whole, shown, cells)
        table.remarks += [what["caption"], REMARKS["bench_table"]]
        for record in records:
            if bound := record.bound(metric):
                whose = f"Estimated floor, {record.title}" if records[1:] else "Estimated floor"
                table.remarks.append(
                    f"{whose}: {quantity(bound['ns'], 'ns')}, which is {number(bound['lines'])} "
                    f"cache lines of {quantity(bound['ns_per_line'], 'ns')}."
                )
        return table

    def sheet(self, name: str, group: str) -> Table:
        """Tabulate all figures of a group: a row for each contestant, a column for each metric."""
        record = self._benches.primary(name)
        choose(group, record.groups, "group")
        inside = [one for one in record.contestants.values() if one["group"] == group]
        asked = [one for one in record.metrics if any(one in each["figures"] for each in inside)]
        table = Table(f"{record.raw['title']}: {record.groups[group]['label']}", benches=[record])
        shown = [record.metrics[one] for one in asked]
        heads = (
            Markup("{} ").format(one["label"] or one["title"]) + small(one["unit"]) for one in shown
        )
        table.head = [[left(""), *map(TableCell, heads)]]
        body = [[row_header(one["label"]), *_row(table, record, one, asked)] for one in inside]
        table.bodies = [body] if asked else []
        table.remarks += dict.fromkeys(one["caption"] for one in shown)
        if base := record.contestants.get(record.groups[group]["baseline"]):
            table.remarks.append(f"Ratios are to: {base['label']}.")
        return table

    def groups(self) -> list[tuple[str, str, list[str]]]:
        """Each bench: its name, its title and its groups."""
        defined = map(definitions.load, definitions.names())
        return [(one.name, one.title, [group.key for group in one.groups]) for one in defined]

    def goals_table(self, *names: str) -> Table:
        """Tabulate each goal of these benches, or of all, with the figure found and the verdict."""
        records = [self._benches.primary(name) for name in names or definitions.names()]
        records = [record for record in records if names or record.raw["goals"]]
        title = f"{records[0].raw['title']}: goals" if names else "Goals of all benches"
        table = Table(title, benches=records)
        table.head = [[left("Goal"), TableCell("at most"), TableCell("found"), left("")]]
        for record in records:
            body = [_goal_row(record, goal) for goal in record.raw["goals"]]
            if names:
                table.bodies.append(body or [[TableCell("none", "course-left", colspan=4)]])
            else:
                table.add_group(record.raw["title"], body)
        table.remarks.append(REMARKS["bench_goals_table"])
        return table

    def counts_table(self, name: str) -> Table:
        """Instructions and cache misses per packet in a simulated cache."""
        record = self._benches.primary(name)
        title = "Per packet, with a hundredth of the packets, in a simulated cache of 256 KiB"
        table = Table(title, benches=[record])
        heads = ("instructions", "first-level misses", "last-level misses")
        table.head = [[*map(left, ("Program", "Case")), *map(TableCell, heads)]]
        body = []
        for one in record.raw["counts"]:
            label, counts = record.contestants[one["contestant"]]["label"], one["per_packet"]
            keys = ("instructions", "d1_misses", "ll_misses")
            # Differences between two runs, whose start-ups differ by a few misses either way.
            figures = (number(round(counts[key], 3)) for key in keys)
            body.append([row_header(label), left(one["run"]), *map(TableCell, figures)])
        nothing = f"not counted; run ./course bench {name} --count"
        table.bodies.append(body or [[TableCell(nothing, "course-left", colspan=5)]])
        return table

    def errors_table(self, name: str, metric: str, group: str) -> Table:
        """Tabulate JMH's error, which sees one process, beside the spread between processes."""
        record = self._benches.primary(name)
        groups_of(record, metric, [group])  # raises for unknown names
        measured = next(one for one in definitions.load(name).metrics if one.name == metric)
        what = record.metrics[metric]
        title = f"{what['title']}: JMH's error, and what it doesn't see"
        table = Table(title, benches=[record])
        heads = (f"mean, {what['unit']}", "JMH's error in a process, ± %", "processes apart, ± %")
        table.head = [[left(""), *map(TableCell, heads)]]
        inside = [one for one in record.contestants.values() if one["group"] == group]
        body = [_errors_row(table, record, one, measured) for one in inside]
        table.bodies = [body] if body else []
        table.remarks.append(REMARKS["bench_errors_table"])
        return table


def _goal_row(record: BenchRecord, goal: dict[str, Any]) -> list[TableCell]:
    unit = "x" if goal["against"] else record.metrics[goal["metric"]]["unit"]
    found, text = goal["figure"], TableCell("")
    if found is not None:
        wide = found.low != found.high < math.inf
        ends = small(span(found.low, found.high)) if wide else ""
        text = TableCell(Markup.escape(quantity(found.value, unit)) + ends)
    statement = TableCell(Markup.escape(goal["statement"]), "course-text", scope="row")
    verdict = TableCell(f"{SIGNS[goal['verdict']]} {goal['verdict']}", "course-left")
    return [statement, TableCell(quantity(goal["at_most"], unit)), text, verdict]


def add_groups(
    table: Table,
    record: BenchRecord,
    groups: Iterable[str],
    cells: Callable[[dict[str, Any]], list[TableCell]],
) -> None:
    """Add a row for each contestant of the groups, unless `cells` returns none for it."""
    for key in groups:
        inside = (one for one in record.contestants.values() if one["group"] == key)
        rows = [(one["label"], cells(one)) for one in inside]
        body = [[row_header(label), *found] for label, found in rows if found]
        table.add_group(record.groups[key]["label"], body)


def tells(record: BenchRecord, contestant: str, metric: str) -> bool:
    """True if a row has something to show: a figure, or the reason why there is none."""
    one = record.contestants.get(contestant)
    if one is None or metric not in record.metrics:
        return False
    # Contestants that did not run at all are reported in the tables that everybody sees.
    absent = one["status"] != "ok" and metric in record.main_metrics
    return metric in one["figures"] or metric in one["skipped"] or absent


def _cell(  # noqa: PLR0917
    table: Table, record: BenchRecord, contestant: str, metric: str, of: str, is_base: bool
) -> TableCell:
    found = Figure.absent("", NOT_PART, contestant)
    if contestant in record.contestants and metric in record.metrics:
        found = figure(record, contestant, metric, of)
    if of == "mean":
        return table.measured(found)
    if found.value is None:
        return TableCell("", "course-ratio")  # the mean beside it says why
    if of == "ratio" and is_base:
        return TableCell("1", "course-ratio", title="the baseline")
    title = ""
    if found.low is not None and found.high is not None and found.high < math.inf:
        title = f"{found.about}: {span(found.low, found.high)}"
    return TableCell(times(found.value), "course-ratio", title=title)


def _row(
    table: Table, record: BenchRecord, one: dict[str, Any], metrics: list[str]
) -> Iterator[TableCell]:
    is_base = one["id"] == record.groups[one["group"]]["baseline"]
    for metric in metrics:
        ratio = None if is_base else figure(record, one["id"], metric, "ratio").value
        below = "" if ratio is None else times(ratio)
        yield table.measured(figure(record, one["id"], metric), below)


def _errors_row(
    table: Table, record: BenchRecord, contestant: dict[str, Any], metric: Metric
) -> list[TableCell]:
    found = figure(record, contestant["id"], metric.name)
    head = [row_header(contestant["label"]), table.measured(found)]
    if found.value is None:
        return [*head, known(None), known(None)]
    # Each process's error in per cent of its mean; older records have none.
    shares = [
        100 * result["error"] / result["value"]
        for turn in contestant["turns"]
        for result in turn["results"]
        if metric.fits(turn["run"], result) and "error" in result
    ]
    errors = known(statistics.median(shares) if shares else None)
    if len({*shares}) > 1:
        below = small(span(min(shares), max(shares)))
        errors = dataclasses.replace(errors, html=errors.html + below)
    return [*head, errors, known(apart(found))]
