"""Compute a record's figures from the output of a cell's forks."""

import math
import statistics
from collections.abc import Sequence
from typing import Any

import numpy as np

from course.measure.cells.jobs import Fork
from course.measure.events import Event
from course.model.probes import Probe, pace_ns, verdict

STALL_SHARE = 0.1
"""Share of the queue's capacity: after a longer stall, the clock thread's burst may be lost without
the consumer's fault."""

# GC figures of a cell that are the maximum or the sum over its processes.
MAXIMA = ("max_pause_ms", "max_stall_ms", "max_to_safepoint_ms")
SUMS = ("stalls", "stalled_ms", "safepoints", "to_safepoint_ms")


def batch(forks: Sequence[Fork]) -> dict[str, Any]:
    """The record's ``batch``."""
    rounds = [event for fork in forks for event in fork.rounds]
    processes = [
        {"turn": fork.turn, "mean": fork.ns_per_packet, "has_all_phases": fork.has_all_phases}
        for fork in forks
    ]
    return {
        "ns_per_packet": times([event["ns_per_packet"] for event in rounds], processes),
        "packets": sum(event["packets"] for event in rounds),
        "seconds": sum(event["elapsed_ns"] for event in rounds) * 1e-9,
    }


def times(samples: list[float], processes: list[dict[str, Any]]) -> dict[str, Any]:
    """The record's ``ns_per_packet``.

    samples: windows, process after process, the same number of each. A process's figure is the mean
    over all its packets, as in the article. The median of its windows would ignore events in fewer
    than half of them, such as a long collection.
    """
    low, middle, high = (float(value) for value in np.percentile(samples, (25, 50, 75)))
    deviation = float(np.std(samples, ddof=1)) if len(samples) > 1 else 0.0
    return {
        "samples": samples,
        "mean": statistics.geometric_mean([process["mean"] for process in processes]),
        "error": 2 * deviation / math.sqrt(len(samples)),
        "median": middle,
        "min": min(samples),
        "max": max(samples),
        "iqr": high - low,
        "forks": len(processes),
        "rounds": len(samples) // len(processes),
        "processes": processes,
    }


def realtime(forks: Sequence[Fork]) -> dict[str, Any]:
    """The record's ``realtime``: the first process's, with the probes and findings of all."""
    found = [fork.realtime for fork in forks if fork.realtime is not None]
    probes = [one for each in found for one in each["probes"]]
    made = found[0] | {"probes": probes, "verdict": verdict(probes)}
    if made["search"] is None:
        return made
    processes = [_searched(fork) for fork in forks]
    made["processes"] = processes
    if len(processes) > 1:
        shortest = _centre([one["min_interval_ns"] for one in processes])
        made["verdict"]["min_interval_ns"] = shortest
        if shortest is not None:
            made["verdict"]["lossy_ns"] = _centre([one["lossy_ns"] for one in processes])
        predicted = _centre([one["predicted_ns"] for one in processes])
        made["prediction"] = made["prediction"] | {"interval_ns": predicted}
    return made


def _searched(fork: Fork) -> dict[str, Any]:
    """An item of the record's real-time ``processes``."""
    assert fork.realtime is not None
    found = verdict(fork.realtime["probes"])
    return {
        "turn": fork.turn,
        "min_interval_ns": found["min_interval_ns"],
        "lossy_ns": found["lossy_ns"],
        "predicted_ns": fork.realtime["prediction"]["interval_ns"],
        "before_ns": fork.realtime["service"]["ns_per_packet"],
        "after_ns": pace_ns(fork.realtime["probes"]),
    }


def _centre(values: Sequence[float | None]) -> float | None:
    """Geometric mean of the values, if all are known."""
    known = [value for value in values if value is not None]
    return round(statistics.geometric_mean(known), 1) if len(known) == len(values) else None


def probe(event: Event, purpose: str) -> Probe:
    """Return the record's form of a probe, without its timeline."""
    same = ("interval_ns", "seconds", "capacity", "sent", "received", "lost", "longest_stall_ns")
    longest_ns = STALL_SHARE * event["capacity"] * event["interval_ns"]
    return {name: event[name] for name in (*same, "stopped_early")} | {
        "loss_pct": 100 * event["lost"] / event["sent"] if event["sent"] else 0.0,
        "stalled": event["longest_stall_ns"] > longest_ns,
        "purpose": purpose,
    }


def timeline(
    length_ms: float, losses: list[list[float]], gc: dict[str, Any] | None
) -> dict[str, Any] | None:
    """The record's ``timeline`` of a window; None if there are no data.

    losses: time of each gap and number of missing packets; gc: the analyser's timeline of the same
    window, or None. Times are in ms from the window's start, memory in MiB, both rounded to a
    plot's resolution.
    """
    if gc is None and not losses:
        return None
    gc = gc or {"pauses": [], "heap": [], "truncated": False}
    return {
        "length_ms": max(round(length_ms, 2), 0.01),  # some windows end at once
        "pauses": [[round(at, 2), round(ms, 2), kind] for at, ms, kind in gc["pauses"]],
        "heap": [[round(at, 2), round(used)] for at, used in gc["heap"]],
        "losses": [[round(at, 2), lost] for at, lost in losses],
        "truncated": gc["truncated"],
    }


def gc(parts: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The record's ``gc`` over all parts.

    A part is the analyser's answer plus ``window_ms`` and ``live_objects`` (a number of instances,
    or None), and ``processes``, if it is of more than one. The longest pause is that of any part;
    averages weight each pause equally, rates each millisecond; live objects are averaged over the
    processes. The timeline is the first part's.
    """
    pauses = sum(part["pauses"] for part in parts)
    paused_ms = sum(part["avg_pause_ms"] * part["pauses"] for part in parts)
    window_ms = sum(part["window_ms"] for part in parts)
    average = paused_ms / pauses if pauses else 0.0
    known = [part for part in parts if part["live_objects"] is not None]
    weights = [part.get("processes", 1) for part in known]
    live = statistics.fmean((part["live_objects"] for part in known), weights) if known else None
    sources = [part["source"] for part in parts]
    concurrent = [part["concurrent_ms"] for part in parts]
    return {
        "avg_pause_ms": average,
        "pauses": pauses,
        "pauses_per_s": 1000 * pauses / window_ms,
        "fraction_pct": sum(part["fraction_pct"] * part["window_ms"] for part in parts) / window_ms,
        "live_objects_million": None if live is None else live / 1e6,
        "ns_per_object": average * 1e6 / live if live and pauses else None,
        "concurrent_ms": None if None in concurrent else sum(concurrent),
        "collector_name": parts[0]["collector_name"],
        **{name: max(part[name] for part in parts) for name in MAXIMA},
        **{name: sum(part[name] for part in parts) for name in SUMS},
        "source": next((one for one in sources if one != "gctoolkit"), "gctoolkit"),
        "timeline": parts[0].get("timeline"),
    }
