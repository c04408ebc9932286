"""Some groups of a bench measured again, into a record that there is.

What the record keeps must still be true: of this machine, of these sources, and of what the bench's
file says today. Ratios are taken round by round, so what is divided by each other is measured
together: a group whole, and with the groups that it is compared with. The record tells which groups
were measured later, and where their figures come from.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path

from course import paths
from course.bench import record
from course.bench.record import Record
from course.bench.session import Session, Sheet, Taken
from course.bench.turn import Turn
from course.errors import CourseError, UsageError
from course.model import bench_definition, machine
from course.model.bench import Comparison, Contestant
from course.process.provenance import Provenance


class LostError(CourseError):
    """What was measured before could not be measured this time; one line that says of whom."""


@dataclasses.dataclass
class Merged:
    """The rounds of a record, and those of a session in the place of some groups."""

    comparison: Comparison
    done: int
    sheets: dict[str, Sheet]


def chosen(comparison: Comparison, asked: str) -> list[str]:
    """The groups that are asked for, with commas between them, in the order of tables.

    Raises UsageError, naming what would be valid.
    """
    known = [group.key for group in comparison.groups]
    wanted = [name.strip() for name in asked.split(",")]
    for name in wanted:
        if name not in known:
            raise UsageError(f"--again: no group '{name}'; there are {', '.join(known)}")
    if set(wanted) == set(known):
        raise UsageError("--again: these are all groups; leave it out to measure the bench whole")
    return [name for name in known if name in wanted]


def part(comparison: Comparison, groups: list[str]) -> Comparison:
    """The comparison with the contestants of those groups alone."""
    inside = tuple(one for one in comparison.contestants if one.group in groups)
    return dataclasses.replace(comparison, contestants=inside)


def read(file: Path, bench: str) -> Record:
    """The record in the file. Raises UsageError where there is none of that bench."""
    shown = paths.shown(file.absolute())
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        record.validate(found)
    except OSError as error:
        raise UsageError(f"--again: cannot read {shown}: {error.strerror}") from error
    except ValueError as error:
        raise UsageError(f"--again: {shown} is no record of a bench: {error}") from error
    if found["bench"] != bench:
        raise UsageError(f"--again: {shown} is of bench {found['bench']}, not of {bench}")
    return found


def check(found: Record, comparison: Comparison, groups: list[str], provenance: Provenance) -> None:
    """Whether figures of these groups, measured now, may stand beside the others of the record.

    comparison: the whole bench. Raises UsageError.
    """
    objection = next(_objections(found, comparison, groups, provenance), None)
    if objection is not None:
        raise UsageError(f"--again: {objection}")


def _objections(
    found: Record, comparison: Comparison, groups: list[str], provenance: Provenance
) -> Iterator[str]:
    if found["asked"].get("quick", False):
        yield f"the record is of a trimmed choice; a whole one: ./course bench {found['bench']}"
    there, here = found["provenance"]["machine"], provenance.machine
    if not machine.is_same(here, there):
        key = next(key for key in machine.IDENTITY if there[key] != here[key])
        yield f"the record is of another machine: {key} was {there[key]}, and is {here[key]}"
    if comparison.bound is not None or found["counts"]:
        yield (
            f"bench {comparison.name} has a lower bound, or counts, that belong to all groups: "
            "measure it whole"
        )
    present = provenance.source_hash(comparison.name)
    kept = {one["group"] for one in found["contestants"]} - set(groups)
    for group in sorted(kept):
        if bench_definition.of_group(found, group)["source_hash"] != present:
            yield f"sources have changed since group {group} was measured: measure all of it"
    for pair in _compared(comparison):
        if len(pair) == 2 and len(pair & set(groups)) == 1:
            yield f"groups {' and '.join(sorted(pair))} are compared round by round: name both"
    for name, group in _changed(found, comparison, groups):
        yield (
            f"{name}, of group {group}, is no longer what it was when it was measured: "
            "name its group, too, or measure the bench whole"
        )


def _compared(comparison: Comparison) -> Iterator[set[str]]:
    """Groups of which a contestant of one is divided by one of the other; or but one group."""
    group = {one.id: one.group for one in comparison.contestants}
    for one in comparison.groups:
        yield {one.key, group[one.baseline]}
    for goal in comparison.goals:
        yield {group[goal.contestant], group[goal.against or goal.contestant]}


def _changed(found: Record, comparison: Comparison, groups: list[str]) -> Iterator[tuple[str, str]]:
    """Contestant and group of what would be kept, and is not in the bench's file as it was."""
    now = {one.id: one for one in comparison.contestants}
    baselines = {group["key"]: group["baseline"] for group in found["groups"]}
    redefined = bench_definition.redefined(found, comparison)
    for one in found["contestants"]:
        name, group = one["id"], one["group"]
        if name not in now:
            is_other, touched = True, {group}
        else:
            is_other = (
                now[name].group != group
                or comparison.baseline(now[name]) != baselines.get(group)
                or name in redefined
            )
            touched = {group, now[name].group}
        if is_other and not touched <= set(groups):
            yield name, group


def merged(found: Record, comparison: Comparison, session: Session, later: Record) -> Record:
    """The record with the session's figures for those of its groups that were measured again.

    comparison: the whole bench; later: the entry of `again`. Goals and ratios are taken of all
    rounds anew. Raises LostError.
    """
    groups = set(later["groups"])
    kept = {one["id"]: one for one in found["contestants"] if one["group"] not in groups}
    sheets = {
        one.id: session.sheets[one.id] if one.id in session.sheets else sheet_of(one, kept[one.id])
        for one in comparison.contestants
        if one.id in session.sheets or one.id in kept
    }
    made = record.assemble(
        Merged(comparison, found["rounds"], sheets),
        asked=found["asked"],
        caveats=found["caveats"],
        provenance=found["provenance"],
        again=[*_still(found, groups), later],
    )
    made["contestants"] = [
        _as_told(one, kept[one["id"]]) if one["id"] in kept else one for one in made["contestants"]
    ]
    record.validate(made)
    lost = _lost(found, made, comparison)
    if lost:
        raise LostError(f"{', '.join(lost)} could not be measured again")
    return made


def _still(found: Record, groups: set[str]) -> list[Record]:
    """What the record says of groups that were measured again before, and are not now."""
    earlier = [
        one | {"groups": [group for group in one["groups"] if group not in groups]}
        for one in found.get("again", ())
    ]
    return [one for one in earlier if one["groups"]]


def sheet_of(contestant: Contestant, told: Record) -> Sheet:
    """A contestant as a record tells of it."""
    turns = [
        Taken(
            one["round"],
            one["run"],
            Turn(
                told["commands"].get(one["run"], []),
                one["started"],
                duration_s=one["duration_s"],
                peak_rss_mb=one["peak_rss_mb"],
                results=one["results"],
            ),
        )
        for one in told["turns"]
    ]
    keys = ("status", "reason", "commands", "runtime")
    return Sheet(contestant, **{key: told[key] for key in keys}, turns=turns)


def _as_told(one: Record, told: Record) -> Record:
    """A contestant that was kept, with what its turns do not tell: why something was skipped.

    It has no hash if it had none: nobody knows whether it ran what the file says today.
    """
    known = {key: value for key, value in one.items() if key != "definition" or key in told}
    return known | {"skipped": told["skipped"]}


def _lost(found: Record, made: Record, comparison: Comparison) -> list[str]:
    """Contestants that had a figure which they could have again, and do not."""
    now = {one["id"]: one["figures"] for one in made["contestants"]}
    possible = {
        one.id: {metric.name for metric in comparison.metrics
                 if metric.run in ("", *one.program.runs)}
        for one in comparison.contestants
    }  # fmt: skip
    return [
        one["id"]
        for one in found["contestants"]
        if one["id"] in now and not set(one["figures"]) & possible[one["id"]] <= set(now[one["id"]])
    ]
