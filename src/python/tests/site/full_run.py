"""A synthetic full run: every solution, both modes, searched intervals, timelines, variants.

Like the samples that it is made from: plausible in form, invented in every figure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from course_tests.measure import samples

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


def cells() -> Iterator[Any]:
    """The cells of a full run, by the plan of the real one."""
    for one in SOLUTIONS.values():
        for case in CASES:
            for strategy in strategies(one, STRATEGIES if one.usual else REAL_STRATEGIES):
                yield cell(one, strategy, case, "batch")
            if one.variant is None:
                for strategy in strategies(
                    one, REAL_STRATEGIES if one.usual else ("alloc", "pool")
                ):
                    yield cell(one, strategy, case, "realtime")
            if one.key in ("heap-parallel", "heap-cms", "heap-g1", "heap-zgc"):
                for strategy in REAL_STRATEGIES:
                    yield cell(one, strategy, case, "realtime", "large-heap")
            for variant, (keys, where, some) in BATCH_VARIANTS.items():
                if one.key in keys and case in where:
                    for strategy in some:
                        yield cell(one, strategy, case, "batch", variant)
            if one.key in ("heap-parallel", "heap-g1", "heap-zgc", "cpp-flat") and case != "B":
                for strategy in ("alloc", "pool"):
                    yield cell(one, strategy, case, "realtime", "threadless-clock")
                    yield cell(one, strategy, case, "batch", generator="random")


def strategies(one: Solution, some: Iterable[str]) -> list[str]:
    """Those of some strategies that a solution has."""
    own = IMPLEMENTATIONS[one.implementation].strategies
    return [strategy for strategy in some if strategy in own]


def cell(
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


def records(**provenance: Any) -> list[Record]:
    """One record per cell; `provenance` replaces what the samples say of it."""
    result = []
    for of in cells():
        record = samples.record(of, "full")
        if of.mode == "realtime":
            record["realtime"] = realtime(of)
        elif record["gc"]:
            record["gc"]["timeline"] = timeline(of, 9000.0, 0)
        record["provenance"] |= {"workload": 1, **provenance}
        result.append(record)
    return result


def realtime(of: Any) -> Record:
    """A searched cell: one in four loses everywhere, some of them next to nothing."""
    shortest = round(samples.figure(of, "interval", 40, 900))
    kind = samples.figure(of, "kind", 0, 4)
    loses = kind < 1 or of.variant == "large-heap"
    almost = loses and kind < 0.3
    predicted = round(shortest * samples.figure(of, "prediction", 0.93, 1.02))
    if loses:
        lost = 0.02 if almost else round(samples.figure(of, "lost", 0.5, 80), 3)
        probes = [probe(of, 1000, lost, "loss")]
    else:
        lost = 0.0
        probes = [
            probe(of, shortest, 0.0, "confirm"),
            probe(of, round(shortest / 1.1), 3.0, "search", stopped_early=True),
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
        "search": dict(samples.SEARCH),
    }


def probe(of: Any, interval: int, loss_pct: float, purpose: str, **changes: Any) -> Record:
    """A probe of five seconds that lost this share."""
    lost = round(5_000_000_000 // interval * loss_pct / 100)
    told = {
        "loss_pct": loss_pct,
        "longest_stall_ns": int(samples.figure(of, f"stall{interval}", 1e5, 9e6)),
        "purpose": purpose,
        "stopped_early": False,
        "timeline": timeline(of, 5000.0, lost) if of.collector or lost else None,
    }
    return samples.probe(interval, lost, **(told | changes))


def timeline(of: Any, length_ms: float, lost: int) -> Record:
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
    heap = [(round(at + 1, 2), 300 + 40 * (n % 7)) for n, at in enumerate(begins)]
    losses = [(round(at, 2), max(1, lost // len(ends))) for at in ends] if lost else []
    seen, filled = (pauses, heap) if of.collector else ((), ())
    return samples.timeline(*seen, heap=filled, losses=losses, length_ms=length_ms)
