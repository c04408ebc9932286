"""Points of charts: an outline with a cut, so that colour is never the only distinction.

The outline identifies a collector or C++ program, the cut a Java program. A shape is an SVG path
from -1 to 1, y downwards, which both Vega and inline SVG accept.
"""

import functools
import math
from collections.abc import Callable

from course.model.solutions import FAMILIES, IMPLEMENTATIONS, Solution

Polygon = list[tuple[float, float]]

_CORNERS = 24  # corners of the polygon drawn for a circle: invisible at the size of a point
_HEIGHT = math.sqrt(3) / 2  # half the height of a triangle with sides of length 2
_ARM = 0.4
_HOLE = 0.62


def _turned(polygon: Polygon, quarters: int) -> Polygon:
    for _ in range(quarters):
        polygon = [(-y, x) for x, y in polygon]
    return polygon


_TRIANGLE = [(0.0, -_HEIGHT), (1.0, _HEIGHT), (-1.0, _HEIGHT)]
_STEPS = [2 * math.pi * step / _CORNERS for step in range(_CORNERS)]
_CIRCLE = [(math.cos(step), math.sin(step)) for step in _STEPS]
_NOTCH = [(_ARM, -1.0), (_ARM, -_ARM), (1.0, -_ARM)]

OUTLINES: dict[str, Polygon] = {
    "circle": _CIRCLE,
    "square": [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)],
    "triangle-up": _TRIANGLE,
    "diamond": [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)],
    "cross": [corner for quarter in range(4) for corner in _turned(_NOTCH, quarter)],
    "triangle-left": _turned(_TRIANGLE, 3),
    "triangle-down": _turned(_TRIANGLE, 2),
    "triangle-right": _turned(_TRIANGLE, 1),
    "needle": [(0.0, -1.0), (0.3, 0.8), (-0.3, 0.8)],
    "bar": [(-1.0, -_ARM), (1.0, -_ARM), (1.0, _ARM), (-1.0, _ARM)],
    "hexagon": [(math.cos(math.pi * side / 3), math.sin(math.pi * side / 3)) for side in range(6)],
}
"""Name of an outline in ``solutions.toml`` -> its corners. The hexagon is still unused."""


def _beyond(polygon: Polygon, limit: float) -> Polygon:
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
    """Shrink the outline around its middle and reverse it, which leaves out its inside."""
    across, down = _middle(outline)
    return [
        (across + _HOLE * (x - across), down + _HOLE * (y - down)) for x, y in reversed(outline)
    ]


def _half_hollow(quarters: int, outline: Polygon) -> list[Polygon]:
    """Hollow the outline's right half, as seen after that many quarter turns."""
    turned = _turned(outline, quarters)
    across, _ = _middle(turned)
    return [outline, _turned(_beyond(_hole(turned), across), 4 - quarters)]


CUTS: dict[str, Callable[[Polygon], list[Polygon]]] = {
    "solid": lambda outline: [outline],
    "hollow": lambda outline: [outline, _hole(outline)],
    "hollow-right": functools.partial(_half_hollow, 0),
    "hollow-top": functools.partial(_half_hollow, 1),
    "hollow-left": functools.partial(_half_hollow, 2),
    "hollow-bottom": functools.partial(_half_hollow, 3),
}
"""Name of a cut in ``solutions.toml`` -> function that applies it to an outline.

No cut is a mere slit, because the line of a point's spread goes through its middle.
"""


def sign(family: str, implementation: str = "") -> str:
    """Return the path of a point: a family's outline with the implementation's cut."""
    outline = OUTLINES[FAMILIES[family].outline]
    cut = IMPLEMENTATIONS[implementation].cut if implementation else "solid"
    return "".join(map(_path, CUTS[cut](outline)))


def sign_of(solution: Solution) -> str:
    return sign(solution.family, solution.implementation)


def outlines() -> list[str]:
    return [_path(outline) for outline in OUTLINES.values()]


def _path(polygon: Polygon) -> str:
    corners = (f"{round(x, 3) + 0:g},{round(y, 3) + 0:g}" for x, y in polygon)
    return f"M{'L'.join(corners)}Z"
