"""A still picture: SVG whose colours are classes, which figures.css gives them."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree import ElementTree

WIDTH = 640
"""Of every picture, in its units."""

TEXT = 13
"""Size of letters."""

Box = tuple[float, float, float, float]
"""Left, top, width, height."""

Point = tuple[float, float]

HATCH = "hatch"
"""The look of slanted lines, which are told from a full box without its colour."""


class Picture:
    """Draws in units of WIDTH. Looks: live, pool, dead, free, ink, quiet, line, none; HATCH."""

    def __init__(self, name: str, height: float, title: str, description: str) -> None:
        """`name` makes the ids unique on a page."""
        ids = {part: f"figure-{name}-{part}" for part in ("title", "desc")}
        self._pattern = f"figure-{name}-hatch"
        self._root = ElementTree.Element("svg")
        self._root.attrib |= {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {WIDTH} {height:g}",
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
