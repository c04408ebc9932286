"""Chapter 14: two magazines for a thread and a depot for all; why it is two."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from pathlib import Path

from course.site.drawn.block import WIDTH, Drawing, blank
from course.site.drawn.constants import Constants
from course.site.interactive.picture import HATCH, Box, Picture, Point

_SOURCE = "src/java/pools/src/main/java/allocpool/pools/MagazinePool.java"
_TITLE = "Two magazines for a thread, and the depot"

TAKE, RELEASE = -1, 1

CALLS = (RELEASE, RELEASE, TAKE, TAKE) * 8
"""A program that goes up and down by two, just where a magazine is full."""

_ROW, _CELL = 22.0, 18.0
_SIDE = 160.0
"""Width of a magazine."""
_THREAD, _DEPOT, _CURVES = 22.0, 136.0, 228.0
"""Where a thread, the depot and the two curves are drawn."""
_HIGH = 40.0
"""Of a curve."""


@dataclasses.dataclass
class Thread:
    """How full a thread's magazines are: the loaded one first. One, or two of them."""

    size: int
    loaded: int
    previous: int | None = None
    visits: int = 0

    @property
    def held(self) -> int:
        """Objects in all of its magazines."""
        return self.loaded + (self.previous or 0)

    def call(self, change: int) -> bool:
        """Take or release one object. Whether it needed the depot."""
        useless = 0 if change == TAKE else self.size
        before = self.visits
        if self.loaded == useless:
            if self.previous is None:
                self._exchange()
            else:
                if self.previous == useless:
                    self.visits += 1
                    self.previous = self.size - useless
                self.loaded, self.previous = self.previous, self.loaded
        self.loaded += change
        return self.visits > before

    def _exchange(self) -> None:
        self.visits += 1
        self.loaded = self.size - self.loaded


def magazine_size(root: Path) -> int:
    """Objects in a magazine, unless it is said."""
    return Constants(root, _SOURCE)["MAGAZINE_SIZE"]


def run(thread: Thread, calls: Iterable[int]) -> list[tuple[int, bool]]:
    """After each call: what the thread holds, and whether the call went to the depot."""
    found = []
    for change in calls:
        visited = thread.call(change)
        found.append((thread.held, visited))
    return found


def magazines_figure(root: Path) -> Drawing:
    """The drawing. Raises PublishError when the source does not say how large a magazine is."""
    size = magazine_size(root)
    # Nearly full: the next calls go over the border, and back.
    runs = {
        "one magazine": run(Thread(size, size - 1), CALLS),
        "two magazines": run(Thread(size, size - 1, size), CALLS),
    }
    visits = {way: sum(visited for _, visited in found) for way, found in runs.items()}
    counts = "; ".join(f"with {way}: {count}" for way, count in visits.items())
    picture = blank(
        "magazines",
        _CURVES + len(runs) * 84 + 4,
        _TITLE,
        f"A thread has two magazines of {size} objects. It takes from one and releases into it; "
        "when that is empty, or full, it goes on with the other one; and when that is, too, it "
        "changes one at the depot, which keeps full and empty ones for all. Visits to the depot "
        f"in {len(CALLS)} calls, two up and two down at the border: {counts}.",
    )
    _thread(picture, size)
    _depot(picture)
    for number, (way, found) in enumerate(runs.items()):
        top = _CURVES + number * 84
        _curve(picture, top, f"{way}: {_visits(visits[way])}", found, 2 * size)
    return Drawing(
        title=_TITLE,
        remark=(
            "Above, what belongs to one thread, its calls at the left, and what all threads "
            f"share. A magazine has {size} places; full boxes are free objects, hatched ones "
            f"full magazines. Below, {len(CALLS)} calls of a program that releases two, takes "
            "two, and so on, beginning where a magazine is nearly full: the same calls with one "
            "magazine and with two. The curve is how many objects the thread has, and a mark "
            "below it a call that had to go to the depot. Counted by a model of the pool."
        ),
        picture=picture.svg(),
    )


def _thread(picture: Picture, size: int) -> None:
    left, wide = WIDTH - _SIDE - 8, _SIDE / size
    picture.text("a thread's own", left, _THREAD - 8)
    for row, (name, full) in enumerate((("loaded", size - 4), ("previous", 0))):
        top = _THREAD + row * (_ROW + 8)
        boxes: list[Box] = [
            (left + place * wide + 1, top, wide - 2, _CELL) for place in range(size)
        ]
        picture.boxes("live", boxes[:full])
        picture.boxes("free", boxes[full:], frame="line")
        picture.text(name, left - 10, top + 14, look="quiet", anchor="end")
    edge = left - 78
    for words, y, ends in (
        ("release: one in", _THREAD + 2, (edge - 30, edge)),
        ("take: one out", _THREAD + 20, (edge, edge - 30)),
    ):
        picture.text(words, 0, y + 4)
        picture.arrow("quiet", [(ends[0], y), (ends[1], y)])
    picture.text("if it cannot, they change places", 0, _THREAD + 66)


def _depot(picture: Picture) -> None:
    left, right = WIDTH - _SIDE - 14, float(WIDTH)
    bottom = _THREAD + _ROW + 8 + _CELL
    picture.arrow("live", [(left + 50, bottom + 4), (left + 50, _DEPOT - 3)])
    picture.arrow("live", [(right - 50, _DEPOT - 1), (right - 50, bottom + 6)])
    middle = (bottom + _DEPOT) / 2 + 4
    picture.text("neither can: one is exchanged", left + 40, middle + 6, anchor="end")
    picture.boxes("none", [(left, _DEPOT, right - left - 1, 72)], frame="quiet")
    for row, (name, look) in enumerate((("full", HATCH), ("empty", "free"))):
        top = _DEPOT + 10 + row * (_ROW + 8)
        places = [(left + 54 + number * 38, top, 32, _CELL) for number in range(3)]
        picture.boxes(look, places, frame="quiet" if look == HATCH else "line")
        picture.text(name, left + 8, top + 14, look="quiet")
    picture.text("the depot, for all threads", left - 10, _DEPOT + 40, anchor="end")


def _visits(count: int) -> str:
    return f"{count} visit{'s' * (count != 1)} to the depot"


def _curve(
    picture: Picture, top: float, words: str, found: list[tuple[int, bool]], most: int
) -> None:
    """What the thread holds after each call, of `most`, and marks for visits to the depot."""
    picture.text(words, 0, top + 12)
    wide, base = WIDTH / len(found), top + 20 + _HIGH
    points: list[Point] = []
    for number, (held, visited) in enumerate(found):
        y = base - held * _HIGH / most
        points += [(number * wide, y), ((number + 1) * wide, y)]
        if visited:
            middle = (number + 0.5) * wide
            picture.line("live", [(middle, base + 4), (middle, base + 14)])
    picture.line("line", [(0, base), (WIDTH, base)])
    picture.line("quiet", points)
