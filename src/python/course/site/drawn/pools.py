"""Chapter 13: one pool for all, or hand-back: which lines change cores."""

from __future__ import annotations

from pathlib import Path

from course.site.drawn.block import Drawing, blank
from course.site.drawn.journeys import FIRST, SECOND, Use
from course.site.drawn.lanes import Lane, counted, panel, panel_height

PACKETS, GROUP = 16, 8
"""That are drawn, and that are sent or handed back at a time."""

_TITLE = "Which lines change cores for sixteen packets"

Uses = list[Use]


def _each(core: str, at: float, line: str) -> Uses:
    """Once for each packet."""
    return [Use(packet + at, core, line) for packet in range(PACKETS)]


def _groups(at: float, start: str, end: str, line: str) -> Uses:
    """A ring's line: one core writes a group of handles, and the other one takes them."""
    return [
        use
        for group in range(0, PACKETS, GROUP)
        for use in (Use(group + at, start, line), Use(group + at + GROUP / 2, end, line))
    ]


def shared() -> tuple[Uses, tuple[Lane, ...]]:
    """The source acquires and the processor releases, at one head."""
    uses = _each(FIRST, 0.2, "head") + _each(SECOND, 0.7, "head")
    return [*uses, *_groups(0.5, FIRST, SECOND, "ring")], (
        ("pool's head", "head", SECOND),
        ("ring, out", "ring", SECOND),
    )


def hand_back() -> tuple[Uses, tuple[Lane, ...]]:
    """The list is the source's, and what the processor has done with comes by a ring."""
    uses = _each(FIRST, 0.2, "list") + _groups(0.5, FIRST, SECOND, "ring")
    return [*uses, *_groups(2.5, SECOND, FIRST, "back")], (
        ("source's list", "list", FIRST),
        ("ring, out", "ring", SECOND),
        ("ring, back", "back", FIRST),
    )


WAYS = {"one pool for all": shared, "a pool of one's own, hand-back": hand_back}


def pools_figure(root: Path) -> Drawing:
    """The drawing. It counts steps of the pipeline, and needs no source."""
    del root
    ways = {name: way() for name, way in WAYS.items()}
    spoken = "; ".join(f"{name}: {counted(*found)}" for name, found in ways.items())
    height = sum(panel_height(lanes) for _, lanes in ways.values()) + 18
    picture = blank("pools", height, _TITLE, f"Journeys of lines between two cores. {spoken}.")
    top = 0.0
    for name, (uses, lanes) in ways.items():
        panel(picture, top, name, uses, lanes, length=PACKETS)
        top += panel_height(lanes)
    picture.text("upper edge: the source's core; lower: the processor's", 0, height - 6)
    return Drawing(
        title=_TITLE,
        remark=(
            f"Where each line is while {PACKETS} packets are acquired, passed on and released: "
            f"an upright stroke is a journey. Handles travel in groups of {GROUP}, and of a ring "
            "the line of its tail is drawn. The shared head makes two journeys a packet; with "
            "hand-back only rings travel, a group at a time. Left out are the packets "
            "themselves, which travel in both cases. Counted by a model in which a line is "
            "where it was used last, and the threads take turns; no time was measured."
        ),
        picture=picture.svg(),
    )
