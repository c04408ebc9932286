"""The trimmed choices of benches that ``./course run`` takes."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from course.arguments import request
from course.bench import record
from course.bench.command import RECORDS
from course.bench.here import Here
from course.bench.options import bench_options
from course.model import bench_definition, benches
from course.model.bench import Comparison, Quick
from course.model.machine import is_same
from course.process.provenance import Provenance

SMOKE = Quick(contestants=(), rounds=1, seconds=0.05)
"""Under the profile smoke, whose figures mean nothing: just so that every program runs."""


def requests(profile: str) -> dict[str, argparse.Namespace]:
    """Bench -> what to ask of :func:`course.bench.command.bench`, if it is still to be measured."""
    provenance = Here().provenance()
    made = {}
    for name in benches.quick_names():
        comparison = benches.load(name)
        assert comparison.quick is not None
        length = SMOKE if profile == "smoke" else comparison.quick
        if is_measured(RECORDS / f"{name}.json", comparison, length, provenance):
            continue
        made[name] = request(
            bench_options, bench=name, quick=True, rounds=length.rounds, seconds=length.seconds
        )
    return made


def is_measured(file: Path, comparison: Comparison, length: Quick, provenance: Provenance) -> bool:
    """Whether there is a record of this bench as it is now, its sources and this machine.

    It must be of at least such length. It may be one of the whole bench, which a trimmed choice
    must not take the place of.
    """
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        record.validate(found)
    except (OSError, ValueError):
        return False
    return (
        bench_definition.source_hashes(found) == {provenance.source_hash(comparison.name)}
        and not bench_definition.is_redefined(found, comparison)
        and is_same(provenance.machine, found["provenance"]["machine"])
        and found["rounds"] >= length.rounds
        and found["asked"]["seconds"] >= length.seconds
    )
