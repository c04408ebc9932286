"""The points of charts, so that colour never stands alone: an outline, and what is cut out of it.

The outline says which collector or C++ program it is, the cut which program of Java. A shape is
written as the path of an SVG from -1 to 1, downwards: so Vega takes it, and so it stands in text.
"""

from __future__ import annotations

import math
from collections.abc import Callable

Polygon = list[tuple[float, float]]

_CORNERS = 24
"""Of what is drawn for a circle: at the size of a point nobody sees them."""
_HEIGHT = math.sqrt(3) / 2
"""Half of a triangle's, whose sides are 2 long."""
_ARM = 0.4
"""Half of the width of a cross's arms."""
_HOLE = 0.62
"""A hole's share of its outline's size."""


def _turned(polygon: Polygon, quarters: int) -> Polygon:
    for _ in range(quarters):
        polygon = [(-y, x) for x, y in polygon]
    return polygon


_TRIANGLE = [(0.0, -_HEIGHT), (1.0, _HEIGHT), (-1.0, _HEIGHT)]
_STEPS = [2 * math.pi * step / _CORNERS for step in range(_CORNERS)]
_CIRCLE = [(math.cos(step), math.sin(step)) for step in _STEPS]
_NOTCH = [(_ARM, -1.0), (_ARM, -_ARM), (1.0, -_ARM)]

OUTLINES: dict[str, Polygon] = {
    "parallel": _CIRCLE,
    "cms": [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)],
    "g1": _TRIANGLE,
    "zgc": [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)],
    "serial": [corner for quarter in range(4) for corner in _turned(_NOTCH, quarter)],
    "shenandoah": _turned(_TRIANGLE, 3),
    "cpp": _turned(_TRIANGLE, 2),
    "cpp-flat": _turned(_TRIANGLE, 1),
    "cpp-limit": [(0.0, -1.0), (0.3, 0.8), (-0.3, 0.8)],
}
"""Family -> the outline of its points."""


def _beyond(polygon: Polygon, limit: float) -> Polygon:
    """The part to the right of that limit."""
    kept: Polygon = []
    for (x, y), (next_x, next_y) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if x >= limit:
            kept.append((x, y))
        if (x >= limit) != (next_x >= limit):
            kept.append((limit, y + (next_y - y) * (limit - x) / (next_x - x)))
    return kept


def _middle(polygon: Polygon) -> tuple[float, float]:
    across, down = (sum(values) / len(polygon) for values in zip(*polygon, strict=True))
    return across, down


def _hole(outline: Polygon) -> Polygon:
    """Smaller, around the same middle, and the other way round: what lies in it is left out."""
    across, down = _middle(outline)
    return [
        (across + _HOLE * (x - across), down + _HOLE * (y - down)) for x, y in reversed(outline)
    ]


def _solid(outline: Polygon) -> list[Polygon]:
    return [outline]


def _hollow(outline: Polygon) -> list[Polygon]:
    return [outline, _hole(outline)]


def _half(quarters: int) -> Callable[[Polygon], list[Polygon]]:
    """Hollow on the right, of an outline that was turned by so many quarters."""

    def cut(outline: Polygon) -> list[Polygon]:
        turned = _turned(outline, quarters)
        across, _ = _middle(turned)
        return [outline, _turned(_beyond(_hole(turned), across), 4 - quarters)]

    return cut


CUTS: dict[str, Callable[[Polygon], list[Polygon]]] = {
    "native": _hollow,
    "foreign": _half(0),
    "flat": _half(1),
    "flat-foreign": _half(3),
}
"""Program -> how an outline is cut: hollow, or hollow on the right, above, below. Others are solid.

None is cut by a mere slit: through the middle of a point goes the line of its spread.
"""


def sign(family: str, implementation: str = "") -> str:
    """The path of a point; without a program, or of one that nobody knows, a solid one."""
    return "".join(map(_path, CUTS.get(implementation, _solid)(OUTLINES[family])))


def _path(polygon: Polygon) -> str:
    corners = (f"{round(x, 3) + 0:g},{round(y, 3) + 0:g}" for x, y in polygon)
    return f"M{'L'.join(corners)}Z"
