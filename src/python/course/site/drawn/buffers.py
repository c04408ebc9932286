"""Chapter 15: the way of a buffer through size classes, a thread's stack and the depot."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

from course.site.drawn.block import WIDTH, Drawing, blank
from course.site.drawn.constants import Constants, read_source
from course.site.interactive.picture import HATCH, Picture
from course.stats.errors import PublishError

REQUEST = 1500
"""Bytes that are asked for."""

_TITLE = "The way of a buffer: class, stack, depot"

_SOURCES = "src/java/allocator/src/main/java/allocpool/allocator/"

_CLASSES, _STACKS, _DEPOT = 40.0, 152.0, 262.0
"""Where the classes, the threads' stacks and the depot are drawn."""
_LEFTS = (16.0, 222.0)
_SIDE = 162.0
"""Where the threads' stacks begin, and how wide they are."""
_ROW, _CELL = 22.0, 18.0
"""Of a magazine in a stack: from one to the next, and its height."""
_EDGES = (60.0, 340.0)
"""Of the depot."""


@dataclasses.dataclass(frozen=True)
class Pool:
    """What the sources say of the pool's parts."""

    smallest: int
    largest: int
    magazine: int
    """Buffers that are moved at a time, where they are not large."""
    magazines: int
    """That a thread's stack has room for."""

    @property
    def classes(self) -> list[int]:
        """The capacities, all powers of two."""
        count = (self.largest // self.smallest).bit_length()
        return [self.smallest << number for number in range(count)]

    def of(self, size: int) -> int:
        """The capacity that a request gets."""
        return next(one for one in self.classes if one >= size)


def pool(root: Path) -> Pool:
    """As it is unless it is asked to be otherwise. Raises PublishError if the sources changed."""
    settings = Constants(root, f"{_SOURCES}PoolSettings.java")
    file = f"{_SOURCES}BufferStack.java"
    room = re.search(r"new PooledBuffer\[(\d+) \* depot\.perMagazine", read_source(root, file))
    if room is None:
        raise PublishError(f"{file}: it does not say for how many magazines it has room")
    return Pool(
        smallest=settings["smallest"],
        largest=settings["largest"],
        magazine=settings["LARGEST_MAGAZINE"],
        magazines=int(room[1]),
    )


def buffers_figure(root: Path) -> Drawing:
    """The drawing. Raises PublishError when the sources do not say what the pool is like."""
    known = pool(root)
    room = known.magazine * known.magazines
    capacity = known.of(REQUEST)
    picture = blank(
        "buffers",
        _DEPOT + 98,
        _TITLE,
        f"A request of {REQUEST:,} bytes belongs to the class of {capacity:,}. The thread takes "
        f"from its own stack of that class, which has room for {room}; when it is empty, a "
        f"magazine of {known.magazine} comes from the depot, and when there is none, a new buffer "
        "is made. A released buffer goes onto the stack of the thread that releases it; when that "
        "is full, its older half goes to the depot, and when there is no room, to the collector.",
    )
    _classes(picture, known)
    for left, free in zip(_LEFTS, (3, room), strict=True):
        _stack(picture, left, known, free)
    _calls(picture)
    _depot(picture, capacity)
    _visits(picture, _STACKS + known.magazines * _ROW)
    return Drawing(
        title=_TITLE,
        remark=(
            f"Above, the {len(known.classes)} size classes; a request goes to the first that is "
            "large enough. In the middle, two threads with their stacks of that one class: full "
            "boxes are free buffers. The arrows above them are what nearly every call does, and "
            f"nobody else takes part. The coloured ones are taken once in {known.magazine} calls "
            f"at most, with {known.magazine} buffers at a time: when a stack is empty, and when "
            "one is full. A hatched box is a full magazine. Dashed, the two ways out."
        ),
        picture=picture.svg(),
    )


def _short(size: int) -> str:
    return f"{size // 1024}K" if size >= 1024 else str(size)


def _classes(picture: Picture, known: Pool) -> None:
    wide = WIDTH / len(known.classes)
    chosen = known.of(REQUEST)
    at = (known.classes.index(chosen) + 0.5) * wide
    picture.text(f"allocate({REQUEST})", at, 13, anchor="middle")
    picture.arrow("quiet", [(at, 18), (at, _CLASSES - 3)])
    for number, size in enumerate(known.classes):
        look, frame = ("dead", "live") if size == chosen else ("free", "line")
        picture.boxes(look, [(number * wide + 1, _CLASSES, wide - 2, 24)], frame=frame)
        # Every other name: all of them have no room side by side.
        if number % 2 == known.classes.index(chosen) % 2:
            middle = (number + 0.5) * wide
            picture.text(_short(size), middle, _CLASSES + 40, look="quiet", anchor="middle")


def _stack(picture: Picture, left: float, known: Pool, free: int) -> None:
    """A row for each of its magazines, the older one below, with so many free buffers."""
    wide = _SIDE / known.magazine
    boxes = []
    for number in range(known.magazine * known.magazines):
        row, place = divmod(number, known.magazine)
        top = _STACKS + (known.magazines - 1 - row) * _ROW
        boxes.append((left + place * wide + 1, top, wide - 2, _CELL))
    picture.boxes("live", boxes[:free])
    picture.boxes("free", boxes[free:], frame="line")


def _calls(picture: Picture) -> None:
    """What nearly every call does: one buffer from the top of a stack, or onto it."""
    for number, (left, words) in enumerate(zip(_LEFTS, ("takes", "adds"), strict=True), start=1):
        picture.text(f"thread {number}: its own stack", left, _STACKS - 42)
        low, high = (left + 12, _STACKS - 3), (left + 12, _STACKS - 31)
        picture.arrow("quiet", [low, high] if words == "takes" else [high, low])
        call = "allocate" if words == "takes" else "release"
        picture.text(f"{call} {words} one", left + 24, _STACKS - 12, look="quiet")


def _depot(picture: Picture, capacity: int) -> None:
    """Full and empty magazines."""
    left, right = _EDGES
    picture.boxes("none", [(left, _DEPOT, right - left, 54)], frame="quiet")
    picture.text(f"depot of {_short(capacity)}, for all threads", WIDTH / 2, _DEPOT + 18,
                 anchor="middle")  # fmt: skip
    places = [(left + 10 + number * 44, _DEPOT + 28, 38, _CELL) for number in range(6)]
    picture.boxes(HATCH, places[:4], frame="quiet")
    picture.boxes("free", places[4:], frame="line")


def _visits(picture: Picture, bottom: float) -> None:
    """What a call does when its thread's stack is empty, or full; and when the depot is."""
    left, right = _EDGES
    picture.arrow("live", [(left + 8, _DEPOT - 1), (left + 8, bottom + 2)])
    picture.text("empty: one", left + 20, bottom + 24)
    picture.text("magazine", left + 20, bottom + 40)
    picture.arrow("live", [(right - 8, bottom), (right - 8, _DEPOT - 3)])
    picture.text("full: the", right - 20, bottom + 24, anchor="end")
    picture.text("older half", right - 20, bottom + 40, anchor="end")
    below = _DEPOT + 76
    picture.arrow("quiet", [(5, below), (5, _STACKS - 31)], dashed=True)
    picture.text("none: a new buffer", 0, below + 16, look="quiet")
    beside = _DEPOT + 27
    picture.arrow("quiet", [(right, beside), (393, beside), (393, below)], dashed=True)
    picture.text("no room: the collector", WIDTH, below + 16, look="quiet", anchor="end")
