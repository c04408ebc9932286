"""The trimmed choices of benches that ``./course run`` takes."""

from pathlib import Path
from typing import Any

from course.measure.benches import selection
from course.measure.benches.command import RECORDS
from course.model import benches
from course.model.bench import Comparison, Quick
from course.process import bench_store
from course.process.provenance import Provenance

SMOKE = Quick(contestants=(), rounds=1, seconds=0.05)
"""Under the profile smoke, whose figures mean nothing: just so that every program runs."""


def requests(profile: str, provenance: Provenance) -> dict[str, dict[str, Any]]:
    """Bench -> what to ask of it, by the names of `./course bench`'s options.

    Those that are measured already, of these sources on this machine, are left out.
    """
    made = {}
    for name in benches.quick_names():
        comparison = benches.load(name)
        assert comparison.quick is not None
        length = SMOKE if profile == "smoke" else comparison.quick
        if is_measured(RECORDS / name, comparison, length, provenance):
            continue
        asked = {"bench": name, "quick": True}
        made[name] = asked | {"rounds": length.rounds, "seconds": length.seconds}
    return made


def is_measured(folder: Path, comparison: Comparison, length: Quick, origin: Provenance) -> bool:
    """Whether there are records of the trimmed choice as it is now, its sources and this machine.

    They must be of at least such length. They may be of whole groups, which a trimmed choice must
    not take the place of.
    """
    source_hash = origin.source_hash(comparison.name)
    groups = {one.group for one in selection.trimmed(comparison).contestants}
    found = [
        bench_store.current(folder, one, comparison, source_hash, origin.machine) for one in groups
    ]
    return all(
        one is not None and one.rounds >= length.rounds and one.asked.seconds >= length.seconds
        for one in found
    )
