"""Tables about the run itself: the machine, the runtimes and commands, what did not run."""

from __future__ import annotations

import shlex
from typing import Any

from markupsafe import Markup, escape

from course.publish.dataset import Dataset
from course.publish.names import SOLUTIONS, full_label
from course.publish.numbers import DASH, number
from course.publish.records import Record
from course.publish.table import Cell, Table, row_header


class Provenance:
    """Functions that pages call; each returns a Table."""

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset
        self._records = sorted(dataset.records.values(), key=lambda record: record.id)

    def machine(self) -> Table:
        """What was measured on."""
        machine = self._dataset.machine
        facts = {
            "Processor": machine["cpu"],
            "Cores": machine["cores"],
            "Memory": f"{number(machine['memory_mb'] / 1024)} GiB",
            "System": machine["os"],
            "Kernel": machine["kernel"],
            "Virtual machine": _yes(machine["virtual"]),
            "Transparent huge pages": machine["thp"] or "unknown",
            "Frequency governor": machine["governor"] or "unknown",
        }
        table = Table("The machine", [[_text("What"), _text("Value")]], records=self._records)
        table.bodies = [[[row_header(key), _text(value)] for key, value in facts.items()]]
        return table

    def runtimes(self) -> Table:
        """Which runtime or compiler each solution ran with, and one exact command."""
        table = Table("Runtimes, compilers and commands", records=self._records)
        table.head = [[_text(name) for name in ("Solution", "Runtime", "Command of one cell")]]
        body = []
        for one in SOLUTIONS.values():
            for record in self._examples(one.implementation, one.collector):
                runtime: dict[str, Any] = record.provenance["runtime"]
                jdk = record.cell["jdk"]
                name = " ".join(filter(None, (runtime[k] for k in ("name", "version", "vendor"))))
                command = Markup("<details><summary>{}</summary><code>{}</code></details>").format(
                    record.id, shlex.join(record.provenance["command"])
                )
                label = full_label(one) + (f" (Java {jdk})" if jdk else "")
                body.append([row_header(label), _text(name), Cell(command, "course-text")])
        table.bodies = [body or [[Cell("nothing was measured", "course-text", colspan=3)]]]
        return table

    def _examples(self, implementation: str, collector: str | None) -> list[Record]:
        """The first measured cell of each Java version."""
        found: dict[int | None, Record] = {}
        for record in self._records:
            cell = record.cell
            this = (cell["implementation"], cell["collector"]) == (implementation, collector)
            if this and record.status == "ok":
                found.setdefault(cell["jdk"], record)
        return list(found.values())

    def status(self) -> Table:
        """Cells that failed or were skipped, each with its reason; how many went well."""
        fine = sum(record.status == "ok" for record in self._records)
        table = Table(f"Cells that were not measured ({fine} of {len(self._records)} were)",
                      records=self._records)  # fmt: skip
        table.head = [[_text(name) for name in ("Cell", "Status", "Reason")]]
        rest = [record for record in self._records if record.status != "ok"]
        rows = [
            [
                row_header(record.id),
                Cell(record.status, f"course-text course-missing course-{record.status}"),
                _text(record.reason),
            ]
            for record in rest
        ]
        table.bodies = [rows or [[_text("none"), _text(DASH), _text("every cell was measured")]]]
        return table


def _text(value: object) -> Cell:
    return Cell(escape(str(value)), "course-text")


def _yes(value: bool | str | None) -> str:
    if value is None:
        return "unknown"
    return {True: "yes", False: "no"}.get(value, str(value))
