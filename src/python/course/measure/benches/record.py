"""The records of a bench's groups, made of a session."""

from collections.abc import Sequence

from course.measure.benches.session import SEED, Session, Sheet
from course.measure.benches.turn import Turn
from course.model import bench_record
from course.model.bench import Comparison
from course.model.bench_definition import definition
from course.model.bench_record import Counted, GroupRecord
from course.process.provenance import Provenance, portable


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
