"""A synthetic full run: every solution, both modes, searched intervals, timelines, variants.

Like the samples that it is made from: plausible in form, invented in every figure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from course.model.solutions import (
    CASES,
    IMPLEMENTATIONS,
    REAL_STRATEGIES,
    SOLUTIONS,
    STRATEGIES,
    Solution,
)

Record = dict[str, Any]

BATCH_VARIANTS = {
    "large-card-chunks": (("heap-cms",), "A", ("dummy",)),
    "huge-pages": (("heap-parallel", "heap-g1", "heap-zgc"), "AC", ("alloc", "pool")),
    "never-marks": (("heap-g1",), "AB", ("alloc", "pool")),
    "unrefined": (("heap-g1",), "AB", ("alloc", "pool")),
}
"""Variant -> keys of solutions, cases, strategies."""


def cells(samples: Any) -> Iterator[Any]:
    """The cells of a full run, by the plan of the real one."""
    for one in SOLUTIONS.values():
        for case in CASES:
            for strategy in strategies(one, STRATEGIES if one.usual else REAL_STRATEGIES):
                yield cell(samples, one, strategy, case, "batch")
            if one.variant is None:
                for strategy in strategies(
                    one, REAL_STRATEGIES if one.usual else ("alloc", "pool")
                ):
                    yield cell(samples, one, strategy, case, "realtime")
            if one.key in ("heap-parallel", "heap-cms", "heap-g1", "heap-zgc"):
                for strategy in REAL_STRATEGIES:
                    yield cell(samples, one, strategy, case, "realtime", "large-heap")
            for variant, (keys, where, some) in BATCH_VARIANTS.items():
                if one.key in keys and case in where:
                    for strategy in some:
                        yield cell(samples, one, strategy, case, "batch", variant)
            if one.key in ("heap-parallel", "heap-g1", "heap-zgc", "cpp-flat") and case != "B":
                for strategy in ("alloc", "pool"):
                    yield cell(samples, one, strategy, case, "realtime", "threadless-clock")
                    yield cell(samples, one, strategy, case, "batch", generator="random")


def strategies(one: Solution, some: Iterable[str]) -> list[str]:
    """Those of some strategies that a solution has."""
    own = IMPLEMENTATIONS[one.implementation].strategies
    return [strategy for strategy in some if strategy in own]


def cell(  # noqa: PLR0917
    samples: Any,
    one: Solution,
    strategy: str,
    case: str,
    mode: str = "batch",
    variant: str | None = None,
    **changes: Any,
) -> Any:
    """The cell of a solution."""
    heap = samples.HEAPS.get(one.implementation)
    return samples.cell(
        one.implementation,
        collector=one.collector,
        jdk=one.jdk,
        strategy=strategy,
        case=case,
        mode=mode,
        heap="10g" if variant == "large-heap" else heap,
        variant=variant or one.variant,
        **changes,
    )


def records(samples: Any, **provenance: Any) -> list[Record]:
    """One record per cell; `provenance` replaces what the samples say of it."""
    result = []
    for of in cells(samples):
        record = samples.record(of, "full")
        if of.mode == "realtime":
            record["realtime"] = realtime(samples, of)
        elif record["gc"]:
            record["gc"]["timeline"] = timeline(samples, of, 9000.0, 0)
        record["provenance"] |= {"workload": 1, **provenance}
        result.append(record)
    return result


def realtime(samples: Any, of: Any) -> Record:
    """A searched cell: one in four loses everywhere, some of them next to nothing."""
    shortest = round(samples.figure(of, "interval", 40, 900))
    kind = samples.figure(of, "kind", 0, 4)
    loses = kind < 1 or of.variant == "large-heap"
    almost = loses and kind < 0.3
    predicted = round(shortest * samples.figure(of, "prediction", 0.93, 1.02))
    if loses:
        lost = 0.02 if almost else round(samples.figure(of, "lost", 0.5, 80), 3)
        probes = [probe(samples, of, 1000, lost, "loss")]
    else:
        lost = 0.0
        probes = [
            probe(samples, of, shortest, 0.0, "confirm"),
            probe(samples, of, round(shortest / 1.1), 3.0, "search", stopped_early=True),
        ]
    result = {
        "probes": probes,
        "verdict": {
            "min_interval_ns": None if loses else shortest,
            "lossy_ns": 1000 if loses else round(shortest / 1.1),
            "loss_pct_at_1000": lost if loses else None,
            "almost": {"interval_ns": 250, "loss_pct": 0.05} if almost else None,
        },
        "clock": "counter" if of.variant == "threadless-clock" else "thread",
    }
    if of.variant == "large-heap":
        return result
    return result | {
        "service": {
            "seconds": 3.0,
            "packets": 30_000_000,
            "ns_per_packet": 100.0,
            "longest_ms": 12.5,
        },
        "prediction": {
            "interval_ns": None if loses else predicted,
            "loss_pct_at_1000": lost,
        },
        "search": {
            "shortest_ns": 10,
            "longest_ns": 2000,
            "resolution": 0.1,
            "longest_seconds": 15,
            "seconds": 14.0,
            "plain_probes": 24,
            "plain_seconds": 160.0,
            "bisection_probes": 8,
            "bisection_seconds": 55.0,
        },
    }


def probe(
    samples: Any, of: Any, interval: int, loss_pct: float, purpose: str, **changes: Any
) -> Record:
    """A probe of five seconds that lost this share."""
    sent = 5_000_000_000 // interval
    lost = round(sent * loss_pct / 100)
    return {
        "interval_ns": interval,
        "seconds": 5.0,
        "capacity": 100_000_000 // interval,
        "sent": sent,
        "received": sent - lost,
        "lost": lost,
        "loss_pct": loss_pct,
        "longest_stall_ns": int(samples.figure(of, f"stall{interval}", 1e5, 9e6)),
        "stalled": False,
        "purpose": purpose,
        "stopped_early": False,
        "timeline": timeline(samples, of, 5000.0, lost) if of.collector or lost else None,
    } | changes


def timeline(samples: Any, of: Any, length_ms: float, lost: int) -> Record:
    """Regular pauses, the heap's saw-tooth, and losses behind the long ones."""
    every = samples.figure(of, "every", 60, 900)
    long = samples.figure(of, "long", 1, 400)
    begins = [every * number for number in range(1, int(length_ms / every))]
    pauses = [
        [round(at, 2), round(long if number % 3 == 0 else long / 30, 2), "full" if number % 3 == 0
         else "young"]
        for number, at in enumerate(begins)
    ]  # fmt: skip
    ends = [at + ms for at, ms, kind in pauses if kind == "full"]
    return {
        "length_ms": length_ms,
        "pauses": pauses if of.collector else [],
        "heap": [[round(at + 1, 2), 300 + 40 * (n % 7)] for n, at in enumerate(begins)]
        if of.collector
        else [],
        "losses": [[round(at, 2), max(1, lost // len(ends))] for at in ends] if lost else [],
        "truncated": False,
    }
