"""From what the forks of a cell printed to the figures of its record."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from course.measure.events import Event

Probe = dict[str, Any]
"""As in the record."""

CLOCK_TOLERANCE = 0.01
"""Share by which the program's clock and its window may disagree."""

STALL_SHARE = 0.1
"""Share of what the queue holds: a clock thread that was held up for longer makes a burst that
may be lost without the consumer's fault."""

LOSS_AT_NS = 1000
"""Where the article gives the share of packets lost."""

ALMOST_PCT = 0.1
"""What loses no more than that at LOSS_AT_NS is almost working."""


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


def realtime(forks: list[dict[str, Any]]) -> dict[str, Any]:
    """The record's ``realtime``: the first fork's, with the probes of all, and the verdict."""
    probes = [one for fork in forks for one in fork["probes"]]
    return forks[0] | {"probes": probes, "verdict": verdict(probes)}


def probe(event: Event, purpose: str) -> Probe:
    """A probe as the record has it, but for its timeline."""
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
        "stalled": event["longest_stall_ns"] > STALL_SHARE * capacity * interval,
        "purpose": purpose,
        "stopped_early": event["stopped_early"],
    }


def is_lossless(probe: Probe) -> bool:
    """Whether every tick that was due arrived, or can still have been in the queue at the end."""
    return probe["lost"] == 0 and not has_unseen(probe)


def has_unseen(probe: Probe) -> bool:
    """Whether ticks were due that neither arrived nor can still have been in the queue.

    A consumer that is far too slow may end the window before it meets the gap in the sequence.
    """
    due = probe["seconds"] * 1e9 / probe["interval_ns"]
    return due * (1 - CLOCK_TOLERANCE) - probe["capacity"] - probe["sent"] > 0


def is_almost_lossless(probe: Probe) -> bool:
    """Whether next to nothing was lost."""
    return probe["loss_pct"] <= ALMOST_PCT and not has_unseen(probe)


def is_doubtful(probe: Probe) -> bool:
    """Whether the loss may come from the burst after the clock's own stall.

    A program that lost nothing took even the burst, and a burst is no more ticks than were due
    during the stall. Only of a probe that ended at its first loss there can have been just one.
    """
    if not probe["stalled"] or is_lossless(probe):
        return False
    burst = probe["longest_stall_ns"] / probe["interval_ns"]
    return not probe.get("stopped_early") or probe["lost"] <= burst


def decisive(tries: list[Probe]) -> Probe:
    """Of a probe and its repetitions the one that counts: the last one, which is not doubtful.

    Where all of them are, it is the one that lost least.
    """
    return min(tries, key=lambda one: one["lost"]) if is_doubtful(tries[-1]) else tries[-1]


def verdict(probes: list[Probe]) -> dict[str, Any]:
    """The record's ``verdict`` on probes, in the order in which they were made."""
    tries: list[list[Probe]] = []
    for one in probes:
        if one["purpose"] == "repeat":
            tries[-1].append(one)
        else:
            tries.append([one])
    counting = [decisive(group) for group in tries]
    at_1000 = _loss_at_1000(counting)
    shortest = _shortest(counting, is_lossless)
    lossy = (one["interval_ns"] for one in counting if not is_lossless(one))
    almost = None
    if shortest is None and at_1000 is not None and at_1000 <= ALMOST_PCT:
        almost = _shortest(_told_up_to_1000(counting), is_almost_lossless)
    return {
        "min_interval_ns": shortest and shortest["interval_ns"],
        "lossy_ns": max(lossy, default=None),
        "loss_pct_at_1000": at_1000,
        "almost": almost and {key: almost[key] for key in ("interval_ns", "loss_pct")},
    }


def _shortest(probes: list[Probe], is_fine: Callable[[Probe], bool]) -> Probe | None:
    """The fine probe of the shortest interval such that all of that one and longer are fine."""
    too_short = max((one["interval_ns"] for one in probes if not is_fine(one)), default=0)
    fine = [one for one in probes if one["interval_ns"] > too_short]
    return min(fine, key=lambda one: one["interval_ns"], default=None)


def _loss_at_1000(probes: list[Probe]) -> float | None:
    told = [one for one in _told_up_to_1000(probes) if one["interval_ns"] == LOSS_AT_NS]
    return max((one["loss_pct"] for one in told), default=None)


def _told_up_to_1000(probes: list[Probe]) -> list[Probe]:
    """Those whose share lost means something: the whole window was seen, and a gap if any."""
    return [
        one
        for one in probes
        if one["interval_ns"] <= LOSS_AT_NS
        and not one["stopped_early"]
        and (one["lost"] > 0 or is_lossless(one))
    ]


def timeline(
    length_ms: float, losses: list[list[float]], gc: dict[str, Any] | None
) -> dict[str, Any] | None:
    """The record's ``timeline`` of a window; None when nothing is known of it.

    losses: when a gap was seen, and how many packets were missing; gc: the analyser's timeline of
    the same window, or None. Times are in ms from the window's begin, memory in MiB. They are
    rounded to what a picture can show.
    """
    if gc is None and not losses:
        return None
    gc = gc or {"pauses": [], "heap": [], "truncated": False}
    return {
        "length_ms": max(round(length_ms, 2), 0.01),  # some end at once
        "pauses": [[round(at, 2), round(ms, 2), kind] for at, ms, kind in gc["pauses"]],
        "heap": [[round(at, 2), round(used)] for at, used in gc["heap"]],
        "losses": [[round(at, 2), lost] for at, lost in losses],
        "truncated": gc["truncated"],
    }


def gc(forks: list[dict[str, Any]]) -> dict[str, Any]:
    """The record's ``gc`` over all forks.

    A fork's dict is the analyser's answer with ``window_ms`` and ``live_objects`` (a number of
    instances, or None) added. The longest pause is that of any fork; averages weigh each pause,
    rates each millisecond alike; the live objects are the average of the forks. A timeline is that
    of the first fork.
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
        "timeline": forks[0].get("timeline"),
    }


def _mean(values: list[int | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
