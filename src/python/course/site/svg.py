"""From a chart to SVG that stands in a page: themed by CSS, spoken to screen readers, offline."""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections.abc import Iterable
from typing import Any
from xml.etree import ElementTree

import vl_convert
from markupsafe import Markup

from course.model.solutions import COLLECTORS, FAMILIES, SOLUTIONS, Solution
from course.site.blocks import render, source_line
from course.site.widths import narrowed
from course.stats.dataset import Dataset
from course.stats.errors import PublishError
from course.stats.records import Record

VEGA_LITE = "6.4"
"""Version of the chart language that Altair writes."""

INK, FAINT, GRID = "#010101", "#020202", "#030303"
"""Stand-ins for colours that the page's CSS decides: text, lesser marks, grid lines."""

_SERIES = {key: f"#0a0a{index:02x}" for index, key in enumerate(SOLUTIONS, start=16)}


def shade(solution: Solution) -> str:
    """The colour of its family; of another JDK or variant than the plain one's, a paler one."""
    colour = f"var(--course-{solution.family})"
    if solution.collector is None or solution.label == COLLECTORS[solution.collector].label:
        return colour
    share = 70 if solution.jdk == 17 else 45
    return f"color-mix(in srgb, {colour} {share}%, var(--course-grid))"


_FAMILIES = {name: f"#0b0b{index:02x}" for index, name in enumerate(FAMILIES)}

OTHERS = 6
"""So many colours belong to nobody; course.css has them."""

_OTHERS = {f"#0c0c{index:02x}": f"var(--course-other-{index})" for index in range(1, OTHERS + 1)}

_CSS = {
    INK: "currentColor",
    FAINT: "var(--course-faint)",
    GRID: "var(--course-grid)",
    **{colour: shade(SOLUTIONS[key]) for key, colour in _SERIES.items()},
    **{colour: f"var(--course-{name})" for name, colour in _FAMILIES.items()},
    **_OTHERS,
}

MARGIN = 16
"""Room to the left of a drawing, in its units."""

_FONT = "Helvetica, Arial, sans-serif"

_CONFIG = {
    "aria": False,  # the drawing as a whole has a title and a description
    "background": "transparent",
    "font": _FONT,
    "axis": {
        "domain": False,
        "tickColor": GRID,
        "gridColor": GRID,
        "labelColor": INK,
        "titleColor": INK,
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "titlePadding": 8,
    },
    "axisY": {"grid": True, "ticks": False, "labelPadding": 8, "labelLimit": 200},
    "legend": {
        "labelColor": INK,
        "labelFontSize": 12,
        "symbolSize": 80,
        "symbolStrokeWidth": 0,
        "columnPadding": 14,
        "padding": 0,
        "offset": 10,
    },
    "title": {
        "color": INK,
        "anchor": "start",
        "frame": "group",
        "fontSize": 13,
        "fontWeight": "bold",
        "offset": 6,
    },
    "view": {"stroke": None},
}

_SVG = "http://www.w3.org/2000/svg"
_MOVED = re.compile(r'transform="translate\(([\d.]+),')


def series_colour(solution: Solution) -> str:
    """The stand-in for a solution's colour."""
    return _SERIES[solution.key]


def family_colours() -> dict[str, str]:
    """Collector or C++ program -> the stand-in for its colour."""
    return dict(_FAMILIES)


def other_colours() -> list[str]:
    """The stand-ins for colours that mean nothing but this line and not that one."""
    return list(_OTHERS)


@dataclasses.dataclass(frozen=True)
class Chart:
    """A Vega-Lite specification with all that is said about it."""

    title: str
    remark: str
    description: str
    spec: dict[str, Any]
    records: list[Record]
    extra: str = ""
    """HTML that follows the drawing: the same as a table."""

    def html(self, dataset: Dataset) -> str:
        """The chart as HTML, its data set named under it."""
        wide, narrow = draw_twice(self.spec, self.title, self.description)
        return render(
            "chart.html",
            title=self.title,
            remark=self.remark,
            extra=Markup(self.extra),
            wide=Markup(wide),
            narrow=Markup(narrow),
            source=Markup(source_line(dataset, self.records)),
        )


_numbers = itertools.count(1)


def draw(spec: dict[str, Any], title: str, description: str) -> str:
    """Render a specification. Needs no network; raises PublishError when it cannot be drawn."""
    return _for_page(_render(spec, title), title, description)


def draw_twice(spec: dict[str, Any], title: str, description: str) -> tuple[str, str]:
    """The drawing, and the same chart drawn for a phone."""
    wide = _render(spec, title)
    narrow = _render(narrowed(spec, _room(wide)), title)
    return _for_page(wide, title, description), _for_page(narrow, title, description)


def _render(spec: dict[str, Any], title: str) -> str:
    spec = {**spec, "config": _CONFIG}
    spec.pop("$schema", None)
    try:
        return vl_convert.vegalite_to_svg(spec, vl_version=VEGA_LITE)
    except ValueError as error:
        first = str(error).strip().splitlines()[0]
        raise PublishError(f"chart “{title}” cannot be drawn: {first}") from error


def _room(text: str) -> float:
    """What a drawing has to the left of its panels: all of it is moved to the right by that."""
    moved = _MOVED.search(text)
    return float(moved[1]) if moved else 0


def for_browser(spec: dict[str, Any]) -> dict[str, Any]:
    """The specification with the site's looks, for a page that draws it itself."""
    bare = {key: part for key, part in spec.items() if key != "$schema"}
    return _with_css({**bare, "config": _CONFIG})


def _with_css(part: Any) -> Any:
    """The stand-ins anywhere in it, replaced by what they stand for."""
    if isinstance(part, dict):
        return {key: _with_css(one) for key, one in part.items()}
    if isinstance(part, list):
        return [_with_css(one) for one in part]
    return _CSS.get(part, part) if isinstance(part, str) else part


def _for_page(text: str, title: str, description: str) -> str:
    prefix = f"chart-{next(_numbers)}"
    ElementTree.register_namespace("", _SVG)
    root = ElementTree.fromstring(text)
    width, height = root.attrib.pop("width"), root.attrib.pop("height")
    # The page's font may be wider than the one that the labels' room was reckoned with.
    root.attrib["viewBox"] = f"{-MARGIN} 0 {float(width) + MARGIN:g} {height}"
    root.attrib.pop("class", None)
    root.attrib |= {
        "role": "img",
        "aria-labelledby": f"{prefix}-title {prefix}-description",
    }
    for element in root.iter():
        _recolour(element)
        # The drawing is one picture with one description: its parts are none.
        if element is not root:
            element.attrib.pop("role", None)
            element.attrib.pop("aria-roledescription", None)
        separate_ids(element.attrib, prefix)
    for tag, words in (("desc", description), ("title", title)):
        element = ElementTree.Element(f"{{{_SVG}}}{tag}", {
            "id": f"{prefix}-{'title' if tag == 'title' else 'description'}"
        })  # fmt: skip
        element.text = words
        root.insert(0, element)
    return ElementTree.tostring(root, encoding="unicode")


def _recolour(element: ElementTree.Element) -> None:
    for name in ("fill", "stroke"):
        value = element.attrib.get(name, "").lower()
        if value in _CSS:
            element.attrib[name] = _CSS[value]
    if element.attrib.get("font-family") == _FONT:
        element.attrib["font-family"] = "inherit"


def separate_ids(attributes: dict[str, str], prefix: str) -> None:
    """Make ids and references to them unique to this drawing: a page has several."""
    for name, value in attributes.items():
        if name == "id" and not value.startswith(prefix):
            attributes[name] = f"{prefix}-{value}"
        elif name.endswith("href") and value.startswith("#"):
            attributes[name] = f"#{prefix}-{value[1:]}"
        elif "url(#" in value:
            attributes[name] = re.sub(r"url\(#", f"url(#{prefix}-", value)


def stand_ins() -> Iterable[str]:
    """The stand-in colours: none may be left in a drawing."""
    return _CSS
