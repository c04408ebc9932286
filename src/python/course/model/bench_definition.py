"""Whether a bench's file still says what it said when a group was measured.

Benches' files are in no hash of sources. So a record has a hash of what the file said of each
contestant; where one differs from today's, the record is stale. What changes no figure is not
hashed: titles, labels, captions, and goals, which are judged whenever a record is read. And what
was added since, be it a contestant, a metric or a goal, takes nothing from figures that were there
before.
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
    """SHA-256, in hex, over what a contestant runs and what those metrics take of its output.

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
    """What a metric takes of a program's output."""
    what = [metric.source or metric.name, metric.run, dict(metric.where)]
    return [*what, metric.percentile] if metric.percentile else what


def is_redefined(record: GroupRecord, comparison: Comparison) -> bool:
    """Whether the bench's file now says something else of a contestant of the record.

    Nothing is known of those that have no hash: they were measured before there were any.
    """
    now = {one.id: one for one in comparison.contestants if one.group == record.group}

    def is_other(one: bench_record.Contestant) -> bool:
        if one.definition is None:
            return False
        if one.id not in now:
            return True
        # A run that was added since is none of those that it has a command of.
        return one.definition not in (
            definition(comparison, now[one.id], record.metrics, runs)
            for runs in (None, one.commands)
        )

    return any(map(is_other, record.contestants))


def is_of(record: GroupRecord, source_hash: str, machine: Mapping[str, Any]) -> bool:
    """Whether it was measured of these sources on this machine."""
    origin = record.provenance
    return origin.source_hash == source_hash and is_same(machine, origin.machine)
