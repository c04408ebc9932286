"""How far another run of the same program may well land from the one that was measured."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable
from typing import Any

from course.publish.records import Record

ONE_PROCESS = 0.15
"""How far, as a share, another process is taken to land where a data set cannot tell."""

ENOUGH = 6
"""So many cells of several processes tell how far processes differ: two standard deviations are
then known to a third or so."""


def one_process(records: Iterable[Record]) -> float:
    """How far, as a share, another process may well land from the only one that was measured.

    Two standard deviations of the logarithm of processes' means, pooled over all cells that several
    processes measured. Processes of a cell are measured far apart, so what a machine's neighbours
    do meanwhile is in it. ONE_PROCESS where fewer than ENOUGH cells can tell.
    """
    squares, freedom, cells = 0.0, 0, 0
    for record in records:
        means = process_means(record.raw["batch"]["ns_per_packet"]) if _in_batch(record) else []
        if len(means) > 1:
            logarithms = [math.log(mean) for mean in means]
            squares += statistics.variance(logarithms) * (len(means) - 1)
            freedom += len(means) - 1
            cells += 1
    if cells < ENOUGH:
        return ONE_PROCESS
    return 2 * math.sqrt(squares / freedom)


def _in_batch(record: Record) -> bool:
    return record.status == "ok" and record.cell["mode"] == "batch"


def process_means(figures: dict[str, Any]) -> list[float]:
    """The mean of each process, ns per packet, of a record's ``ns_per_packet``."""
    samples, rounds = figures["samples"], figures["rounds"]
    return [
        statistics.fmean(samples[first : first + rounds])
        for first in range(0, len(samples), rounds)
    ]


def batch_noise(figures: dict[str, Any], of_one_process: float) -> float:
    """Two standard errors, of the rounds or of the processes' means: the larger; in ns.

    It is at least what processes of the data set differ by. Rounds of one process share its memory
    layout, its compiled code and the machine's mood, and few processes may agree by chance.
    """
    means = process_means(figures)
    spread = 2 * statistics.stdev(means) / math.sqrt(len(means)) if len(means) > 1 else 0.0
    of_processes = of_one_process / math.sqrt(figures["forks"])
    return max(figures["error"], spread, of_processes * figures["mean"])
