"""Read quantities from records."""

import dataclasses
import functools
import math
import statistics
from collections.abc import Hashable

from course.model.probes import QUEUE_MS, Probe, decisive_by_interval
from course.model.record import Timeline, Times
from course.stats.claims.cells import VALID_VALUES, Subject
from course.stats.claims.quantities import OF_A_PROBE, OF_PAUSES, OF_REALTIME, QUANTITIES, WHENEVER
from course.stats.claims.realtime import AT_NS, Bounds, unknown
from course.stats.dataset import Dataset
from course.stats.figures import SHARES, Figure
from course.stats.noise import batch_noise, process_means
from course.stats.records import Record
from course.stats.rounds import took_turns

REALTIME_ONLY = ("large-heap", "threadless-clock", "second-search")
"""Variants that batch mode does not have."""


class DatasetReadings:
    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset
        self._records: dict[tuple[str, Subject], Record] = {
            (record.cell["mode"], Subject.of_record(record.cell)): record
            for record in dataset.records.values()
        }
        # Many claims read the same cells.
        self.figure, self.realtime = functools.cache(self._read), functools.cache(self._search)

    @property
    def is_full(self) -> bool:
        return self._dataset.profile == "full"  # planned cells without figures have records, too

    def runtimes(self) -> list[str]:
        """In the schema's order."""
        present = {cell.runtime for _, cell in self._records}
        return [one for one in VALID_VALUES["runtime"] if one in present]

    def named(self, cells: str) -> str:
        return cells

    def key(self, cell: Subject) -> Hashable:
        return cell

    def _read(self, quantity: str, cell: Subject) -> Figure:
        if quantity in OF_REALTIME:
            found = self.realtime(cell)
            return found.loss if quantity == "loss_pct" else found.min_interval
        unit = QUANTITIES[quantity][1]
        mode = "realtime" if quantity in OF_A_PROBE else "batch"
        record, missing = self._record(mode, cell, unit)
        if record is None:
            return missing
        if mode == "realtime":
            return _of_a_probe(record.raw["realtime"]["probes"], quantity)
        if quantity == "process_spread_pct":
            return _process_spread(record.model.batch.ns_per_packet)
        figure = _batch_figure(record, quantity, unit, self._dataset.one_process)
        if quantity in WHENEVER:
            return figure
        if quantity == "batch_ns":
            rounds = self._dataset.rounds(record)
            return dataclasses.replace(figure, started=record.started, rounds=rounds)
        drift = self._dataset.another_sitting
        return dataclasses.replace(figure, started=record.started, drift=drift)

    def _search(self, cell: Subject) -> Bounds:
        record, missing = self._record("realtime", cell, "ns")
        if record is None:
            return Bounds(missing=missing)
        dataset, between = self._dataset, self._between_long_pauses(cell, record)
        found = Bounds.of_record(record.raw["realtime"], dataset.one_process, between)
        rounds = dataset.rounds(record) if took_turns(record) else None
        drift = dataset.another_sitting
        return dataclasses.replace(found, started=record.started, drift=drift, rounds=rounds)

    def _between_long_pauses(self, cell: Subject, record: Record) -> float | None:
        """Packets between long pauses in batch mode, scaled up if the cell's heap is larger."""
        variant = "none" if cell.variant in REALTIME_ONLY else cell.variant
        batch, _ = self._record("batch", dataclasses.replace(cell, variant=variant), "")
        packets = None if batch is None else _packets_between_long_pauses(batch)
        if batch is None or packets is None:
            return None
        return packets * record.model.cell.heap_mb / batch.model.cell.heap_mb

    def _record(self, mode: str, cell: Subject, unit: str) -> tuple[Record | None, Figure]:
        """The record if it has figures, and a figure that says why it has none."""
        record = self._records.get((mode, cell))
        status, reason = "absent", f"not part of the {self._dataset.profile} run"
        if record is not None:
            status, reason = record.status, record.reason or ""
        if self._dataset.scaled and status == "ok":
            status, reason = "scaled", "sizes are scaled down a hundredfold"
        ok = status == "ok"
        return (record if ok else None), Figure(None, unit, status=status, reason=reason)


def _batch_figure(record: Record, quantity: str, unit: str, one_process: float) -> Figure:
    """A figure of an ok record in batch mode.

    A GC log's column has no spread of its own: its noise is the deviation of processes and, if it
    depends on the number of pauses, at least one pause more or less in the measured time. The
    number of live objects does not depend on the machine's speed.
    """
    per_packet, gc = record.model.batch.ns_per_packet, record.model.gc
    mean, noise = per_packet.mean, batch_noise(per_packet, one_process)
    if quantity == "batch_ns":
        return Figure(mean, unit, noise=noise)
    if gc is None:
        return unknown(record.model.gc_reason or "no log of the collector", unit)
    if quantity == "full_pct":
        return _full_share(gc.timeline)
    pauses = gc.pauses
    if quantity in OF_PAUSES and not pauses:
        return unknown("no pause in the measured time", unit)
    if quantity in ("batch_ns_in_pauses", "batch_ns_outside_pauses"):
        share = gc.fraction_pct / 100
        part = share if quantity == "batch_ns_in_pauses" else 1 - share
        one_pause = mean * share / pauses if pauses else 0.0
        return Figure(mean * part, unit, noise=max(noise * part, one_pause))
    value = getattr(gc, SHARES.get(quantity, quantity))
    if value is None:
        return unknown("the log doesn't record it", unit)
    seconds = record.model.batch.elapsed_s
    if quantity in SHARES:
        value *= 0.1 / seconds
    if quantity == "live_objects_million":
        return Figure(value, unit)
    noise = one_process / math.sqrt(per_packet.forks) * value
    if quantity == "pauses_per_s":
        noise = max(noise, 1 / seconds)
    if quantity == "fraction_pct":
        noise = max(noise, value / pauses)
    return Figure(value, unit, noise=noise)


def _process_spread(per_packet: Times) -> Figure:
    """Spread of the processes; a small sample per cell, so only many cells are conclusive."""
    means = process_means(per_packet)
    if len(means) < 2:
        return unknown("measured by a single process", "%")
    return Figure(200 * statistics.stdev(means) / statistics.fmean(means), "%")


def _full_share(timeline: Timeline | None) -> Figure:
    """Share of full collections among the pauses; the noise is one more or less."""
    if not timeline:
        return unknown("no timeline of the pauses", "%")
    kinds = [kind for _, _, kind in timeline.pauses]
    if not kinds:
        return unknown("no pause in the measured time", "%")
    return Figure(100 * kinds.count("full") / len(kinds), "%", noise=100 / len(kinds))


def _of_a_probe(probes: list[Probe], quantity: str) -> Figure:
    """A figure from the timeline at AT_NS."""
    probe = decisive_by_interval(probes).get(round(AT_NS), {})
    told = probe.get("timeline")
    timeline = told and Timeline.model_validate(told)
    if quantity == "realtime_full_pct":
        return _full_share(timeline)
    if not timeline:
        return unknown("no timeline of the losses", "%")
    losses = timeline.losses
    if not losses:
        return unknown("nothing was lost at 1,000 ns", "%")
    ends = [at + length for at, length, _ in timeline.pauses if length > QUEUE_MS]
    behind = sum(lost for at, lost in losses if any(0 <= at - end <= QUEUE_MS for end in ends))
    value = 100 * behind / sum(lost for _, lost in losses)
    return Figure(value, "%", noise=100 / len(losses))


def _packets_between_long_pauses(record: Record) -> float | None:
    """Packets between two pauses that are too long for the clock's queue, in batch mode.

    None if there are no such pauses, or no timeline.
    """
    timeline = record.model.gc and record.model.gc.timeline
    long = sum(length > QUEUE_MS for _, length, _ in timeline.pauses) if timeline else 0
    if not long:
        return None
    until_ms = timeline.pauses[-1][0] if timeline.truncated else timeline.length_ms
    return until_ms * 1e6 / record.model.batch.ns_per_packet.mean / long
