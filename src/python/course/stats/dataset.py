"""A data set: the records of one run, of one profile, on one machine."""

import dataclasses
from collections.abc import Callable, Iterable
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypedDict, Unpack

from course.errors import UsageError
from course.measure.cells import profiles
from course.model import machine, pairs
from course.model.cells import Cell
from course.model.pairs import Prior
from course.model.solutions import MODES, Solution
from course.paths import shown
from course.process.sources import source_hash as present_source_hash
from course.process.store import read_plan
from course.stats import shortest
from course.stats.errors import PublishError
from course.stats.noise import another_sitting, one_process
from course.stats.records import Record, read_folder, read_record, record_files
from course.stats.rounds import Priors, Rounds, rounds_of
from course.stats.shortest import Range

PROFILES = ("full", "trimmed", "smoke")
SourceHash = Callable[[str], str]  # implementation -> hash of its current sources


class Which(TypedDict, total=False):
    """Selects a solution's cells, besides strategy and case. Default: batch mode."""

    mode: str
    generator: str
    jdk: int | None  # None: the solution's own; likewise `variant`
    variant: str | None


class Dataset:
    """Records that may share a table. Read-only after construction."""

    def __init__(
        self,
        records: Iterable[Record],
        where: str,
        source_hash: SourceHash | None = None,
        planned: Iterable[str] = (),
    ) -> None:
        """`planned`: ids of all cells that it should finally have.

        Those without a record get one that says so, as a stopped sweep has its pages, too. Raises
        UsageError if there are no records, PublishError if they are of several profiles, machines
        or versions of the workload.
        """
        self.records = {record.id: record for record in records}
        self.where = where
        self._present = cache(source_hash or present_source_hash)
        self._rounds: dict[str, Rounds] = {}
        if not self.records:
            raise UsageError(f"{where}: no records here; ./course sweep writes them")
        self.profile = self._only("profiles", lambda record: record.raw["profile"])
        self._only("machines", lambda record: machine.described(record.provenance["machine"]))
        self.workload = self._only(
            "workload versions", lambda record: str(record.provenance.get("workload", 1))
        )
        self.machine: dict[str, Any] = self.newest.provenance["machine"]
        missing = [name for name in planned if name not in self.records]
        self.records |= self._not_yet(missing) if missing else {}

    @classmethod
    def load(cls, folder: Path, source_hash: SourceHash | None = None) -> "Dataset":
        """Read a folder of records. Raises PublishError, naming the file that is wrong."""
        if not folder.is_dir():
            raise UsageError(f"{folder}: no such folder of records; ./course sweep creates one")
        return cls(read_folder(folder), shown(folder), source_hash, read_plan(folder))

    def _not_yet(self, names: Iterable[str]) -> dict[str, Record]:
        """Id -> the record of a planned cell not yet measured; unknown ids are left out."""
        cells = {task.cell.id: task.cell for task in profiles.load(self.profile).tasks}
        reason = f"not measured yet; ./course sweep --profile {self.profile} continues"
        none = ("batch", "realtime", "gc", "gc_reason", "digest", "peak_rss_mb")
        frame = self.newest.raw | dict.fromkeys(none) | {"status": "skipped", "reason": reason}
        origin = self.newest.provenance | {"runtime": None, "command": []}
        found = {}
        for cell in (cells[name] for name in names if name in cells):
            source = {"source_hash": self._present(cell.implementation)}
            own = {"cell": dataclasses.asdict(cell), "provenance": origin | source}
            found[cell.id] = Record(cell.id, frame | own)
        return found

    def _only(self, what: str, key: Callable[[Record], str]) -> str:
        values: dict[str, str] = {}
        for record in self.records.values():
            values.setdefault(key(record), record.id)
        if len(values) > 1:
            (one, first), (other, second) = list(values.items())[:2]
            raise PublishError(
                f"{self.where}: holds records of different {what}: {one} ({first}) and "
                f"{other} ({second}); keep them in separate folders"
            )
        return next(iter(values))

    @cached_property
    def newest(self) -> Record:
        return max(self.records.values(), key=lambda record: record.started)

    @property
    def scaled(self) -> bool:
        """Whether sizes are scaled down, so that the figures say nothing about the course."""
        return self.profile == "smoke"

    @cached_property
    def one_process(self) -> float:
        """Likely deviation of another process from a single one measured here, as a share."""
        return one_process(self.records.values())

    @cached_property
    def _priors(self) -> dict[str, Priors]:
        return {mode: Priors(self.records.values(), mode) for mode in MODES}

    def rounds(self, record: Record) -> Rounds:
        if record.id not in self._rounds:
            self._rounds[record.id] = rounds_of(record, self._priors[record.cell["mode"]])
        return self._rounds[record.id]

    def shortest(self, record: Record) -> Range | None:
        """Range of the shortest interval of an ok real-time record; None: unknown."""
        found = shortest.brackets(record.raw["realtime"].get("processes") or ())
        most = profiles.load(self.profile).most_rounds
        return shortest.centre(found, self._searches, most) if found else None

    @cached_property
    def _searches(self) -> Prior:
        """How much the shortest interval varies from process to process."""
        return pairs.prior(
            shortest.middles(shortest.brackets(record.raw["realtime"].get("processes") or ()))
            for record in self.records.values()
            if record.status == "ok" and record.cell["mode"] == "realtime"
        )

    @cached_property
    def another_sitting(self) -> float:
        """Likely deviation of the same program when measured hours later, as a share."""
        return another_sitting(self.records.values(), self.one_process)

    def find(
        self, solution: Solution, strategy: str, case: str, **which: Unpack[Which]
    ) -> Record | None:
        """The record of a cell; None if it is not in the data set's plan."""
        return self.records.get(_cell(solution, strategy, case, which).id)

    def has(self, solution: Solution, **which: Unpack[Which]) -> bool:
        """True if any cell of the solution was measured here, or should have been."""
        return _cell(solution, "", "", which) in self._kinds

    @cached_property
    def _kinds(self) -> set[Cell]:
        """The properties that a solution's cells have in common."""
        open_ones = {"strategy": "", "case": "", "heap": None}
        return {Cell(**{**record.cell, **open_ones}) for record in self.records.values()}

    @property
    def name(self) -> str:
        """The folder's name; a published data set's has its date and machine."""
        return Path(self.where).name

    def stale(self, records: Iterable[Record]) -> list[str]:
        """Implementations whose sources have changed since these records were measured."""
        return sorted(
            {
                record.cell["implementation"]
                for record in records
                if record.provenance["source_hash"] != self._present(record.cell["implementation"])
            }
        )


def _cell(solution: Solution, strategy: str, case: str, which: Which) -> Cell:
    """A solution's cell, without its heap size."""
    where = {"mode": "batch", "generator": "counter", **which}
    for key in ("jdk", "variant"):
        where[key] = where.get(key) or getattr(solution, key)
    program = solution.implementation, solution.collector
    return Cell(*program, strategy=strategy, case=case, heap=None, **where)


def choose_folder(
    root: Path, given: str | Path | None = None, load: Callable[[Path], Dataset] = Dataset.load
) -> Path:
    """Choose the folder of the data set that the site shows.

    The given one; else the newest run in build/records, a smoke run last; else a published one.
    `load`: reads a data set, perhaps from a cache. Raises UsageError if there is none.
    """
    if given is not None:
        return Path(given)
    runs = [root / "build/records" / profile for profile in PROFILES]
    for candidates in (runs[:-1], runs[-1:]):
        files = [file for folder in candidates for file in record_files(folder)]
        if files:
            return max(files, key=lambda file: file.stat().st_mtime).parent
    if found := current_folder(root, load):
        return found
    raise UsageError(
        "no measurements yet: neither build/records nor results holds records; "
        "run ./course sweep --profile trimmed"
    )


def published(root: Path) -> list[Path]:
    """The folders of the data sets published in results/, oldest first: their names are dated."""
    return [folder for folder in sorted(root.glob("results/*")) if record_files(folder)]


def current_folder(root: Path, load: Callable[[Path], Dataset] = Dataset.load) -> Path | None:
    """The reference or, if stale, the newest complete data set of the current sources, if any.

    None if nothing is published. Raises PublishError for an unreadable record.
    """
    reference = reference_folder(root)
    folders = [reference, *reversed(published(root))] if reference else []
    complete = filter(_is_complete, folders)
    fresh = (one for one in complete if not (found := load(one)).stale(found.records.values()))
    return next(fresh, reference)


def reference_folder(root: Path) -> Path | None:
    """The published data set that others are compared with: the newest full one, else the newest.

    As a full one takes hours, it is published in parts: it must have all planned cells. None if
    nothing is published. Raises PublishError for an unreadable record.
    """
    sets = published(root)
    full = [one for one in sets if _any_record(one).raw["profile"] == "full" and _is_complete(one)]
    return next(reversed(full or sets), None)


def machine_of(folder: Path) -> dict[str, Any]:
    return _any_record(folder).provenance["machine"]


def _is_complete(folder: Path) -> bool:
    """True if each planned cell has a record; checks file names only."""
    return set(read_plan(folder)) <= {file.stem for file in record_files(folder)}


def _any_record(folder: Path) -> Record:
    """Any record of a data set: all share its profile and machine."""
    return read_record(record_files(folder)[0])
