"""`./course merge`: join folders of records that were measured separately, without mixing them.

Records of one machine and profile go to one folder. Those of different machines or profiles stay in
separate folders. Rounds of the same program are added up, and its records become one.
"""

import argparse
import dataclasses
import statistics
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from course import paths
from course.errors import CourseError, UsageError
from course.measure.cells import figures
from course.measure.cells.commands import comparable
from course.model.cells import Cell
from course.model.machine import folder_name, is_same
from course.process.provenance import moment
from course.process.store import Record, Store, read_plan

TOLERANCE = 1.25  # largest ratio of two machines' times at which they count as the same

ELSEWHERE = "measured on another machine: "
"""Prefix of the reason in a record that only says where the cell was measured."""

FIRST_WORKLOAD = 1  # workload version of records without one, from when there was no other

ALIKE = ("schema", "cell", "profile", "status")  # fields in which the records agree
SAME_ORIGIN = ("source_hash", "workload")  # likewise of their provenance
SAME_RUNTIME = ("name", "version", "vendor")


@dataclasses.dataclass
class Shard:
    """Records of one machine and profile: those of a source folder, or of one of the result."""

    where: str  # the source folder, or the name of the result's
    records: dict[str, Record]
    plan: list[str]

    @property
    def kind(self) -> str:
        """Profile and machine, as a folder name."""
        record = next(iter(self.records.values()))
        return f"{record['profile']}-{folder_name(record['provenance']['machine'])}"

    def take(self, shard: "Shard") -> list[str]:
        """Take the shard in.

        If a cell is here already, rounds of the same program are added; otherwise the newer record
        stays. Returns a line for each of these, about the cells that it happened to.
        """
        added, newer, older = [], [], []
        for cell, record in shard.records.items():
            here = self.records.get(cell)
            if here is None:
                self.records[cell] = record
            elif are_of_one_program(here, record):
                self.records[cell] = together(here, record)
                added.append(cell)
            elif turns(record) < turns(here):
                continue  # these rounds are a part of the record
            elif moment(record["provenance"]) > moment(here["provenance"]):
                self.records[cell] = record
                newer.append(cell)
            elif record != here:
                older.append(cell)
        self.plan = list(dict.fromkeys(self.plan + shard.plan))
        told = {
            "rounds added to the existing record": added,
            "newer, so it replaces the existing record": newer,
            "older than the existing record, ignored": older,
        }
        return [f"{shard.where}: {what}: {_list(cells)}" for what, cells in told.items() if cells]


def merge(args: argparse.Namespace) -> int:
    """Join the folders `dirs` under `out`; report what goes where.

    Further args: same_speed, fill. Raises CourseError if a record is invalid, or the workload's
    versions differ; then nothing was written.
    """
    missing = [folder for folder in args.dirs if not folder.is_dir()]
    if missing:
        raise UsageError(f"{paths.shown(missing[0])}: no such folder of records")
    if args.out.exists() and not args.out.is_dir():
        raise UsageError(f"--out: {paths.shown(args.out)} is not a folder")
    there = [folder for folder in sorted(args.out.glob("*")) if any(folder.glob("*.json"))]
    shards = [shard for folder in [*there, *args.dirs] for shard in read(folder)]
    check_workloads(shards)
    joined: list[Shard] = []
    for folder in there:
        # What an earlier merge kept apart stays apart.
        old = [shard for shard in shards if shard.where == str(folder)]
        if len(old) > 1:
            raise CourseError(
                f"{folder}: holds records of different machines or profiles; give another --out"
            )
        joined += [dataclasses.replace(shard, where=folder.name) for shard in old]
    for shard in shards:
        if shard.where not in map(str, there):
            for line in join(joined, shard, args.same_speed):
                print(line)
    for one in joined:
        write(args.out / one.where, one, fillers(one, joined) if args.fill else [])
        print(f"{paths.shown(args.out / one.where)}: {len(one.records)} cells")
    return 0


def read(folder: Path) -> list[Shard]:
    """Read the folder's records, by machine and profile. Raises StoreError.

    Records that only say that another machine measured a cell are left out.
    """
    plan = read_plan(folder)
    shards: dict[str, Shard] = {}
    for cell, record in Store(folder).read_all().items():
        if not str(record["reason"]).startswith(ELSEWHERE):
            one = Shard(str(folder), {cell: record}, plan)
            shards.setdefault(one.kind, one).records[cell] = record
    return list(shards.values())


def check_workloads(shards: Iterable[Shard]) -> None:
    """Raise CourseError unless all figures are of one version of the workload."""
    seen: dict[int, str] = {}
    for shard in shards:
        for cell, record in shard.records.items():
            if record["status"] == "ok":
                version = record["provenance"].get("workload", FIRST_WORKLOAD)
                seen.setdefault(version, f"{shard.where}/{cell}.json")
    if len(seen) > 1:
        (one, first), (other, second) = list(seen.items())[:2]
        raise CourseError(
            f"figures of different versions of the workload cannot be merged: {first} is of "
            f"version {one}, {second} of version {other}"
        )


def join(joined: list[Shard], shard: Shard, same_speed: bool) -> list[str]:
    """Put the shard where it belongs; returns a line about each decision."""
    lines = []
    alike = [one for one in joined if one.where.startswith(shard.kind)]
    for one in alike:
        difference = why_apart(one, shard) if same_speed else None
        if difference is None:
            return [*lines, f"{shard.where} joins {one.where}", *one.take(shard)]
        lines.append(f"{shard.where} is not {one.where}: {difference}")
    name = shard.kind + (f"-{len(alike) + 1}" if alike else "")
    joined.append(dataclasses.replace(shard, where=name))
    return [*lines, f"{shard.where} is {name}"]


def why_apart(one: Shard, shard: Shard) -> str | None:
    """What tells machines of equal description apart: their speed. None when nothing does."""
    ratios = [
        _median(record) / _median(one.records[cell])
        for cell, record in shard.records.items()
        if record["batch"] and one.records.get(cell, {}).get("batch")
    ]
    if not ratios:
        return "they have no measured cell in common, so their speeds can't be compared"
    ratio = statistics.median(ratios)
    if not 1 / TOLERANCE <= ratio <= TOLERANCE:
        return f"the same programs take {ratio:.2f} times as long"
    return None


def fillers(one: Shard, joined: list[Shard]) -> list[Record]:
    """Records that say, of the cells that only others of the profile have, where those are."""
    own = next(iter(one.records.values()))
    made: dict[str, Record] = {}
    for other in joined:
        for cell in other.records.keys() - one.records.keys():
            record = other.records[cell]
            if record["profile"] == own["profile"]:
                made.setdefault(cell, _filler(record, own, other.where))
    return list(made.values())


def write(folder: Path, one: Shard, others: list[Record]) -> None:
    """Write what is new or newer into the folder. Raises StoreError."""
    store = Store(folder)
    with store.locked():
        there = store.peek()
        for record in [*one.records.values(), *others]:
            if record != there.get(Cell(**record["cell"]).id):
                store.write(record)
        if one.plan:
            store.write_plan(one.plan)


def _filler(record: Record, own: Record, where: str) -> Record:
    """The record of a cell that another machine measured."""
    made = record | dict.fromkeys(("batch", "realtime", "gc", "digest", "peak_rss_mb"))
    made |= {"status": "skipped", "reason": f"{ELSEWHERE}{where}"}
    made.pop("gc_reason", None)
    made["provenance"] = record["provenance"] | {
        "machine": own["provenance"]["machine"],
        "runtime": None,
        "command": [],
        "duration_s": 0.0,
    }
    return made


def _median(record: Record) -> float:
    """Nanoseconds per packet."""
    return record["batch"]["ns_per_packet"]["median"]


def _list(cells: list[str]) -> str:
    more = f" and {len(cells) - 5} more" if len(cells) > 5 else ""
    return ", ".join(cells[:5]) + more


def are_of_one_program(one: Record, other: Record) -> bool:
    """True if the records hold different rounds of the same program, on one machine.

    Only in batch mode: a search in real time is no mean over rounds.
    """
    if any(one[name] != other[name] for name in ALIKE) or not (one["batch"] and other["batch"]):
        return False
    here, there = turns(one), turns(other)
    origin, its = one["provenance"], other["provenance"]
    windows = [_windows(record["batch"]["ns_per_packet"]) for record in (one, other)]
    return (
        bool(here and there)
        and here.isdisjoint(there)
        and not windows[0].isdisjoint(windows[1])
        and all(origin.get(name) == its.get(name) for name in SAME_ORIGIN)
        and all(origin["runtime"][name] == its["runtime"][name] for name in SAME_RUNTIME)
        and comparable(origin["command"]) == comparable(its["command"])
        and is_same(origin["machine"], its["machine"])
        and (one["gc"] is None) == (other["gc"] is None)
    )


def _windows(times: dict[str, Any]) -> set[tuple[int, bool]]:
    """How many windows a process has, and whether they contain the buffers' whole rhythm.

    A program near the limit of speed for that has processes of both kinds.
    """
    processes = times.get("processes") or ()
    return {(times["rounds"], process.get("has_all_phases", False)) for process in processes}


def turns(record: Record) -> set[str]:
    """The turns of its processes; none if they did not take turns, or in real time."""
    processes = record["batch"]["ns_per_packet"].get("processes") if record["batch"] else None
    return {one["turn"] for one in processes or ()}


def together(one: Record, other: Record) -> Record:
    """One record of both records' rounds, which must be of one program.

    Its provenance is the first one's, but for the times. Each turn keeps its name, so verdicts go
    on pairing only what was measured in the same round.
    """
    records = (one, other)
    both = [record["batch"] for record in records]
    samples = [sample for batch in both for sample in batch["ns_per_packet"]["samples"]]
    processes = [each for batch in both for each in batch["ns_per_packet"]["processes"]]
    peaks = [record["peak_rss_mb"] for record in records if record["peak_rss_mb"]]
    origins = [record["provenance"] for record in records]
    starts = [
        origin[name] for origin in origins for name in ("started", "added") if origin.get(name)
    ]
    seconds = sum(origin["duration_s"] for origin in origins)
    when = {"started": min(starts), "added": max(starts), "duration_s": seconds}
    return one | {
        "batch": {
            "ns_per_packet": figures.times(samples, processes),
            "packets": sum(batch["packets"] for batch in both),
            "seconds": sum(batch["seconds"] for batch in both),
        },
        "gc": figures.gc([_part(record) for record in records]) if one["gc"] else None,
        "peak_rss_mb": max(peaks, default=None),
        "provenance": one["provenance"] | when,
    }


def _part(record: Record) -> dict[str, Any]:
    """A record's ``gc`` as a part of :func:`figures.gc`."""
    found, batch = record["gc"], record["batch"]
    live, pauses = found["live_objects_million"], found["pauses"]
    seconds = pauses / found["pauses_per_s"] if pauses else batch["seconds"]
    return found | {
        "window_ms": 1000 * seconds,
        "live_objects": None if live is None else live * 1e6,
        "processes": batch["ns_per_packet"]["forks"],
    }
