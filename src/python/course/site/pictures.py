"""Pictures in pages: static drawings, and interactive figures that a reader starts.

A picture is an SVG file whose colours are classes, which figures.css maps to the theme's. An
interactive figure has a second one for phones, and a JSON file for its script, with the model's
constants and the controls. The model itself is written once, in the script.
"""

import dataclasses
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from course.site.blocks import NOWHERE, Block, Place, embedded, render
from course.site.origins import bench_source_line
from course.site.remarks import REMARKS
from course.stats.article import LISTED
from course.stats.bench_figures import figure
from course.stats.benches import BenchRecord
from course.stats.errors import FigureError
from course.stats.figures import Figure, Figures
from course.stats.lookup import solution
from course.stats.numbers import quantity

DRAWINGS, FIGURES = "chapters/assets/drawings", "chapters/assets/figures"
_NARROW = "-narrow"

METRICS: dict[str, str] = LISTED["lines"]
"""Where lines come from in chapter 11's figure -> metric of the bench `limit`, if measured."""


@dataclasses.dataclass(frozen=True)
class Drawing(Block):
    title: str
    remark: str
    picture: str

    def html(self, place: Place = NOWHERE) -> str:
        """Return HTML. Addresses are relative to a chapter, which is beside assets/."""
        return render("drawn.html", figure=self, place=place)


@dataclasses.dataclass(frozen=True)
class InteractiveFigure(Drawing):
    """A static picture with everything that its script needs to animate it."""

    name: str  # name of its script in chapters/assets/figures
    narrow: str
    data: dict[str, Any]
    """Input of its script: ``model``, which the reader cannot change, and ``controls``."""
    source: str = ""  # HTML: the source of its figures, if any were measured

    def html(self, place: Place = NOWHERE) -> str:
        return render("interactive.html", figure=self, place=place, data=embedded(self.data))


class Pictures:
    def __init__(self, root: Path) -> None:
        self._root = root

    def drawing(self, name: str, remark: str) -> Drawing:
        """Return the drawing of that name; `remark` says what to look for."""
        return Drawing(*self._told(DRAWINGS, name, remark))

    def interactive(self, name: str, remark: str) -> InteractiveFigure:
        told = self._told(FIGURES, name, remark)
        narrow = self._svg(FIGURES, name + _NARROW)
        data = json.loads((self._root / FIGURES / f"{name}.json").read_text(encoding="utf-8"))
        return InteractiveFigure(*told, name, narrow, data)

    def _told(self, folder: str, name: str, remark: str) -> tuple[str, str, str]:
        """Return the picture's title, the remark on one line, and the picture."""
        picture = self._svg(folder, name)
        title = ElementTree.fromstring(picture).findtext("{*}title", "")
        # Line breaks of the chapter become spaces; no-break spaces stay.
        return title, remark.replace("\n", " "), picture

    def _svg(self, folder: str, name: str) -> str:
        try:
            return (self._root / folder / f"{name}.svg").read_text(encoding="utf-8")
        except FileNotFoundError:
            files = sorted((self._root / folder).glob("*.svg"))
            names = [file.stem for file in files if not file.stem.endswith(_NARROW)]
            raise FigureError(f"no picture '{name}'; valid: {', '.join(names)}") from None


def lines_figure(pictures: Pictures, record: BenchRecord, dummy: Figure) -> InteractiveFigure:
    """Chapter 11's walk over lines, with this machine's numbers if all are known, else round ones.
    `record`: of the bench `limit`. `dummy`: ns per packet of a program that waits for no line."""
    measured = {
        level: figure(record, "machine-latency", metric).value for level, metric in METRICS.items()
    }
    known = None not in measured.values()
    made = pictures.interactive("lines", "")
    model = made.data["model"]
    if known:
        model["latency"] = {level: round(value, 1) for level, value in measured.items()}
    if dummy.value is not None:
        model["work"] = round(dummy.value, 1)
    for stop in made.data["controls"][0]["stops"]:
        stop["text"] += f": {quantity(model['latency'][stop['value']], 'ns')} a line"
    lines = "The time per line wasn't measured here: the times are round numbers."
    if known:
        lines = "The time per line was measured by the pointer chase."
    work = "a round number"
    if dummy.value is not None:
        work = "the flat program's time with a single packet"
    told = {"buffers": model["buffers"], "lines": lines, "work": work}
    remark = REMARKS["lines_figure"].format(ns=quantity(model["work"], "ns"), **told)
    source = bench_source_line(record) if known else ""
    return dataclasses.replace(made, remark=remark, source=source)


def unscaled_dummy(figures: Figures) -> Figure:
    """ns per packet with one packet for all; a scaled run's figure would mean nothing."""
    if figures.dataset.scaled:
        return Figure.absent("ns", "the run is scaled down")
    return figures.batch(solution("cpp-flat"), "dummy", "A")
