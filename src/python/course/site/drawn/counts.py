"""Chapter 13: the counts of two threads, on one line of the cache or on a line each."""

from __future__ import annotations

from pathlib import Path

from course.site.drawn.block import WIDTH, Drawing, blank
from course.site.drawn.constants import Constants
from course.site.drawn.journeys import FIRST, SECOND, Use
from course.site.drawn.lanes import Lane, panel, panel_height
from course.site.interactive.picture import Picture

PACKETS = 16
"""That each of the two threads counts."""

COUNT = 8
"""Bytes of a count."""

THREADS = {"source's": FIRST, "processor's": SECOND}

_TITLE = "Two counts, and the lines of the cache that they lie on"

_LINE = 24.0
"""Height of a line of the cache."""
_BOX = 194.0
"""Width of one."""


def counting(distance: int, line_bytes: int) -> tuple[list[Use], tuple[Lane, ...]]:
    """Each thread counts its packets; the counts lie so many bytes from each other."""
    lines = {name: number * distance // line_bytes for number, name in enumerate(THREADS)}
    uses = [
        Use(packet + 0.3 + number / 2, core, f"line {lines[name]}")
        for packet in range(PACKETS)
        for number, (name, core) in enumerate(THREADS.items())
    ]
    if len(set(lines.values())) == 1:
        return uses, (("both", "line 0", SECOND),)
    return uses, tuple((name, f"line {lines[name]}", core) for name, core in THREADS.items())


def counts_figure(root: Path) -> Drawing:
    """The drawing. Raises PublishError when the source does not say how long a line is."""
    line = Constants(root, "native/clock_queue_layout.hpp")["line_bytes"]
    ways = {distance: counting(distance, line) for distance in (COUNT, line)}
    heights = [_LINE + 10 + panel_height(lanes) for _, lanes in ways.values()]
    picture = blank(
        "counts",
        sum(heights) + 18,
        _TITLE,
        f"A line has {line} bytes. Counts {COUNT} bytes apart share one, which goes to and fro "
        f"between the two cores with each packet. Counts {line} bytes apart have a line each, and "
        "neither line ever travels.",
    )
    top = 0.0
    for (distance, (uses, lanes)), height in zip(ways.items(), heights, strict=True):
        _lines(picture, top + 1, distance, line)
        panel(picture, top + _LINE + 10, f"{distance} bytes apart", uses, lanes, length=PACKETS)
        top += height
    picture.text("upper edge: the source's core; lower: the processor's", 0, top + 12)
    return Drawing(
        title=_TITLE,
        remark=(
            f"Boxes are lines of {line} bytes, and the full parts of them the two counts. Below, "
            f"where each line is while both threads count {PACKETS} packets: an upright stroke "
            "is a journey between cores. In both cases neither thread looks at the other one's "
            "count. Counted by a model in which a line is where it was used last, and the "
            "threads take turns; no time was measured."
        ),
        picture=picture.svg(),
    )


def _lines(picture: Picture, top: float, distance: int, line_bytes: int) -> None:
    """Two lines of the cache, one behind the other, with the counts where they lie in them."""
    for number in range(2):
        left = 1 + number * (WIDTH - _BOX - 2)
        picture.boxes("free", [(left, top, _BOX, _LINE)], frame="quiet")
    for number, look in enumerate(("live", "pool")):
        line, byte = divmod(number * distance, line_bytes)
        left = 1 + line * (WIDTH - _BOX - 2) + byte * _BOX / line_bytes
        picture.boxes(look, [(left + 1, top + 1, COUNT * _BOX / line_bytes - 2, _LINE - 2)])
