"""Likely deviation of another run of the same program from the measured one."""

import math
import statistics
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta

from course.model.cells import Cell
from course.model.record import Times
from course.stats.records import Record

ONE_PROCESS = 0.15
"""Assumed deviation of another process, as a share, if a data set has no estimate."""

ENOUGH = 6
"""Number of multi-process cells from which to estimate how far processes differ: two standard
deviations are then known to about a third."""

SITTING = timedelta(hours=1)
"""Longest gap between measurements of one sitting. A sweep measures a cell's processes that far
apart, so :func:`one_process` includes changes of the machine within this time, but no later ones.
"""


def one_process(records: Iterable[Record]) -> float:
    """Likely deviation of another process from the only one measured, as a share.

    Two standard deviations of the logarithm of processes' means, pooled over all cells of which a
    sweep measured several processes. These are measured far apart, so this includes the effect of
    the machine's neighbours. ONE_PROCESS if there are fewer than ENOUGH such cells.
    """
    told = _two_deviations([means for sweeps in _by_sweep(records) for means in sweeps])
    return ONE_PROCESS if told is None else told


def another_sitting(records: Iterable[Record], of_one_process: float) -> float:
    """Likely deviation of the same program when measured hours later, as a share.

    Like :func:`one_process`, from cells that several sweeps measured, by the first process of each;
    and from the times per packet at full speed of cells that were searched twice, the second time
    in another sitting. At least the deviation of processes in one sitting, and exactly that if
    there are fewer than ENOUGH such cells.
    """
    records = list(records)
    searches: dict[str, list[Record]] = {}
    for record in records:
        searched = record.status == "ok" and record.model.realtime and record.model.realtime.service
        if searched and record.cell.get("variant") in (None, "second-search"):
            plain = Cell(**{**record.cell, "variant": None})
            searches.setdefault(plain.id, []).append(record)
    twice = [
        [one.model.realtime.service.ns_per_packet for one in both]
        for both in searches.values()
        if len(both) == 2 and are_sittings_apart(both[0].started, both[1].started)
    ]
    swept = [[means[0] for means in sweeps] for sweeps in _by_sweep(records)]
    told = _two_deviations([*twice, *swept])
    return of_one_process if told is None else max(told, of_one_process)


def are_sittings_apart(one: datetime | None, other: datetime | None) -> bool:
    """True if the times are of two sittings; an unknown time belongs to any."""
    return one is not None and other is not None and abs(one - other) > SITTING


def _by_sweep(records: Iterable[Record]) -> Iterator[list[list[float]]]:
    """For each cell in batch mode, the means of each sweep's processes."""
    for record in records:
        if record.status == "ok" and record.model.batch:
            figures = record.model.batch.ns_per_packet
            sweeps: dict[str, list[float]] = {}
            for turn, (mean, _) in figures.by_turn.items():
                sweeps.setdefault(sweep_of(turn), []).append(mean)
            yield list(sweeps.values()) or [process_means(figures)]


def sweep_of(turn: str) -> str:
    """The sweep that played the turn; one for all passes without turns."""
    return turn.partition("/")[0] if "/" in turn else ""


def _two_deviations(groups: Sequence[Sequence[float]]) -> float | None:
    """Two standard deviations of the logarithms, pooled over groups of two figures or more.

    None for fewer than ENOUGH such groups.
    """
    groups = [group for group in groups if len(group) > 1]
    if len(groups) < ENOUGH:
        return None
    squares, freedom = 0.0, 0
    for group in groups:
        logarithms = [math.log(value) for value in group]
        squares += statistics.variance(logarithms) * (len(group) - 1)
        freedom += len(group) - 1
    return 2 * math.sqrt(squares / freedom)


def process_means(figures: Times) -> list[float]:
    """The mean of each process, ns per packet: over its packets if the record has that.

    Windows are limited by time, so slow ones have fewer packets: the mean over windows is larger.
    """
    if figures.processes:
        return [one.mean for one in figures.processes]
    return [statistics.fmean(one) for one in figures.windows]


def batch_noise(figures: Times, of_one_process: float) -> float:
    """Two standard errors of the rounds or of the processes' means, whichever is larger; in ns.

    At least the deviation of the data set's processes: rounds of one process share its memory
    layout, its compiled code and the machine's state, and few processes may agree by chance.
    """
    means = process_means(figures)
    spread = 2 * statistics.stdev(means) / math.sqrt(len(means)) if len(means) > 1 else 0.0
    of_processes = of_one_process / math.sqrt(figures.forks)
    return max(figures.error, spread, of_processes * figures.mean)
