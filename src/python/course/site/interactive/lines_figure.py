"""Chapter 11's figure: a walk over cache lines, object by object, flat, and with a prefetch."""

from __future__ import annotations

import dataclasses

from course.site.interactive.block import InteractiveFigure
from course.site.interactive.cache_lines import (
    FLAT,
    OBJECTS,
    PREFETCH,
    Model,
    Settings,
    Visit,
    per_packet,
    walk,
)
from course.site.interactive.controls import Control, Stop, at_first, numbers
from course.site.interactive.picture import HATCH, NARROW, WIDTH, Box, Picture
from course.site.origins import bench_source_line
from course.stats.bench_figures import figure
from course.stats.benches import BenchRecord
from course.stats.figures import Figure
from course.stats.numbers import number, quantity

LEVELS = {
    "l2": ("chase_l2", "half a MiB", 4.0),
    "l3": ("chase_l3", "8\u00a0MiB", 20.0),
    "memory": ("chase_memory_huge", "a GiB, huge pages", 100.0),
    "memory_small": ("chase_memory_small", "a GiB, small pages", 140.0),
}
"""Where lines come from -> the bench's metric, how much memory it walks over, and a round number
of ns for machines on which nobody has measured it."""

WORK_NS = 14.0
"""What a packet takes besides; for data sets that do not tell."""

WAYS = {OBJECTS: "Object by object", FLAT: "Flat", PREFETCH: "Flat, with a prefetch"}

_TITLE = "A walk over cache lines"

_LANE = {OBJECTS: 118, FLAT: 74, PREFETCH: 74}
"""Height of a lane of the drawing."""
_SIDE = 12
"""Of a line, at most."""
_BETWEEN = 3
_STRIP = 14


def lines_figure(record: BenchRecord, dummy: Figure) -> InteractiveFigure:
    """The figure, in the moment when the fastest way has arrived.

    `record`: of the bench `limit`. `dummy`: ns per packet of a program that waits for no line.
    """
    measured = {
        level: figure(record, "machine-latency", metric).value
        for level, (metric, _, _) in LEVELS.items()
    }
    known = None not in measured.values()
    latency = {
        level: round(value if known and value is not None else LEVELS[level][2], 1)
        for level, value in measured.items()
    }
    work = WORK_NS if dummy.value is None else round(dummy.value, 1)
    model = Model(latency, work)
    controls = _controls(latency)
    remark = (
        "A square is a line of one packet, a column a packet; a line below another one is asked "
        "for when that one has come. Framed: not asked for. Hatched: under way. Full: come. The "
        "strip below is the core's time: full where it works, hatched where it waits. The core is "
        f"a model: it has buffers for {model.buffers} lines under way. "
    )
    remark += (
        "What a line takes was measured by the pointer chase."
        if known
        else "What a line takes was not measured here: the times are round numbers."
    )
    remark += f" The work on a packet, {quantity(work, 'ns')}, is "
    remark += (
        "a round number."
        if dummy.value is None
        else "what the flat program takes when one packet stands for all."
    )
    return InteractiveFigure(
        name="lines",
        title=_TITLE,
        remark=remark,
        picture=_picture("lines", WIDTH, model, controls),
        narrow=_picture("lines-narrow", NARROW, model, controls),
        model=dataclasses.asdict(model),
        controls=controls,
        source=bench_source_line(record) if known else "",
    )


def _controls(latency: dict[str, float]) -> tuple[Control, ...]:
    levels = tuple(
        Stop(level, f"{where}: {quantity(latency[level], 'ns')} a line")
        for level, (_, where, _) in LEVELS.items()
    )
    layouts = (Stop("behind", "behind the bytes"), Stop("first", "in front, with the header"))
    return (
        Control("level", "Packets are spread over", levels, start=2, kind="choice"),
        Control("layout", "A flat packet's fields", layouts, start=0, kind="choice"),
        Control("ahead", "Packets that the core looks ahead", numbers((0, 1, 2, 3, 4)), start=1),
        Control("distance", "Packets prefetched ahead", numbers((1, 2, 4, 8, 16)), start=3),
    )


def _picture(name: str, width: float, model: Model, controls: tuple[Control, ...]) -> str:
    settings = Settings(**at_first(controls))
    walks = {way: walk(model, settings, way, model.shown) for way in WAYS}
    moment = walks[PREFETCH][-1].end
    end = max(visits[-1].end for visits in walks.values())
    took = {way: per_packet(model, settings, way) for way in WAYS}
    described = "A packet takes: " + "; ".join(
        f"{WAYS[way].lower()} {quantity(took[way], 'ns')}" for way in WAYS
    )
    picture = Picture(name, sum(_LANE.values()) + 30, _TITLE, f"{described}.", width)
    top = 0.0
    for way, visits in walks.items():
        done = sum(visit.end <= moment for visit in visits)
        picture.text(WAYS[way], 0, top + 14)
        picture.text(f"{done} of {model.shown} packets", width, top + 14, anchor="end")
        _lines(picture, visits, moment, top + 24, width / len(visits))
        _core(picture, visits, moment, width / end, top + _LANE[way] - _STRIP - 14)
        top += _LANE[way]
    at = f"after {number(moment)} of {number(end)} ns"
    picture.text(at, width, top + 14, look="quiet", anchor="end")
    return picture.svg()


def _lines(picture: Picture, visits: list[Visit], moment: float, top: float, column: float) -> None:
    """A column for each packet: two lines stand side by side in it, with some room after them."""
    side = min((column - 2 * _BETWEEN - 2) // 2, _SIDE)
    looks: dict[str, list[Box]] = {"free": [], HATCH: [], "live": []}
    for packet, visit in enumerate(visits):
        for row, step in enumerate(visit.steps):
            for place, line in enumerate(step):
                look = "free" if line.asked > moment else HATCH if line.came > moment else "live"
                x = packet * column + place * (side + _BETWEEN)
                looks[look].append((x, top + row * (side + _BETWEEN), side, side))
    for look, boxes in looks.items():
        picture.boxes(look, boxes, frame="quiet")


def _core(picture: Picture, visits: list[Visit], moment: float, scale: float, top: float) -> None:
    """The core's time up to the moment: waiting, and working."""
    work = []
    for visit in visits:
        if visit.start < moment:
            stop = min(visit.end, moment)
            work.append((visit.start * scale, top, (stop - visit.start) * scale, _STRIP))
    picture.boxes(HATCH, [(0, top, min(visits[-1].end, moment) * scale, _STRIP)])
    picture.boxes("live", work)
