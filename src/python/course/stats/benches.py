"""The records of benches: found, checked, and set beside each other as data sets are."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from course import model
from course.bench import since
from course.model import bench_definition, benches
from course.model.machine import is_same
from course.model.verdicts import UNMEASURED
from course.process.schemas import Schema
from course.process.sources import source_hash as present_source_hash
from course.stats.columns import TITLES, DatasetColumns, machine_title
from course.stats.dataset import published, reference_folder
from course.stats.errors import PublishError, choose

SCHEMA = Path(model.__file__).with_name("bench.schema.json")

FOLDER = "bench"
"""Folder of a data set that holds its benches."""

BUILT = Path("build/bench")
"""Where ./course bench leaves its records."""

SourceHash = Callable[[str], str]
"""Bench -> hash of its sources as they are now."""


@dataclasses.dataclass(frozen=True)
class BenchRecord:
    """One run of a bench, as its schema describes it."""

    raw: dict[str, Any]
    """With what the bench's file has come to ask since, and the figures that the run has of it."""
    key: str
    """Of the column that it belongs to."""
    stale: bool
    """Whether the sources, or what the bench's file says, have changed since."""
    redefined: bool = False
    """Whether the bench's file now says something else of what was measured."""
    name: str = ""
    """Of the machine, if that is what tells its column from the others."""

    @property
    def is_measured(self) -> bool:
        """Whether there is a run that it tells of."""
        return self.raw["provenance"] is not None

    @property
    def is_quick(self) -> bool:
        """Whether only a trimmed choice of its contestants ran, for a short time."""
        return self.is_measured and self.raw["asked"].get("quick", False)

    @property
    def title(self) -> str:
        """The head of its column."""
        return self.name or TITLES[self.key]

    @property
    def contestants(self) -> dict[str, dict[str, Any]]:
        """Id -> contestant, in the order of tables."""
        return {one["id"]: one for one in self.raw["contestants"]}

    @property
    def metrics(self) -> dict[str, dict[str, Any]]:
        """Name -> metric."""
        return {one["name"]: one for one in self.raw["metrics"]}

    @property
    def groups(self) -> dict[str, dict[str, Any]]:
        """Key -> group."""
        return {one["key"]: one for one in self.raw["groups"]}

    @property
    def provenance(self) -> dict[str, Any]:
        return self.raw["provenance"]

    @property
    def started(self) -> datetime:
        """When the first round began, UTC."""
        return moment(self.provenance)

    def measured(self, contestant: str) -> datetime | None:
        """When the rounds of a contestant began, UTC; None where those of all began together.

        Groups that were measured again had rounds of their own, in another sitting perhaps.
        """
        if not self.raw.get("again") or contestant not in self.contestants:
            return None
        return moment(bench_definition.of_group(self.raw, self.contestants[contestant]["group"]))

    @property
    def main_metrics(self) -> list[str]:
        """What charts show unless they are asked for something else."""
        return [name for name, one in self.metrics.items() if one["main"]]

    @property
    def known(self) -> list[str]:
        """The ids of all contestants: a trimmed choice, or an old record, has not all of them."""
        defined = benches.load(self.raw["bench"]).contestants
        return [*dict.fromkeys([*self.contestants, *(one.id for one in defined)])]

    def bound(self, metric: str) -> dict[str, Any] | None:
        """The lower bound of a metric, if it has one."""
        return next((one for one in self.raw["bounds"] if one["metric"] == metric), None)


@dataclasses.dataclass(frozen=True)
class Place:
    """Where the benches of a column are looked for: in the first of its folders that has one."""

    key: str
    name: str
    folders: list[Path]


class Benches:
    """The bench records that a build may ask for. Reads a bench when a page asks for it."""

    def __init__(
        self,
        places: Sequence[Place],
        stand_ins: Sequence[Path] = (),
        source_hash: SourceHash | None = None,
    ) -> None:
        """`stand_ins`: folders of which the first that has a bench, and no stale one, lends it to
        the reference where that is stale."""
        self._places = places
        self._stand_ins = stand_ins
        self._source_hash = source_hash or present_source_hash
        self._known: dict[str, list[BenchRecord]] = {}

    @classmethod
    def open(
        cls, dataset_columns: DatasetColumns, root: Path, source_hash: SourceHash | None = None
    ) -> Benches:
        """Beside the reference stand those of the data set that the site shows, or else the ones
        that were measured in this clone. A stale one of the reference gives way to the newest that
        is published and not stale."""
        own = list(dataset_columns)[-1]
        reference = reference_folder(root)
        places = [Place("reference", "", [reference / FOLDER])] if reference else []
        if own.key == "reference":  # its own are there already, or have given way
            places.append(Place("build", own.name, [root / BUILT]))
        else:
            folders = [Path(own.dataset.where, FOLDER), root / BUILT]
            places.append(Place(own.key, own.name, folders))
        newest_first = [folder / FOLDER for folder in reversed(published(root))]
        return cls(places, newest_first, source_hash)

    @classmethod
    def of_each(
        cls, dataset_columns: DatasetColumns, root: Path, source_hash: SourceHash | None = None
    ) -> Benches:
        """What each of these data sets has beside its records, and nothing from anywhere else."""
        places = [
            Place(one.key, one.name, [root / one.dataset.where / FOLDER]) for one in dataset_columns
        ]
        return cls(places, source_hash=source_hash)

    def all(self, name: str) -> list[BenchRecord]:
        """Every column of a bench, oldest first.

        One that nobody has run is there with all its contestants, none of them measured. Raises
        FigureError for an unknown one, PublishError for a record that cannot be read.
        """
        choose(name, benches.names(), "bench")
        if name not in self._known:
            self._known[name] = self._read(name) or [unmeasured(name)]
        return self._known[name]

    def primary(self, name: str) -> BenchRecord:
        """Whom sentences and charts speak of: the last one, and a trimmed choice only alone."""
        records = self.all(name)
        whole = [one for one in records if not one.is_quick]
        return (whole or records)[-1]

    def _read(self, name: str) -> list[BenchRecord]:
        found: list[BenchRecord] = []
        for place in self._places:
            files = [folder / f"{name}.json" for folder in place.folders]
            file = next((one for one in files if one.is_file()), None)
            if file is None:
                continue
            record = self._record(file, place)
            if place.key == "reference" and record.stale:
                record = self._in_place_of(record, name)
            if record.raw not in [one.raw for one in found]:  # a published one may be copied
                found.append(record)
        return found

    def _in_place_of(self, stale: BenchRecord, name: str) -> BenchRecord:
        """The newest published record that is not stale, from whichever machine; else this one."""
        for folder in self._stand_ins:
            file = folder / f"{name}.json"
            if file.is_file():
                record = self._record(file, Place("reference", "", [folder]))
                if not record.stale:
                    here, there = stale.provenance["machine"], record.provenance["machine"]
                    same = is_same(here, there)
                    return dataclasses.replace(record, name="" if same else machine_title(there))
        return stale

    def _record(self, file: Path, place: Place) -> BenchRecord:
        raw = read(file)
        name = raw["bench"]
        defined = benches.load(name)
        redefined = bench_definition.is_redefined(raw, defined)
        stale = redefined or bench_definition.source_hashes(raw) != {self._source_hash(name)}
        return BenchRecord(since.completed(raw, defined), place.key, stale, redefined, place.name)


def moment(provenance: dict[str, Any]) -> datetime:
    """When the rounds began whose provenance this is, UTC."""
    return datetime.fromisoformat(provenance["started"]).astimezone(UTC)


def unmeasured(name: str) -> BenchRecord:
    """What a page can show of a bench that was not run: everything but figures."""
    defined = benches.load(name)
    reason = f"the bench was not run; ./course bench {name} does"
    raw = {
        "bench": name,
        "title": defined.title,
        "metrics": [dataclasses.asdict(one) for one in defined.metrics],
        "groups": [dataclasses.asdict(one) for one in defined.groups],
        "contestants": [
            {
                "id": one.id,
                "label": one.label,
                "group": one.group,
                "status": "skipped",
                "reason": reason,
                "skipped": {},
                "figures": {},
            }
            for one in defined.contestants
        ],
        "goals": [
            {**dataclasses.asdict(one), "figure": None, "verdict": UNMEASURED}
            for one in defined.goals
        ],
        "bounds": [],
        "counts": [],
        "caveats": [],
        "provenance": None,
    }
    return BenchRecord(raw, "build", stale=False)


def read(path: Path) -> dict[str, Any]:
    """Read and check one record. Raises PublishError naming the file and what is wrong."""
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise PublishError(f"{path}: not a readable record ({error}); measure it again") from error
    complaint = Schema.of_file(SCHEMA).complaint(raw)
    if complaint is not None:
        raise PublishError(f"{path}: {complaint}; measure it again")
    if raw["bench"] != path.stem:
        raise PublishError(f"{path}: holds bench {raw['bench']}; its name should be that")
    return raw
