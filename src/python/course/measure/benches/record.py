"""The records of a bench's groups: made of a session, and kept in a folder, a file for each."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from pydantic import ValidationError

from course.measure.benches import selection
from course.measure.benches.session import SEED, Session, Sheet
from course.measure.benches.turn import Turn
from course.model import bench_record
from course.model.bench import Comparison
from course.model.bench_definition import definition, is_of, is_redefined
from course.model.bench_record import Counted, GroupRecord
from course.model.strict import complaint
from course.process.files import write_atomically
from course.process.provenance import Provenance, portable

CONVERT = "PYTHONPATH=src/python .venv/bin/python -m course.measure.benches.convert"
"""From the repository's root: makes group files of what is in the old format."""


def build(
    session: Session,
    provenance: Provenance,
    *,
    caveats: list[str],
    started: str,
    counts: Sequence[Counted] = (),
    quick: bool = False,
) -> list[GroupRecord]:
    """The records of a session that has ended, be it early.

    quick: whether the comparison is only the trimmed choice of its contestants.
    """
    comparison = session.comparison
    metrics = [metric.name for metric in comparison.metrics]
    origin = {
        "commit": provenance.commit,
        "dirty": provenance.dirty,
        "source_hash": provenance.source_hash(comparison.name),
        "machine": provenance.machine,
        "started": started,
        "duration_s": session.duration_s,
    }
    asked = {"rounds": session.rounds, "seconds": session.seconds, "seed": SEED, "quick": quick}
    made = []
    for group in comparison.groups:
        inside = [one for one in session.sheets.values() if one.contestant.group == group.key]
        if inside:
            made.append(
                GroupRecord(
                    bench=comparison.name,
                    group=group.key,
                    rounds=session.done,
                    asked=asked,
                    metrics=metrics,
                    contestants=[_contestant(comparison, sheet) for sheet in inside],
                    counts=[
                        one
                        for one in counts
                        if comparison.contestant(one.contestant).group == group.key
                    ],
                    caveats=caveats,
                    provenance=origin,
                )
            )
    return made


def _contestant(comparison: Comparison, sheet: Sheet) -> dict[str, object]:
    one, metrics = sheet.contestant, comparison.metrics
    skipped = {metric.name: sheet.skipped(metric) for metric in metrics}
    return {
        "id": one.id,
        "definition": definition(comparison, one, (metric.name for metric in metrics)),
        "status": sheet.status,
        "reason": sheet.reason,
        "skipped": {name: reason for name, reason in skipped.items() if reason is not None},
        "commands": {run: portable(words) for run, words in sheet.commands.items()},
        "runtime": portable(sheet.runtime),
        "turns": [_turn(each) for each in sheet.turns],
    }


def _turn(one: Turn) -> bench_record.Turn:
    kept = bench_record.Turn.model_fields
    return bench_record.Turn(**{name: getattr(one, name) for name in kept})


def read(folder: Path, bench: str) -> list[GroupRecord]:
    """The records in a folder of the bench; none where there is no folder.

    Raises ValueError, in one line, for what is no record, and for a file in the old format.
    """
    old = folder.with_name(f"{folder.name}.json")
    if not folder.is_dir() and old.is_file():
        raise ValueError(f"{old}: in an old format; convert it: {CONVERT} {old}")
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
    """Write the record: at any moment the file is the old or the new one. Raises OSError."""
    told = record.model_dump(by_alias=True)
    text = json.dumps(told, indent=1, allow_nan=False, ensure_ascii=False) + "\n"
    write_atomically(folder / f"{record.group}.json", text)


def current(
    folder: Path, group: str, comparison: Comparison, source_hash: str, machine: dict[str, object]
) -> GroupRecord | None:
    """The group's record, if what was measured is what would be measured now."""
    try:
        found = _read_group(folder / f"{group}.json", comparison.name)
    except ValueError:
        return None
    is_current = is_of(found, source_hash, machine) and not is_redefined(found, comparison)
    return found if is_current else None


def keep(made: Iterable[GroupRecord], folder: Path, comparison: Comparison) -> list[str]:
    """Write these records, but for what would take the place of more; returns the groups of that.

    Groups that are compared round by round are replaced together, or not at all. Raises OSError.
    """
    made = list(made)
    less = set()
    for one in made:
        origin = one.provenance
        there = current(folder, one.group, comparison, origin.source_hash, origin.machine)
        if there is not None and is_less(one, there):
            less.add(one.group)
    stays = selection.together(comparison, less)
    for one in made:
        if one.group not in stays:
            write(one, folder)
    return [one.group for one in made if one.group in stays]


def is_less(one: GroupRecord, other: GroupRecord) -> bool:
    """Whether it has fewer or shorter rounds than the other one, or not all that was measured."""
    return (
        one.rounds < other.rounds
        or one.asked.seconds < other.asked.seconds
        or one.asked.quick > other.asked.quick
        or not _measured(other) <= _measured(one)
    )


def _measured(record: GroupRecord) -> set[tuple[str, str, str]]:
    """Of which contestants, in which runs, there is what."""
    return {
        (one.id, turn.run, result["metric"])
        for one in record.contestants
        for turn in one.turns
        for result in turn.results
    }
