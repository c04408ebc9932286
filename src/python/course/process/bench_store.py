"""The records of a bench's groups in a folder, one file each."""

import json
from collections.abc import Iterable
from pathlib import Path

from pydantic import ValidationError

from course.model.bench import Comparison
from course.model.bench_definition import is_of, is_redefined
from course.model.bench_record import GroupRecord
from course.model.strict import complaint
from course.process.files import write_atomically


def read(folder: Path, bench: str) -> list[GroupRecord]:
    """Read the bench's records in a folder; none if there is no folder.

    Raises ValueError, in one line, for an invalid record, or one of all groups as there once were.
    """
    whole = folder.with_suffix(".json")
    if whole.is_file():
        how = f"delete it, then run ./course bench {bench}"
        raise ValueError(f"{whole}: records are now a file per group, in {folder}; {how}")
    return [_read_group(file, bench) for file in sorted(folder.glob("[!.]*.json"))]


def _read_group(file: Path, bench: str) -> GroupRecord:
    try:
        found = GroupRecord.model_validate_json(file.read_bytes())
    except OSError as error:
        raise ValueError(f"{file}: cannot be read: {error.strerror}") from error
    except ValidationError as error:
        raise ValueError(f"{file}: {complaint(error)}; measure it again") from error
    if (found.bench, found.group) != (bench, file.stem):
        raise ValueError(f"{file}: holds group {found.group} of bench {found.bench}; move it there")
    return found


def write(record: GroupRecord, folder: Path) -> None:
    """Write the record atomically. Raises OSError."""
    told = record.model_dump(by_alias=True)
    text = json.dumps(told, indent=1, allow_nan=False, ensure_ascii=False) + "\n"
    write_atomically(folder / f"{record.group}.json", text)


def current(
    folder: Path, group: str, comparison: Comparison, source_hash: str, machine: dict[str, object]
) -> GroupRecord | None:
    """The group's record, if a new measurement would measure the same."""
    try:
        found = _read_group(folder / f"{group}.json", comparison.name)
    except ValueError:
        return None
    is_current = is_of(found, source_hash, machine) and not is_redefined(found, comparison)
    return found if is_current else None


def keep(made: Iterable[GroupRecord], folder: Path, comparison: Comparison) -> list[str]:
    """Write the records, except those that would replace better ones; return the latter's groups.

    Groups that are compared round by round are replaced together, or not at all. Raises OSError.
    """
    made = list(made)
    less = set()
    for one in made:
        origin = one.provenance
        there = current(folder, one.group, comparison, origin.source_hash, origin.machine)
        if there is not None and is_less(one, there):
            less.add(one.group)
    stays = comparison.together(less)
    for one in made:
        if one.group not in stays:
            write(one, folder)
    return [one.group for one in made if one.group in stays]


def is_less(one: GroupRecord, other: GroupRecord) -> bool:
    """True if it has fewer or shorter rounds than the other one, or lacks some of its figures."""
    return (
        one.rounds < other.rounds
        or one.asked.seconds < other.asked.seconds
        or one.asked.quick > other.asked.quick
        or not _measured(other) <= _measured(one)
    )


def _measured(record: GroupRecord) -> set[tuple[str, str, str]]:
    """Contestant, run and metric of each result."""
    return {
        (one.id, turn.run, result["metric"])
        for one in record.contestants
        for turn in one.turns
        for result in turn.results
    }
