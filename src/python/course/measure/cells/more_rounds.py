"""Add up rounds of the same program from two sweeps, whose records then become one."""

from typing import Any

from course.measure.cells import figures
from course.measure.cells.commands import comparable
from course.model.machine import is_same
from course.process.store import Record

ALIKE = ("schema", "cell", "profile", "status")  # fields in which the records agree
SAME_ORIGIN = ("source_hash", "workload")  # likewise of their provenance
SAME_RUNTIME = ("name", "version", "vendor")


def are_of_one_program(one: Record, other: Record) -> bool:
    """True if the records hold different rounds of the same program, on one machine.

    Only in batch mode: a search in real time is no mean over rounds.
    """
    if any(one[name] != other[name] for name in ALIKE) or not (one["batch"] and other["batch"]):
        return False
    here, there = turns(one), turns(other)
    origin, its = one["provenance"], other["provenance"]
    windows = {record["batch"]["ns_per_packet"]["rounds"] for record in (one, other)}
    return (
        bool(here and there)
        and here.isdisjoint(there)
        and len(windows) == 1
        and all(origin.get(name) == its.get(name) for name in SAME_ORIGIN)
        and all(origin["runtime"][name] == its["runtime"][name] for name in SAME_RUNTIME)
        and comparable(origin["command"]) == comparable(its["command"])
        and is_same(origin["machine"], its["machine"])
        and (one["gc"] is None) == (other["gc"] is None)
    )


def turns(record: Record) -> set[str]:
    """The turns of its processes; none if they did not take turns, or in real time."""
    processes = record["batch"]["ns_per_packet"].get("processes") if record["batch"] else None
    return {one["turn"] for one in processes or ()}


def together(one: Record, other: Record) -> Record:
    """One record of both records' rounds, which must be of one program.

    Its provenance is the first one's, but for the times. Each turn keeps its name, so verdicts go
    on pairing only what was measured in the same round.
    """
    records = (one, other)
    both = [record["batch"] for record in records]
    samples = [sample for batch in both for sample in batch["ns_per_packet"]["samples"]]
    processes = [each for batch in both for each in batch["ns_per_packet"]["processes"]]
    peaks = [record["peak_rss_mb"] for record in records if record["peak_rss_mb"]]
    origins = [record["provenance"] for record in records]
    starts = [
        origin[name] for origin in origins for name in ("started", "added") if origin.get(name)
    ]
    seconds = sum(origin["duration_s"] for origin in origins)
    when = {"started": min(starts), "added": max(starts), "duration_s": seconds}
    return one | {
        "batch": {
            "ns_per_packet": figures.times(samples, processes),
            "packets": sum(batch["packets"] for batch in both),
            "seconds": sum(batch["seconds"] for batch in both),
        },
        "gc": figures.gc([_part(record) for record in records]) if one["gc"] else None,
        "peak_rss_mb": max(peaks, default=None),
        "provenance": one["provenance"] | when,
    }


def _part(record: Record) -> dict[str, Any]:
    """A record's ``gc`` as a part of :func:`figures.gc`."""
    found, batch = record["gc"], record["batch"]
    live, pauses = found["live_objects_million"], found["pauses"]
    seconds = pauses / found["pauses_per_s"] if pauses else batch["seconds"]
    return found | {
        "window_ms": 1000 * seconds,
        "live_objects": None if live is None else live * 1e6,
        "processes": batch["ns_per_packet"]["forks"],
    }
