"""Find and check bench records, and arrange them side by side, like data sets."""

import dataclasses
import functools
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from course.model import bench_summary as summary
from course.model import benches
from course.model.bench_definition import is_redefined
from course.model.machine import is_same
from course.model.spread import Values
from course.process import bench_store
from course.process.provenance import moment
from course.process.sources import source_hash as present_source_hash
from course.stats.columns import TITLES, DatasetColumns, machine_title
from course.stats.dataset import published, reference_folder
from course.stats.errors import PublishError, choose

FOLDER = "bench"  # subfolder of a data set for its benches
BUILT = Path("build/bench")  # where ./course bench leaves its records

SourceHash = Callable[[str], str]  # bench -> hash of its current sources


@dataclasses.dataclass(frozen=True)
class BenchRecord:
    """Results of a bench's groups on a machine; see :mod:`course.model.bench_summary`."""

    raw: summary.Summary
    key: str  # of its column
    stale: bool  # whether the sources or the bench's definition have changed since
    redefined: bool = False  # whether the bench's file now defines differently what was measured
    name: str = ""  # the machine's, if that distinguishes its column from the others

    @property
    def is_measured(self) -> bool:
        return self.raw["provenance"] is not None

    @property
    def title(self) -> str:
        return self.name or TITLES[self.key]

    @property
    def contestants(self) -> dict[str, dict[str, Any]]:
        """Id -> contestant, in the order of tables."""
        return {one["id"]: one for one in self.raw["contestants"]}

    @property
    def metrics(self) -> dict[str, dict[str, Any]]:
        return {one["name"]: one for one in self.raw["metrics"]}

    @property
    def groups(self) -> dict[str, dict[str, Any]]:
        return {one["key"]: one for one in self.raw["groups"]}

    @property
    def measured_groups(self) -> set[str]:
        return {one["group"] for one in self.raw["contestants"] if one["figures"]}

    def rounds(self, contestant: str, metric: str) -> Values:
        """Round -> value; empty if the contestant failed, was skipped, or took no part."""
        figure = self.contestants.get(contestant, {}).get("figures", {}).get(metric)
        values = figure["values"] if figure else []
        return {number: one for number, one in enumerate(values, start=1) if one is not None}

    @property
    def provenance(self) -> dict[str, Any]:
        return self.raw["provenance"]

    @property
    def started(self) -> datetime:
        """When the first round began, UTC."""
        return moment(self.provenance)

    def measured(self, contestant: str) -> datetime | None:
        """When a contestant's rounds began, UTC; None if all contestants began together.

        Groups that were measured again had their own rounds, perhaps in another sitting.
        """
        if not self.raw["again"] or contestant not in self.contestants:
            return None
        return moment(self.contestants[contestant])

    @property
    def main_metrics(self) -> list[str]:
        """The metrics that charts show by default."""
        return [name for name, one in self.metrics.items() if one["main"]]

    @property
    def known(self) -> list[str]:
        """The ids of all contestants, including any that a trimmed or old record lacks."""
        defined = benches.load(self.raw["bench"]).contestants
        return [*dict.fromkeys([*self.contestants, *(one.id for one in defined)])]

    def bound(self, metric: str) -> dict[str, Any] | None:
        """The estimated floor of a metric, if it has one."""
        return next((one for one in self.raw["bounds"] if one["metric"] == metric), None)


@dataclasses.dataclass(frozen=True)
class BenchColumn:
    """Where a column's benches are: each in the first of the folders that has it."""

    key: str
    name: str
    folders: list[Path]


class Benches:
    """The bench records for a build of the site. Reads a bench when a page needs it."""

    def __init__(
        self,
        places: Sequence[BenchColumn],
        stand_ins: Sequence[Path] = (),
        source_hash: SourceHash | None = None,
    ) -> None:
        """`stand_ins`: where the reference's bench is stale, the first of these folders that has a
        fresh one supplies it."""
        self._places = places
        self._stand_ins = stand_ins
        self._source_hash = functools.cache(source_hash or present_source_hash)
        self._known: dict[str, list[BenchRecord]] = {}

    @classmethod
    def open(
        cls, dataset_columns: DatasetColumns, root: Path, source_hash: SourceHash | None = None
    ) -> "Benches":
        """Beside the reference stand those of the data set that the site shows, and the ones
        that were measured in this clone: in a column of their own where that set is published, else
        in its column where it has none. A stale one of the reference gives way to the newest that
        is published and not stale."""
        own = dataset_columns[-1]
        reference = reference_folder(root)
        places = [BenchColumn("reference", "", [reference / FOLDER])] if reference else []
        here = [root / BUILT]
        if own.key != "reference":  # else they are there already, or replaced
            folders = [Path(own.dataset.where, FOLDER), *([] if own.name else here)]
            places.append(BenchColumn(own.key, own.name, folders))
        if own.key == "reference" or own.name:  # published, so not this build's
            places.append(BenchColumn("build", "", here))
        newest_first = [folder / FOLDER for folder in reversed(published(root))]
        return cls(places, newest_first, source_hash)

    @classmethod
    def of_each(
        cls, dataset_columns: DatasetColumns, root: Path, source_hash: SourceHash | None = None
    ) -> "Benches":
        """Only the benches that these data sets contain."""
        places = [
            BenchColumn(one.key, one.name, [root / one.dataset.where / FOLDER])
            for one in dataset_columns
        ]
        return cls(places, source_hash=source_hash)

    def all(self, name: str) -> list[BenchRecord]:
        """Every column of a bench, oldest first.

        A bench that was never run has one column, with all its contestants unmeasured. Raises
        FigureError for an unknown bench, PublishError for an unreadable record.
        """
        choose(name, benches.names(), "bench")
        if name not in self._known:
            self._known[name] = self._read(name) or [unmeasured(name)]
        return self._known[name]

    def primary(self, name: str) -> BenchRecord:
        """The record for sentences and charts: the last of those with the most groups that are not
        trimmed, if any. So who measures one group again loses no sentence of the others."""
        records = self.all(name)
        whole = [one for one in records if not one.raw["is_quick"]] or records
        return max(reversed(whole), key=lambda one: len(one.measured_groups))

    def _read(self, name: str) -> list[BenchRecord]:
        found: list[BenchRecord] = []
        lent: BenchRecord | None = None  # a stand-in from another data set
        for place in self._places:
            ours = (self._record(folder / name, place) for folder in place.folders)
            one = next(filter(None, ours), None)
            if one is None:
                continue
            if place.key == "reference" and one.stale:
                stale, one = one, self._in_place_of(one, name)
                lent = None if one is stale else one
            twin = next((other for other in found if other.raw == one.raw), None)
            if twin is None:
                found.append(one)
            elif twin is lent:  # move the stand-in to its own column
                found = [one if other is twin else other for other in found]
            # else: a copy of a published one
        return found

    def _in_place_of(self, stale: BenchRecord, name: str) -> BenchRecord:
        """The newest published record that is not stale, from any machine; else the stale one."""
        for folder in self._stand_ins:
            found = self._record(folder / name, BenchColumn("reference", "", [folder]))
            if found is not None and not found.stale:
                here, there = stale.provenance["machine"], found.provenance["machine"]
                same = is_same(here, there)
                return dataclasses.replace(found, name="" if same else machine_title(there))
        return stale

    def _record(self, folder: Path, place: BenchColumn) -> BenchRecord | None:
        """Read the bench's folder; None if it is empty. Raises PublishError."""
        name = folder.name
        try:
            found = summary.beside_newest(bench_store.read(folder, name))
        except ValueError as error:
            raise PublishError(str(error)) from error
        if not found:
            return None
        defined = benches.load(name)
        redefined = any(is_redefined(one, defined) for one in found)
        stale = redefined or found[0].provenance.source_hash != self._source_hash(name)
        raw = summary.of(found, defined)
        return BenchRecord(raw, place.key, stale, redefined, place.name)


def unmeasured(name: str) -> BenchRecord:
    """Record of a bench that was not run: everything except figures."""
    defined = benches.load(name)
    reason = f"the bench was not run; run ./course bench {name}"
    none = {"started": "", "status": "skipped", "reason": reason}
    contestants = [
        {"id": one.id, "label": one.label, "group": one.group, **none, "skipped": {}, "figures": {}}
        for one in defined.contestants
    ]
    raw = summary.of([], defined) | {"contestants": contestants}
    return BenchRecord(raw, "build", stale=False)
