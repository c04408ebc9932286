"""The verdict on a real-time cell's probes: at which intervals it loses no packet.

A probe is a window in which packets come at one interval, as in the record. If the host may have
caused its loss, in all repetitions, or if the loss may be older than the window, the probe is void:
its interval is neither lossless nor too short.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

Probe = dict[str, Any]

QUEUE_MS = 100  # time until the queue overflows if no packets are fetched, at LOSS_AT_NS

CLOCK_TOLERANCE = 0.01  # share by which the program's clock and its window may disagree

LOSS_AT_NS = 1000  # interval for which the article gives the loss

ALMOST_PCT = 0.1  # a cell that loses at most this at LOSS_AT_NS almost works


def is_lossless(probe: Probe) -> bool:
    """True if every due tick arrived, or may still have been in the queue at the end."""
    return probe["lost"] == 0 and not has_unseen(probe)


def has_unseen(probe: Probe) -> bool:
    """True if some due ticks neither arrived nor can still have been in the queue.

    A consumer that is far too slow may end the window before it sees the gap in the sequence.
    """
    due = probe["seconds"] * 1e9 / probe["interval_ns"]
    return due * (1 - CLOCK_TOLERANCE) - probe["capacity"] - probe["sent"] > 0


def is_almost_lossless(probe: Probe) -> bool:
    return probe["loss_pct"] <= ALMOST_PCT and not has_unseen(probe)


WARMER = "warmer"
"""Purpose of a repetition after a longer warm-up, because the loss was older than the window."""


def is_old(probe: Probe) -> bool:
    """True if the loss that ended the probe came before its window, when the program was perhaps
    still catching up with what had come in during its warm-up.

    The queue has two arrays of ticks. What is dropped while one of them is read is missing at the
    start of the array after the next, so the window's first two can only show older losses. After
    a longer warm-up, the program isn't catching up: it is too slow.
    """
    early = probe.get("stopped_early") and probe["received"] < 2 * probe["capacity"]
    return bool(early) and probe.get("purpose") != WARMER


def is_doubtful(probe: Probe) -> bool:
    """True if the loss is old, or may come from the burst after a stall of the clock.

    A program that lost nothing coped even with the burst. A burst has at most the ticks that were
    due during the stall; only in a probe that ended at its first loss was there certainly just one.
    """
    if is_old(probe):
        return True
    if not probe["stalled"] or is_lossless(probe):
        return False
    if not probe.get("stopped_early"):
        return True
    return probe["lost"] <= probe["longest_stall_ns"] / probe["interval_ns"]


def decisive(tries: Sequence[Probe]) -> Probe:
    """The one that counts, of a probe and its repetitions: the last one, if it is not doubtful.

    If all of them are, the one that lost least.
    """
    return min(tries, key=lambda one: one["lost"]) if is_doubtful(tries[-1]) else tries[-1]


def verdict(probes: list[Probe]) -> dict[str, Any]:
    """The record's ``verdict`` on probes, given in the order in which they were made."""
    counting = [decisive(group) for group in tries(probes)]
    up_to_1000 = _conclusive_up_to_1000(counting)
    losses = (one["loss_pct"] for one in up_to_1000 if one["interval_ns"] == LOSS_AT_NS)
    at_1000 = max(losses, default=None)
    judged = [one for one in counting if not is_doubtful(one)]
    shortest = _shortest(judged, is_lossless)
    lossy = (one["interval_ns"] for one in judged if not is_lossless(one))
    almost = None
    if shortest is None and at_1000 is not None and at_1000 <= ALMOST_PCT:
        almost = _shortest(up_to_1000, is_almost_lossless)
    return {
        "min_interval_ns": shortest and shortest["interval_ns"],
        "lossy_ns": max(lossy, default=None),
        "loss_pct_at_1000": at_1000,
        "almost": almost and {key: almost[key] for key in ("interval_ns", "loss_pct")},
    }


def is_bound(found: Mapping[str, Any], shortest_ns: float) -> bool:
    """True if a process's interval may be much too long: none below it is known to lose packets,
    though the search could have gone down to shortest_ns."""
    interval_ns = found["min_interval_ns"]
    return interval_ns is not None and found["lossy_ns"] is None and interval_ns > shortest_ns


def level_ns(found: Mapping[str, Any], longest_ns: float) -> float:
    """Estimate of a process's shortest interval, ns, from its verdict: for ratios.

    The geometric mean of the longest interval that lost and the one found. A process that found
    none up to longest_ns gets that one, so ratios to it are too near to 1.
    """
    shortest = found["min_interval_ns"]
    if shortest is None:
        return longest_ns
    return math.sqrt(shortest * (found["lossy_ns"] or shortest))


def decisive_by_interval(probes: Iterable[Probe]) -> dict[int, Probe]:
    """Interval -> the probe that counts: the one on which the verdict is based.

    If an interval was tried for several reasons, or by several processes, the worst counts.
    """
    found: dict[int, list[Probe]] = {}
    for group in tries(probes):
        one = decisive(group)
        found.setdefault(round(one["interval_ns"]), []).append(one)
    return {
        interval: max(those, key=lambda one: (one["loss_pct"], not is_lossless(one)))
        for interval, those in found.items()
    }


def pace_ns(probes: Iterable[Probe]) -> float | None:
    """Mean time per packet after the search, ns; None if it was not measured."""
    for one in probes:
        if one.get("purpose") == "pace" and one["received"]:
            return 1e9 * one["seconds"] / one["received"]
    return None


def tries(probes: Iterable[Probe]) -> list[list[Probe]]:
    """Group each probe with its repetitions."""
    found: list[list[Probe]] = []
    for one in probes:
        if one.get("purpose") in ("repeat", WARMER):
            found[-1].append(one)
        elif one.get("purpose") != "pace":
            found.append([one])
    return found


def _shortest(probes: list[Probe], is_fine: Callable[[Probe], bool]) -> Probe | None:
    """The probe of the shortest interval such that it and all longer ones are fine."""
    too_short = max((one["interval_ns"] for one in probes if not is_fine(one)), default=0)
    fine = [one for one in probes if one["interval_ns"] > too_short]
    return min(fine, key=lambda one: one["interval_ns"], default=None)


def _conclusive_up_to_1000(probes: list[Probe]) -> list[Probe]:
    """Probes with a meaningful share lost: the whole window was seen, and any gap."""
    return [
        one
        for one in probes
        if one["interval_ns"] <= LOSS_AT_NS
        and not one["stopped_early"]
        and (one["lost"] > 0 or is_lossless(one))
    ]
