"""Chapter 11's figure: a walk over cache lines, in this machine's numbers as far as it has any."""

import copy
import dataclasses
from collections.abc import Callable

from course.site.context import Context
from course.site.origins import bench_source_line
from course.site.pictures import InteractiveFigure, Pictures
from course.stats.bench_figures import figure
from course.stats.benches import BenchRecord
from course.stats.figures import Figure, Figures
from course.stats.lookup import solution
from course.stats.numbers import quantity

METRICS = {
    "l2": "chase_l2",
    "l3": "chase_l3",
    "memory": "chase_memory_huge",
    "memory_small": "chase_memory_small",
}
"""Where lines come from -> the bench's metric. Round numbers stand in where one is missing."""


def lines_figure(pictures: Pictures, record: BenchRecord, dummy: Figure) -> InteractiveFigure:
    """The figure.

    `record`: of the bench `limit`. `dummy`: ns per packet of a program that waits for no line.
    """
    measured = {
        level: figure(record, "machine-latency", metric).value for level, metric in METRICS.items()
    }
    known = None not in measured.values()
    made = pictures.interactive("lines", "")
    data = copy.deepcopy(made.data)
    model = data["model"]
    if known:
        model["latency"] = {level: round(value, 1) for level, value in measured.items()}
    if dummy.value is not None:
        model["work"] = round(dummy.value, 1)
    for stop in data["controls"][0]["stops"]:
        stop["text"] += f": {quantity(model['latency'][stop['value']], 'ns')} a line"
    lines = (
        "The time per line was measured by the pointer chase."
        if known
        else "The time per line wasn't measured here: the times are round numbers."
    )
    work = (
        "a round number" if dummy.value is None else "the flat program's time with a single packet"
    )
    remark = (
        "Each column is a packet, and each square one of its lines; a line is requested once the "
        "one above it has arrived. Framed: not requested yet. Hatched: in flight. Full: arrived. "
        "The strip below is the core's time: full while it works, hatched while it waits. The core "
        f"is a model with buffers for {model['buffers']} lines in flight. {lines} The work on a "
        f"packet, {quantity(model['work'], 'ns')}, is {work}. Until you start it, the picture "
        "has round numbers."
    )
    source = bench_source_line(record) if known else ""
    return dataclasses.replace(made, remark=remark, data=data, source=source)


def unscaled_dummy(figures: Figures) -> Figure:
    """ns per packet with one packet for all; a scaled run's figure would say nothing."""
    if figures.dataset.scaled:
        return Figure.absent("ns", "the run is scaled down")
    return figures.batch(solution("cpp-flat"), "dummy", "A")


def macros(context: Context) -> dict[str, Callable[[], InteractiveFigure]]:
    pictures, figures = Pictures(context.regions.root), context.dataset_columns.primary.figures
    record = context.benches.primary
    return {
        "lines_figure": lambda: lines_figure(pictures, record("limit"), unscaled_dummy(figures))
    }
