"""A folder of records: written atomically, validated on reading."""

import contextlib
import fcntl
import json
import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from course.errors import CourseError, os_errors
from course.model.record import CellRecord
from course.model.strict import complaint
from course.process.files import read_object, write_atomically

Record = dict[str, Any]

PLAN = "cells.txt"
"""Lists the ids of the profile's cells, one per line, to distinguish cells that are left out by
design from those that have no record yet."""

SET_ASIDE = "set-aside"
PARTS = ".parts"
SCRATCH = ".scratch"
"""Folder for programs' files until their figures are read; the holder of the lock owns it."""


class StoreError(CourseError):
    """The folder is unusable, or a file in it cannot be written; earlier records are intact."""


class InvalidRecordError(ValueError):
    """Not a record; one line says what is wrong."""


def validate(record: Any) -> CellRecord:
    """Validate a record. Raises InvalidRecordError."""
    try:
        return CellRecord.model_validate(record)
    except ValidationError as error:
        raise InvalidRecordError(complaint(error)) from error


def read(file: Path) -> tuple[Record, CellRecord]:
    """Read a record from a file: raw, and validated. Raises InvalidRecordError."""
    try:
        record = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidRecordError(error.strerror) from error
    except ValueError as error:  # not UTF-8, or not JSON
        raise InvalidRecordError(f"not JSON: {error}") from error
    checked = validate(record)
    name = checked.cell.id
    if name != file.stem:
        raise InvalidRecordError(f"it holds the cell {name}")
    return record, checked


def read_plan(folder: Path) -> list[str]:
    """Read the ids of the cells in the folder's profile; none if there is no list."""
    try:
        return (folder / PLAN).read_text(encoding="utf-8").split()
    except OSError:
        return []


class Store:
    """A folder of one sweep's records, and of its state between two runs.

    Several threads may write different cells. Only one sweep at a time may hold :meth:`locked`.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Create the folder and keep other sweeps out of it. Raises StoreError if one uses it.

        The lock is the kernel's, on a file with the owner's process id, so a killed sweep releases
        it. At the end the scratch folder is removed.
        """
        lock = self.folder / ".lock"
        with os_errors(f"cannot use {self.folder}", StoreError):
            self.folder.mkdir(parents=True, exist_ok=True)
            handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                owner = os.read(handle, 32).decode(errors="replace").strip() or "unknown"
                raise StoreError(
                    f"another sweep (process {owner}) is writing to {self.folder}; "
                    "wait for it, or give another --out"
                ) from None
            except OSError as error:  # a file system without locks
                raise StoreError(f"cannot lock {lock}: {error.strerror}") from error
            with contextlib.suppress(OSError):  # on a full disk; the lock holds anyway
                os.ftruncate(handle, 0)
                os.pwrite(handle, f"{os.getpid()}\n".encode(), 0)
            try:
                yield
            finally:
                shutil.rmtree(self.folder / SCRATCH, ignore_errors=True)
        finally:
            os.close(handle)

    def read(self) -> tuple[dict[str, Record], list[str]]:
        """Read all records by cell id; also return a line for each invalid file.

        Such a file is moved to ``set-aside/``; leftovers of interrupted writes are removed. Call
        this while the folder is locked.
        """
        for unfinished in self.folder.rglob(".*.tmp"):
            unfinished.unlink(missing_ok=True)
        records, lines = {}, []
        for file, found in self._files():
            if isinstance(found, InvalidRecordError):
                lines.append(f"{file.name} isn't a valid record ({found}): {self._set_aside(file)}")
            else:
                records[file.stem] = found
        return records, lines

    def peek(self) -> dict[str, Record]:
        """Read the valid records by cell id. Changes nothing, needs no lock."""
        return {file.stem: found for file, found in self._files() if isinstance(found, dict)}

    def read_all(self) -> dict[str, Record]:
        """Read all records by cell id. Raises StoreError if there are none, or one is invalid."""
        records = {}
        for file, found in self._files():
            if isinstance(found, InvalidRecordError):
                raise StoreError(f"{file} isn't a valid record ({found})")
            records[file.stem] = found
        if not records:
            raise StoreError(f"{self.folder}: no records here")
        return records

    def _files(self) -> Iterator[tuple[Path, Record | InvalidRecordError]]:
        for file in sorted(self.folder.glob("*.json")):
            try:
                yield file, read(file)[0]
            except InvalidRecordError as error:
                yield file, error

    def write(self, record: Record) -> None:
        """Write a record atomically, under its cell's name.

        Raises InvalidRecordError (our own bug) and StoreError.
        """
        self._write(self.folder / f"{validate(record).cell.id}.json", record)

    def write_plan(self, cell_ids: Iterable[str]) -> None:
        """Write which cells the profile has, measured or not. Raises StoreError."""
        self._write_text(self.folder / PLAN, "".join(f"{cell_id}\n" for cell_id in cell_ids))

    def write_part(self, cell_id: str, fork: int, part: dict[str, Any]) -> None:
        """Store one fork's outcome, for the cell's later record. Raises StoreError."""
        self._write(self.folder / PARTS / f"{cell_id}.{fork}.json", part)

    def read_parts(self, cell_id: str) -> dict[int, dict[str, Any]]:
        """Read the cell's forks that earlier runs stored, by round; skip unreadable files."""
        parts = {}
        for file in sorted((self.folder / PARTS).glob(f"{cell_id}.*.json")):
            number = file.name.split(".")[-2]
            if number.isdecimal() and (part := read_object(file)):
                parts[int(number)] = part
        return parts

    def remove_parts(self, cell_id: str) -> None:
        """Delete the cell's forks."""
        for file in (self.folder / PARTS).glob(f"{cell_id}.*.json"):
            file.unlink(missing_ok=True)

    def _write(self, file: Path, content: dict[str, Any]) -> None:
        self._write_text(file, json.dumps(content, indent=1, allow_nan=False) + "\n")

    def _write_text(self, file: Path, text: str) -> None:
        try:
            write_atomically(file, text, durably=True)
        except OSError as error:
            raise StoreError(
                f"cannot write {file}: {error.strerror}; records written before are whole"
            ) from error

    def _set_aside(self, file: Path) -> str:
        place = self.folder / SET_ASIDE
        with os_errors(f"cannot move {file} to {place}", StoreError):
            place.mkdir(exist_ok=True)
            target = place / file.name
            number = 1
            while target.exists():
                number += 1
                target = place / f"{file.stem}.{number}.json"
            file.replace(target)
        return f"moved to {target.relative_to(self.folder)}"
