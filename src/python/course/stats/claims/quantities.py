"""What a test can read of a cell: the names of quantities, and where they are read."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Protocol

<<<<<<< HEAD
from course.stats.claims.cells import Subject
from course.stats.claims.realtime import Bounds
from course.stats.figures import GC_COLUMNS, Figure
=======
from course.model.probes import QUEUE_MS, decisive_by_interval
from course.model.solutions import COLLECTORS
from course.stats.article import Article
from course.stats.claims.cells import Subject, valid_values
from course.stats.claims.realtime import AT_NS, UNKNOWN, Bounds, every_interval
from course.stats.dataset import Dataset
from course.stats.figures import GC_COLUMNS, SHARES, Figure
from course.stats.noise import batch_noise, process_means
from course.stats.records import Record
from course.stats.rounds import took_turns
>>>>>>> 27cfdca2bd8b72f95bc7da0b88a8267e9fb046dc

REALTIME = "realtime"
"""The quantity of a cell in real time: its smallest interval, or else its loss at 1,000 ns."""

QUANTITIES = {
    "batch_ns": ("ns per packet", "ns"),
    "batch_ns_in_pauses": ("ns per packet spent in pauses", "ns"),
    "batch_ns_outside_pauses": ("ns per packet outside of pauses", "ns"),
    **{column: (title, unit) for column, (title, unit, _) in GC_COLUMNS.items()},
    "full_pct": ("full collections among the pauses, %", "%"),
    "process_spread_pct": ("two standard deviations of the processes, % of their mean", "%"),
    "realtime_full_pct": ("full collections among the pauses at 1,000 ns, %", "%"),
    "lost_behind_pauses_pct": (
        "lost packets missed within 100 ms after a pause longer than the queue lasts, %",
        "%",
    ),
    "min_interval_ns": ("smallest interval without loss, ns", "ns"),
    "loss_pct": ("packets lost at an interval of 1,000 ns, %", "%"),
    REALTIME: ("smallest interval without loss, or loss at 1,000 ns", ""),
}
"""Name -> its title, its unit. All but the last five are of batch mode."""

OF_REALTIME = ("min_interval_ns", "loss_pct", REALTIME)
OF_A_PROBE = ("realtime_full_pct", "lost_behind_pauses_pct")
"""Quantities of the probe at AT_NS, by its timeline."""
NOT_IN_2019 = ("full_pct", "process_spread_pct", *OF_A_PROBE)
"""Quantities that the article does not tell."""
WHENEVER = ("full_pct", "live_objects_million")
"""Quantities of batch mode that do not depend on how fast the machine is, nor on the hour."""
OF_PAUSES = ("max_pause_ms", "avg_pause_ms", "fraction_pct", "batch_ns_in_pauses")
"""Quantities that say nothing where there was no pause."""


class Readings(Protocol):
    """Where quantities are read."""

    def runtimes(self) -> list[str]:
        """The runtimes that there are figures of, for a test's patterns."""

    def key(self, cell: Subject) -> Hashable:
        """Equal for cells that have the same figures here."""

    def figure(self, quantity: str, cell: Subject) -> Figure:
        """A quantity other than REALTIME; without a value it says why."""

    def realtime(self, cell: Subject) -> Bounds:
        """What is known of the cell in real time."""
<<<<<<< HEAD
=======


def readings(of: Dataset | Article) -> Readings:
    """The figures of a data set or of the article."""
    return ArticleReadings(of) if isinstance(of, Article) else DatasetReadings(of)


class DatasetReadings:
    """Figures of records."""

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset
        self._profile = dataset.profile
        self._scaled = dataset.scaled
        self._one_process = dataset.one_process
        self._drift = dataset.another_sitting
        self._records: dict[tuple[str, Subject], Record] = {
            (record.cell["mode"], Subject.of_record(record.cell)): record
            for record in dataset.records.values()
        }

    def runtimes(self) -> list[str]:
        """In the schema's order."""
        present = {cell.runtime for _, cell in self._records}
        return [runtime for runtime in valid_values()["runtime"] if runtime in present]

    def key(self, cell: Subject) -> Hashable:
        """Every cell has its own record."""
        return cell

    def figure(self, quantity: str, cell: Subject) -> Figure:
        """From the cell's record of the quantity's mode."""
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
            return _process_spread(record.raw["batch"]["ns_per_packet"])
        figure = _batch_figure(record.raw, quantity, unit, self._one_process)
        if quantity in WHENEVER:
            return figure
        if quantity == "batch_ns":
            rounds = self._dataset.rounds(record)
            return dataclasses.replace(figure, started=record.started, rounds=rounds)
        return dataclasses.replace(figure, started=record.started, drift=self._drift)

    def realtime(self, cell: Subject) -> Bounds:
        """From the cell's probes."""
        record, missing = self._record("realtime", cell, "ns")
        if record is None:
            return Bounds(missing=missing)
        found = Bounds.of_record(
            record.raw["realtime"], self._one_process, self._between_long_pauses(cell, record)
        )
        rounds = self._dataset.rounds(record) if took_turns(record) else None
        return dataclasses.replace(found, started=record.started, drift=self._drift, rounds=rounds)

    def _between_long_pauses(self, cell: Subject, record: Record) -> float | None:
        """In packets, as the cell's batch mode tells; in a larger heap it takes longer to fill."""
        variant = "none" if cell.variant in REALTIME_ONLY else cell.variant
        batch, _ = self._record("batch", dataclasses.replace(cell, variant=variant), "")
        packets = None if batch is None else _packets_between_long_pauses(batch.raw)
        if batch is None or packets is None:
            return None
        return packets * _megabytes(record.cell["heap"]) / _megabytes(batch.cell["heap"])

    def _record(self, mode: str, cell: Subject, unit: str) -> tuple[Record | None, Figure]:
        """The record if it has figures, and a figure that says why it has none."""
        record = self._records.get((mode, cell))
        status, reason = "absent", f"not part of the {self._profile} run"
        if record is not None:
            status, reason = record.status, record.reason or ""
        if self._scaled and status == "ok":
            status, reason = "scaled", "sizes are scaled down a hundredfold"
        ok = status == "ok"
        return (record if ok else None), Figure(None, unit, status=status, reason=reason)


def _batch_figure(raw: dict[str, Any], quantity: str, unit: str, one_process: float) -> Figure:
    """A figure of a good record in batch mode.

    A column of the collector's log has no spread of its own: it is as uncertain as processes are,
    and what depends on the number of pauses by one of them more or less in the measured time. How
    many objects are alive does not depend on how fast the machine is.
    """
    per_packet, gc = raw["batch"]["ns_per_packet"], raw["gc"]
    mean, noise = per_packet["mean"], batch_noise(per_packet, one_process)
    if quantity == "batch_ns":
        return Figure(mean, unit, noise=noise)
    if gc is None:
        reason = raw.get("gc_reason") or "no log of the collector"
        return Figure(None, unit, status=UNKNOWN, reason=reason)
    if quantity == "full_pct":
        return _full_share(gc.get("timeline"))
    pauses = gc["pauses"]
    if quantity in OF_PAUSES and not pauses:
        return Figure(None, unit, status=UNKNOWN, reason="no pause in the measured time")
    if quantity in ("batch_ns_in_pauses", "batch_ns_outside_pauses"):
        share = gc["fraction_pct"] / 100
        part = share if quantity == "batch_ns_in_pauses" else 1 - share
        one_pause = mean * share / pauses if pauses else 0.0
        return Figure(mean * part, unit, noise=max(noise * part, one_pause))
    value = gc.get(SHARES.get(quantity, quantity))
    if value is None:
        return Figure(None, unit, status=UNKNOWN, reason="the log does not tell")
    seconds = mean * raw["batch"]["packets"] * 1e-9
    if quantity in SHARES:
        value *= 0.1 / seconds
    if quantity == "live_objects_million":
        return Figure(value, unit)
    noise = one_process / math.sqrt(per_packet["forks"]) * value
    if quantity == "pauses_per_s":
        noise = max(noise, 1 / seconds)
    if quantity == "fraction_pct":
        noise = max(noise, value / pauses)
    return Figure(value, unit, noise=noise)


def _process_spread(per_packet: dict[str, Any]) -> Figure:
    """How far processes differ; of each cell a sample, so that only many of them tell something."""
    means = process_means(per_packet)
    if len(means) < 2:
        return Figure(None, "%", status=UNKNOWN, reason="measured by a single process")
    return Figure(200 * statistics.stdev(means) / statistics.fmean(means), "%")


def _full_share(timeline: dict[str, Any] | None) -> Figure:
    """How many of the pauses were full collections; one more or less would be no surprise."""
    if not timeline:
        return Figure(None, "%", status=UNKNOWN, reason="no timeline of the pauses")
    kinds = [kind for _, _, kind in timeline["pauses"]]
    if not kinds:
        return Figure(None, "%", status=UNKNOWN, reason="no pause in the measured time")
    return Figure(100 * kinds.count("full") / len(kinds), "%", noise=100 / len(kinds))


def _of_a_probe(probes: list[dict[str, Any]], quantity: str) -> Figure:
    """A figure of the timeline at AT_NS."""
    probe = decisive_by_interval(probes).get(round(AT_NS), {})
    timeline = probe.get("timeline")
    if quantity == "realtime_full_pct":
        return _full_share(timeline)
    if not timeline:
        return Figure(None, "%", status=UNKNOWN, reason="no timeline of the losses")
    losses = timeline["losses"]
    if not losses:
        return Figure(None, "%", status=UNKNOWN, reason="nothing was lost at 1,000 ns")
    ends = [at + length for at, length, _ in timeline["pauses"] if length > QUEUE_MS]
    behind = sum(lost for at, lost in losses if any(0 <= at - end <= QUEUE_MS for end in ends))
    value = 100 * behind / sum(lost for _, lost in losses)
    return Figure(value, "%", noise=100 / len(losses))


def _packets_between_long_pauses(raw: dict[str, Any]) -> float | None:
    """From one pause that is too long for the clock's queue to the next, in batch mode.

    None: there are none, or the record does not tell.
    """
    timeline = (raw["gc"] or {}).get("timeline")
    if not timeline:
        return None
    pauses = timeline["pauses"]
    long = sum(length > QUEUE_MS for _, length, _ in pauses)
    if not long:
        return None
    until_ms = pauses[-1][0] if timeline["truncated"] else timeline["length_ms"]
    return until_ms * 1e6 / raw["batch"]["ns_per_packet"]["mean"] / long


def _megabytes(heap: str) -> int:
    """Of a size as the JVM is given it: ``2g``."""
    return int(heap[:-1]) * {"m": 1, "g": 1024}[heap[-1]]


ARTICLE_COLLECTORS = {key: one.article for key, one in COLLECTORS.items() if one.article}
"""Collector -> the article's name of it: what it calls CMS is Parallel."""


class ArticleReadings:
    """The figures of 2019, taken as they stand: their spread is not told.

    The article has one Java version for each collector, so any version in a test means that one.
    """

    def __init__(self, article: Article) -> None:
        self._article = article

    def runtimes(self) -> list[str]:
        """Collectors with the versions that the article ran them on."""
        return ["parallel 8", "g1 8", "zgc 11"]

    def key(self, cell: Subject) -> Hashable:
        """The row of its tables, and whether it is the column of the large heap."""
        return self._solution(cell), cell.strategy, cell.case, cell.variant

    def _solution(self, cell: Subject) -> str | None:
        """Its name of the solution: ``heap-cms``, ``cpp``."""
        if not cell.runtime:
            return cell.implementation
        name = ARTICLE_COLLECTORS.get(cell.collector)
        return f"{cell.implementation}-{name}" if name else None

    def figure(self, quantity: str, cell: Subject) -> Figure:
        """From the article's tables."""
        unit = QUANTITIES[quantity][1]
        if quantity in OF_REALTIME:
            found = self.realtime(cell)
            return found.loss if quantity == "loss_pct" else found.min_interval
        plain = cell.variant == "none" and cell.generator == "counter"
        if not plain or quantity in NOT_IN_2019:
            return _not_there(unit)
        if quantity in ("batch_ns_in_pauses", "batch_ns_outside_pauses"):
            mean = self._find("batch", cell, "ns_per_packet")
            share = self._find("gc", cell, "gc_fraction_pct")
            if mean is None or share is None:
                return _not_there(unit)
            part = share / 100 if quantity == "batch_ns_in_pauses" else 1 - share / 100
            return Figure(mean * part, unit)
        table, column = "batch", "ns_per_packet"
        if quantity in GC_COLUMNS:
            table, column = "gc", GC_COLUMNS[quantity][2] or ""
        value = self._find(table, cell, column)
        return _not_there(unit) if value is None else Figure(value, unit)

    def realtime(self, cell: Subject) -> Bounds:
        """Smallest interval, or loss, with the heap of 2 GB or of 10.

        Where the article gives an interval *and* a small loss, packets are lost at every interval.
        """
        missing = Bounds(missing=_not_there("ns"))
        if cell.generator != "counter":
            return missing
        if cell.variant == "large-heap":
            loss = self._find("realtime", cell, "loss_pct_at_1000ns_heap_10g")
            return missing if loss is None else every_interval(loss)
        if cell.variant != "none":
            return missing
        loss = self._find("realtime", cell, "loss_pct_at_1000ns")
        if loss is not None:
            return every_interval(loss)
        shortest = self._find("realtime", cell, "min_interval_ns")
        if shortest is None:
            return missing
        loss = 0.0 if shortest <= AT_NS else None
        return Bounds(shortest, math.nextafter(shortest, 0), True, loss, noise=0.0)

    def _find(self, table: str, cell: Subject, column: str) -> float | None:
        return self._article.find(table, self._solution(cell), cell.strategy, cell.case, column)


def _not_there(unit: str) -> Figure:
    return Figure(None, unit, status="absent", reason="not in the article")
>>>>>>> 27cfdca2bd8b72f95bc7da0b88a8267e9fb046dc
