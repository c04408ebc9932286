"""Detect whether a bench's definition has changed since a group was measured.

Hashes of sources do not include benches' files. So a record has a hash of each contestant's
definition; if one differs from today's, the record is stale. Anything that does not affect figures
is left out: titles, labels, captions, and goals, which are judged whenever a record is read. Later
additions, such as a contestant, a metric or a goal, do not invalidate existing figures.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from course.model import bench_record
from course.model.bench import Comparison, Contestant, Metric
from course.model.bench_record import GroupRecord
from course.model.machine import is_same


def definition(
    comparison: Comparison,
    one: Contestant,
    metrics: Iterable[str],
    runs: Iterable[str] | None = None,
) -> str:
    """SHA-256, in hex, over what a contestant runs and how those metrics use its output.

    runs: only these of its program's; None: all.
    """
    program, wanted = one.program, set(metrics)
    chosen = set(program.runs if runs is None else runs)
    said = {
        "contestant": [one.id, one.name, one.arguments, one.preload],
        "baseline": comparison.baseline(one),
        "program": [program.command, program.arguments, program.output, program.jdk],
        "runs": {name: words for name, words in program.runs.items() if name in chosen},
        "metrics": {
            metric.name: _taken(metric)
            for metric in comparison.metrics
            if metric.name in wanted and metric.run in ("", *program.runs)
        },
    }
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def _taken(metric: Metric) -> list[Any]:
    """How a metric uses a program's output."""
    what = [metric.source or metric.name, metric.run, dict(metric.where)]
    return [*what, metric.percentile] if metric.percentile else what


def is_redefined(record: GroupRecord, comparison: Comparison) -> bool:
    """True if the bench's file now defines a contestant of the record differently.

    Contestants without a hash, measured before there were any, are not checked.
    """
    now = {one.id: one for one in comparison.contestants if one.group == record.group}

    def is_other(one: bench_record.Contestant) -> bool:
        if one.definition is None:
            return False
        if one.id not in now:
            return True
        # A run that was added since has no command in the record.
        return one.definition not in (
            definition(comparison, now[one.id], record.metrics, runs)
            for runs in (None, one.commands)
        )

    return any(map(is_other, record.contestants))


def is_of(record: GroupRecord, source_hash: str, machine: Mapping[str, Any]) -> bool:
    """True if it was measured with these sources on this machine."""
    origin = record.provenance
    return origin.source_hash == source_hash and is_same(machine, origin.machine)
