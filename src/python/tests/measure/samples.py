"""Synthetic records for tests: plausible in form, invented in every figure.

The figures come from a hash of the cell's id, so they are the same in every run and mean
nothing. They are never published: the machine is called ``Synthetic CPU``.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from course.measure.cells import figures
from course.model.cells import Cell
from course.model.solutions import CASES, IMPLEMENTATIONS, STRATEGIES

Record = dict[str, Any]

HEAPS = {"heap": "2g", "native": "1g", "foreign": "1g"} | dict.fromkeys(
    ("flat", "flat-foreign", "region"), "64m"
)
RUNTIMES = (("parallel", 11), ("cms", 11), ("g1", 25), ("zgc", 25))
LOG_NAMES = {
    "serial": "Serial",
    "parallel": "Parallel",
    "cms": "CMS",
    "g1": "G1",
    "zgc": "ZGC",
    "shenandoah": "Shenandoah",
}
MACHINE = {
    "cpu": "Synthetic CPU",
    "cores": 2,
    "memory_mb": 8192,
    "kernel": "6.0.0-synthetic",
    "os": "Synthetic Linux",
    "virtual": True,
    "thp": "madvise",
    "governor": None,
}


def figure(cell: Cell, name: str, low: float, high: float) -> float:
    """An invented figure between low and high, the same for the same cell and name."""
    digest = hashlib.sha256(f"{cell.id}/{name}".encode()).digest()
    return round(low + (high - low) * int.from_bytes(digest[:4], "big") / 2**32, 3)


def cell(implementation: str = "heap", **changes: Any) -> Cell:
    """A cell; by default heap, Parallel 11, pool, case A, batch, counter."""
    java = IMPLEMENTATIONS[implementation].is_java
    values: dict[str, Any] = {
        "implementation": implementation,
        "collector": "parallel" if java else None,
        "jdk": 11 if java else None,
        "strategy": "pool",
        "case": "A",
        "mode": "batch",
        "generator": "counter",
        "heap": HEAPS.get(implementation),
    }
    return Cell(**(values | changes))


def record(
    of: Cell | None = None,
    profile: str = "trimmed",
    status: str = "ok",
    reason: str | None = None,
    source_hash: str = "5" * 64,
) -> Record:
    """A valid record of the cell. A status other than ok has a reason and no figures."""
    of = of or cell()
    ok = status == "ok"
    ran = status in ("ok", "failed")
    java = IMPLEMENTATIONS[of.implementation].is_java
    return {
        "schema": 1,
        "cell": dataclasses.asdict(of),
        "profile": profile,
        "status": status,
        "reason": None if ok else (reason or f"synthetic reason of a {status} cell"),
        "batch": batch(of) if ok and of.mode == "batch" else None,
        "realtime": realtime(of) if ok and of.mode == "realtime" else None,
        "gc": gc(of) if ok and java and of.mode == "batch" else None,
        "digest": digest(of) if ok else None,
        "peak_rss_mb": None if not ran else figure(of, "rss", 100, 2500),
        "provenance": {
            "commit": "c" * 40,
            "dirty": False,
            "source_hash": source_hash,
            "machine": dict(MACHINE),
            "runtime": runtime(of) if ok else None,
            "command": [] if not ran else ["synthetic", "--case", of.case],
            "started": "2020-01-01T00:00:00Z",
            "duration_s": 0.0 if not ran else figure(of, "duration", 2, 6),
        },
    }


def batch(of: Cell, rounds: int = 2, forks: int = 3) -> Record:
    """Invented ns per packet: samples around a hashed centre, of processes that took turns."""
    centre = figure(of, "ns", 20, 400)
    return batch_of([
        [round(centre * figure(of, f"ns{fork}.{index}", 0.97, 1.05), 3) for index in range(rounds)]
        for fork in range(forks)
    ])  # fmt: skip


def batch_of(processes: list[list[float]]) -> Record:
    """The ``batch`` of a record, of each process's ns per packet."""
    samples = [value for process in processes for value in process]
    turns = [
        {"turn": f"2020-01-01T00:00:00Z/{number}", "mean": statistics.fmean(process)}
        for number, process in enumerate(processes)
    ]
    return {
        "ns_per_packet": figures.times(samples, turns),
        "packets": 1_000_000 * len(samples),
        "seconds": sum(samples) * 1e-3,
    }


def around(mean: float, forks: int = 3) -> Record:
    """The ``batch`` of a record whose processes agree on the mean, and show no common trend."""
    rising, falling = (0.99, 1.01), (1.01, 0.99)
    return batch_of([
        [mean * factor for factor in (falling if fork % 2 else rising)] for fork in range(forks)
    ])  # fmt: skip


def timeline(*pauses: Any, heap: Any = (), losses: Any = (), length_ms: float = 5000.0) -> Record:
    """The ``timeline`` of a probe: (at, length, kind), (at, MB), (at, packets)."""
    return {
        "length_ms": length_ms,
        "pauses": [list(one) for one in pauses],
        "heap": [list(one) for one in heap],
        "losses": [list(one) for one in losses],
        "truncated": False,
    }


def probe(interval_ns: int, lost: int = 0, seconds: float = 5.0, **changes: Any) -> Record:
    """A probe of a queue that holds 100 ms."""
    sent = round(seconds * 1e9) // interval_ns
    return {
        "interval_ns": interval_ns,
        "seconds": seconds,
        "capacity": 100_000_000 // interval_ns,
        "sent": sent,
        "received": sent - lost,
        "lost": lost,
        "loss_pct": 100 * lost / sent,
        "longest_stall_ns": 100_000,
        "stalled": False,
    } | changes


def searched(
    number: int, lossy: float | None, shortest: float | None, predicted: float | None = None
) -> Record:
    """What one of a record's processes found."""
    return {
        "turn": f"s/{number}",
        "min_interval_ns": shortest,
        "lossy_ns": lossy,
        "predicted_ns": predicted,
        "before_ns": 100.0,
        "after_ns": 100.0,
    }


SEARCH = {
    "shortest_ns": 10,
    "longest_ns": 2000,
    "resolution": 0.1,
    "longest_seconds": 15,
    "seconds": 10.0,
    "plain_probes": 24,
    "plain_seconds": 120.0,
    "bisection_probes": 8,
    "bisection_seconds": 55.0,
}
"""The ``search`` of a record."""


def of_means(means: dict[tuple[str, str], float], **options: Any) -> list[Record]:
    """Records of C++ in batch mode: (strategy, case) -> the mean on which its processes agree."""
    return [
        record(cell("cpp", strategy=strategy, case=case), **options) | {"batch": around(mean)}
        for (strategy, case), mean in means.items()
    ]


def realtime(of: Cell) -> Record:
    """Invented probes: no loss down to 500 ns, some at 250 ns."""
    probes = []
    for interval in (1000, 500, 250):
        lost = 0 if interval > 250 else int(12_000_000 * figure(of, "loss", 0.001, 0.2))
        stall = int(figure(of, f"stall{interval}", 1e5, 9e6))
        probes.append(probe(interval, lost, 3.0, longest_stall_ns=stall))
    return {"probes": probes, "verdict": {"min_interval_ns": 500, "loss_pct_at_1000": 0.0}}


def gc(of: Cell) -> Record:
    """Invented GC figures; ZGC with its concurrent work."""
    average = figure(of, "pause", 0.05, 300)
    live = figure(of, "live", 0.05, 5.5)
    return {
        "max_pause_ms": round(average * 2, 3),
        "avg_pause_ms": average,
        "pauses": 12,
        "pauses_per_s": 4.0,
        "fraction_pct": figure(of, "fraction", 0.1, 60),
        "live_objects_million": live,
        "ns_per_object": average / live,
        "concurrent_ms": figure(of, "concurrent", 1, 900) if of.collector == "zgc" else None,
        "stalls": 0,
        "max_stall_ms": 0.0,
        "stalled_ms": 0.0,
        "safepoints": 3,
        "max_to_safepoint_ms": 0.2,
        "to_safepoint_ms": 0.3,
        "collector_name": LOG_NAMES[str(of.collector)],
        "source": "gctoolkit",
    }


def digest(of: Cell) -> Record:
    """An invented digest; null for dummy."""
    value = None if of.strategy == "dummy" else hashlib.sha256(of.case.encode()).hexdigest()[:16]
    return {"value": value, "expected": value, "packets": 5_000_000}


def runtime(of: Cell) -> Record:
    """An invented JVM or compiler."""
    if not IMPLEMENTATIONS[of.implementation].is_java:
        return {"name": "Synthetic C++", "version": "1.0", "vendor": "", "flags": ["-O2"]}
    return {
        "name": "Synthetic VM",
        "version": f"{of.jdk}.0.0",
        "vendor": "Nobody",
        "flags": [f"-Xmx{of.heap}"],
    }


def cells() -> Iterator[Cell]:
    """The cells of a trimmed run: 48 of Java, 24 of C++ in batch, 12 in real time."""
    for collector, jdk in RUNTIMES:
        for strategy in STRATEGIES:
            for case in CASES:
                yield cell(collector=collector, jdk=jdk, strategy=strategy, case=case)
    for implementation in ("cpp", "cpp-flat"):
        for strategy in STRATEGIES:
            for case in CASES:
                yield cell(implementation, strategy=strategy, case=case)
    for collector, jdk in RUNTIMES:
        for strategy in ("alloc", "pool"):
            yield cell(collector=collector, jdk=jdk, strategy=strategy, mode="realtime")
    for implementation in ("cpp", "cpp-flat"):
        for case in ("A", "C"):
            yield cell(implementation, case=case, mode="realtime")


def records(profile: str = "trimmed", *, without_cms: bool = False) -> list[Record]:
    """A whole run: one record per cell, one of them failed; without_cms skips that collector."""
    result = []
    for of in cells():
        if without_cms and of.collector == "cms":
            reason = "no JDK 11 was found, and CMS is in no later one"
            result.append(record(of, profile, "skipped", reason))
        elif of.id == "heap-parallel-11-alloc-C-batch-counter":
            reason = "exit code 1: java.lang.OutOfMemoryError: Java heap space"
            result.append(record(of, profile, "failed", reason))
        else:
            result.append(record(of, profile))
    return result


def write(folder: Path, given: list[Record]) -> None:
    """Write the records into the folder under their cells' names."""
    folder.mkdir(parents=True, exist_ok=True)
    for one in given:
        name = Cell(**one["cell"]).id
        (folder / f"{name}.json").write_text(json.dumps(one, indent=1) + "\n")
