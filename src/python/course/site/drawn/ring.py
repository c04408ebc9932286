"""Chapter 6: the clock queue's ring in memory, and which of its lines change cores."""

from __future__ import annotations

from pathlib import Path

from course.site.drawn.block import WIDTH, Drawing, blank
from course.site.drawn.constants import Constants
from course.site.drawn.journeys import FIRST, SECOND, Use
from course.site.drawn.lanes import Lane, counted, panel, panel_height
from course.site.interactive.picture import Picture

TICKS, GROUP = 16, 8
"""That are drawn, and that are written at a time where more than one is."""

LANES: tuple[Lane, ...] = (
    ("head's line", "head", SECOND),
    ("tail's line", "tail", SECOND),
    ("slots' line", "slots", SECOND),
)
"""The consumer has just taken all that there was, so it has all of them."""

_TITLE = "A ring: where it lies, and what travels for sixteen ticks"

_TOP = 140
"""Where the panels begin, below the ring's memory."""


def offsets(root: Path) -> dict[str, int]:
    """Where the parts of the ring begin, as the source says."""
    line = Constants(root, "native/clock_queue_layout.hpp")["line_bytes"]
    layout = Constants(root, "native/queues/ring_layout.hpp", {"ClockQueueLayout.line_bytes": line})
    return {name: layout[f"{name}_offset"] for name in ("head", "tail", "slots")}


def one_at_a_time() -> list[Use]:
    """Each side asks for the other one's index at each tick."""
    return [
        Use(tick + at, core, line)
        for tick in range(TICKS)
        for at, core, line in (
            (0.1, FIRST, "head"),
            (0.2, FIRST, "slots"),
            (0.3, FIRST, "tail"),
            (0.6, SECOND, "tail"),
            (0.7, SECOND, "slots"),
            (0.8, SECOND, "head"),
        )
    ]


def remembered() -> list[Use]:
    """The producer knows of room enough; the consumer has taken all that it knew of."""
    return [use for use in one_at_a_time() if (use.core, use.line) != (FIRST, "head")]


def in_batches() -> list[Use]:
    """The same for a group of ticks at a time."""
    groups = range(TICKS // GROUP)
    first = [use for use in remembered() if use.at < 1]
    return [Use((use.at + group) * GROUP, use.core, use.line) for group in groups for use in first]


WAYS = {
    "a number at a time, asking": one_at_a_time,
    "the other one's index remembered": remembered,
    f"in batches of {GROUP}": in_batches,
}


def ring_figure(root: Path) -> Drawing:
    """The drawing. Raises PublishError when the sources do not say where things lie."""
    counts = {way: counted(uses(), LANES) for way, uses in WAYS.items()}
    spoken = "; ".join(f"{way}: {count}" for way, count in counts.items())
    places = offsets(root)
    described = ", ".join(f"{name} at byte {place}" for name, place in places.items())
    height = _TOP + len(WAYS) * panel_height(LANES) + 18
    picture = blank("ring", height, _TITLE, f"In memory: {described}. Journeys of lines: {spoken}.")
    _memory(picture, places)
    for number, (way, uses) in enumerate(WAYS.items()):
        top = _TOP + number * panel_height(LANES)
        panel(picture, top, way, uses(), LANES, length=TICKS)
    picture.text("upper edge: the producer's core; lower: the consumer's", 0, height - 6)
    return Drawing(
        title=_TITLE,
        remark=(
            "Above, the words that both sides see, each in a part of its own, with the one who "
            "writes it; and the two that each side keeps for itself, where indices are "
            f"remembered. Below, where each of the three lines is while {TICKS} ticks are "
            "written and taken: an upright stroke is a journey between cores. The consumer is "
            "close behind, and the ring is never full. Counted by a model in which a line is "
            "where it was used last; no time was measured."
        ),
        picture=picture.svg(),
    )


def _memory(picture: Picture, places: dict[str, int]) -> None:
    """The parts of the block, and what stays with the sides."""
    parts = {"padding": 0} | places
    writers = {"head": "consumer's", "tail": "producer's", "slots": "producer's"}
    wide = WIDTH / len(parts)
    for number, (name, place) in enumerate(parts.items()):
        left = number * wide
        picture.text(str(place), left, 12, look="quiet")
        frame = "live" if name in writers else "line"
        picture.boxes("free", [(left + 1, 18, wide - 6, 26)], frame=frame)
        picture.text(name, left + wide / 2 - 2, 36, anchor="middle")
        picture.text(writers.get(name, ""), left + wide / 2 - 2, 60, look="quiet", anchor="middle")
    for left, whose, own in (
        (1, "the producer's own", "tail, head last seen"),
        (WIDTH / 2 + 3, "the consumer's own", "head, tail last seen"),
    ):
        picture.boxes("none", [(left, 72, WIDTH / 2 - 8, 44)], frame="quiet")
        picture.text(whose, left + 8, 89, look="quiet")
        picture.text(own, left + 8, 107)
