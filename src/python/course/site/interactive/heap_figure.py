"""Chapter 3's figure: a heap under allocation, with the two rules in numbers."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence

from course.site.interactive.block import InteractiveFigure
from course.site.interactive.controls import Control, Stop, at_first, numbers, switch
from course.site.interactive.heap import (
    CONCURRENT,
    COPYING,
    Cell,
    Collection,
    Model,
    Settings,
    cells,
    demand,
    run,
)
from course.site.interactive.picture import NARROW, WIDTH, Box, Picture
from course.stats.numbers import number, quantity

MODEL = Model()

CONTROLS = (
    Control(
        "packets",
        "Packets",
        numbers((0.25, 0.5, 1, 2, 4), "million a second"),
        start=2,
    ),
    Control(
        "live",
        "Alive, if allocated",
        (
            *numbers((13,), "MB"),
            Stop(26, "26\u00a0MB, case A"),
            *numbers((65, 130), "MB"),
            Stop(260, "260\u00a0MB, case B"),
            *numbers((520, 900), "MB"),
            Stop(1287, "1,287\u00a0MB, case C"),
        ),
        start=1,
    ),
    Control("young", "Eden", numbers((64, 128, 256, 384, 512, 576), "MB"), start=4),
    Control(
        "collector",
        "Collector",
        (
            Stop(COPYING, "copying, the program stands still"),
            Stop(CONCURRENT, "concurrent, the program goes on"),
        ),
        start=0,
        kind="choice",
    ),
    switch("pool", "Packets come from a pool"),
)

_TITLE = "A heap under allocation"

_COLUMNS = 32
_PITCH = 16
"""From square to square at most, in units of the drawing."""
_GAP = 2
_LABEL = 20
_WHOLE, _YOUNG = 44, 20
"""Height of a collection's bar."""


def heap_figure() -> InteractiveFigure:
    """The figure, at its first settings in the moment when eden is full for the third time."""
    return InteractiveFigure(
        name="heap",
        title=_TITLE,
        remark=(
            f"A square is {MODEL.cell:g}\u00a0MB. Coloured is what of it is alive, grey what is "
            "dead and still there; full dark squares are the pool's. Below, a bar for each "
            "collection that stops the program, as wide as it is long: a low one for the young "
            "generation, a high one for the whole heap. Hatched: the collector works beside the "
            f"program. A packet takes {MODEL.packet:g}\u00a0KB, one from the pool "
            f"{MODEL.header:g}\u00a0KB for what is parsed from it. The model's c, "
            f"{MODEL.cost:g}\u00a0ms for each MB visited, is a round number."
        ),
        picture=_picture("heap", WIDTH),
        narrow=_picture("heap-narrow", NARROW),
        model=dataclasses.asdict(MODEL),
        controls=CONTROLS,
    )


def _picture(name: str, width: float) -> str:
    settings = Settings(**at_first(CONTROLS))
    collections, asked = run(MODEL, settings), demand(MODEL, settings)
    moment = collections[2]
    described = (
        f"Eden, {settings.young:g} MB, is full; {quantity(moment.visited, 'MB')} of the young "
        f"generation are alive. In {MODEL.length / 1000:g} seconds there are {len(collections)} "
        f"collections, of {quantity(max(one.takes for one in collections), 'ms')} at most."
    )
    rows = [math.ceil(space.size / MODEL.cell / _COLUMNS) for space in moment.before]
    pitch = min(width // _COLUMNS, _PITCH)
    axis = 8 + sum(_LABEL + count * pitch for count in rows) + _WHOLE + 26
    picture = Picture(name, axis + 22, _TITLE, described, width)
    top = 8
    for space, count in zip(moment.before, rows, strict=True):
        label = f"{space.name.capitalize()}, {space.size:g} MB"
        picture.text(label, 0, top + _LABEL - 6)
        _squares(picture, cells(MODEL, asked.lives, space, moment.position), top + _LABEL, pitch)
        top += _LABEL + count * pitch
    _time(picture, collections, moment, axis)
    return picture.svg()


def _squares(picture: Picture, shown: Sequence[Cell], top: float, pitch: float) -> None:
    side = pitch - _GAP
    places = [
        (index % _COLUMNS * pitch, top + index // _COLUMNS * pitch) for index in range(len(shown))
    ]
    looks: dict[str, list[Box]] = {"free": [], "dead": [], "live": [], "pool": []}
    for cell, (x, y) in zip(shown, places, strict=True):
        looks["free"].append((x, y, side, side))
        if cell.pooled:
            looks["pool"].append((x, y, side, side))
        elif cell.filled:
            looks["dead"].append((x, y, side * cell.filled, side))
        if cell.alive and not cell.pooled:
            live = side * math.sqrt(cell.alive)  # its area tells the share
            looks["live"].append((x + (side - live) / 2, y + (side - live) / 2, live, live))
    for look, boxes in looks.items():
        picture.boxes(look, boxes)


def _time(
    picture: Picture, collections: Sequence[Collection], moment: Collection, base: float
) -> None:
    """The axis of time, a bar for each collection, and the moment that is shown."""
    width = picture.width
    scale = width / MODEL.length
    picture.text("The program stands still", 0, base - _WHOLE - 8)
    bars = []
    for one in collections:
        height = _YOUNG if one.kind == "young" else _WHOLE
        bars.append((one.at * scale, base - height, max(one.takes * scale, 1), height))
    picture.boxes("ink", bars)
    picture.line("line", [(0, base), (width, base)])
    picture.line("live", [(moment.at * scale, base - _WHOLE), (moment.at * scale, base + 4)])
    seconds = MODEL.length / 1000
    for share, anchor in ((0, "start"), (0.25, "middle"), (0.5, "middle"), (0.75, "middle")):
        words = number(seconds * share)
        picture.text(words, width * share, base + 17, look="quiet", anchor=anchor)
    picture.text(f"{number(seconds)} s", width, base + 17, look="quiet", anchor="end")
