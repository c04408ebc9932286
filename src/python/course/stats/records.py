"""Read a folder of records."""

import dataclasses
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from course.model.record import CellRecord
from course.process import store
from course.process.provenance import moment
from course.stats.errors import PublishError


@dataclasses.dataclass(frozen=True)
class Record:
    """One measured cell, as :mod:`course.model.record` describes it."""

    id: str
    raw: dict[str, Any]
    checked: CellRecord | None = dataclasses.field(default=None, repr=False, compare=False)
    """The same, validated; None if made by code: then it is validated on first use."""

    @cached_property
    def model(self) -> CellRecord:
        """The record, validated. Raises InvalidRecordError."""
        return self.checked or store.validate(self.raw)

    @property
    def cell(self) -> dict[str, Any]:
        return self.raw["cell"]

    @property
    def status(self) -> str:
        """``ok``, ``failed``, ``skipped`` or ``unfit``."""
        return self.raw["status"]

    @property
    def reason(self) -> str | None:
        return self.raw["reason"]

    @property
    def provenance(self) -> dict[str, Any]:
        return self.raw["provenance"]

    @cached_property
    def started(self) -> datetime:
        """When the measurement began, UTC."""
        return moment(self.provenance)

    @property
    def newest_rounds(self) -> datetime:
        """When its newest rounds began, UTC: those of a later sweep, if it has some."""
        return moment({"started": self.provenance.get("added") or self.provenance["started"]})


def record_files(folder: Path) -> list[Path]:
    """A folder's record files, sorted by name; none if there is no folder.

    Names that begin with a dot or underscore are no records: half-written, or about the run.
    """
    return sorted(path for path in folder.glob("*.json") if path.name[0] not in "._")


def read_record(path: Path) -> Record:
    """Read and check one record. Raises PublishError naming the file and what is wrong."""
    try:
        return Record(path.stem, *store.read(path))
    except store.InvalidRecordError as error:
        raise PublishError(f"{path}: {error}; measure it again") from error


def read_folder(folder: Path) -> list[Record]:
    """Read all records of a folder. Raises PublishError for the first unreadable one."""
    return [read_record(path) for path in record_files(folder)]
