"""How far another run of the same program may well land from the one that was measured."""

import math
import statistics
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from course.model.cells import Cell
from course.model.record import Times
from course.stats.records import Record

ONE_PROCESS = 0.15
"""How far, as a share, another process is taken to land where a data set cannot tell."""

ENOUGH = 6
"""So many cells of several processes tell how far processes differ: two standard deviations are
then known to a third or so."""

SITTING = timedelta(hours=1)
"""Measured no further apart is measured in one sitting: so far apart are the processes of a cell,
so :func:`one_process` knows what happens to a machine meanwhile, and not what happens later."""


def one_process(records: Iterable[Record]) -> float:
    """How far, as a share, another process may well land from the only one that was measured.

    Two standard deviations of the logarithm of processes' means, pooled over all cells that several
    processes measured. Processes of a cell are measured far apart, so what a machine's neighbours
    do meanwhile is in it. ONE_PROCESS where fewer than ENOUGH cells can tell.
    """
    cells = [
        process_means(record.batch.ns_per_packet)
        for record in records
        if record.status == "ok" and record.batch
    ]
    told = _two_deviations([means for means in cells if len(means) > 1])
    return ONE_PROCESS if told is None else told


def another_sitting(records: Iterable[Record], of_one_process: float) -> float:
    """How far, as a share, the same program may well land when it is measured hours later.

    As :func:`one_process`, from the times per packet at full speed of cells that were searched
    twice, the second time in another sitting. It is no less than what processes of one sitting
    differ by, and just that where fewer than ENOUGH cells can tell.
    """
    searches: dict[str, list[Record]] = {}
    for record in records:
        searched = record.status == "ok" and record.realtime and record.realtime.service
        if searched and record.cell.get("variant") in (None, "second-search"):
            plain = Cell(**{**record.cell, "variant": None})
            searches.setdefault(plain.id, []).append(record)
    twice = [
        [one.realtime.service.ns_per_packet for one in both]
        for both in searches.values()
        if len(both) == 2 and are_sittings_apart(both[0].started, both[1].started)
    ]
    told = _two_deviations(twice)
    return of_one_process if told is None else max(told, of_one_process)


def are_sittings_apart(one: datetime | None, other: datetime | None) -> bool:
    """Whether these are times of two sittings; a time that is not known is of any."""
    return one is not None and other is not None and abs(one - other) > SITTING


def _two_deviations(groups: Sequence[Sequence[float]]) -> float | None:
    """Two standard deviations of the logarithms, pooled; None where fewer than ENOUGH tell."""
    if len(groups) < ENOUGH:
        return None
    squares, freedom = 0.0, 0
    for group in groups:
        logarithms = [math.log(value) for value in group]
        squares += statistics.variance(logarithms) * (len(group) - 1)
        freedom += len(group) - 1
    return 2 * math.sqrt(squares / freedom)


def process_means(figures: Times) -> list[float]:
    """The mean of each process, ns per packet: over its packets where the record has that.

    A window ends by its time, and a slow one has few packets: the mean of windows is larger.
    """
    if figures.processes:
        return [one.mean for one in figures.processes]
    return [statistics.fmean(one) for one in figures.windows]


def batch_noise(figures: Times, of_one_process: float) -> float:
    """Two standard errors, of the rounds or of the processes' means: the larger; in ns.

    It is at least what processes of the data set differ by. Rounds of one process share its memory
    layout, its compiled code and the machine's mood, and few processes may agree by chance.
    """
    means = process_means(figures)
    spread = 2 * statistics.stdev(means) / math.sqrt(len(means)) if len(means) > 1 else 0.0
    of_processes = of_one_process / math.sqrt(figures.forks)
    return max(figures.error, spread, of_processes * figures.mean)
