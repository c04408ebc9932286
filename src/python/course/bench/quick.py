"""The trimmed choices of benches that ``./course run`` takes."""

from __future__ import annotations

import json
from pathlib import Path

from course.bench import definitions, record
from course.bench.command import RECORDS
from course.bench.here import Here
from course.bench.model import Quick
from course.measure.provenance import Provenance

SMOKE = Quick(contestants=(), rounds=1, seconds=0.05)
"""Under the profile smoke, whose figures mean nothing: just so that every program runs."""


def commands(profile: str) -> list[list[str]]:
    """The arguments of ``./course`` for every bench that is still to be measured."""
    provenance = Here().provenance()
    made = []
    for name in definitions.quick_names():
        quick = definitions.load(name).quick
        assert quick is not None
        length = SMOKE if profile == "smoke" else quick
        if is_measured(RECORDS / f"{name}.json", name, length, provenance):
            continue
        asked = ["--rounds", str(length.rounds), "--seconds", f"{length.seconds:g}"]
        made.append(["bench", name, "--quick", *asked])
    return made


def is_measured(file: Path, name: str, length: Quick, provenance: Provenance) -> bool:
    """Whether there is a record of these sources and this machine, of at least such length.

    It may be one of the whole bench, which a trimmed choice must not take the place of.
    """
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        record.validate(found)
    except (OSError, ValueError):
        return False
    origin = found["provenance"]
    return (
        origin["source_hash"] == provenance.source_hash(name)
        and provenance.is_same_machine(origin["machine"])
        and found["rounds"] >= length.rounds
        and found["asked"]["seconds"] >= length.seconds
    )
