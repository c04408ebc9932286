"""A still picture: SVG whose colours are classes, which figures.css gives them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from xml.etree import ElementTree

WIDTH = 640
"""Of a picture, in its units, unless it says otherwise."""

NARROW = 320
"""Of the same picture on a phone: its letters are not shrunk."""

TEXT = 13
"""Size of letters."""

Box = tuple[float, float, float, float]
"""Left, top, width, height."""

Point = tuple[float, float]

HEAD = 8
"""Length of an arrow's head."""

HATCH = "hatch"
"""The look of slanted lines, which are told from a full box without its colour."""


class Picture:
    """Draws in units of its width. Looks: live, pool, dead, free, ink, quiet, line, none; HATCH."""

    def __init__(
        self, name: str, height: float, title: str, description: str, width: float = WIDTH
    ) -> None:
        """`name` makes the ids unique on a page."""
        self.width = width
        ids = {part: f"figure-{name}-{part}" for part in ("title", "desc")}
        self._pattern = f"figure-{name}-hatch"
        self._root = ElementTree.Element("svg")
        self._root.attrib |= {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {width:g} {height:g}",
            "role": "img",
            "aria-labelledby": " ".join(ids.values()),
            "font-size": str(TEXT),
        }
        self._add("title", {"id": ids["title"]}).text = title
        self._add("desc", {"id": ids["desc"]}).text = description
        size = {"width": "6", "height": "6", "patternUnits": "userSpaceOnUse"}
        tile = self._add("pattern", {"id": self._pattern, **size})
        # Three lines, so that they meet at the corners of neighbouring tiles.
        lines = {"class": "fill-none stroke-quiet", "d": "M-7 7L1 -1M-1 7L7 -1M5 7L13 -1"}
        ElementTree.SubElement(tile, "path", lines)

    def boxes(self, look: str, boxes: Iterable[Box], *, frame: str = "none") -> None:
        """Rectangles of one look, and of one look of their frames, as a single path."""
        path = "".join(f"M{x:.5g} {y:.5g}h{w:.5g}v{h:.5g}h{-w:.5g}z" for x, y, w, h in boxes)
        fill = {"fill": f"url(#{self._pattern})"} if look == HATCH else {}
        if path:
            self._add("path", {"class": f"fill-{look} stroke-{frame}", "d": path, **fill})

    def line(self, look: str, points: Iterable[Point], *, dashed: bool = False) -> None:
        """A line through points."""
        path = " ".join(f"{x:.5g},{y:.5g}" for x, y in points)
        dashes = {"stroke-dasharray": "5 4"} if dashed else {}
        self._add("polyline", {"class": f"fill-none stroke-{look}", "points": path, **dashes})

    def arrow(self, look: str, points: Iterable[Point], *, dashed: bool = False) -> None:
        """A line through two points or more, with a head at the last one."""
        *before, (x, y) = points
        away = math.atan2(before[-1][1] - y, before[-1][0] - x)
        along, across = HEAD * math.cos(away), HEAD * math.sin(away)
        # The line ends where the head begins: a broad one would show beside its tip.
        self.line(look, [*before, (x + along, y + across)], dashed=dashed)
        wings = [(x + along - side * across, y + across + side * along) for side in (-0.45, 0.45)]
        head = "L".join(f"{a:.5g} {b:.5g}" for a, b in [(x, y), *wings])
        self._add("path", {"class": f"fill-{look} stroke-none", "d": f"M{head}z"})

    def text(
        self, words: str, x: float, y: float, *, look: str = "ink", anchor: str = "start"
    ) -> None:
        """Words at a point of their base line: its start, its middle or its end."""
        attributes = {"class": f"fill-{look}", "x": f"{x:.5g}", "y": f"{y:.5g}"}
        self._add("text", attributes | {"text-anchor": anchor}).text = words

    def svg(self) -> str:
        """The drawing."""
        return ElementTree.tostring(self._root, encoding="unicode")

    def _add(self, tag: str, attributes: dict[str, str]) -> ElementTree.Element:
        return ElementTree.SubElement(self._root, tag, attributes)
