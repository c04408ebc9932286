"""Tables about the runs: machines, commands, cells not measured, and the site's costs."""

import json
import shlex
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from course.model.names import exact_label, solution_of
from course.model.solutions import SOLUTIONS
from course.site.explore_data import in_order
from course.site.repository import named
from course.site.table import Table, TableCell, row_header
from course.stats.columns import DatasetColumn, DatasetColumns
from course.stats.errors import FigureError
from course.stats.numbers import DASH, number, quantity
from course.stats.records import Record

BUDGETS = "results/budgets.json"  # the stored `budgets.json` of a test run, unchanged

NOTHING = "Nothing is recorded of this yet."

_UNITS = ("bytes", "ms", "s")

_VIRTUAL = {None: "unknown", True: "yes", False: "no"}


class ProvenancePage:
    def __init__(self, columns: DatasetColumns) -> None:
        self._columns = columns
        self._several = len(columns) > 1

    def machine(self) -> Table:
        table = self._table("The machines" if self._several else "The machine")
        titles = (one.title if self._several else "Value" for one in self._columns)
        table.head = [[*map(_text, ("What", *titles))]]
        facts = [*map(_facts, self._columns)]
        table.bodies = [
            [[row_header(key), *(_text(one[key]) for one in facts)] for key in facts[0]]
        ]
        return table

    def runtimes(self) -> Table:
        """Tabulate each solution's runtime or compiler, and one exact command."""
        table = self._table("Runtimes, compilers and commands")

        def rows(column: DatasetColumn) -> list[list[TableCell]]:
            nothing = [*map(_text, ("nothing was measured", DASH, DASH))]
            examples: dict[str, Record] = {}
            for record in in_order(column.dataset):
                one = solution_of(record.cell)
                if one is not None and record.status == "ok":
                    examples.setdefault(one.key, record)
            shown = [one for one in SOLUTIONS.values() if one.key in examples]
            return [_runtime(exact_label(one), examples[one.key]) for one in shown] or [nothing]

        table.of_each(map(_text, ("Solution", "Runtime", "Command of one cell")), rows)
        return table

    def status(self) -> Table:
        """Tabulate cells that failed, were skipped or unfit, with reasons, and count the others."""
        counts = []
        table = self._table("")

        def rows(column: DatasetColumn) -> list[list[TableCell]]:
            records = in_order(column.dataset)
            rest = [record for record in records if record.status != "ok"]
            of = f" of {column.title}" if self._several else ""
            counts.append(f"{len(records) - len(rest)} of {len(records)}{of} were")
            found = []
            for record in rest:
                style = f"course-text course-missing course-{record.status}"
                status = TableCell(record.status, style)
                found.append([row_header(record.id), status, _text(record.reason)])
            return found or [[*map(_text, ("none", DASH, "every cell was measured"))]]

        table.of_each(map(_text, ("Cell", "Status", "Reason")), rows)
        table.title = f"Cells that were not measured ({'; '.join(counts)})"
        return table

    def _table(self, title: str) -> Table:
        table = Table(title, self._columns)
        table.seen = [(each, record) for each in self._columns for record in in_order(each.dataset)]
        return table


def _runtime(label: str, record: Record) -> list[TableCell]:
    runtime: dict[str, Any] = record.provenance["runtime"]
    name = " ".join(filter(None, (runtime[k] for k in ("name", "version", "vendor"))))
    command = Markup("<details><summary>{}</summary><code>{}</code></details>").format(
        record.id, shlex.join(record.provenance["command"])
    )
    return [row_header(label), _text(name), TableCell(command, "course-text")]


def _facts(column: DatasetColumn) -> dict[str, object]:
    machine = column.dataset.machine
    return {
        "Processor": machine["cpu"],
        "Cores": machine["cores"],
        "Memory": f"{number(machine['memory_mb'] / 1024)} GiB",
        "System": machine["os"],
        "Kernel": machine["kernel"],
        "Virtual machine": _VIRTUAL.get(machine["virtual"], machine["virtual"]),
        "Transparent huge pages": machine["thp"] or "unknown",
        "Frequency governor": machine["governor"] or "unknown",
    }


def _text(value: object) -> TableCell:
    return TableCell(escape(str(value)), "course-text")


def site_budgets(root: Path, name: str = BUDGETS) -> str:
    """Markdown: costs and limits of site and commands. Raises FigureError for a malformed file."""
    file = root / name
    if not file.is_file():
        return NOTHING
    try:
        lines = list(_budget_lines(json.loads(file.read_text(encoding="utf-8"))))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise FigureError(
            f"{name}: not what tests leave ({type(error).__name__}: {error})"
        ) from error
    return "\n" + "\n".join(lines) + "\n"


def _budget_lines(run: dict[str, Any]) -> Iterator[str]:
    yield "| what | found | at most | kept |"
    yield "|---|---:|---:|---|"
    for name, one in sorted(run["budgets"].items()):
        what, _, last = name.rpartition(", ")
        what, unit = (what, last) if last in _UNITS else (name, "")
        found = quantity(one["measured"], unit)
        if "median" in one:
            found += f" (median {quantity(one['median'], unit)})"
        most = one.get("most")
        kept = "" if most is None else "yes" if one["measured"] <= most else "**no**"
        limit = "" if most is None else quantity(most, unit)
        yield f"| {what} | {found} | {limit} | {kept} |"
    yield ""
    date = f"{datetime.fromisoformat(run['ended']):%-d %B %Y}"
    origin = f"{date}, {run['machine']}, {named(run['commit'], run['dirty'])}"
    told = {True: "; nothing else ran", False: "; other programs ran, too", None: ""}
    yield f"Measured on {origin}{told[run.get('quiet')]}."
