"""Build a cell's record from its processes' outcomes, or from the reason for having none."""

import dataclasses
from collections.abc import Mapping
from typing import Any

from course.measure.cells import figures
from course.measure.cells.jobs import Fork
from course.model.cells import Cell
from course.process.provenance import Provenance, now, portable

Record = dict[str, Any]


def measured(
    cell: Cell, profile: str, by_round: Mapping[int, Fork], provenance: Provenance
) -> Record:
    """Build a measured cell's record from its processes, by round number."""
    forks = [by_round[number] for number in sorted(by_round)]
    # The first one's command, runtime and digest stand for all.
    record = _frame(cell, profile, forks[0], provenance)
    record["status"] = "ok"
    record["peak_rss_mb"] = max((one.peak_rss_mb for one in forks if one.peak_rss_mb), default=None)
    record["provenance"]["duration_s"] = sum(fork.duration_s for fork in forks)
    if cell.mode == "batch":
        record["batch"] = figures.batch(forks)
    else:
        record["realtime"] = figures.realtime(forks)
    reasons = [fork.gc_reason for fork in forks if fork.gc_reason]
    record["gc_reason"] = reasons[0] if reasons else None
    gc = [fork.gc for fork in forks if fork.gc is not None]
    if gc and not reasons:
        record["gc"] = figures.gc(gc)
    return record


def failed(cell: Cell, profile: str, number: int, fork: Fork, provenance: Provenance) -> Record:
    record = _frame(cell, profile, fork, provenance)
    where = f"round {number + 1}: " if number else ""
    return record | {"status": "failed", "reason": f"{where}{fork.reason}"}


def without_figures(
    cell: Cell, profile: str, status: str, reason: str, provenance: Provenance
) -> Record:
    """Build the record of a cell that cannot run on this machine (skipped), or a real-time one if
    the machine's clock cannot be trusted (unfit)."""
    return _frame(cell, profile, None, provenance) | {"status": status, "reason": reason}


def _frame(cell: Cell, profile: str, fork: Fork | None, provenance: Provenance) -> Record:
    origin: dict[str, Any] = {
        "commit": provenance.commit,
        "dirty": provenance.dirty,
        "source_hash": provenance.source_hash(cell.implementation),
        "machine": provenance.machine,
        "runtime": portable(fork.runtime) if fork else None,
        "command": portable(fork.command) if fork else [],
        "started": fork.started if fork else now(),
        "duration_s": fork.duration_s if fork else 0.0,
    }
    if fork and fork.workload is not None:
        origin["workload"] = fork.workload
    return {
        "schema": 1,
        "cell": dataclasses.asdict(cell),
        "profile": profile,
        "status": "skipped",
        "reason": None,
        "batch": None,
        "realtime": None,
        "gc": None,
        "gc_reason": None,
        "digest": fork.digest if fork else None,
        "peak_rss_mb": fork.peak_rss_mb if fork else None,
        "provenance": origin,
    }
