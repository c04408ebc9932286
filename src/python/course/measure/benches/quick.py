"""The trimmed selections of benches for ``./course run``."""

from pathlib import Path
from typing import Any

from course.measure.benches import selection
from course.measure.benches.command import RECORDS
from course.model import benches
from course.model.bench import Comparison, Quick
from course.model.bench_record import GroupRecord
from course.process import bench_store
from course.process.provenance import Provenance

SMOKE = Quick(contestants=(), rounds=1, seconds=0.05)
"""For the profile smoke, whose figures mean nothing: just long enough to run every program."""


def requests(profile: str, provenance: Provenance) -> dict[str, dict[str, Any]]:
    """Return bench -> its options, named as in `./course bench`.

    Benches already measured with these sources on this machine are left out.
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


def seconds_spent(provenance: Provenance) -> float:
    """Return how long the measurements took whose records would be kept now."""
    total = 0.0
    for name in benches.quick_names():
        found = _current(RECORDS / name, benches.load(name), provenance)
        # The groups of one sitting all have its length.
        took = [one.provenance.duration_s for one in found if one is not None and one.asked.quick]
        total += max(took, default=0)
    return total


def is_measured(folder: Path, comparison: Comparison, length: Quick, origin: Provenance) -> bool:
    """True if there are records of the current trimmed selection, sources and machine.

    They must be at least as long. Records of whole groups count as well: a trimmed selection must
    not replace them.
    """
    return all(
        one is not None and one.rounds >= length.rounds and one.asked.seconds >= length.seconds
        for one in _current(folder, comparison, origin)
    )


def _current(folder: Path, comparison: Comparison, origin: Provenance) -> list[GroupRecord | None]:
    """The current record of each group of the trimmed selection."""
    source_hash = origin.source_hash(comparison.name)
    groups = {one.group for one in selection.trimmed(comparison).contestants}
    return [
        bench_store.current(folder, one, comparison, source_hash, origin.machine) for one in groups
    ]
