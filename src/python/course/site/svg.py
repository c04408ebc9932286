"""Render a chart as inline SVG: themed by CSS, accessible to screen readers, offline."""

import dataclasses
import functools
import itertools
import json
import re
from pathlib import Path
from typing import Any

import vl_convert
import yaml

from course.model.solutions import COLLECTORS, FAMILIES, Solution
from course.site.blocks import NOWHERE, Block, Place, render, with_prefix
from course.site.widths import narrowed
from course.stats.errors import PublishError

VEGA_LITE = "6.4"  # version of the chart language that Altair writes

INK, FAINT = "currentColor", "var(--course-faint)"
"""Colours of text and lesser marks, defined by the page's CSS."""

OTHERS = [f"var(--course-other-{index})" for index in range(1, 7)]
"""Colours without a meaning of their own, to distinguish lines."""

STYLE_SHEET = "assets/families.css"
"""Path of the series' colours in the site. Made at every build; mkdocs.yml names it."""


def style_sheet() -> str:
    """Return a CSS variable for each collector and C++ program, for both colour schemes; paper is
    light. A test calculates that colour-blind readers can tell them apart, as shapes do
    (signs.py)."""
    light, dark = (
        " ".join(f"--course-{name}: {family.colour[scheme]};" for name, family in FAMILIES.items())
        for scheme in (0, 1)
    )
    return (
        f':root, [data-md-color-scheme="default"] {{ {light} }}\n'
        f'@media screen {{ [data-md-color-scheme="slate"] {{ {dark} }} }}\n'
    )


def shade(solution: Solution) -> str:
    """Return the family's colour, or a paler one for a JDK or variant that is not the plain one."""
    colour = f"var(--course-{solution.family})"
    if solution.collector is None or solution.label == COLLECTORS[solution.collector].label:
        return colour
    share = 70 if solution.jdk == 17 else 45
    return f"color-mix(in srgb, {colour} {share}%, var(--course-grid))"


MARGIN = 16  # space to the left of a drawing, in its units

_LOOKS = yaml.safe_load(Path(__file__).with_name("chart_looks.yaml").read_text("utf-8"))

_HEAD = re.compile(r'<svg [^>]*? width="([\d.]+)" height="([\d.]+)"[^>]*>')
_ROLES = re.compile(r' (?:role|aria-roledescription)="[^"]*"')
_MOVED = re.compile(r'transform="translate\(([\d.]+),')


@dataclasses.dataclass(frozen=True)
class Chart(Block):
    """A Vega-Lite specification with its title, remark, description and source."""

    title: str
    remark: str
    description: str
    spec: dict[str, Any]
    source: str
    extra: str = ""

    def html(self, place: Place = NOWHERE) -> str:
        """Return the chart as HTML. Raises PublishError if it cannot be drawn."""
        wide, narrow = draw_twice(self.spec, self.title, self.description)
        return render("chart.html", chart=self, place=place, wide=wide, narrow=narrow)


_numbers = itertools.count(1)


def draw(spec: dict[str, Any], title: str, description: str) -> str:
    """Render a specification. Needs no network; raises PublishError if it cannot be drawn."""
    return _for_page(_render(spec, title), title, description)


def draw_twice(spec: dict[str, Any], title: str, description: str) -> tuple[str, str]:
    """Draw the chart for wide screens and for phones."""
    wide = _render(spec, title)
    # All of a drawing is shifted right by the space left of its panels.
    moved = _MOVED.search(wide)
    narrow = _render(narrowed(spec, float(moved[1]) if moved else 0), title)
    return _for_page(wide, title, description), _for_page(narrow, title, description)


def _render(spec: dict[str, Any], title: str) -> str:
    try:
        return _svg(json.dumps(for_browser(spec)))
    except ValueError as error:
        first = str(error).strip().splitlines()[0]
        raise PublishError(f"chart “{title}” cannot be drawn: {first}") from error


@functools.lru_cache(maxsize=128)  # some charts are on two pages
def _svg(spec: str) -> str:
    return vl_convert.vegalite_to_svg(json.loads(spec), vl_version=VEGA_LITE)


def for_browser(spec: dict[str, Any]) -> dict[str, Any]:
    """Return the specification with the site's looks, for a page that draws it itself."""
    return {key: part for key, part in spec.items() if key != "$schema"} | {"config": _LOOKS}


def _for_page(text: str, title: str, description: str) -> str:
    """Make the drawing one picture with one description; its parts get no roles."""
    prefix = f"chart-{next(_numbers)}-"
    head = _HEAD.match(text)
    assert head is not None
    # The page's font may be wider than the one used to calculate the labels' space.
    box = f"{-MARGIN} 0 {float(head[1]) + MARGIN:g} {head[2]}"
    inside = _ROLES.sub("", text[head.end() :])
    inside = inside.replace(f'font-family="{_LOOKS["font"]}"', 'font-family="inherit"')
    named = {"prefix": prefix, "title": title, "description": description}
    return render("svg.html", box=box, inside=with_prefix(inside, prefix), **named)
