"""The advice for chapter 16's server, from its runs with new buffers, and what pooling then did.

It's the server at full speed, under the load that waits: what limits it there is its one thread.
It only handles buffers, or also does an application's work.
"""

import dataclasses
import itertools
import math
from collections.abc import Iterator, Mapping

from course.model.advice_text import say
from course.model.decision import Values, rules
from course.stats.advised import Advised
from course.stats.bench_figures import figure
from course.stats.benches import BenchRecord

NAMES = {"service": "The server of chapter 16", "service-work": "The same, with work to do"}
"""Bench, in the advice's tables also the implementation -> label."""

_LOAD = "closed"
_SEEN = (
    "rate",
    *(f"{_LOAD}_{what}" for what in ("heap_bytes", "paused", "stalled", "collections")),
)

_INPUT, _HEAD = 8192, 128  # bytes of a request's buffers, besides that for its body (chapter 16)


@dataclasses.dataclass(frozen=True)
class Service:
    """The server with new buffers in the heap, under one collector."""

    advised: Advised
    """Its ratio is that of a request's times, with pooled buffers and with new ones."""
    advice: str  # the rules' verdict in words


def services(bench: BenchRecord, prices: Mapping[str, float | None]) -> Iterator[Service]:
    """The server under each collector for which it was measured with new and pooled buffers.

    prices: of the same machine; see :mod:`course.stats.prices`.
    """
    for key, group in bench.groups.items():
        new, pooled = (f"heap-{kind}-{key}" for kind in ("new", "pool"))
        # The ratio of rates is the inverse of that of times.
        rates = [figure(bench, one, "rate").rounds for one in (new, pooled)]
        estimate = rates[0].against(rates[1]) if rates[0] and rates[1] else None
        seen = {name: figure(bench, new, name).value for name in _SEEN}
        if estimate is None or None in seen.values():
            continue
        command = bench.contestants[new]["commands"][_LOAD]
        values = rules().evaluate({**_known(seen, command), **prices, **_of(group["label"])})
        verdict = rules().verdict(values)
        if verdict is not None:
            cell = {"implementation": bench.raw["bench"], "case": "", "collector": key}
            ends = values["time_low"] or math.nan, values["time_high"] or math.nan
            values["unit_ns"] = 1e9 / (seen["rate"] or math.nan)
            advised = Advised(cell, *ends, verdict.name, estimate.ratio, estimate, values)
            yield Service(advised, say(verdict.say, values))


def _known(seen: Mapping[str, float | None], command: list[str]) -> Values:
    options = dict(itertools.pairwise(command))
    connections, content = int(options["--connections"]), int(options["--content-bytes"])
    rate, heap_bytes, paused, stalled_ms, collections = (seen[name] or 0.0 for name in _SEEN)
    buffers = (_INPUT, content, _HEAD)
    allocated_mb_s = rate * heap_bytes / 2**20
    seconds = float(options["--seconds"])
    return {
        "requests_per_s": rate,
        "heap_bytes": heap_bytes,
        "share": paused / 100 + stalled_ms / 1000 / seconds,
        "rate_mb_s": allocated_mb_s,
        "alive_mb": float(options["--live-mb"]),
        "room_mb": allocated_mb_s * seconds / collections if collections else None,
        "pool_share": sum(buffers) / heap_bytes,
        "pool_mb": connections * sum(buffers) / 2**20,
        "thing_bytes": sum(buffers) / len(buffers),
        "threads": 1,
    }


def _of(label: str) -> Values:
    """What the rules know about a collector, by the bench's label for it."""
    collectors = rules().collectors
    name = next(name for name, one in collectors.items() if one.get("label", name) == label)
    return rules().of_collector(name)
