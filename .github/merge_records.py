"""Merges the records that the jobs of the workflow measured, each on a hosted machine of its own.

    merge_records.py OUT SHARD...

Each SHARD is one job's folder of records. A shard joins an earlier one when nothing tells their
machines apart: the descriptions are equal, and so, within noise, are the C++ programs' times, which
every job measures for this purpose. Otherwise it stays a data set of its own: figures of different
machines never stand in one table.

Writes a folder OUT/machine-N for each data set and OUT/index.html, which leads to their sites, and
prints what was decided as Markdown. Of a cell that several merged shards hold, the first is kept; a
cell that only another machine measured becomes a skipped record that says so, and where it is.
"""

from __future__ import annotations

import html
import json
import statistics
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src/python"))

from course.errors import CourseError
from course.publish.dataset import Dataset
from course.publish.records import Record, read_folder, record_files

TOLERANCE = 1.25
"""How far apart two machines' times may be, as a ratio, to be taken for the same."""

PAGE = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>To allocate or to pool?</title>{refresh}
<body style="max-width: 40em; margin: 4em auto; padding: 0 1em; font-family: sans-serif">
<h1>To allocate or to pool?</h1>
<p>The course, measured on hosted machines. Figures of different machines are not comparable, so
each has an edition of its own:</p>
<ul>
{items}
</ul>
"""
REFRESH = '\n<meta http-equiv="refresh" content="0; url={target}/index.html">'


@dataclass
class Machine:
    """Records that may stand in one table, by their file's name, and where they came from."""

    shards: list[str] = field(default_factory=list)
    records: dict[str, Record] = field(default_factory=dict)
    files: dict[str, Path] = field(default_factory=dict)

    def difference(self, shard: list[Record]) -> str | None:
        """What tells a shard's machine from this one; None when nothing does.

        Raises CourseError for a shard that is not even a data set by itself.
        """
        Dataset(shard, "shard")
        try:
            Dataset([*self.records.values(), *renamed(shard)], "both")
        except CourseError as error:
            return str(error)
        ratios = [
            median(record) / median(self.records[record.id])
            for record in shard
            if record.id in self.records and has_median(record, self.records[record.id])
        ]
        if not ratios:
            return "no cell was measured by both, so their speeds cannot be compared"
        ratio = statistics.median(ratios)
        if not 1 / TOLERANCE <= ratio <= TOLERANCE:
            return f"the same programs take {ratio:.2f} times as long"
        return None

    def add(self, folder: Path, shard: list[Record]) -> None:
        """Takes a shard in; what is here already stays."""
        self.shards.append(folder.name)
        for record, path in zip(shard, record_files(folder), strict=True):
            self.records.setdefault(record.id, record)
            self.files.setdefault(path.name, path)

    @property
    def description(self) -> dict[str, Any]:
        """What its records say about the machine."""
        return next(iter(self.records.values())).provenance["machine"]

    def __str__(self) -> str:
        cores, cells = self.description["cores"], len(self.records)
        shards = ", ".join(self.shards)
        return f"{self.description['cpu']}, {cores} cores: {cells} cells ({shards})"

    def skipped(self, record: Record, where: str) -> dict[str, Any]:
        """This machine's record of a cell that another one measured."""
        return record.raw | {
            "status": "skipped",
            "reason": f"measured on another machine: {where}",
            "batch": None,
            "realtime": None,
            "gc": None,
            "digest": None,
            "peak_rss_mb": None,
            "provenance": record.provenance
            | {"machine": self.description, "runtime": None, "command": [], "duration_s": 0.0},
        }


def renamed(shard: list[Record]) -> list[Record]:
    """The records under names that collide with no other shard's, for judging them together."""
    return [Record(f"other {record.id}", record.raw) for record in shard]


def has_median(*records: Record) -> bool:
    """Whether all of them are successful batch measurements."""
    return all(record.raw["batch"] for record in records)


def median(record: Record) -> float:
    """Nanoseconds a packet."""
    return record.raw["batch"]["ns_per_packet"]["median"]


def merge(folders: list[Path]) -> tuple[list[Machine], list[str]]:
    """The data sets, and a line about each decision. Raises CourseError for a bad record."""
    machines: list[Machine] = []
    decisions = []
    for folder in folders:
        shard = read_folder(folder)
        for number, machine in enumerate(machines, 1):
            difference = machine.difference(shard)
            if difference is None:
                machine.add(folder, shard)
                decisions.append(f"- {folder.name} joins machine-{number}")
                break
            decisions.append(f"- {folder.name} is not machine-{number}: {difference}")
        else:
            Dataset(shard, str(folder))
            machines.append(Machine())
            machines[-1].add(folder, shard)
            decisions.append(f"- {folder.name} is machine-{len(machines)}")
    return machines, decisions


def write(out: Path, machines: list[Machine]) -> None:
    """The folders and the page that leads to their sites; to the only site at once."""
    names = {f"machine-{number}": machine for number, machine in enumerate(machines, 1)}
    for name, machine in names.items():
        (out / name).mkdir(parents=True)
        for where, other in names.items():
            for cell in other.records.keys() - machine.records.keys():
                skipped = machine.skipped(other.records[cell], where)
                (out / name / f"{cell}.json").write_text(json.dumps(skipped, indent=1) + "\n")
        for file_name, path in machine.files.items():
            (out / name / file_name).write_bytes(path.read_bytes())
    items = "\n".join(
        f'<li><a href="{name}/index.html">{html.escape(str(machine))}</a></li>'
        for name, machine in names.items()
    )
    refresh = REFRESH.format(target="machine-1") if len(names) == 1 else ""
    page = PAGE.format(refresh=refresh, items=items)
    (out / "index.html").write_text(page, encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Merges; 2 for wrong arguments, 1 for records that cannot be used."""
    if len(arguments) < 2:
        print("usage: merge_records.py OUT SHARD...", file=sys.stderr)
        return 2
    out, *folders = map(Path, arguments)
    if out.exists():
        print(f"merge_records.py: {out} is there already; give a new folder", file=sys.stderr)
        return 2
    try:
        machines, decisions = merge(folders)
    except CourseError as error:
        print(f"merge_records.py: {error}", file=sys.stderr)
        return 1
    write(out, machines)
    print("\n".join(decisions))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
