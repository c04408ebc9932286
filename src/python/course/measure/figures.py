"""From what the forks of a cell printed to the figures of its record."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from course.measure.events import Event

CLOCK_TOLERANCE = 0.01
"""Share by which the program's clock and its window may disagree."""


def batch(forks: list[list[Event]]) -> dict[str, Any]:
    """The record's ``batch``: measured rounds, one list per fork, all equally long.

    The figure of the cell is the mean over all packets, as the article's is. A median of rounds
    would leave out what happens in less than half of them, such as a long collection.
    """
    rounds = [event for fork in forks for event in fork]
    samples = [event["ns_per_packet"] for event in rounds]
    packets = sum(event["packets"] for event in rounds)
    low, middle, high = (float(value) for value in np.percentile(samples, (25, 50, 75)))
    deviation = float(np.std(samples, ddof=1)) if len(samples) > 1 else 0.0
    return {
        "ns_per_packet": {
            "samples": samples,
            "mean": sum(event["elapsed_ns"] for event in rounds) / packets,
            "error": 2 * deviation / math.sqrt(len(samples)),
            "median": middle,
            "min": min(samples),
            "max": max(samples),
            "iqr": high - low,
            "forks": len(forks),
            "rounds": len(forks[0]),
        },
        "packets": packets,
    }


def realtime(events: list[Event]) -> dict[str, Any]:
    """The record's ``realtime``."""
    probes = [_probe(event) for event in events]
    return {
        "probes": probes,
        "verdict": {
            "min_interval_ns": _shortest_without_loss(probes),
            "loss_pct_at_1000": _loss_at(probes, 1000),
        },
    }


def _probe(event: Event) -> dict[str, Any]:
    interval, capacity = event["interval_ns"], event["capacity"]
    return {
        "interval_ns": interval,
        "seconds": event["seconds"],
        "capacity": capacity,
        "sent": event["sent"],
        "received": event["received"],
        "lost": event["lost"],
        "loss_pct": 100 * event["lost"] / event["sent"] if event["sent"] else 0.0,
        "longest_stall_ns": event["longest_stall_ns"],
        # After such a stall the clock emits more ticks at once than the queue can hold.
        "stalled": event["longest_stall_ns"] > capacity * interval,
    }


def _is_lossless(probe: dict[str, Any]) -> bool:
    """Whether every tick that was due arrived, or can still have been in the queue at the end.

    A consumer that is far too slow may end the window before it meets the gap in the sequence.
    """
    due = probe["seconds"] * 1e9 / probe["interval_ns"]
    unseen = due * (1 - CLOCK_TOLERANCE) - probe["capacity"] - probe["sent"]
    return probe["lost"] == 0 and unseen <= 0


def _is_excused(probe: dict[str, Any]) -> bool:
    """Whether all of the loss can come from the burst after the clock's own longest stall."""
    ticks = probe["longest_stall_ns"] / probe["interval_ns"]
    return probe["stalled"] and 0 < probe["lost"] <= ticks


def _shortest_without_loss(probes: list[dict[str, Any]]) -> float | None:
    shortest = None
    for probe in sorted(probes, key=lambda one: -one["interval_ns"]):
        if _is_excused(probe):
            continue  # it says nothing about the program
        if not _is_lossless(probe):
            break
        shortest = probe["interval_ns"]
    return shortest


def _loss_at(probes: list[dict[str, Any]], interval_ns: int) -> float | None:
    for probe in probes:
        told = probe["lost"] > 0 or _is_lossless(probe)
        if probe["interval_ns"] == interval_ns and told and not _is_excused(probe):
            return probe["loss_pct"]
    return None


def gc(forks: list[dict[str, Any]]) -> dict[str, Any]:
    """The record's ``gc`` over all forks.

    A fork's dict is the analyser's answer with ``window_ms`` and ``live_objects`` (a number of
    instances, or None) added. The longest pause is that of any fork; averages weigh each pause,
    rates each millisecond alike; the live objects are the average of the forks.
    """
    pauses = sum(fork["pauses"] for fork in forks)
    paused_ms = sum(fork["avg_pause_ms"] * fork["pauses"] for fork in forks)
    window_ms = sum(fork["window_ms"] for fork in forks)
    average = paused_ms / pauses if pauses else 0.0
    live = _mean([fork["live_objects"] for fork in forks])
    sources = [fork["source"] for fork in forks]
    concurrent = [fork["concurrent_ms"] for fork in forks]
    return {
        "max_pause_ms": max(fork["max_pause_ms"] for fork in forks),
        "avg_pause_ms": average,
        "pauses": pauses,
        "pauses_per_s": 1000 * pauses / window_ms,
        "fraction_pct": sum(fork["fraction_pct"] * fork["window_ms"] for fork in forks) / window_ms,
        "live_objects_million": None if live is None else live / 1e6,
        "ns_per_object": average * 1e6 / live if live and pauses else None,
        "concurrent_ms": None if None in concurrent else sum(concurrent),
        "collector_name": forks[0]["collector_name"],
        "stalls": sum(fork["stalls"] for fork in forks),
        "max_stall_ms": max(fork["max_stall_ms"] for fork in forks),
        "stalled_ms": sum(fork["stalled_ms"] for fork in forks),
        "source": next((one for one in sources if one != "gctoolkit"), "gctoolkit"),
    }


def _mean(values: list[int | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
