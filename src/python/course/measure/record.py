"""Build the record of a cell from what its forks gave, or from why there are none."""

from __future__ import annotations

import datetime
from typing import Any

from course import paths
from course.measure import figures
from course.measure.runner import Fork
from course.model.cells import Cell
from course.process.provenance import Provenance

Record = dict[str, Any]


def measured(cell: Cell, profile: str, forks: list[Fork], provenance: Provenance) -> Record:
    """The record of a cell whose forks are done; one that failed makes the cell fail."""
    failed = next((number for number, fork in enumerate(forks) if fork.reason), None)
    # A failed fork's own command, runtime and digest; else the first one's speak for all.
    typical = forks[failed or 0]
    record = _frame(cell, profile, provenance)
    record["digest"] = typical.digest
    peaks = [fork.peak_rss_mb for fork in forks if fork.peak_rss_mb is not None]
    record["peak_rss_mb"] = max(peaks, default=None)
    record["provenance"] |= {
        "runtime": portable(typical.runtime),
        "command": portable(typical.command),
        "started": forks[0].started,
        "duration_s": sum(fork.duration_s for fork in forks),
    }
    if typical.workload is not None:
        record["provenance"]["workload"] = typical.workload
    if failed is not None:
        number = f"fork {failed + 1}: " if len(forks) > 1 else ""
        return record | {"status": "failed", "reason": number + str(typical.reason)}
    record["status"] = "ok"
    if cell.mode == "batch":
        record["batch"] = figures.batch([fork.rounds for fork in forks])
    else:
        found = [fork.realtime for fork in forks if fork.realtime is not None]
        record["realtime"] = figures.realtime(found)
    reasons = [fork.gc_reason for fork in forks if fork.gc_reason]
    record["gc_reason"] = reasons[0] if reasons else None
    gc = [fork.gc for fork in forks if fork.gc is not None]
    if gc and not reasons:
        record["gc"] = figures.gc(gc)
    return record


def skipped(cell: Cell, profile: str, reason: str, provenance: Provenance) -> Record:
    """The record of a cell that cannot run on this machine."""
    record = _frame(cell, profile, provenance)
    return record | {"status": "skipped", "reason": reason}


def unfit(cell: Cell, profile: str, reason: str, provenance: Provenance) -> Record:
    """The record of a real-time cell on a machine whose clock cannot be trusted."""
    return skipped(cell, profile, reason, provenance) | {"status": "unfit"}


def portable(value: Any) -> Any:
    """The value with paths relative to this process's repository, where the command was run.

    So a record can be published without telling where its author keeps things.
    """
    match value:
        case str():
            return value.replace(f"{paths.ROOT}/", "")
        case list():
            return [portable(one) for one in value]
        case dict():
            return {key: portable(one) for key, one in value.items()}
    return value


def _frame(cell: Cell, profile: str, provenance: Provenance) -> Record:
    now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    return {
        "schema": 1,
        "cell": cell.to_dict(),
        "profile": profile,
        "status": "skipped",
        "reason": None,
        "batch": None,
        "realtime": None,
        "gc": None,
        "gc_reason": None,
        "digest": None,
        "peak_rss_mb": None,
        "provenance": {
            "commit": provenance.commit,
            "dirty": provenance.dirty,
            "source_hash": provenance.source_hash(cell.implementation),
            "machine": provenance.machine,
            "runtime": None,
            "command": [],
            "started": now.replace("+00:00", "Z"),
            "duration_s": 0.0,
        },
    }
